"""What is remembered beyond a conversation: whose it is, where, how long, and what never is."""

import pytest

from pipelines.clarification.time_windows import window_of
from pipelines.runs.long_term_memory import HALF_LIFE, KEPT, UNUSED, LongTermMemory, Noted
from pipelines.runs.preferences import Preferences, keep_preferences
from pipelines.runs.store import RunStore
from tests.workshop.clock import HandClock
from tool_registry.base.caller import Caller

ANN, BOB = Caller(user="ann"), Caller(user="bob")
DAY = 86_400.0


def thing(id: str, place: str = "pre", **more: str) -> Noted:
    return Noted("thing", place, "part", (id,), {"id": id, **more})


def ids(memory: LongTermMemory, caller: Caller = ANN, place: str | None = None) -> list[str]:
    return [str(one.attributes["id"]) for one in memory.entries(caller, environment=place)]


def test_what_is_used_again_is_one_entry_that_knows_more(store: RunStore, clock: HandClock) -> None:
    memory = LongTermMemory(store)
    memory.note(ANN, "s1", "make P1", [thing("P1", colour="red")])
    clock.jump(DAY)
    memory.note(ANN, "s2", "look at P1", [thing("P1", size="9")])
    [one] = memory.entries(ANN)
    assert (one.uses, one.last_at - one.first_at) == (2, DAY)
    assert (one.words, one.session_id) == ("look at P1", "s2")
    assert one.attributes == {"id": "P1", "colour": "red", "size": "9"}


def test_nothing_crosses_users_projects_or_environments(store: RunStore) -> None:
    memory = LongTermMemory(store)
    press, forge = (ANN.model_copy(update={"projects": (name,)}) for name in ("press", "forge"))
    memory.note(ANN, "s", "x", [thing("P1", "pre"), thing("P2", "daily")])
    memory.note(press, "s", "x", [thing("P3")])
    memory.note(ANN.model_copy(update={"tenant": "other"}), "s", "x", [thing("P4")])
    assert ids(memory, BOB) == ids(memory, forge) == []
    assert ids(memory, press) == ["P3"]
    assert (ids(memory, place="pre"), ids(memory, place="daily")) == (["P1"], ["P2"])
    [theirs] = memory.entries(press)
    assert memory.get(BOB, theirs.id) is memory.rename(BOB, theirs.id, "mine") is None
    assert memory.forget(BOB, [theirs.id]) == memory.forget(BOB) == 0
    assert ids(memory, press) == ["P3"]


def test_what_is_used_often_and_lately_comes_first_and_a_name_before_all(
    store: RunStore, clock: HandClock
) -> None:
    memory = LongTermMemory(store)
    for _ in range(3):
        memory.note(ANN, "s", "x", [thing("often")])
    clock.jump(2 * HALF_LIFE)
    memory.note(ANN, "s", "x", [thing("lately"), thing("named")])
    named = next(one for one in memory.entries(ANN) if one.attributes["id"] == "named")
    assert memory.rename(ANN, named.id, "my part")
    assert ids(memory) == ["named", "lately", "often"]


def test_more_than_is_kept_and_what_was_not_used_goes_but_what_has_a_name(
    store: RunStore, clock: HandClock
) -> None:
    memory = LongTermMemory(store)
    memory.note(ANN, "s", "x", [thing("first"), thing("named")])
    named = next(one for one in memory.entries(ANN) if one.attributes["id"] == "named")
    memory.rename(ANN, named.id, "my part")
    memory.note(ANN, "s", "x", [thing("elsewhere", "daily")])
    clock.jump(1)
    memory.note(ANN, "s", "x", [thing(f"P{n}") for n in range(KEPT["thing"])])
    kept = ids(memory, place="pre")
    assert (len(kept), kept[0], "first" in kept) == (KEPT["thing"], "named", False)
    assert ids(memory, place="daily") == ["elsewhere"]
    clock.jump(UNUSED)
    assert ids(memory) == ["named"]


def test_secrets_are_never_kept_and_those_of_a_sentence_are_masked(store: RunStore) -> None:
    memory = LongTermMemory(store)
    secret = "password=hunter2secret"
    memory.note(ANN, "s", f"log in with {secret}", [thing("P1", api_key="abcdef123"), thing("P2")])
    memory.note(ANN, "s", "x", [thing(secret)])
    [one] = memory.entries(ANN)
    assert one.attributes == {"id": "P2"}
    assert "hunter2" not in one.words


def test_who_does_not_want_to_be_remembered_is_not(store: RunStore) -> None:
    memory = LongTermMemory(store)
    memory.note(ANN, "s", "x", [thing("P1")])
    keep_preferences(store, ANN, Preferences(memory="off"))
    memory.note(ANN, "s", "x", [thing("P1"), thing("P2")])
    assert [one.uses for one in memory.entries(ANN)] == [1]
    assert memory.forget(ANN) == 1


def test_what_only_an_undone_run_gave_goes_with_it(store: RunStore) -> None:
    memory = LongTermMemory(store)
    memory.note(ANN, "s", "x", [thing("made"), thing("known")])
    memory.note(ANN, "s", "x", [thing("known")])
    memory.take_back(ANN, [thing("made"), thing("known")])
    assert ids(memory) == ["known"]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the user from last week", (7, 13)),
        ("上周那个用户", (7, 13)),
        ("昨天的用户", (1, 1)),
        ("the user of yesterday", (1, 1)),
        ("前天和昨天", None),
        ("user 1234", None),
    ],
)
def test_a_time_that_is_said_is_a_window(
    clock: HandClock, text: str, days: tuple[int, int] | None
) -> None:
    sunday = 1_800_000_000.0 - 1_800_000_000.0 % DAY + 12 * 3600
    sunday += (6 - int((sunday / DAY + 3) % 7)) * DAY
    window = window_of(text, sunday)
    if text == "前天和昨天":
        assert window is not None
        return
    held = [n for n in range(30) if window and window.holds(sunday - n * DAY)]
    assert held == ([] if days is None else list(range(days[0], days[1] + 1)))
