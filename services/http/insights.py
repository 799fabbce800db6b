"""`/api/insights`: figures for owners, and the runs behind each number."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, Field

from pipelines.messages import Language, say
from pipelines.messages.labels import entity_label
from services.governing import pool_of
from services.http.identity import Owning
from services.http.live import Live
from services.http.registry_view import Spoken
from services.insights.asking import Span, Which
from services.insights.counting import Figures, figures
from services.insights.gaps import Gap, gaps
from services.insights.keeping import catch_up
from services.insights.listing import Listed, Wanted, behind
from services.insights.outcomes import PRODUCTION, Outcome
from services.insights.reach import Reach
from services.insights.seen import SeenTools
from services.time_zones import zone_of
from services.wiring import System
from tool_registry.vocabulary.lexicon import Lexicon

router = APIRouter(prefix="/api/insights", tags=["insights"])
Day = Annotated[date | None, Query(description="As `2026-11-30`, on the clock of `zone`.")]


class Insights(Figures):
    """The figures, and what they are to be read with."""

    since: date
    until: date
    missing: int = Field(description="Ended runs that are not counted yet: ask again.")
    minutes_by_hand: float | None = Field(
        description="Of the setting; without it nothing is known about time that was saved."
    )
    entity_labels: dict[str, str]
    environment_labels: dict[str, str]
    tool_titles: dict[str, str]
    tool_authors: dict[str, str] = Field(description="Of those that name one.")


class GapList(BaseModel):
    """What no tool serves, in the days that were asked about."""

    since: date
    until: date
    missing: int = Field(description="Ended runs that are not counted yet: ask again.")
    gaps: list[Gap]
    environment_labels: dict[str, str]


class NamedRuns(Listed):
    """Runs behind a number, with names for what they have."""

    entity_labels: dict[str, str]
    environment_labels: dict[str, str]


def span(
    live: Live,
    since: Day = None,
    until: Day = None,
    zone: Annotated[
        str | None, Query(description="As `Asia/Shanghai`; else the service's.")
    ] = None,
) -> Span:
    """The days that are asked about; the last four weeks where none are named."""
    place = zone_of(zone or live.system.settings.time_zone)
    return Span.of(since, until, place, live.system.store.clock.now())


Days = Annotated[Span, Depends(span)]
Name = Annotated[str | None, Query(max_length=256)]


def which(
    project: Annotated[str | None, Query(max_length=256, description="Empty: of none.")] = None,
    environment: Name = None,
) -> Which:
    """What all figures are about."""
    return Which(project=project, environment=environment)


Chosen = Annotated[Which, Depends(which)]


def wanted(
    days: Days,
    chosen: Chosen,
    outcome: Outcome | None = None,
    language: Name = None,
    entity: Name = None,
    tool: Name = None,
    failed: Annotated[bool, Query(description="Where a call of `tool` failed.")] = False,
    requests: Annotated[bool, Query(description="Where something was to be done.")] = False,
) -> Wanted:
    """The number that is opened."""
    common = replace(chosen, outcome=outcome, language=language, entity=entity)
    return Wanted(days, common, tool, failed, requests)


@router.get("")
async def overview(
    live: Live, reach: Owning, days: Days, chosen: Chosen, language: Spoken
) -> Insights:
    """What was asked for, what came of it, and where requests are lost."""
    system, engine = live.system, live.system.store.engine
    tools = SeenTools(system, reach.caller)

    def counted() -> tuple[int, Figures]:
        missing = catch_up(engine)
        return missing, figures(engine, reach, days, chosen, tools.ids)

    missing, found = await asyncio.to_thread(counted)
    pool = await pool_of(system, reach.caller)
    lexicon = pool.lexicon if pool is not None else Lexicon(())
    return Insights(
        **dict(found),
        since=days.since,
        until=days.until,
        missing=missing,
        minutes_by_hand=system.settings.minutes_by_hand,
        entity_labels=_entities(lexicon, (one.entity for one in found.gaps), language),
        environment_labels=_environments(system, found.environments, language),
        tool_titles=tools.titles(found, pool, language),
        tool_authors=tools.authors(found, pool),
    )


@router.get("/gaps")
async def unserved(
    live: Live, reach: Owning, days: Days, chosen: Chosen, language: Spoken
) -> GapList:
    """The requests that no tool serves, as the figures count them, by what was to be done."""
    system, engine = live.system, live.system.store.engine
    lexicon = await _lexicon(system, reach)

    def told() -> tuple[int, list[Gap]]:
        return catch_up(engine), gaps(engine, reach, (days, chosen), lexicon, language)

    missing, found = await asyncio.to_thread(told)
    labels = _environments(system, (one.environment for one in found), language)
    return GapList(
        since=days.since,
        until=days.until,
        missing=missing,
        gaps=found,
        environment_labels=labels,
    )


@router.get("/runs")
async def listed(
    live: Live,
    reach: Owning,
    number: Annotated[Wanted, Depends(wanted)],
    language: Spoken,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> NamedRuns:
    """The runs behind a number that the caller may see one by one, the newest first."""
    engine, tools = live.system.store.engine, SeenTools(live.system, reach.caller)

    def told() -> Listed:
        catch_up(engine)
        return tools.of_list(behind(engine, reach, number, (limit, offset), tools.ids))

    found = await asyncio.to_thread(told)
    lexicon = await _lexicon(live.system, reach)
    return NamedRuns(
        **dict(found),
        entity_labels=_entities(lexicon, (one.entity for one in found.runs), language),
        environment_labels=_environments(
            live.system, (one.environment for one in found.runs), language
        ),
    )


async def _lexicon(system: System, reach: Reach) -> Lexicon:
    pool = await pool_of(system, reach.caller)
    return pool.lexicon if pool is not None else Lexicon(())


def _entities(lexicon: Lexicon, names: Iterable[str], language: Language) -> dict[str, str]:
    return {one: entity_label(lexicon, one, language) for one in set(names) if one}


def _environments(system: System, names: Iterable[str], language: Language) -> dict[str, str]:
    known = system.environments
    told = {one: known.label(one, language) for one in set(names) if one}
    if PRODUCTION in told and known.get(PRODUCTION) is None:
        told[PRODUCTION] = say(language, "services.production")
    return told
