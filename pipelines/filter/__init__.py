"""The filter: out of all tools the few that can serve a request, with the reasons."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from pipelines.answer import Candidate
from pipelines.filter.helpers import helpers
from pipelines.filter.meaning import rate, similar_objects
from pipelines.filter.sifting import Rated, Sifted, View, by_rank, view_of
from pipelines.filter.steps import (
    about_the_words,
    best,
    comparing_texts,
    in_environment,
    matching,
    ready_first,
    rewarding_discriminators,
    serving,
    visible,
    without_twins,
)
from pipelines.filter.text import Similarity
from pipelines.intent.result import IntentResult
from pipelines.messages import say
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

__all__ = ["Similarity", "candidates", "verdict_on"]

THRESHOLD = 0.3
"""Below this a tool has nothing to do with the goal; a similar object alone is not enough."""
NEAR_MISS = 0.5
"""From here on it is worth telling why a tool was dropped."""


def candidates(
    intent: IntentResult,
    catalogue: Catalogue,
    *,
    caller: Caller | None = None,
    similarity: Similarity | None = None,
    limit: int = 5,
    helper_limit: int = 10,
    near_misses: int = 3,
) -> tuple[Candidate, ...]:
    """Main tools over all goals (best first), helper tools (nearest first), near misses.

    Near misses have the role `dropped` and the reason why they fell. Without a caller no tool is
    hidden. Equal input gives equal output: ties are settled by the tools' ids.
    """
    views = [view_of(intent, goal, catalogue, caller) for goal in intent.goals]
    sifted = [_sift(view, similarity, limit) for view in views]
    mains = _shared([each.kept for each in sifted], limit)
    chosen = {rated.tool.id for rated in mains}
    return (
        *(_candidate(rated, "main") for rated in mains),
        *helpers(intent, catalogue, [rated.tool.id for rated in mains], helper_limit),
        *(_candidate(r, "dropped") for r in _near(sifted, chosen, near_misses)),
    )


def verdict_on(
    tool_id: str, intent: IntentResult, catalogue: Catalogue, *, caller: Caller | None = None
) -> Candidate:
    """What the filter says of one tool: its role among the candidates, or why it fell.

    KeyError where the catalogue does not have it.
    """
    tool = catalogue.tools[tool_id]
    for one in candidates(intent, catalogue, caller=caller):
        if one.tool == tool_id:
            return one
    views = [view_of(intent, goal, catalogue, caller) for goal in intent.goals]
    fallen = [rated for view in views for rated in _sift(view, None, 5).dropped]
    found = [rated for rated in fallen if rated.tool.id == tool_id]
    found = found or [_too_little(view, tool) for view in views]
    return _candidate(min(found, key=by_rank), "dropped")


def _too_little(view: View, tool: ToolEssentialModel) -> Rated:
    rated = rate(view, tool, similar_objects(view))
    values = {"percent": round(rated.score * 100), "least": round(THRESHOLD * 100)}
    return replace(
        rated, reasons=(*rated.reasons, say(view.language, "filter.drop_little", **values))
    )


def _sift(view: View, similarity: Similarity | None, limit: int) -> Sifted:
    similar = similar_objects(view)
    rated = (rate(view, tool, similar) for tool in view.catalogue.tools.values())
    return (
        matching(THRESHOLD)(rated)
        .then(serving(view))
        .then(about_the_words(view))
        .then(without_twins(view))
        .then(visible(view))
        .then(in_environment(view))
        .then(rewarding_discriminators(view))
        .then(ready_first(view))
        .then(comparing_texts(view, similarity))
        .then(best(view, limit))
    )


def _shared(lists: Sequence[Sequence[Rated]], limit: int) -> list[Rated]:
    """The best of every goal, then the second best, … until the limit is reached."""
    chosen: dict[str, Rated] = {}
    for place in range(max(map(len, lists), default=0)):
        for ranked in lists:
            if place < len(ranked) and (len(chosen) < limit or place == 0):
                chosen.setdefault(ranked[place].tool.id, ranked[place])
    return list(chosen.values())


def _near(sifted: Iterable[Sifted], chosen: set[str], limit: int) -> list[Rated]:
    fallen = [r for each in sifted for r in each.dropped if r.tool.id not in chosen]
    close = {r.tool.id: r for r in sorted(fallen, key=by_rank) if r.score >= NEAR_MISS}
    return list(close.values())[:limit]


def _candidate(rated: Rated, role: Literal["main", "dropped"]) -> Candidate:
    return Candidate(
        tool=rated.tool.id, role=role, score=round(rated.score, 3), reasons=rated.reasons
    )
