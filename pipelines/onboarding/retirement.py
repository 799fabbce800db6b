"""Public tools that fail or that nobody uses, and the requests that would break without them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import Field

from pipelines.filter import Finder
from pipelines.onboarding.impact import Impact, change_of
from pipelines.onboarding.planning import Outcome, Part, Sentence, plan_only, without
from tool_registry.base.caller import Scope
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

_DAY = 86_400
Why: TypeAlias = Literal["failing", "unused", "never_used"]


class Usage(Part):
    """What is known of a tool's use."""

    tool: str
    """Tool id."""
    calls: int = Field(default=0, ge=0)
    failed: int = Field(default=0, ge=0)
    """Calls that the tool did not do what was asked for."""
    last_used: float | None = None
    """Seconds since 1970, UTC."""
    since: float | None = None
    """When it was published; None: long ago."""


class Policy(Part):
    """When a tool is proposed for retirement."""

    unused_days: int = 90
    failing_share: float = 0.5
    """Share of failed calls from which a tool counts as failing."""
    fewest_calls: int = 10
    """With fewer calls nothing is said about their share."""


class Retiree(Part):
    """A tool that may go."""

    tool: str
    title: str
    why: Why
    calls: int
    failing_share: float
    days: int | None
    """Whole days since its last use; None: never used."""
    breaks: tuple[Impact, ...]
    """Requests that would take another or a longer chain, or none, without it."""


async def retirement(
    catalogue: Catalogue,
    usage: Sequence[Usage],
    sentences: Sequence[Sentence],
    *,
    now: float,
    policy: Policy | None = None,
    finder: Finder | None = None,
    names: Path | None = None,
) -> list[Retiree]:
    """Public tools that fail (first) or that nobody uses, by id; a tool without usage is unused.

    `now` in seconds since 1970. Each sentence is planned once, and again for each tool to be
    retired that its chain has. `names`: as in `understood`.
    """
    policy, rows = policy or Policy(), {row.tool: row for row in usage}
    proposed: list[tuple[ToolEssentialModel, Usage, Why]] = []
    for tool in catalogue.tools.values():
        row = rows.get(tool.id, Usage(tool=tool.id))
        why = _why(row, now, policy)
        if tool.scope is Scope.PUBLIC and why is not None:
            proposed.append((tool, row, why))
    if not proposed:
        return []
    planned = partial(plan_only, finder=finder, names=names)
    chains = {one: await planned(one, catalogue) for one in sentences}
    retirees = [
        _retiree(tool, row, why, now, await _breaks(tool, catalogue, chains, planned))
        for tool, row, why in proposed
    ]
    return sorted(retirees, key=lambda one: (one.why != "failing", one.tool))


def _why(row: Usage, now: float, policy: Policy) -> Why | None:
    limit = now - policy.unused_days * _DAY
    if row.last_used is None and not row.calls:
        return "never_used" if row.since is None or row.since <= limit else None
    if row.last_used is not None and row.last_used <= limit:
        return "unused"
    enough = row.calls >= max(1, policy.fewest_calls)
    return "failing" if enough and row.failed >= policy.failing_share * row.calls else None


async def _breaks(
    tool: ToolEssentialModel,
    catalogue: Catalogue,
    chains: Mapping[Sentence, Outcome],
    planned: Callable[[Sentence, Catalogue], Awaitable[Outcome]],
) -> tuple[Impact, ...]:
    rest = without(catalogue, frozenset({tool.id}))
    found: list[Impact] = []
    for sentence, before in chains.items():
        if tool.id in before.tools:
            after = await planned(sentence, rest)
            change = change_of(before, after)
            if change is not None:
                found.append(Impact(sentence=sentence, change=change, before=before, after=after))
    return tuple(found)


def _retiree(
    tool: ToolEssentialModel,
    row: Usage,
    why: Why,
    now: float,
    breaks: tuple[Impact, ...],
) -> Retiree:
    return Retiree(
        tool=tool.id,
        title=tool.title,
        why=why,
        calls=row.calls,
        failing_share=round(row.failed / row.calls, 3) if row.calls else 0.0,
        days=None if row.last_used is None else int((now - row.last_used) // _DAY),
        breaks=breaks,
    )
