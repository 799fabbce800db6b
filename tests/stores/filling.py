"""A registry with one source, one tool and all that can be known of it, in every space."""

from tool_registry.base.caller import Caller, Scope
from tool_registry.stores.rows import Findings, Learned, SeenTool, Sighting, Unmet, Use
from tool_registry.stores.space import Space
from tool_registry.stores.store import RegistryStore

ANN = Caller(user="ann", projects=("press",))
BOB = Caller(user="bob", projects=("forge",))
EVE = Caller(user="eve")
FAR = Caller(tenant="far", user="ann", projects=("press",))
CALLERS = {"ann": ANN, "bob": BOB, "eve": EVE, "far": FAR}

PUBLIC = Space(tenant="local")
PRESS = Space(tenant="local", scope=Scope.PROJECT, project="press")
OWN = Space(tenant="local", scope=Scope.PERSONAL, owner="ann")
SPACES = {"public": PUBLIC, "press": PRESS, "own": OWN}


def fill(store: RegistryStore, space: Space, by: Caller = ANN) -> tuple[str, str]:
    """Ids of the source and the tool that are now in this space, registered by that caller."""
    source = store.sources.add(by, "lathe", {"url": "http://127.0.0.1:9/mcp"}, space)
    tool = f"{source.id}/turn"
    store.tools.observe(
        Sighting(source=source.id, content="c1"),
        [SeenTool(id=tool, hash="h1", declared={"name": "turn"})],
        "pinned",
        space,
    )
    store.edits.put(by, tool, "title", "Turn a part")
    store.learned.note(by, [Learned(tool=tool, kind="output", path="part.id")])
    store.findings.put(by, Findings(tool=tool, kind="lint", hash="h1", found=({"rule": "x"},)))
    store.usage.add(by, [Use(tool=tool, chosen=1, succeeded=1, latency_ms=20)])
    store.requests.add(by, space, {tool: ["turn a part"]})
    missing = Unmet(space=space, entity="part", action="turn", environment="pre", last_text="turn")
    store.unmet.add(by, [missing])
    return source.id, tool
