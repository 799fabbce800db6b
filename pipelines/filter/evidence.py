"""What speaks for each tool, where the sentence's reading is not sure: a row of numbers a tool.

The words of the sentence count as concepts here, whatever their order: which things, actions,
values and attributes are named. Beside them stand the places that the reading and the index give.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import IntentResult
from pipelines.filter.concepts import Said
from pipelines.filter.finding import IndexAnswer
from pipelines.filter.sifting import Sifted
from pipelines.filter.stated_values import lacking
from pipelines.filter.text import features, name_words
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.text import fold

NAMES = (
    "odds",
    "found",
    "found_place",
    "part_place",
    "own_place",
    "meant",
    "meant_place",
    "object",
    "object_later",
    "other_object",
    "action",
    "function",
    "only_reads",
    "attributes",
    "marked",
    "marked_otherwise",
    "state",
    "takes",
    "goal_function",
    "ready",
    "title",
)
"""The columns, each 0 to 1. `odds` (-1 to 0) and `found`: beside the best one, by the index.
`…_place`: 1 for the first of the whole sentence, of a goal's words, of the sentence as it stands,
of the reading, 1/2 for the second, …; `meant`: by action and object; the others: what is said and
what the tool is."""

_FAR = 10.0
_LEAST = math.exp(-_FAR)
"""A tool less likely than this beside the best one is not told from others."""


@dataclass(frozen=True)
class Witnesses:
    """Who has been asked about a request."""

    intent: IntentResult
    """What the sentence means; of a need, what is said in it."""
    sifted: Sequence[Sifted]
    """What action and object find for each of its goals."""
    whole: IndexAnswer
    """What the index says of the sentence in plain words."""
    own: IndexAnswer
    """What it says of the sentence as it is."""
    parts: Sequence[IndexAnswer]
    """What it says of each goal's words."""
    said: Said
    text: str
    """The sentence in plain words."""


@dataclass(frozen=True, slots=True)
class _Traits:
    """What a tool is beside every sentence."""

    tool: ToolEssentialModel
    attributes: frozenset[str]
    """That it takes or gives."""
    entities: frozenset[str]
    """Of which it takes something."""
    marks: Mapping[str, str | None]
    """Words that tell it from its twins, folded → whose values they are."""
    after: frozenset[str]
    """States that it leaves, folded."""
    title: frozenset[str]
    """Features of its title and name."""


def _traits(tool: ToolEssentialModel) -> _Traits:
    """They are the same for every sentence, and the tools are kept between sentences; each is held
    here, too, so that its id stays its own."""
    known = _KNOWN.get(id(tool))
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        told = (*tool.needs, *tool.yields)
        known = _KNOWN[id(tool)] = _Traits(
            tool,
            frozenset(item.attribute for item in told if item.attribute),
            frozenset(slot.entity for slot in tool.needs if slot.entity),
            {fold(mark.value): mark.attribute for mark in tool.discriminators},
            frozenset(fold(change.after) for change in tool.states if change.after),
            features(" ".join(name_words(tool))),
        )
    return known


_KNOWN: dict[int, _Traits] = {}
_MOST_KNOWN = 4096


def rows(tools: Iterable[ToolEssentialModel], known: Witnesses) -> Iterator[tuple[float, ...]]:
    """A row for each tool, with a number for each of NAMES."""
    whole, own = _places(known.whole.near), _places(known.own.near)
    parts = [_places(answer.near) for answer in known.parts]
    meant = _meant(known.sifted)
    words = features(known.text)
    kinds = {_kind(goal.function) for goal in known.intent.goals}
    for tool in tools:
        rating, place = meant.get(tool.id, (0.0, 0.0))
        share = known.whole.shares.get(tool.id, 0.0)
        yield (
            math.log(max(share, _LEAST)) / _FAR,
            share,
            whole.get(tool.id, 0.0),
            max((part.get(tool.id, 0.0) for part in parts), default=0.0),
            own.get(tool.id, 0.0),
            rating,
            place,
            *_concepts(tool, known.said),
            float(_kind(tool.function) in kinds),
            float(not lacking(known.intent, tool)),
            _title(tool, words),
        )


def _places(near: Sequence[str]) -> dict[str, float]:
    """1 for the first, 1/2 for the second, …"""
    return {name: 1 / place for place, name in enumerate(near, 1)}


def _meant(sifted: Sequence[Sifted]) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for each in sifted:
        for place, rated in enumerate(each.kept, 1):
            score, best = found.get(rated.tool.id, (0.0, 0.0))
            found[rated.tool.id] = (max(score, rated.score), max(best, 1 / place))
    return found


def _concepts(tool: ToolEssentialModel, said: Said) -> Iterator[float]:
    first, later, traits = tool.objects[:1], tool.objects[1:], _traits(tool)
    yield float(not said.entities.isdisjoint(first))
    yield float(not said.entities.isdisjoint(later))
    yield float(bool(said.entities) and said.entities.isdisjoint(tool.objects))
    yield float(not said.actions.isdisjoint(tool.actions))
    yield float(_kind(tool.function) in map(_kind, said.functions))
    writes = any(function.writes for function in said.functions)
    yield float(not writes and not tool.function.writes)
    yield _share(said.attributes, traits.attributes)
    marks = traits.marks
    yield float(not said.words.isdisjoint(marks))
    yield float(any(_contradicts(mark, name, said) for mark, name in marks.items()))
    yield float(not said.words.isdisjoint(traits.after))
    yield _share(said.entities, traits.entities)


def _kind(function: FunctionType) -> str:
    return "reads" if not function.writes else function.value


def _contradicts(mark: str, attribute: str | None, said: Said) -> bool:
    others = said.values.get(attribute or "", frozenset())
    return bool(others) and mark not in others


def _share(said: frozenset[str], known: frozenset[str]) -> float:
    return len(said & known) / len(said) if said else 0.0


def _title(tool: ToolEssentialModel, words: frozenset[str]) -> float:
    """How much of the tool's title and name is said."""
    told = _traits(tool).title
    return len(told & words) / len(told) if told else 0.0
