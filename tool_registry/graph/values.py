"""Values: which tool's result can fill which argument, and how sure that is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tool_registry.graph.candidates import Candidates, whole_of
from tool_registry.graph.inputs import ANYTHING, NUMBERS, Need, need_of
from tool_registry.graph.joins import compatible
from tool_registry.graph.naming import (
    Likeness,
    core,
    is_bare,
    kinds_of,
    likeness,
    telling,
    words_of,
)
from tool_registry.graph.outputs import Give, is_guessed
from tool_registry.model import Slot, ToolEssentialModel, Yield

LIKELY = 0.6
"""From here on a join speaks of the same thing by all that names tell; still for a person."""
SAME_KIND = 0.4
"""From here on a value is of the very kind that the argument asks for."""
POSSIBLE = 0.3
"""From here on the argument takes values of that sort: any words, any number, anything."""

_TELLING, _ONE_WORD, _SAME_TOPIC, _BARE = 0.9, 0.8, 0.75, 0.45
"""How much a name tells: of its own, together with what its tools are about, hardly."""
_ECHO = 0.8
"""A result that only repeats what its tool was asked with seldom comes first."""
_GUESSED = 0.6
_TOLD = 0.9
"""From here on an author says himself what a value belongs to."""
_FOREIGN = 0.7
"""Two teams seldom mean the same by the same name."""
_SURROUNDINGS, _PART, _KIND, _NUMBER, _SORT, _TEXTS = 0.8, 0.75, 0.5, 0.42, 0.35, 0.09


@dataclass(frozen=True, slots=True)
class Link:
    """A tool that helps another one: with a value for an argument, or by a state of affairs."""

    tool: str
    """The tool that needs."""
    provider: str
    why: str
    """`instance`, `name`, `surroundings`, `kind`, `sort`, or the kind of condition."""
    confidence: float
    slot: str | None = None
    """Path of the argument; None for a condition of the whole tool."""
    path: str | None = None
    """Path in the provider's result; empty where only its name tells what it returns."""
    entity: str | None = None
    attribute: str | None = None
    unit: str | None = None


class Values:
    """Links between the arguments and the results of a catalogue's tools."""

    def __init__(self, tools: Iterable[ToolEssentialModel]) -> None:
        self._candidates = Candidates(tools)

    def links(self, tool: ToolEssentialModel, least: float) -> tuple[Link, ...]:
        """What could fill the tool's arguments at least that surely, the surest first."""
        found = [link for slot in tool.needs for link in self._for_slot(tool, slot, least)]
        return tuple(sorted(found, key=lambda k: (-k.confidence, k.slot or "", k.provider)))

    def _for_slot(self, tool: ToolEssentialModel, slot: Slot, least: float) -> Iterator[Link]:
        need = need_of(slot)
        if need is None:
            return
        for give in self._given(tool, need, least):
            if give.tool.id == tool.id or not compatible(slot, give.item):
                continue
            score, why = self._score(tool, need, give)
            if score >= least:
                yield _link(tool, slot, give, score, why)

    def _given(self, tool: ToolEssentialModel, need: Need, least: float) -> list[Give]:
        """Each candidate once, in a stable order."""
        found = [*self._candidates.by_name(tool, need), *self._candidates.surroundings(need)]
        if least < LIKELY:
            found += [*self._candidates.by_last_word(need), *self._candidates.by_kind(need)]
        return list({id(give): give for give in found}.values())

    def _score(self, tool: ToolEssentialModel, need: Need, give: Give) -> tuple[float, str]:
        ways = [
            (self._by_name(tool, need, give), "name"),
            (_by_surroundings(need, give), "surroundings"),
            (_by_kind(need, give), "kind"),
            (_by_sort(need, give), "sort"),
        ]
        score, why = max(ways, key=lambda way: way[0])
        own = 1.0 if tool.source == give.tool.source else _FOREIGN
        return round(score * own * _doubt(give), 3), why

    def _by_name(self, tool: ToolEssentialModel, need: Need, give: Give) -> float:
        pairs = ((asked, given) for asked in need.names for given in give.names)
        alike = (likeness(asked, given) for asked, given in pairs)
        apart = _apart(need.slot, give.item)
        weighed = (a.score * self._weight(tool, give, a, apart) for a in alike if a.score)
        return max(weighed, default=0.0)

    def _weight(self, tool: ToolEssentialModel, give: Give, alike: Likeness, apart: bool) -> float:
        if not is_bare(alike.shared):
            return _TELLING if len(alike.shared) > 1 or not alike.partial else _ONE_WORD
        topic = self._candidates.topic
        return _BARE if apart or not topic(tool) & topic(give.tool) else _SAME_TOPIC


def _link(tool: ToolEssentialModel, slot: Slot, give: Give, score: float, why: str) -> Link:
    item = give.item
    return Link(
        tool=tool.id,
        provider=give.tool.id,
        why=why,
        confidence=score,
        slot=slot.path,
        path=item.path,
        entity=slot.entity or item.entity,
        attribute=slot.attribute or item.attribute,
        unit=slot.unit or item.unit,
    )


def _by_surroundings(need: Need, give: Give) -> float:
    if not give.ambient:
        return 0.0
    if give.kinds & frozenset[str]().union(*(kinds_of(core(name)[-1:]) for name in need.names)):
        return _SURROUNDINGS
    return _PART if whole_of(need) & give.kinds else 0.0


def _by_kind(need: Need, give: Give) -> float:
    numbers = need.takes == give.sort == NUMBERS and _promised(give)
    base = _KIND if need.kinds & give.kinds else _NUMBER if numbers else 0.0
    return base + _TEXTS * _texts(need, give) if base else 0.0


def _by_sort(need: Need, give: Give) -> float:
    fits = need.takes and need.takes in (give.sort, ANYTHING)
    return _SORT + _TEXTS / 2 * _texts(need, give) if fits else 0.0


def _texts(need: Need, give: Give) -> float:
    """How much of the shorter description the other one says as well; half of it for what the
    provider's name promises, which is likelier to be handed on than what comes along. 0 to 1."""
    one, two = telling(need.slot.description), telling(give.item.description)
    alike = len(one & two) / min(len(one), len(two)) if one and two else 0.0
    return (alike + _promised(give)) / 2


def _promised(give: Give) -> bool:
    """True where the tool's name says that it returns this: `gross_salary` of a salary tool."""
    return not telling(give.item.key).isdisjoint(words_of(give.tool.name))


def _apart(slot: Slot, item: Yield) -> bool:
    """True where the author says of both what they belong to, and it is not the same."""
    told = min(slot.confidence, item.confidence) >= _TOLD
    return told and bool(slot.entity and item.entity) and slot.entity != item.entity


def _doubt(give: Give) -> float:
    if is_guessed(give.item):
        return _GUESSED
    own = words_of(give.item.key)
    echoed = bool(own) and any(words_of(slot.key) == own for slot in give.tool.needs)
    return _ECHO if echoed else 1.0
