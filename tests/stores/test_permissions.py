"""Who may do what: each role, each verb and each pool, for one's own tools and for others'."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.stores.filling import ANN, PRESS, PUBLIC, fill
from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.stores.errors import Forbidden, NotThere
from tool_registry.stores.rows import Findings, ToolStatus
from tool_registry.stores.space import Space
from tool_registry.stores.store import RegistryStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RegistryStore]:
    """On SQLite alone: the table is asked before any database is."""
    opened = RegistryStore(tmp_path / "registry.db")
    yield opened
    opened.close()


_ENTRY = {"url": "http://127.0.0.1:8/"}
Change = Callable[[RegistryStore, Caller, str, str, Space], Any]
CHANGES: dict[str, Change] = {
    "register": lambda s, c, i, t, space: s.sources.add(c, "press", _ENTRY, space),
    "change": lambda s, c, i, t, space: s.sources.change(c, i, _ENTRY),
    "enable": lambda s, c, i, t, space: s.sources.enable(c, i, False),
    "remove": lambda s, c, i, t, space: s.sources.remove(c, i),
    "edit": lambda s, c, i, t, space: s.edits.put(c, t, "title", "mine"),
    "unedit": lambda s, c, i, t, space: s.edits.remove(c, t, "title"),
    "forget": lambda s, c, i, t, space: s.learned.forget(c, t),
    "fill": lambda s, c, i, t, space: s.findings.keep(
        c, [Findings(tool=t, kind="model_fills", hash="h1")]
    ),
    "retire": lambda s, c, i, t, space: s.tools.decide(c, t, ToolStatus.RETIRED),
    "restore": lambda s, c, i, t, space: s.tools.decide(c, t, ToolStatus.PUBLISHED),
    "approve": lambda s, c, i, t, space: s.tools.approve(c, t),
    "publish": lambda s, c, i, t, space: s.tools.publish(c, t, space),
}
"""Called with the ids of a source and of a tool, and their space."""

# Rows: what is done. Columns: tester, author, owner, admin. `y` may do it to what is there, `o` to
# what the same person has registered only, `-` to neither.
GRID = {
    Scope.PROJECT: {
        "register": "- y y y",
        "change": "- o y y",
        "enable": "- o y y",
        "remove": "- o y y",
        "edit": "- o y y",
        "unedit": "- o y y",
        "forget": "- o y y",
        "fill": "- o y y",
        "retire": "- o y y",
        "restore": "- o y y",
        "approve": "- o y y",
        "publish": "- o y y",
    },
    Scope.PUBLIC: {
        "register": "- - y y",
        "change": "- o y y",
        "enable": "- o y y",
        "remove": "- o y y",
        "edit": "- - y y",
        "unedit": "- - y y",
        "forget": "- - y y",
        "fill": "- - y y",
        "retire": "- o y y",
        "restore": "- - y y",
        "approve": "- - y y",
        "publish": "- - y y",
    },
}
CELLS = [
    (scope, verb, role, mine)
    for scope, rows in GRID.items()
    for verb, role, mine in product(rows, Role, (True, False))
]


@pytest.mark.parametrize(("scope", "verb", "role", "mine"), CELLS)
def test_a_role_may_do_what_the_grid_says_and_nothing_else(
    store: RegistryStore, scope: Scope, verb: str, role: Role, mine: bool
) -> None:
    space = PUBLIC if scope is Scope.PUBLIC else PRESS
    source, tool = fill(store, space)
    asking = person("ann" if mine else "bob", role, scope)
    may = GRID[scope][verb].split()[list(Role).index(role)] in ("y", *("o" if mine else ""))
    before = store.revision()
    if may:
        CHANGES[verb](store, asking, source, tool, space)
        assert store.revision() == before + 1
    else:
        with pytest.raises(Forbidden):
            CHANGES[verb](store, asking, source, tool, space)
        assert store.revision() == before


@pytest.mark.parametrize("verb", CHANGES)
def test_everybody_does_all_in_the_own_space_and_nothing_in_that_of_others(
    store: RegistryStore, verb: str
) -> None:
    tess, tom = person("tess", Role.TESTER), person("tom", Role.ADMIN)
    own = Space.of(tess, Scope.PERSONAL)
    source, tool = fill(store, own, tess)
    if verb != "register":
        with pytest.raises(NotThere):
            CHANGES[verb](store, tom, source, tool, own)
    CHANGES[verb](store, tess, source, tool, own)


def test_what_stays_where_it_is_may_not_be_moved_where_one_may_not_publish(
    store: RegistryStore,
) -> None:
    author = person("ann", Role.AUTHOR, Scope.PROJECT)
    _, tool = fill(store, PRESS)
    with pytest.raises(Forbidden, match="public"):
        store.tools.publish(author, tool, PUBLIC)
    assert store.tools.get(ANN, tool).space == PRESS


def test_a_role_in_one_project_is_none_in_another(store: RegistryStore) -> None:
    of_forge = Caller(
        user="bob",
        projects=("press", "forge"),
        role=Role.TESTER,
        project_roles=(("forge", Role.OWNER),),
    )
    source, _ = fill(store, PRESS)
    with pytest.raises(Forbidden):
        store.sources.remove(of_forge, source)


def person(user: str, role: Role, scope: Scope = Scope.PUBLIC) -> Caller:
    """Somebody with that role where the scope is, and a tester elsewhere."""
    if scope is Scope.PUBLIC or role is Role.ADMIN:
        return Caller(user=user, projects=("press",), role=role)
    roles = (("press", role),)
    return Caller(user=user, projects=("press",), role=Role.TESTER, project_roles=roles)
