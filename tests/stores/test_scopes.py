"""What a caller sees: public, the own projects', the own; and of all else, nothing at all."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from tests.stores.filling import CALLERS, OWN, PUBLIC, SPACES, fill
from tool_registry.base.caller import Caller
from tool_registry.stores.errors import NotThere
from tool_registry.stores.rows import Findings, Learned, ToolStatus, Unmet, Use
from tool_registry.stores.store import RegistryStore

Method = Callable[[RegistryStore, Caller, str, str], Any]
"""Called with the ids of a source and of a tool."""

LISTS: dict[str, Method] = {
    "sources.visible": lambda s, c, _, __: s.sources.visible(c),
    "sources.serving": lambda s, c, _, __: s.sources.serving(c),
    "tools.visible": lambda s, c, _, __: s.tools.visible(c),
    "tools.narrower": lambda s, c, _, t: s.tools.narrower(c) or s.tools.visible(c),
    "tools.approved_forms": lambda s, c, i, _: s.tools.approved_forms(c, i),
    "edits.visible": lambda s, c, _, t: [*s.edits.visible(c), *s.edits.visible(c, t)],
    "learned.visible": lambda s, c, _, t: [*s.learned.visible(c), *s.learned.visible(c, t)],
    "findings.visible": lambda s, c, _, t: [*s.findings.visible(c), *s.findings.visible(c, t)],
    "findings.get": lambda s, c, _, t: s.findings.get(c, t, "lint", "h1"),
    "usage.visible": lambda s, c, _, t: [*s.usage.visible(c), *s.usage.visible(c, t)],
    "usage.of": lambda s, c, _, t: s.usage.of(c, t).chosen,
    "unmet.visible": lambda s, c, _, __: s.unmet.visible(c),
    "requests.visible": lambda s, c, _, __: s.requests.visible(c),
    "audit.visible": lambda s, c, i, _: [*s.audit.visible(c), *s.audit.visible(c, subject=i)],
}
"""What tells nothing of the space to those outside."""

BY_ID: dict[str, Method] = {
    "sources.get": lambda s, c, i, _: s.sources.get(c, i),
    "sources.change": lambda s, c, i, _: s.sources.change(c, i, {"url": "http://127.0.0.1:8/"}),
    "sources.enable": lambda s, c, i, _: s.sources.enable(c, i, False),
    "sources.remove": lambda s, c, i, _: s.sources.remove(c, i),
    "tools.get": lambda s, c, _, t: s.tools.get(c, t),
    "tools.decide": lambda s, c, _, t: s.tools.decide(c, t, ToolStatus.RETIRED),
    "tools.approve": lambda s, c, _, t: s.tools.approve(c, t),
    "tools.publish": lambda s, c, _, t: s.tools.publish(c, t, PUBLIC),
    "edits.put": lambda s, c, _, t: s.edits.put(c, t, "title", "mine"),
    "edits.remove": lambda s, c, _, t: s.edits.remove(c, t, "title"),
    "learned.forget": lambda s, c, _, t: s.learned.forget(c, t),
    "findings.put": lambda s, c, _, t: s.findings.put(
        c, Findings(tool=t, kind="poison", hash="h1")
    ),
    "findings.keep": lambda s, c, _, t: s.findings.keep(
        c, [Findings(tool=t, kind="model_fills", hash="h1")]
    ),
}
"""What says the same of an id in a foreign space as of one that does not exist."""

SILENT: dict[str, Method] = {
    "sources.add": lambda s, c, _, __: s.sources.add(c, "lathe", {"url": "http://h/"}, _space(c)),
    "learned.note": lambda s, c, _, t: s.learned.note(
        c, [Learned(tool=t, kind="output", path="new")]
    ),
    "usage.add": lambda s, c, _, t: s.usage.add(c, [Use(tool=t, failed=1)]),
    "requests.add": lambda s, c, _, t: s.requests.add(c, OWN, {t: ["turn two parts"]}),
    "unmet.add": lambda s, c, _, __: s.unmet.add(
        c, [Unmet(space=OWN, entity="part", action="turn", environment="pre")]
    ),
}
"""What does nothing to a foreign space, and does not complain."""

INTERNAL = {"tools.closed"}
"""For the building of a pool only; its ids are those that are kept out."""


_NOT_OF_SPACES = ("database", "people", "keys", "accounts", "submissions")
"""People, their keys and accounts belong to the deployment; see test_people. Reviewers see
submissions from spaces that they do not see; see test_submissions."""


def _space(caller: Caller) -> Any:
    return OWN.model_copy(update={"tenant": caller.tenant, "owner": f"the real {caller.user}"})


def repositories(store: RegistryStore) -> dict[str, object]:
    return {name: part for name, part in vars(store).items() if name not in _NOT_OF_SPACES}


def test_every_method_that_takes_a_caller_is_in_this_matrix(store: RegistryStore) -> None:
    found = {
        f"{name}.{method}"
        for name, part in repositories(store).items()
        for method, function in inspect.getmembers(part, inspect.ismethod)
        if not method.startswith("_") and "caller" in inspect.signature(function).parameters
    }
    assert found == {*LISTS, *BY_ID, *SILENT, *INTERNAL}


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("space", SPACES)
def test_lists_hold_what_the_caller_sees_and_nothing_else(
    store: RegistryStore, space: str, caller: str
) -> None:
    source, tool = fill(store, SPACES[space])
    sees = SPACES[space].is_open_to(CALLERS[caller])
    told = {
        name: bool(method(store, CALLERS[caller], source, tool)) for name, method in LISTS.items()
    }
    assert told == dict.fromkeys(LISTS, sees)


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("space", SPACES)
def test_an_id_of_a_foreign_space_is_one_that_does_not_exist(
    store: RegistryStore, space: str, caller: str
) -> None:
    source, tool = fill(store, SPACES[space])
    if SPACES[space].is_open_to(CALLERS[caller]):
        return
    before = everything(store)
    for name, method in BY_ID.items():
        foreign = complaint(method, store, CALLERS[caller], source, tool)
        absent = complaint(method, store, CALLERS[caller], "absent", "absent/tool")
        assert foreign.replace(source, "absent").replace("/turn", "/tool") == absent, name
    for name, method in SILENT.items():
        if name != "sources.add":
            method(store, CALLERS[caller], source, tool)
    assert everything(store) == before


def test_a_name_that_another_space_has_is_free(store: RegistryStore) -> None:
    fill(store, OWN)
    for caller in CALLERS.values():
        row = SILENT["sources.add"](store, caller, "", "")
        assert row.name == "lathe"


def complaint(method: Method, store: RegistryStore, caller: Caller, source: str, tool: str) -> str:
    with pytest.raises(NotThere) as refused:
        method(store, caller, source, tool)
    return str(refused.value)


def everything(store: RegistryStore) -> list[Any]:
    """All that the owner sees."""
    parts = (store.sources, store.tools, store.edits, store.learned, store.findings)
    rest = (store.usage, store.unmet, store.audit, store.requests)
    return [part.visible(CALLERS["ann"]) for part in (*parts, *rest)]
