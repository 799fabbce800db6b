"""How much a look costs says nothing of what is in spaces that are not open to who looks.

Counted are the steps of SQLite's machine, which are the same on every machine and every time."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.stores.filling import PRESS, PUBLIC, fill
from tests.stores.foreign import fill_forge
from tests.stores.test_permissions import person
from tests.stores.test_scopes import LISTS
from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.stores.errors import NotThere
from tool_registry.stores.store import RegistryStore

AUTHOR = person("ann", Role.AUTHOR, Scope.PROJECT)
LOOKS: dict[str, Callable[[RegistryStore, Caller, str, str], Any]] = {
    **LISTS,
    "submissions.visible": lambda s, c, _, __: s.submissions.visible(c, settled=True),
    "tools.closed": lambda s, c, i, __: s.tools.closed(c, [i]),
    "tools.sighted": lambda s, c, i, __: s.tools.sighted([i]),
    "sources.current": lambda s, c, i, __: s.sources.current([i]),
    "accounts.visible": lambda s, c, _, __: s.accounts.visible(c),
    "people.visible": lambda s, c, _, __: s.people.visible(c),
}
_NOISE = 8
"""Steps that one page more or less of an index makes."""
_ONE_ROW = 40
"""Steps at most for one row that is read and left out."""


class Steps:
    """Counts what the database does for one look."""

    def __init__(self, store: RegistryStore) -> None:
        self.count = 0
        event.listen(store.database.engine, "checkout", self._watch)

    def _watch(self, connection: Any, *_: object) -> None:
        connection.set_progress_handler(self._step, 1)

    def _step(self) -> int:
        self.count += 1
        return 0

    def of(self, look: Callable[[], Any]) -> int:
        look()  # what is prepared once is prepared
        self.count = 0
        look()
        return self.count


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RegistryStore]:
    opened = RegistryStore(tmp_path / "registry.db")
    yield opened
    opened.close()


def test_no_look_reads_more_because_others_have_more(store: RegistryStore) -> None:
    steps = Steps(store)
    fill(store, PUBLIC)
    source, tool = fill(store, PRESS)

    def measured() -> dict[str, int]:
        looks = LOOKS.items()
        return {name: steps.of(lambda: look(store, AUTHOR, source, tool)) for name, look in looks}  # noqa: B023

    before = measured()
    fill_forge(store, 30, 20)
    after = measured()
    assert all(before.values())
    more = {
        name: (before[name], after[name]) for name in LOOKS if after[name] > before[name] + _NOISE
    }
    assert more == {}


def test_an_id_of_a_foreign_space_costs_at_most_the_row_that_is_left_out(
    store: RegistryStore,
) -> None:
    steps = Steps(store)
    fill(store, PRESS)
    [submission, *_] = fill_forge(store, 10, 10)
    foreign = ("mill0@forge", "mill0@forge/get_dog0", submission)

    def measured(ids: tuple[str, str, str]) -> list[int]:
        found: list[int] = []
        looks = (store.sources.get, store.tools.get, store.submissions.get)
        for look, id in zip(looks, ids, strict=True):

            def absent(look: Any = look, id: str = id) -> None:
                with suppress(NotThere):
                    look(AUTHOR, id)
                    raise AssertionError(id)

            found.append(steps.of(absent))
        return found

    absent = measured(("mill0@press", "mill0@press/get_dog0", "submission-0"))
    assert all(
        there <= gone + _ONE_ROW for there, gone in zip(measured(foreign), absent, strict=True)
    )
