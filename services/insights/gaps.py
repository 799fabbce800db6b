"""What was asked for and no tool serves, for those who see the figures: the same requests that
their table counts, by what was to be done, with the last wording where they may open the run."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection, Engine, and_, func, select

from pipelines.messages import Language
from pipelines.messages.labels import action_label, entity_label
from pipelines.runs.tables import runs
from services.insights.asking import Span, Which
from services.insights.counting import unserved
from services.insights.listing import texts_of
from services.insights.outcomes import Ending
from services.insights.reach import Reach
from services.insights.tables import ended
from services.insights.wording import wording
from tool_registry.base.sql import reading
from tool_registry.base.types import as_object
from tool_registry.vocabulary.lexicon import Lexicon

MOST = 300
_PLACE = (ended.c.entity, ended.c.action, ended.c.environment)


class Gap(BaseModel):
    """Requests for one thing to be done in one environment that no tool serves."""

    model_config = ConfigDict(frozen=True)

    entity: str
    action: str
    environment: str
    entity_label: str
    action_label: str
    """Names as the reader calls them; empty where the request names none."""
    times: int
    last_text: str | None
    """The last such request without its values; None where its run is not the reader's to open."""
    last_at: float


def gaps(
    engine: Engine,
    reach: Reach,
    asked: tuple[Span, Which],
    lexicon: Lexicon,
    language: Language,
) -> list[Gap]:
    """The most frequent first, as many as can be read."""
    chosen = unserved(*asked)
    number, last = func.count().label("number"), func.max(ended.c.started_at).label("last")
    counted = select(*_PLACE, number, last).where(reach.counted(), *chosen).group_by(*_PLACE)
    with reading(engine) as connection:
        order = (number.desc(), last.desc(), *_PLACE)
        rows = connection.execute(counted.order_by(*order).limit(MOST)).all()
        said = _wordings(connection, [reach.opened(), *chosen], lexicon)
    return [_gap(row, said, lexicon, language) for row in rows]


def _wordings(
    connection: Connection, opened: Sequence[Any], lexicon: Lexicon
) -> dict[tuple[str, ...], str]:
    """What was said last, of each that may be opened."""
    last = func.max(ended.c.started_at).label("last")
    latest = select(*_PLACE, last).where(*opened).group_by(*_PLACE)
    latest = latest.order_by(func.count().desc(), last.desc()).limit(MOST).subquery()
    same = [latest.c[one.name] == one for one in _PLACE]
    both = ended.join(latest, and_(*same, latest.c.last == ended.c.started_at))
    rows = connection.execute(select(ended).select_from(both).where(*opened)).all()
    whole = texts_of(connection, rows)
    query = select(runs.c.id, runs.c.status, runs.c.request, runs.c.answer)
    kept = {one.id: one for one in connection.execute(query.where(runs.c.id.in_(list(whole))))}
    return {
        _place(row): _said(kept[row.run_id], whole, lexicon) for row in rows if row.run_id in kept
    }


def _said(kept: Any, whole: Mapping[str, str], lexicon: Lexicon) -> str:
    ending = Ending(kept.status, as_object(kept.request), as_object(kept.answer))
    return wording(ending, whole[kept.id], lexicon)


def _place(row: Any) -> tuple[str, ...]:
    return (row.entity, row.action, row.environment)


def _gap(
    row: Any, said: Mapping[tuple[str, ...], str], lexicon: Lexicon, language: Language
) -> Gap:
    return Gap(
        entity=row.entity,
        action=row.action,
        environment=row.environment,
        entity_label=entity_label(lexicon, row.entity, language) if row.entity else "",
        action_label=action_label(lexicon, row.action, language) if row.action else "",
        times=int(row.number),
        last_text=said.get(_place(row)),
        last_at=float(row.last),
    )
