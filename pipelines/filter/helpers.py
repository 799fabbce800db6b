"""Helper tools: those that give what a main tool requires and the request does not say."""

from collections.abc import Iterable, Iterator

from pipelines.contracts.answer import Candidate
from pipelines.contracts.intent import IntentResult
from pipelines.filter.stated_values import lacking
from pipelines.messages import say
from pipelines.messages.labels import attribute_label, entity_label, tool_title
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.graph import Join
from tool_registry.model import Slot, ToolEssentialModel

MAX_DEPTH = 4
PER_SLOT = 3
"""So many providers of one value are offered."""


def helpers(
    intent: IntentResult, catalogue: Catalogue, mains: Iterable[str], budget: int
) -> list[Candidate]:
    """Providers of what the mains require, nearest first, at most `budget` of them."""
    frontier = list(mains)
    seen = set(frontier)
    found: list[Candidate] = []
    for depth in range(1, MAX_DEPTH + 1):
        level = _level(intent, catalogue, frontier, depth)
        fresh = {candidate.tool: candidate for candidate in reversed(list(level))}
        frontier = [tool for tool in reversed(fresh) if tool not in seen][: budget - len(found)]
        seen.update(frontier)
        found += [fresh[tool] for tool in frontier]
    return found


def _level(
    intent: IntentResult, catalogue: Catalogue, tools: Iterable[str], depth: int
) -> Iterator[Candidate]:
    for tool_id in tools:
        tool = catalogue.tools[tool_id]
        for slot in lacking(intent, tool):
            for join in _providers(intent, catalogue, slot):
                yield _candidate(intent, catalogue, tool, slot, join, depth)


def _providers(intent: IntentResult, catalogue: Catalogue, slot: Slot) -> list[Join]:
    """Those that can be asked at once with what the request gives; else what lists, then makes."""
    environments = [intent.environment] if intent.environment else catalogue.environments.names
    joins = [join for name in environments for join in catalogue.graph.providers(slot, name)]
    found = {join.tool: join for join in joins if _may_help(intent, catalogue, slot, join)}
    ranked = sorted(found.values(), key=lambda join: _rank(intent, catalogue, join))
    at_once = [join for join in ranked if _rank(intent, catalogue, join)[:2] == (False, 0)]
    own = [j for j in ranked if catalogue.tools[j.tool].objects[:1] == (slot.entity,)]
    return (at_once or own)[:PER_SLOT]


def _may_help(intent: IntentResult, catalogue: Catalogue, slot: Slot, join: Join) -> bool:
    """Reading always; making only the very thing, and only where the request makes something."""
    tool = catalogue.tools[join.tool]
    if not tool.function.writes:
        return True
    making = any(goal.function is FunctionType.CREATE for goal in intent.goals)
    allowed = intent.allows("create_missing") or intent.allows("create_required")
    makes_it = tool.function is FunctionType.CREATE and tool.objects[:1] == (slot.entity,)
    return makes_it and (making or allowed)


def _rank(
    intent: IntentResult, catalogue: Catalogue, join: Join
) -> tuple[bool, int, float, bool, str]:
    tool = catalogue.tools[join.tool]
    lacks = len(lacking(intent, tool))
    return (tool.function.writes, lacks, -join.confidence, not tool.preferred, join.tool)


def _candidate(
    intent: IntentResult,
    catalogue: Catalogue,
    tool: ToolEssentialModel,
    slot: Slot,
    join: Join,
    depth: int,
) -> Candidate:
    reason = say(
        intent.language,
        "filter.provides",
        tool=tool_title(tool, intent.language),
        entity=entity_label(catalogue.lexicon, str(slot.entity), intent.language),
        attribute=attribute_label(catalogue.lexicon, str(slot.attribute), intent.language),
    )
    score = round(join.confidence / (depth + 1), 3)
    return Candidate(tool=join.tool, role="helper", score=score, reasons=(reason,))
