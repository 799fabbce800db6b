"""A project that the asking person is not in, with much in it."""

from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.stores.rows import (
    Findings,
    Learned,
    Offered,
    SeenTool,
    Sighting,
    Unmet,
    Use,
)
from tool_registry.stores.space import Space
from tool_registry.stores.store import RegistryStore

FORGE = Space(tenant="local", scope=Scope.PROJECT, project="forge")
SMITH = Caller(user="smith", projects=("forge",), project_roles=(("forge", Role.OWNER),))
SMITHS = Space.of(SMITH, Scope.PERSONAL)


def fill_forge(store: RegistryStore, sources: int, tools: int) -> list[str]:
    """Ids of submissions. Half of the sources are in the project, half are one person's own."""
    made: list[str] = []
    for number in range(sources):
        space = (FORGE, SMITHS)[number % 2]
        source = store.sources.add(SMITH, f"mill{number}", {"url": "http://127.0.0.1:9/"}, space)
        ids = [f"{source.id}/get_dog{n}" for n in range(tools)]
        seen = [SeenTool(id=id, hash="h1", declared={"name": "get_dog"}) for id in ids]
        store.tools.observe(Sighting(source=source.id, content="c"), seen, "pinned", space)
        store.edits.put(SMITH, ids[0], "title", "Get a dog")
        store.findings.put(SMITH, Findings(tool=ids[0], kind="lint", hash="h1", found=({},)))
        store.learned.note(SMITH, [Learned(tool=id, kind="output", path="dog") for id in ids])
        store.usage.add(SMITH, [Use(tool=id, chosen=1, failed=1) for id in ids])
        store.requests.add(SMITH, space, {id: ["look up a dog"] for id in ids})
        missing = Unmet(space=space, entity=f"e{number}", action="buy", environment="pre")
        store.unmet.add(SMITH, [missing])
        offered = Offered(tool=ids[0], hash="h1", declared={"name": "get_dog"})
        made += [one.id for one in store.submissions.submit(SMITH, [offered], "")]
    return made
