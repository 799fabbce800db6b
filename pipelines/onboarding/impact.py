"""What a catalogue's change does to requests: which would take another chain, fail, or work."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from pipelines.contracts.intent import IntentResult
from pipelines.filter import Finder
from pipelines.onboarding.planning import Outcome, Part, Sentence, plan_only, understood
from pipelines.reasoning.planner.problem import PlanOptions
from tool_registry.base.beside_loop import beside_loop
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

Change: TypeAlias = Literal["other", "longer", "shorter", "fails", "works", "reason"]
"""`reason`: there is no chain before or after, but for another reason."""
MOST = 500
"""Requests that are planned anew at most."""


class Impact(Part):
    """One request that would be served differently."""

    sentence: Sentence
    change: Change
    before: Outcome
    after: Outcome


class ImpactReport(Part):
    """What a change of the catalogue does to a set of requests."""

    impacts: tuple[Impact, ...]
    """In the order of the sentences."""
    total: int
    """Sentences that were looked at."""
    planned: int
    """Sentences that the change can reach, and that were planned on both catalogues."""
    served: int = 0
    """Those of the planned that come to a chain on either: the rest can lose nothing."""
    left_out: int = 0
    """Sentences that it can reach beyond `most`: not planned."""


async def chain_impact(
    before: Catalogue,
    after: Catalogue,
    sentences: Sequence[Sentence],
    *,
    most: int = MOST,
    options: PlanOptions | None = None,
    finder: Finder | None = None,
    names: Path | None = None,
) -> ImpactReport:
    """Plans on both catalogues, without any call, every sentence that the change can reach.

    That is a sentence that is understood differently, or one for whose entities, or for what the
    tools about these need, a changed tool does anything. Deterministic, and bounded by `most` and
    by the planner's own bounds. `names`: as in `understood`.
    """
    changed = changed_tools(before, after)
    reach = _Reach(changed, (before, after))
    reached = [
        (sentence, old, new)
        for sentence in sentences
        for old, new in [await beside_loop(partial(_both, sentence, before, after, names))]
        if changed and (old != new or reach.touches(old))
    ]
    impacts: list[Impact] = []
    served = 0
    for sentence, old, new in reached[:most]:
        one = await plan_only(sentence, before, old, options, finder=finder)
        other = await plan_only(sentence, after, new, options, finder=finder)
        served += "chain" in (one.kind, other.kind)
        change = change_of(one, other)
        if change is not None:
            impacts.append(Impact(sentence=sentence, change=change, before=one, after=other))
    return ImpactReport(
        impacts=tuple(impacts),
        total=len(sentences),
        planned=len(reached[:most]),
        served=served,
        left_out=len(reached[most:]),
    )


def changed_tools(before: Catalogue, after: Catalogue) -> dict[str, list[ToolEssentialModel]]:
    """Tools that came, went or are understood differently: id → what they were and are."""
    return {
        tool_id: [tool for tool in (old, new) if tool is not None]
        for tool_id in sorted({*before.tools, *after.tools})
        for old, new in [(before.tools.get(tool_id), after.tools.get(tool_id))]
        if old is not new and old != new
    }


def change_of(before: Outcome, after: Outcome) -> Change | None:
    """How the second outcome differs from the first; None where it does not."""
    if before.kind == "chain" and after.kind == "chain":
        if before.tools == after.tools:
            return None
        more = len(after.tools) - len(before.tools)
        return "longer" if more > 0 else "shorter" if more < 0 else "other"
    if before.kind == "chain":
        return "fails"
    if after.kind == "chain":
        return "works"
    return None if (before.kind, before.reason) == (after.kind, after.reason) else "reason"


def _both(
    sentence: Sentence, before: Catalogue, after: Catalogue, names: Path | None
) -> tuple[IntentResult, IntentResult]:
    old = understood(sentence, before, names)
    same_words = before.lexicon is after.lexicon and before.environments == after.environments
    return old, old if same_words else understood(sentence, after, names)


class _Reach:
    """Which changed tools a sentence's plan could come by."""

    def __init__(
        self,
        changed: Mapping[str, Sequence[ToolEssentialModel]],
        catalogues: Sequence[Catalogue],
    ) -> None:
        self._versions = [tool for versions in changed.values() for tool in versions]
        self._asked: defaultdict[str, set[str]] = defaultdict(set)
        for catalogue in catalogues:
            for tool in catalogue.tools.values():
                self._asked[next(iter(tool.objects), "")] |= _asked(tool)

    def touches(self, intent: IntentResult) -> bool:
        """True where a changed tool is about something that the sentence may need."""
        mentioned = {ref.type for goal in intent.goals for ref in (goal.object, *goal.related)}
        if None in mentioned:
            return bool(self._versions)
        reach = self._needed({entity for entity in mentioned if entity})
        return any(_is_about(tool, reach) for tool in self._versions)

    def _needed(self, entities: set[str]) -> set[str]:
        """The entities, those that the tools about them cannot do without, and so on."""
        reach, fresh = set(entities), list(entities)
        while fresh:
            more = self._asked[fresh.pop()] - reach
            reach |= more
            fresh += sorted(more)
        return reach


def _asked(tool: ToolEssentialModel) -> set[str]:
    """Entities without which the tool cannot be called."""
    return {slot.entity for slot in tool.needs if slot.entity and (slot.required or slot.one_of)}


def _is_about(tool: ToolEssentialModel, reach: set[str]) -> bool:
    """True for a tool about one of the entities, or one that can be asked for something of them.

    A tool that is not understood may be about anything.
    """
    if not tool.objects or not reach.isdisjoint(tool.objects):
        return True
    if not reach.isdisjoint(change.entity for change in tool.states):
        return True
    told = {item.entity for item in tool.yields if item.entity}
    return _asked(tool) <= reach and not reach.isdisjoint(told)
