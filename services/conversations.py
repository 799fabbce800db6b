"""Conversations of a caller: which there are, and what was said in one."""

from pydantic import BaseModel, ConfigDict

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import PlanChange, Request
from pipelines.execution.undo import sentence_of
from pipelines.intent.undo_request import undo_request
from pipelines.messages import say
from pipelines.runs.errors import RunNotFound
from pipelines.runs.history import NOTHING, TITLE, History, Mark, Said
from pipelines.runs.long_term_memory import LongTermMemory
from pipelines.runs.store import RUNNING, RunStore
from services.errors import Conflict, NotFound
from tool_registry.base.caller import Caller
from tool_registry.vocabulary.language import language_of

_LOOKED_AT = 1000
"""So many of the latest messages are searched."""
_SHORTEST = 4
"""Characters of an id, or of a part of one, that is searched for."""
_GOES_ON = (RUNNING, Status.SCHEDULED)


class Conversation(BaseModel):
    """One line of the list."""

    model_config = ConfigDict(frozen=True)

    session_id: str
    title: str
    """What its user calls it, or the first sentence that was found of it."""
    pinned: bool
    status: str
    """Of its latest run that was more than an answer in words; `answered` where none was."""
    runs: int
    at: float
    """When its latest run began; seconds since 1970."""


class Sentence(BaseModel):
    """What was asked for, and in which conversation."""

    model_config = ConfigDict(frozen=True)

    session_id: str
    text: str


class Attached(BaseModel):
    """A file that came with a message, by its name."""

    model_config = ConfigDict(frozen=True)

    name: str


class Turn(BaseModel):
    """One message and its answer; None while it runs."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    request_id: str
    text: str
    status: str
    at: float
    answer: Answer | None
    attachments: tuple[Attached, ...] = ()
    finishes: str | None = None
    """Id of the run whose rest was to be done, where a button said so."""
    as_shown: bool = False
    """It agreed to a plan as that was shown, and changed nothing of it."""


def conversations(
    store: RunStore, caller: Caller, limit: int, query: str = ""
) -> list[Conversation]:
    """The caller's conversations, the pinned before the latest; each word of `query` is looked for
    in the title, in what was said, and among the ids of what answers told of."""
    history = History(store)
    marks = history.marks(caller)
    found: dict[str, list[Said]] = {}
    for one in history.said(caller, _LOOKED_AT, marks):
        found.setdefault(one.session_id, []).append(one)
    words = query.split()
    made = {word: history.told_of(caller, word, marks) for word in words if _may_be_id(word)}
    lines = [
        line
        for session, held in found.items()
        for line in [_line(held, marks.get(session, NOTHING), store, caller)]
        for told in ["\n".join((line.title, *(one.text for one in held))).casefold()]
        if all(word.casefold() in told or session in made.get(word, ()) for word in words)
    ]
    return sorted(lines, key=lambda line: not line.pinned)[:limit]


def sentences(store: RunStore, caller: Caller, limit: int) -> list[Sentence]:
    """The caller's latest sentences, each once, the newest first; none of what a button says."""
    history, found = History(store), dict[str, Sentence]()
    for one in history.said(caller, _LOOKED_AT, history.marks(caller)):
        if one.text.strip() and undo_request(one.text) is None and one.status != Status.CANCELLED:
            found.setdefault(one.text, Sentence(session_id=one.session_id, text=one.text))
    return list(found.values())[:limit]


def _may_be_id(word: str) -> bool:
    return len(word) >= _SHORTEST and any(char.isdigit() for char in word)


def _line(held: list[Said], mark: Mark, store: RunStore, caller: Caller) -> Conversation:
    latest = held[0]
    return Conversation(
        session_id=latest.session_id,
        title=mark.title or _first(held[-1].text, store, caller),
        pinned=mark.pinned,
        status=next((one.status for one in held if not _is_talk(one)), "answered"),
        runs=len(held),
        at=latest.at,
    )


def _is_talk(one: Said) -> bool:
    return one.status == Status.SUCCEEDED and not one.worked


def _first(text: str, store: RunStore, caller: Caller) -> str:
    """A first sentence as people read it: a run that is to be undone by its own sentence."""
    asked = undo_request(text)
    if asked is None or asked.run_id is None:
        return text
    try:
        run = store.get(asked.run_id)
    except RunNotFound:
        return text
    if not caller.is_same_as(run.request.caller):
        return text
    return say(language_of(text), "undo.titled", text=sentence_of(run))


def change_conversation(
    store: RunStore, caller: Caller, session_id: str, title: str | None, pinned: bool | None
) -> Conversation:
    """Names it (empty: as its first sentence again) and pins it; None leaves that as it is.

    Raises NotFound where the caller has none of that id.
    """
    history = History(store)
    held = _held(history, caller, session_id)
    told = {"title": None if title is None else title.strip()[:TITLE], "pinned": pinned}
    history.change(caller, session_id, **{k: v for k, v in told.items() if v is not None})
    mark = history.marks(caller, session_id).get(session_id, NOTHING)
    return _line(held, mark, store, caller)


def delete_conversation(store: RunStore, caller: Caller, session_id: str) -> None:
    """Takes what was said until now out of the caller's history and memory. What it made stays, and
    stays in the list of data, from where it is undone.

    Raises NotFound where the caller has none of that id, Conflict while it runs or waits.
    """
    history = History(store)
    if _held(history, caller, session_id)[0].status in _GOES_ON:
        raise Conflict("history.goes_on")
    history.change(caller, session_id, title="", pinned=False, deleted_at=store.clock.now())
    LongTermMemory(store).forget_talk(caller, session_id)


def _held(history: History, caller: Caller, session_id: str) -> list[Said]:
    found = history.said_in(caller, session_id)
    if not found:
        raise NotFound("history.no_conversation", id=session_id)
    return found


def turns(store: RunStore, caller: Caller, session_id: str) -> list[Turn]:
    """What was said in a conversation and is not deleted, the first message first."""
    mark = History(store).marks(caller, session_id).get(session_id, NOTHING)
    return [
        Turn(
            run_id=run.id,
            request_id=run.request.request_id,
            text=run.request.text,
            status=run.status,
            at=run.created_at,
            answer=run.answer,
            attachments=tuple(Attached(name=one.name) for one in run.request.attachments),
            finishes=run.request.finish,
            as_shown=_agrees_as_shown(run.request),
        )
        for run in reversed(store.of_session(caller, session_id))
        if not mark.hides(run.created_at)
    ]


def _agrees_as_shown(request: Request) -> bool:
    plan = request.plan
    return plan is not None and request.later is None and plan == PlanChange(run_id=plan.run_id)
