"""What a conversation remembers, for a time: entities with their environment, an open question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError
from sqlalchemy import delete, insert, select

from pipelines.contracts.conversation import Remembered
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.request import Request
from pipelines.runs.entities import Entities, StoredEntities, conversation_of
from pipelines.runs.long_term_memory import LongTermMemory
from pipelines.runs.store import RunStore
from pipelines.runs.tables import pending
from tool_registry.base.redaction import mask, mask_text
from tool_registry.base.sql import noting, reading
from tool_registry.base.types import JsonValue


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A sentence that waits for the user's reply."""

    text: str
    missing: tuple[str, ...] = ()
    """What only planning found missing, as `entity.attribute`."""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """Earlier replies, by the name that was asked for."""
    offer: JsonValue = None
    """What the user was given to choose from."""
    reading: IntentResult | None = None
    """What the sentence was understood to mean; None: nobody knows any more."""


class Memory:
    """Memory of conversations, by tenant, user and session."""

    def __init__(
        self, store: RunStore, hours: float = 24.0, entities: Entities | None = None
    ) -> None:
        """An open question is kept with the runs, because a consent hangs on it; the entities
        where `entities` keeps them."""
        self._store = store
        self._seconds = hours * 3600
        self._entities = entities or StoredEntities(store)
        self.lasting = LongTermMemory(store)
        """What is remembered of a user beyond one conversation."""

    def remember(self, request: Request, found: Sequence[Remembered]) -> None:
        """Adds entities, the latest first in `found`; old ones are forgotten."""
        self._entities.keep(request, found, self._seconds)

    def forget(self, request: Request, gone: Sequence[Remembered]) -> None:
        """Takes entities out that are no longer there: of the same kind, alike in an attribute."""
        self._entities.drop(request, gone)

    def recall(self, request: Request) -> list[Remembered]:
        """What the conversation knows, the latest first."""
        return self._entities.known(request)

    def ask(self, request: Request, question: OpenQuestion) -> None:
        """The sentence stays open: the conversation's next message may complete it."""
        self.settle(request)
        with noting(self._store.engine) as connection:
            connection.execute(
                insert(pending).values(
                    tenant=request.caller.tenant,
                    session_id=conversation_of(request),
                    text=mask_text(question.text),
                    missing=list(question.missing),
                    given=mask(dict(question.given)),
                    offer=mask(question.offer),
                    reading=_kept(question.reading),
                    expires_at=self._store.clock.now() + self._seconds,
                )
            )

    def open_question(self, request: Request) -> OpenQuestion | None:
        """The sentence that is still open in this conversation, or None."""
        query = select(pending).where(
            pending.c.tenant == request.caller.tenant,
            pending.c.session_id == conversation_of(request),
            pending.c.expires_at > self._store.clock.now(),
        )
        with reading(self._store.engine) as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        return OpenQuestion(
            row.text, tuple(row.missing), row.given, row.offer, _reading(row.reading)
        )

    def settle(self, request: Request) -> None:
        """Nothing is open any more."""
        with noting(self._store.engine) as connection:
            connection.execute(
                delete(pending).where(
                    pending.c.tenant == request.caller.tenant,
                    pending.c.session_id == conversation_of(request),
                )
            )


def _kept(reading: IntentResult | None) -> JsonValue:
    """The reading as it is stored; one with a secret in it is not."""
    if reading is None:
        return None
    told = reading.model_dump(mode="json")
    return told if mask(told) == told else None


def _reading(stored: JsonValue) -> IntentResult | None:
    """The stored reading; None where there is none, or one that cannot be read any more."""
    if stored is None:
        return None
    try:
        return IntentResult.model_validate(stored)
    except ValidationError:
        return None
