"""What users have chosen for which words: their own examples, which they can take back."""

from pydantic import BaseModel, ConfigDict
from sqlalchemy import ColumnElement, delete, insert, select

from pipelines.runs.store import RunStore
from pipelines.runs.tables import chosen
from tool_registry.base.caller import Caller
from tool_registry.base.ids import digest
from tool_registry.base.redaction import mask_text
from tool_registry.base.sql import noting, reading


class Example(BaseModel):
    """Words, and what was chosen for them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    words: str
    """A sentence without ids, numbers and environment."""
    tools: dict[str, str]
    """Goal → tool."""
    title: str
    """What the tools are called."""
    at: float
    """Seconds since 1970."""


def remember_choice(
    store: RunStore, caller: Caller, words: str, tools: dict[str, str], title: str
) -> None:
    """Keeps the choice; the last one for the same words counts."""
    words = mask_text(words)
    row = {"words": words, "tools": tools, "title": title, "at": store.clock.now()}
    with noting(store.engine) as connection:
        connection.execute(delete(chosen).where(*_mine(caller), chosen.c.id == _id(words)))
        mine = {"tenant": caller.tenant, "user": caller.user, "id": _id(words)}
        connection.execute(insert(chosen).values(**mine, **row))


def example_for(store: RunStore, caller: Caller, words: str) -> Example | None:
    """What the caller has chosen for these words; None: nothing."""
    found = _examples(store, caller, chosen.c.id == _id(mask_text(words)))
    return next(iter(found), None)


def examples(store: RunStore, caller: Caller) -> list[Example]:
    """All that the caller has chosen, the latest first."""
    return _examples(store, caller)


def forget_choice(store: RunStore, caller: Caller, id: str) -> bool:
    """Takes one back; False where the caller has none of that id."""
    with noting(store.engine) as connection:
        gone = connection.execute(delete(chosen).where(*_mine(caller), chosen.c.id == id))
    return gone.rowcount > 0


def _examples(store: RunStore, caller: Caller, *more: ColumnElement[bool]) -> list[Example]:
    query = select(chosen).where(*_mine(caller), *more).order_by(chosen.c.at.desc(), chosen.c.id)
    with reading(store.engine) as connection:
        rows = connection.execute(query).all()
    return [
        Example(id=row.id, words=row.words, tools=row.tools, title=row.title, at=row.at)
        for row in rows
    ]


def _id(words: str) -> str:
    return digest(words)[:16]


def _mine(caller: Caller) -> tuple[ColumnElement[bool], ...]:
    return chosen.c.tenant == caller.tenant, chosen.c.user == caller.user
