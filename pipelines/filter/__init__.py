"""The filter: out of all tools the few that can serve a request, with the reasons."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from pipelines.contracts.answer import Candidate
from pipelines.contracts.intent import IntentResult
from pipelines.filter.by_text import read_as, told, whole_sentence
from pipelines.filter.finding import Finder, Indexed
from pipelines.filter.helpers import helpers
from pipelines.filter.meaning import does, rate, similar_objects
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
from pipelines.filter.weighing import SiftedIntent, Weighing
from pipelines.messages import listed, say
from pipelines.messages.labels import tool_title
from tool_registry.base.beside_loop import beside_loop
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

__all__ = ["Finder", "candidates", "find", "verdict_on", "weigh"]

THRESHOLD = 0.3
"""Below this a tool has nothing to do with the goal; a similar object alone is not enough."""
FEW = 400
"""So many tools are all looked at; of more, those that the index finds or that have the object."""
NEAR_MISS = 0.5
"""From here on it is worth telling why a tool was dropped."""

_NAMED = 3
"""So many tools are named that were taken instead of another."""


def candidates(
    intent: IntentResult,
    catalogue: Catalogue,
    *,
    caller: Caller | None = None,
    finder: Finder | None = None,
    limit: int = 5,
    helper_limit: int = 10,
    near_misses: int = 3,
) -> tuple[Candidate, ...]:
    """Main tools over all goals (best first), helper tools (nearest first), near misses.

    Near misses have the role `dropped` and the reason why they fell. Without a caller no tool is
    hidden. `finder` has the indices of catalogues; without it only
    action and object count. Equal input gives equal output: ties are settled by the tools' ids.
    """
    indexed = finder.of(catalogue) if finder else None
    views = [view_of(intent, goal, catalogue, caller) for goal in intent.goals]
    sifted = [_sift(view, indexed, limit) for view in views]
    if finder is None:
        mains = _shared([each.kept for each in sifted], limit * max(1, len(views)))
    else:
        mains = _weighed(weigh(intent, catalogue, finder, caller=caller, limit=limit))
    chosen = {rated.tool.id for rated in mains}
    return (
        *(_serving(_candidate(rated, "main"), rated, intent) for rated in mains),
        *helpers(intent, catalogue, [rated.tool.id for rated in mains], helper_limit),
        *(_candidate(r, "dropped") for r in _near(sifted, chosen, near_misses)),
    )


async def find(
    intent: IntentResult,
    catalogue: Catalogue,
    *,
    caller: Caller | None = None,
    finder: Finder | None = None,
) -> tuple[Candidate, ...]:
    """As `candidates`, beside the event loop; one that waits for a model keeps no other waiting."""
    work = partial(candidates, intent, catalogue, caller=caller, finder=finder)
    waits = finder is not None and finder.waits
    return await (asyncio.to_thread(work) if waits else beside_loop(work))


def weigh(
    intent: IntentResult,
    catalogue: Catalogue,
    finder: Finder,
    *,
    caller: Caller | None = None,
    limit: int = 5,
) -> Weighing:
    """The evidence on a request, whose words are looked for in plain ones, too."""
    indexed = finder.of(catalogue)
    view = View(intent, whole_sentence(intent), catalogue, caller)
    reading = SiftedIntent(intent, _sifted(intent, view, indexed, limit))
    return Weighing(view, indexed, reading, indexed.plain(intent.text))


def _sifted(intent: IntentResult, view: View, indexed: Indexed | None, limit: int) -> list[Sifted]:
    """What action and object find for each goal."""
    goals = (view_of(intent, goal, view.catalogue, view.caller) for goal in intent.goals)
    return [_sift(one, indexed, limit) for one in goals]


def _weighed(weighing: Weighing) -> list[Rated]:
    """What all evidence speaks for; none where it speaks against every tool."""
    if not weighing.is_served():
        return []
    found = [told(weighing, rated) for rated in weighing.offered()]
    known = [_likely(each.kept, found) or each.kept[:1] for each in weighing.reading.sifted]
    mains = _shared([*known, found], len(found) + len(known))
    return [rated.plus(0.0, read_as(weighing)) for rated in mains]


def _likely(kept: Sequence[Rated], found: Sequence[Rated]) -> list[Rated]:
    """Those that all evidence speaks for; what action and object rate alike stands as that has
    it."""
    places = {rated.tool.id: place for place, rated in enumerate(found)}
    likely = [rated for rated in kept if rated.tool.id in places]
    return sorted(likely, key=lambda rated: (-round(rated.score, 6), places[rated.tool.id]))


def verdict_on(
    tool_id: str,
    intent: IntentResult,
    catalogue: Catalogue,
    *,
    caller: Caller | None = None,
    finder: Finder | None = None,
) -> Candidate:
    """What the filter says of one tool: its role among the candidates, or why it fell.

    KeyError where the catalogue does not have it.
    """
    tool = catalogue.tools[tool_id]
    offered = candidates(intent, catalogue, caller=caller, finder=finder)
    for one in offered:
        if one.tool == tool_id:
            return one
    views = [view_of(intent, goal, catalogue, caller) for goal in intent.goals]
    indexed = finder.of(catalogue) if finder else None
    fallen = [rated for view in views for rated in _sift(view, indexed, 5).dropped]
    found = [rated for rated in fallen if rated.tool.id == tool_id]
    mains = [catalogue.tools[one.tool] for one in offered if one.role == "main"]
    found = found or [_passed_over(view, tool, mains) for view in views]
    return _candidate(min(found, key=by_rank), "dropped")


def _passed_over(
    view: View, tool: ToolEssentialModel, mains: Sequence[ToolEssentialModel]
) -> Rated:
    """A tool that no step of the filter dropped: it has too little of what is asked for, or all
    evidence together speaks for others, or for none."""
    rated, language = rate(view, tool, similar_objects(view, None)), view.language
    if rated.score < THRESHOLD:
        values = {"percent": round(rated.score * 100), "least": round(THRESHOLD * 100)}
        why = say(language, "filter.drop_little", **values)
    elif mains:
        titles = listed(language, (tool_title(one, language) for one in mains[:_NAMED]))
        why = say(language, "filter.drop_others", tools=titles)
    else:
        why = say(language, "filter.drop_unserved")
    return replace(rated, reasons=(*rated.reasons, why))


def _sift(view: View, indexed: Indexed | None, limit: int) -> Sifted:
    """What action and object find; of many tools the index tells which to look at."""
    many = indexed if len(view.catalogue.tools) > FEW else None
    answer = many.search(view.goal.text or view.intent.text) if many else None
    similar = similar_objects(view, many.by_object() if many else None)
    tools = _shortlist(view, many, similar) if many else view.catalogue.tools.values()
    rated = (rate(view, tool, similar) for tool in tools)
    return (
        matching(THRESHOLD)(rated)
        .then(serving(view))
        .then(about_the_words(view))
        .then(without_twins(view))
        .then(visible(view))
        .then(in_environment(view))
        .then(rewarding_discriminators(view))
        .then(ready_first(view))
        .then(comparing_texts(view, answer))
        .then(best(view, limit))
    )


def _shortlist(
    view: View, indexed: Indexed, similar: Iterable[str]
) -> Iterable[ToolEssentialModel]:
    """Of many tools those to look at one by one: found by text, by object, or on the way."""
    near = indexed.search(view.goal.text or view.intent.text).near
    found = {name: view.catalogue.tools[name] for name in (*near, *view.ways)}
    for name in (view.goal.object.type, *similar):
        found.update((tool.id, tool) for tool in indexed.by_object().get(name or "", ()))
    return found.values()


def _shared(lists: Sequence[Sequence[Rated]], limit: int) -> list[Rated]:
    """The best of every list, then the second best, … until the limit is reached.

    What several lists have is told as the first of them tells it.
    """
    told = {rated.tool.id: rated for ranked in reversed(lists) for rated in ranked}
    chosen: dict[str, Rated] = {}
    for place in range(max(map(len, lists), default=0)):
        for ranked in lists:
            if place < len(ranked) and len(chosen) < limit:
                name = ranked[place].tool.id
                chosen.setdefault(name, told[name])
    return list(chosen.values())


def _near(sifted: Iterable[Sifted], chosen: set[str], limit: int) -> list[Rated]:
    fallen = [r for each in sifted for r in each.dropped if r.tool.id not in chosen]
    close = {r.tool.id: r for r in sorted(fallen, key=by_rank) if r.score >= NEAR_MISS}
    return list(close.values())[:limit]


def _candidate(rated: Rated, role: Literal["main", "dropped"]) -> Candidate:
    return Candidate(
        tool=rated.tool.id, role=role, score=round(rated.score, 3), reasons=rated.reasons
    )


def _serving(found: Candidate, rated: Rated, intent: IntentResult) -> Candidate:
    goals = tuple(goal.id for goal in intent.goals if does(rated.tool, goal))
    return found.model_copy(update={"serves": goals})
