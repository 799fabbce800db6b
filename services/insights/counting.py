"""The figures themselves: one pass over the rows of the days that are asked about."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict
from sqlalchemy import ColumnElement, Engine, func, select

from services.insights.asking import Span, Which, day_of
from services.insights.outcomes import COUNTED, Outcome
from services.insights.reach import Reach
from services.insights.tables import calls, ended
from tool_registry.base.sql import reading

_TOOLS = 15
UNSEEN = ""
"""In place of every tool that somebody does not see, or that is gone."""
_Key = TypeVar("_Key", str, Outcome)


class Part(BaseModel):
    """Base of what is told: immutable."""

    model_config = ConfigDict(frozen=True)


class Day(Part):
    """One day on the asking person's clock."""

    day: date
    outcomes: dict[Outcome, int]


class TeamWeek(Part):
    """One project in the week that begins on that Monday."""

    project: str
    week: date
    requests: int
    done: int


class NoTool(Part):
    """Requests about a kind of thing that no tool serves in an environment."""

    entity: str
    environment: str
    requests: int


class ToolCalls(Part):
    """How often a tool was called, and how often that failed or nobody knows."""

    tool: str
    calls: int
    failed: int


class Figures(Part):
    """All figures of the days and projects that are asked about."""

    outcomes: dict[Outcome, int]
    """Of all messages that are no answer to a question; what is missing has none."""
    seconds: float
    """That the requests with the outcome `done` took, all together."""
    days: tuple[Day, ...]
    """Every day, also those without a request."""
    teams: tuple[TeamWeek, ...]
    gaps: tuple[NoTool, ...]
    """The most frequent first."""
    most_used: tuple[ToolCalls, ...]
    most_failing: tuple[ToolCalls, ...]
    languages: dict[str, int]
    """Of requests."""
    projects: tuple[str, ...]
    """That have any message in these days, whatever else is asked about."""
    environments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    """So many messages that have all of that in common."""

    day: int
    project: str
    environment: str
    language: str
    outcome: Outcome
    number: int
    seconds: float


def figures(
    engine: Engine, reach: Reach, span: Span, which: Which, seen: Collection[str]
) -> Figures:
    """What those who see that far are told; `seen`: the tools that may be named to them."""
    scope = (reach.counted(), span.within(), ended.c.went_on.is_(False))
    with reading(engine) as connection:
        cells = [_cell(row) for row in connection.execute(_cube(scope, span))]
        gaps = [_gap(row) for row in connection.execute(_gaps(reach, span, which))]
        counted = _tools((reach.counted(), span.within()), which)
        tools = _named((_tool(row) for row in connection.execute(counted)), seen)
    chosen = [one for one in cells if _fits(one, which)]
    requests = [one for one in chosen if one.outcome in COUNTED]
    return Figures(
        outcomes=_sums((one.outcome, one.number) for one in chosen),
        seconds=sum(one.seconds for one in requests if one.outcome == "done"),
        days=_days(chosen, span),
        teams=_teams(requests),
        gaps=tuple(gaps),
        most_used=_ranked(tools, lambda one: one.calls),
        most_failing=_ranked(tools, lambda one: one.failed),
        languages=_sums((one.language, one.number) for one in requests),
        projects=tuple(sorted({one.project for one in cells})),
        environments=tuple(sorted({one.environment for one in cells})),
    )


def _cube(scope: Sequence[Any], span: Span) -> Any:
    columns = (
        span.day().label("day"),
        ended.c.project,
        ended.c.environment,
        ended.c.language,
        ended.c.outcome,
    )
    number, seconds = func.count().label("number"), func.sum(ended.c.seconds).label("seconds")
    # By name: PostgreSQL takes an expression with parameters for another one each time.
    return select(*columns, number, seconds).where(*scope).group_by("day", *columns[1:])


def unserved(span: Span, which: Which) -> tuple[ColumnElement[bool], ...]:
    """The rows of requests that no tool serves."""
    is_request = ended.c.went_on.is_(False)
    return (span.within(), is_request, *which.rows(), ended.c.outcome == "no_tool")


def _gaps(reach: Reach, span: Span, which: Which) -> Any:
    columns = (ended.c.entity, ended.c.environment)
    number = func.count().label("number")
    query = select(*columns, number).where(reach.counted(), *unserved(span, which))
    query = query.group_by(*columns)
    return query.order_by(number.desc(), *columns)


def _tools(scope: Sequence[Any], which: Which) -> Any:
    many = func.sum(calls.c.calls).label("many")
    failed = func.sum(calls.c.failed).label("broken")
    both = calls.join(ended, ended.c.run_id == calls.c.run_id)
    query = select(calls.c.tool, many, failed).select_from(both)
    return query.where(*scope, *which.rows()).group_by(calls.c.tool)


def _fits(cell: _Cell, which: Which) -> bool:
    return which.project in (None, cell.project) and which.environment in (None, cell.environment)


def _sums(pairs: Iterable[tuple[_Key, int]]) -> dict[_Key, int]:
    found: Counter[_Key] = Counter()
    for key, number in pairs:
        found[key] += number
    return dict(found.most_common())


def _days(cells: Sequence[_Cell], span: Span) -> tuple[Day, ...]:
    by_day: dict[date, list[_Cell]] = {}
    for one in cells:
        by_day.setdefault(day_of(one.day), []).append(one)
    every = (span.since + timedelta(days=n) for n in range((span.until - span.since).days + 1))
    return tuple(
        Day(day=day, outcomes=_sums((one.outcome, one.number) for one in by_day.get(day, ())))
        for day in every
    )


def _teams(requests: Sequence[_Cell]) -> tuple[TeamWeek, ...]:
    every: Counter[tuple[str, date]] = Counter()
    done: Counter[tuple[str, date]] = Counter()
    for one in requests:
        day = day_of(one.day)
        key = (one.project, day - timedelta(days=day.weekday()))
        every[key] += one.number
        done[key] += one.number if one.outcome == "done" else 0
    return tuple(
        TeamWeek(project=key[0], week=key[1], requests=every[key], done=done[key])
        for key in sorted(every)
    )


def _named(tools: Iterable[ToolCalls], seen: Collection[str]) -> list[ToolCalls]:
    """Those that may be named, and what all others come to as one line."""
    every = list(tools)
    others = [one for one in every if one.tool not in seen]
    called, failed = sum(one.calls for one in others), sum(one.failed for one in others)
    return [
        *(one for one in every if one.tool in seen),
        *([ToolCalls(tool=UNSEEN, calls=called, failed=failed)] if others else []),
    ]


def _ranked(tools: Sequence[ToolCalls], size: Callable[[ToolCalls], int]) -> tuple[ToolCalls, ...]:
    order = sorted(filter(size, tools), key=lambda one: (one.tool == UNSEEN, -size(one), one.tool))
    named = [one for one in order if one.tool != UNSEEN]
    return (*named[:_TOOLS], *order[len(named) :])


def _cell(row: Any) -> _Cell:
    common = (row.project, row.environment, row.language, row.outcome)
    return _Cell(int(row.day), *common, int(row.number), float(row.seconds))


def _gap(row: Any) -> NoTool:
    return NoTool(entity=row.entity, environment=row.environment, requests=int(row.number))


def _tool(row: Any) -> ToolCalls:
    return ToolCalls(tool=row.tool, calls=int(row.many), failed=int(row.broken))
