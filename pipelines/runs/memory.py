"""What a conversation remembers, for a time: entities with their environment, an open question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import delete, insert, select

from pipelines.planner.frame import Remembered
from pipelines.request import Request
from pipelines.runs.store import RunStore
from pipelines.runs.tables import memory, pending
from tool_registry.base.ids import digest
from tool_registry.base.redaction import mask, mask_text
from tool_registry.base.sql import noting, reading

_KEPT = 200
"""Entities that one conversation remembers at most."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A sentence that waits for the user's reply."""

    text: str
    missing: tuple[str, ...] = ()
    """What only planning found missing, as `entity.attribute`."""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """Earlier replies, by the name that was asked for."""


def _conversation(request: Request) -> str:
    """What a conversation is kept under: the same name of another user is another one."""
    return digest([request.caller.user, request.session_id])


class Memory:
    """Memory of conversations, by tenant, user and session."""

    def __init__(self, store: RunStore, hours: float = 24.0) -> None:
        self._store = store
        self._seconds = hours * 3600

    def remember(self, request: Request, found: Sequence[Remembered]) -> None:
        """Adds entities, the latest first in `found`; old ones are forgotten."""
        now = self._store.clock.now()
        rows = [
            {
                "tenant": request.caller.tenant,
                "session_id": _conversation(request),
                "environment": item.environment,
                "entity": item.entity,
                "attributes": mask(dict(item.attributes)),
                "words": mask_text(item.words),
                "expires_at": now + self._seconds,
            }
            for item in reversed(found)
        ]
        with noting(self._store.engine) as connection:
            connection.execute(delete(memory).where(memory.c.expires_at <= now))
            if rows:
                connection.execute(insert(memory), rows)

    def forget(self, request: Request, gone: Sequence[Remembered]) -> None:
        """Takes entities out that are no longer there: of the same kind, alike in an attribute."""
        told = {(one.entity, *pair) for one in gone for pair in one.attributes.items()}
        mine = (
            memory.c.tenant == request.caller.tenant,
            memory.c.session_id == _conversation(request),
        )
        with noting(self._store.engine) as connection:
            rows = connection.execute(select(memory).where(*mine)).all()
            dead = [
                row.id
                for row in rows
                if any((row.entity, *pair) in told for pair in row.attributes.items())
            ]
            connection.execute(delete(memory).where(memory.c.id.in_(dead)))

    def recall(self, request: Request) -> list[Remembered]:
        """What the conversation knows, the latest first."""
        query = select(memory).where(
            memory.c.tenant == request.caller.tenant,
            memory.c.session_id == _conversation(request),
            memory.c.expires_at > self._store.clock.now(),
        )
        with reading(self._store.engine) as connection:
            rows = connection.execute(query.order_by(memory.c.id.desc()).limit(_KEPT)).all()
        return [Remembered(r.entity, r.attributes, r.environment, r.words) for r in rows]

    def ask(self, request: Request, question: OpenQuestion) -> None:
        """The sentence stays open: the conversation's next message may complete it."""
        self.settle(request)
        with noting(self._store.engine) as connection:
            connection.execute(
                insert(pending).values(
                    tenant=request.caller.tenant,
                    session_id=_conversation(request),
                    text=mask_text(question.text),
                    missing=list(question.missing),
                    given=mask(dict(question.given)),
                    expires_at=self._store.clock.now() + self._seconds,
                )
            )

    def open_question(self, request: Request) -> OpenQuestion | None:
        """The sentence that is still open in this conversation, or None."""
        query = select(pending).where(
            pending.c.tenant == request.caller.tenant,
            pending.c.session_id == _conversation(request),
            pending.c.expires_at > self._store.clock.now(),
        )
        with reading(self._store.engine) as connection:
            row = connection.execute(query).one_or_none()
        return OpenQuestion(row.text, tuple(row.missing), row.given) if row else None

    def settle(self, request: Request) -> None:
        """Nothing is open any more."""
        with noting(self._store.engine) as connection:
            connection.execute(
                delete(pending).where(
                    pending.c.tenant == request.caller.tenant,
                    pending.c.session_id == _conversation(request),
                )
            )
