"""Which conversation a chat is, and which request a turn is, on a wire that keeps neither.

A client that names its chats is believed. To one that does not, each answer brings the name of its
conversation along, as a line of Markdown that is not shown, and the history brings it back.

Two dangers stand against each other: an HTTP request that is delivered again must not have a second
effect, and a sentence that is said again on purpose must have one. What was said before it in the
chat tells them apart; where nothing was, the clock does.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pipelines.runs.store import Run, RunStore
from services.openai.bodies import Chat, Turn
from tool_registry.base.caller import Caller
from tool_registry.base.ids import digest

SAME_FOR = 600.0
"""Seconds behind a run's end in which the same words, with nothing said before them, are the same
delivery: as long as the official client waits before it tries again."""
_LOOKED_AT = 8
"""So many chats that began with the same words are compared with a history."""
_RUNS = 50
"""Runs of one conversation that are looked at."""
_CHAT_HEADERS = (
    "x-openwebui-chat-id",
    "x-librechat-conversation-id",
    "x-conversation-id",
    "x-chat-id",
)
_CHAT_FIELDS = ("chat_id", "conversation_id", "thread_id")
_SPEAKER_HEADERS = ("x-openwebui-user-id", "x-librechat-user-id", "x-user-id")
_MESSAGE_HEADERS = ("x-openwebui-user-message-id",)
_MARK = re.compile(r"^\[//\]: # \((chat-[0-9a-f]{8}-[0-9a-f]{24}-[0-9]{1,9})\)\s*$", re.MULTILINE)
_NONE = ("", "new", "null", "none", "undefined")


@dataclass(frozen=True, slots=True)
class Hints:
    """What a client tells of a chat beside the messages; None: it does not say it."""

    chat: str | None = None
    speaker: str | None = None
    message: str | None = None
    key: str | None = None
    setting: str = ""
    """What else makes two requests different: the model, the environment."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a turn belongs."""

    session_id: str
    request_id: str
    before: Run | None = None
    """The conversation's latest run ahead of this turn."""
    again: bool = False
    """True where the turn was answered already, as far as can be told."""
    mark: str = ""
    """What the answer has to end with, for the next turn to find the conversation."""


def hints_of(headers: Mapping[str, str], chat: Chat, setting: str) -> Hints:
    """What headers, metadata and user tell."""
    fields = (chat.metadata.get(name) for name in _CHAT_FIELDS)
    named = [headers.get(name) for name in _CHAT_HEADERS]
    return Hints(
        chat=_first([*named, *fields]),
        speaker=_first([*(headers.get(name) for name in _SPEAKER_HEADERS), chat.user]),
        message=_first([headers.get(name) for name in _MESSAGE_HEADERS]),
        key=_first([headers.get("idempotency-key")]),
        setting=setting,
    )


def _first(values: Sequence[object]) -> str | None:
    """The first that tells something: placeholders which nobody filled in, and the one id of all
    temporary chats of a browser, tell nothing."""
    for value in values:
        told = value.strip() if isinstance(value, str) else ""
        if told.casefold() not in _NONE and not told.startswith(("{{", "local:")):
            return told
    return None


class Chats:
    """Finds conversations and requests of one caller."""

    def __init__(self, store: RunStore, caller: Caller, hints: Hints) -> None:
        self._store = store
        self._caller = caller
        self._hints = hints
        self._owner = [caller.tenant, caller.user]
        self._who = f"chat-{digest([*self._owner, hints.speaker])[:8]}"

    def place(self, chat: Chat) -> Place:
        """The turn's place; the chat is known by its id, else by its history."""
        said = chat.said
        if self._hints.chat is not None:
            session = self._session(["id", self._hints.chat])
            if self._runs(session) or len(said) == 1:
                return self._within(session, said)
        marked = self._marked(said)
        found = self._within(marked, said) if marked is not None else self._by_history(said)
        return replace(found, mark=f"\n\n[//]: # ({found.session_id})")

    def _marked(self, said: Sequence[Turn]) -> str | None:
        """The conversation that the latest answer in the history names."""
        for turn in reversed(said[:-1]):
            names = _MARK.findall(turn.text) if turn.role == "assistant" else []
            if names and names[-1].startswith(f"{self._who}-") and self._runs(names[-1]):
                return str(names[-1])
        return None

    def within(self, session: str, chat: Chat, behind: str = "") -> Place:
        """The turn's place in a conversation that the client names; `behind`: the run whose answer
        it replies to."""
        return self._within(session, chat.said, behind)

    def session_of(self, conversation: str) -> str:
        """The conversation that the client calls so."""
        return self._session(["conversation", conversation])

    def _within(self, session: str, said: Sequence[Turn], behind: str = "") -> Place:
        runs = self._runs(session)
        if self._hints.key is not None:
            return _placed(session, self._keyed(), runs, guessed=False)
        stem = self._stem(session, said, behind)
        if self._hints.message is not None or behind or len(said) > 1:
            return _placed(session, f"{stem}-1", runs, guessed=True)
        number, latest = _latest(runs, stem)
        is_same = latest is not None and latest is runs[0] and self._is_fresh(latest)
        request = f"{stem}-{number if is_same else number + 1}"
        return _placed(session, request, runs, guessed=True)

    def _by_history(self, said: Sequence[Turn]) -> Place:
        """Chats that begin with the same words are numbered."""
        opening = next((one.text for one in said if one.role == "user"), "")
        base = self._session(["opening", opening])
        count = self._count(base)
        numbers = range(count, max(0, count - _LOOKED_AT), -1)
        known = {f"{base}-{number}": self._runs(f"{base}-{number}") for number in numbers}
        guessed = self._hints.key is None
        for session, runs in known.items():
            request = self._request_id(session, said)
            if self._is_delivered(request, runs, is_first=len(said) == 1):
                return _placed(session, request, runs, guessed=guessed)
        session = f"{base}-{count + 1}"
        if len(said) > 1 and known:
            session = max(known, key=lambda one: _likeness(known[one], said))
        request = self._request_id(session, said)
        return _placed(session, request, known.get(session, ()), guessed=guessed)

    def _is_delivered(self, request: str, runs: Sequence[Run], *, is_first: bool) -> bool:
        """True where that request is one of the runs, and came a moment ago."""
        own = next((run for run in runs if run.request.request_id == request), None)
        if own is None or self._hints.key is not None or self._hints.message is not None:
            return own is not None
        return self._is_fresh(own) and not (is_first and own is not runs[0])

    def _request_id(self, session: str, said: Sequence[Turn]) -> str:
        return self._keyed() if self._hints.key else f"{self._stem(session, said)}-1"

    def _keyed(self) -> str:
        return f"key-{digest([*self._owner, self._hints.key])[:32]}"

    def _stem(self, session: str, said: Sequence[Turn], behind: str = "") -> str:
        told = [[one.role, one.text] for one in said]
        if self._hints.message is not None:
            told = [["id", self._hints.message], *told[-1:]]
        found = digest([*self._owner, session, self._hints.setting, behind, told])
        return f"turn-{found[:32]}"

    def _session(self, what: list[str]) -> str:
        return f"{self._who}-{digest([*self._owner, self._hints.speaker, *what])[:24]}"

    def _runs(self, session: str) -> list[Run]:
        """The caller's runs in it, the latest first."""
        found = self._store.of_session(self._caller, session, _RUNS)
        return [run for run in found if self._caller.is_same_as(run.request.caller)]

    def _count(self, base: str) -> int:
        """How many chats have begun with these words; they are numbered without gaps."""
        high = 1
        while self._exists(f"{base}-{high}"):
            high *= 2
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._exists(f"{base}-{middle}") else (low, middle)
        return low

    def _exists(self, session: str) -> bool:
        return bool(self._store.of_session(self._caller, session, 1))

    def _is_fresh(self, run: Run) -> bool:
        ended = run.finished_at
        return ended is None or self._store.clock.now() - ended < SAME_FOR


def _placed(session: str, request: str, runs: Sequence[Run], *, guessed: bool) -> Place:
    """The place among the conversation's runs; `guessed`: only we say that it is the same turn."""
    names = [run.request.request_id for run in runs]
    own = names.index(request) if request in names else -1
    before = runs[own + 1] if own + 1 < len(runs) else None
    again = guessed and own >= 0 and runs[own].answer is not None
    return Place(session, request, before, again)


def _latest(runs: Sequence[Run], stem: str) -> tuple[int, Run | None]:
    """How often these words were a request of their own, and the latest of them."""
    own = [run for run in runs if run.request.request_id.startswith(f"{stem}-")]
    numbers = [int(run.request.request_id.rpartition("-")[2]) for run in own]
    return max(numbers, default=0), next(iter(own), None)


def _likeness(runs: Sequence[Run], said: Sequence[Turn]) -> int:
    """How well the conversation's last run fits what was said ahead of the turn."""
    if not runs:
        return 0
    latest = runs[0]
    users = [one.text for one in said[:-1] if one.role == "user"]
    answers = [one.text for one in said[:-1] if one.role == "assistant"]
    lines = latest.answer.summary.text.split("\n") if latest.answer else []
    told = [_plain(one) for one in lines if _plain(one)]
    heard = bool(told and answers) and all(one in _plain(answers[-1]) for one in told)
    return 2 * heard + (latest.request.text in users[-1:])


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text))
