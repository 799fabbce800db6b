"""Conversations of a caller: which there are, and what was said in one."""

from pydantic import BaseModel, ConfigDict

from pipelines.contracts.answer import Answer
from pipelines.runs.store import Run, RunStore
from tool_registry.base.caller import Caller

_LOOKED_AT = 1000
"""So many of the latest runs are searched."""


class Conversation(BaseModel):
    """One line of the list."""

    model_config = ConfigDict(frozen=True)

    session_id: str
    title: str
    """The first sentence that was found of it."""
    status: str
    """Of its latest run."""
    runs: int
    at: float
    """When its latest run began; seconds since 1970."""


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


def conversations(
    store: RunStore, caller: Caller, limit: int, query: str = ""
) -> list[Conversation]:
    """The caller's conversations, the latest first; `query` is looked for in what was said."""
    found: dict[str, list[Run]] = {}
    for run in store.recent(caller, _LOOKED_AT):
        found.setdefault(run.request.session_id, []).append(run)
    said = query.casefold().strip()
    lines = [
        Conversation(
            session_id=session,
            title=held[-1].request.text,
            status=held[0].status,
            runs=len(held),
            at=held[0].created_at,
        )
        for session, held in found.items()
        if not said or any(said in run.request.text.casefold() for run in held)
    ]
    return lines[:limit]


def turns(store: RunStore, caller: Caller, session_id: str) -> list[Turn]:
    """What was said in a conversation, the first message first."""
    return [
        Turn(
            run_id=run.id,
            request_id=run.request.request_id,
            text=run.request.text,
            status=run.status,
            at=run.created_at,
            answer=run.answer,
            attachments=tuple(Attached(name=one.name) for one in run.request.attachments),
        )
        for run in reversed(store.of_session(caller, session_id))
    ]
