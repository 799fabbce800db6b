"""Which conversation and which request a turn is, where a front end names neither."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelines.contracts.answer import Answer, Status, Summary
from pipelines.contracts.request import Request
from pipelines.runs.store import RunStore
from services.openai.bodies import Chat, Role, Turn
from services.openai.chats import SAME_FOR, Chats, Hints, Place
from tests.workshop.clock import HandClock
from tool_registry.base.caller import Caller

SAME_CHAT = Hints(chat="c1")


class Front:
    """Delivers messages, and has each new request served."""

    def __init__(self, store: RunStore) -> None:
        self.store = store

    def send(self, *said: str, hints: Hints | None = None) -> Place:
        roles: tuple[Role, ...] = ("user", "assistant")
        turns = tuple(Turn(roles[number % 2], text) for number, text in enumerate(said))
        place = Chats(self.store, Caller(), hints or Hints()).place(Chat(turns))
        request = Request(text=said[-1], session_id=place.session_id, request_id=place.request_id)
        begun = self.store.begin(request)
        if begun.lease is not None:
            summary = Summary(text=f"answer of {begun.run.id}")
            done = Answer(
                run_id=begun.run.id,
                session_id=place.session_id,
                status=Status.SUCCEEDED,
                summary=summary,
            )
            self.store.finish(begun.lease, done)
        return place

    def answer(self, place: Place) -> str:
        """The last answer in it, as a front end shows it that drops what is not shown."""
        [latest, *_] = self.store.of_session(Caller(), place.session_id)
        assert latest.answer is not None
        return f"**{latest.answer.summary.text}**"


@pytest.fixture
def front(tmp_path: Path, clock: HandClock) -> Iterator[Front]:
    store = RunStore(tmp_path / "runs.db", clock=clock)
    yield Front(store)
    store.close()


@pytest.mark.parametrize("hints", [Hints(), SAME_CHAT])
def test_words_without_a_history_are_new_again_after_a_while(
    front: Front, clock: HandClock, hints: Hints
) -> None:
    first = front.send("make one", hints=hints)
    clock.jump(SAME_FOR - 1)
    same = front.send("make one", hints=hints)
    assert (same.request_id, same.session_id) == (first.request_id, first.session_id)
    assert same.again
    clock.jump(2)
    later = front.send("make one", hints=hints)
    assert later.request_id != first.request_id
    assert (later.session_id == first.session_id, later.again) == (hints is SAME_CHAT, False)
    assert front.send("make one", hints=hints).request_id == later.request_id


def test_a_sentence_said_again_behind_another_one_is_new(front: Front) -> None:
    """Also for a client that sends its last message only."""
    told = [front.send(text, hints=SAME_CHAT) for text in ("make one", "yes", "make one", "yes")]
    assert len({place.session_id for place in told}) == 1
    assert len({place.request_id for place in told}) == 4


def test_a_history_finds_its_conversation_without_its_mark(front: Front) -> None:
    first = front.send("make one")
    shown = front.answer(first)
    agreed = front.send("make one", shown, "yes")
    assert agreed.session_id == first.session_id
    second = front.send("make one")
    assert second.session_id != first.session_id
    other = front.send("make one", front.answer(second), "yes")
    assert other.session_id == second.session_id
    assert front.send("make one", shown, "yes").request_id == agreed.request_id
    assert other.request_id != agreed.request_id


def test_a_chat_that_gets_its_id_late_goes_on(front: Front) -> None:
    first = front.send("make one")
    answer = f"{front.answer(first)}{first.mark}"
    assert front.send("make one", answer, "yes", hints=SAME_CHAT).session_id == first.session_id


def test_the_same_words_of_two_speakers_are_two_chats(front: Front) -> None:
    ann = front.send("make one", hints=Hints(speaker="ann"))
    bob = front.send("make one", hints=Hints(speaker="bob"))
    assert ann.session_id != bob.session_id
    stolen = ("make one", f"x{ann.mark}", "yes")
    assert front.send(*stolen, hints=Hints(speaker="bob")).session_id != ann.session_id
    assert front.send(*stolen, hints=Hints(speaker="ann")).session_id == ann.session_id
