"""What a user has set for all requests to come."""

from typing import Literal

from pydantic import BaseModel, ConfigDict
from sqlalchemy import ColumnElement, delete, insert, select

from pipelines.runs.store import RunStore
from pipelines.runs.tables import preferences
from tool_registry.base.caller import Caller
from tool_registry.base.sql import reading
from tool_registry.vocabulary.language import Language


class Preferences(BaseModel):
    """Each field is None where nothing is set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    environment: str | None = None
    """A configured environment, for sentences that name none."""
    language: Language | None = None
    """Of the answers; None: that of the sentence."""
    approval: Literal["always", "destructive"] | None = None
    """Which chains are shown and agreed to first, where the request does not say it."""
    memory: Literal["off"] | None = None
    """`off`: nothing is remembered beyond a conversation, and nothing of it is offered."""


def preferences_of(store: RunStore, caller: Caller) -> Preferences:
    """The caller's own."""
    query = select(preferences).where(*_mine(caller))
    with reading(store.engine) as connection:
        row = connection.execute(query).one_or_none()
    if row is None:
        return Preferences()
    return Preferences(**{name: getattr(row, name) for name in Preferences.model_fields})


def keep_preferences(store: RunStore, caller: Caller, chosen: Preferences) -> None:
    """Sets all of the caller's at once."""
    with store.engine.begin() as connection:
        connection.execute(delete(preferences).where(*_mine(caller)))
        row = {"tenant": caller.tenant, "user": caller.user, **chosen.model_dump()}
        connection.execute(insert(preferences).values(**row))


def _mine(caller: Caller) -> tuple[ColumnElement[bool], ...]:
    return preferences.c.tenant == caller.tenant, preferences.c.user == caller.user
