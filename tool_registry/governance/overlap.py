"""Overlap of meaning: tools that do the same to the same kind of thing, compared side by side."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from rapidfuzz import fuzz, process

from tool_registry.base.types import FunctionType
from tool_registry.model import Frozen, Slot, ToolEssentialModel
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.text import fold, split_identifier

SIMILAR = 0.5
"""From here on two tools' texts, or the fields of their schemas, count as much the same."""
LITTLE = 0.2
"""Below this the schemas have next to nothing in common."""
NEARLY_EQUAL = 0.8
"""From here on the texts alone decide."""
FEWEST_FIELDS = 3
"""So many shared fields say by themselves that two tools are about the same thing."""
MOST = 60
"""Tools of one kind that are compared with a new one, the most similar in words first."""
Aspect: TypeAlias = Literal[
    "title",
    "function",
    "actions",
    "objects",
    "discriminators",
    "environments",
    "states",
    "inputs",
    "outputs",
    "platform",
    "effect",
    "summary",
]


class Verdict(StrEnum):
    """How two tools stand to one another, the gravest first."""

    DUPLICATE = "duplicate"
    """Nothing tells them apart."""
    UNMARKED = "unmarked"
    """They differ, but no word of a request could say which one is meant."""
    ALIKE = "alike"
    """Function, object and what a call needs are the same, their texts are of two languages."""
    SPECIALISES = "specialises"
    """One has all discriminators of the other and more."""
    TWIN = "twin"
    """Something tells them apart: see `told_by`."""
    UNRELATED = "unrelated"
    """Another function, action or object."""

    @property
    def blocks(self) -> bool:
        """True where a tool must not be published before this is settled."""
        return self in (Verdict.DUPLICATE, Verdict.UNMARKED)

    @property
    def open(self) -> bool:
        """True where somebody has to judge whether both are needed."""
        return self.blocks or self is Verdict.ALIKE


class Row(Frozen):
    """One line of the comparison."""

    aspect: Aspect
    new: tuple[str, ...]
    other: tuple[str, ...]
    same: bool


class Comparison(Frozen):
    """Two tools side by side."""

    new: str
    other: str
    """Tool ids."""
    verdict: Verdict
    told_by: tuple[Aspect, ...] = ()
    """What tells them apart."""
    special: str | None = None
    """`specialises`: the tool id of the narrower one."""
    similarity: float = 0.0
    """Of titles and summaries, 0 to 1."""
    shared_slots: float = 0.0
    """Share of their arguments and results that both have, 0 to 1."""
    rows: tuple[Row, ...] = ()


class Overlaps:
    """Finds what overlaps with a tool among thousands: indexed by function, action and object, and
    by what a call has to be told."""

    def __init__(self, tools: Iterable[ToolEssentialModel]) -> None:
        self._by_kind: defaultdict[_Kind, dict[str, ToolEssentialModel]] = defaultdict(dict)
        for tool in sorted(tools, key=lambda tool: tool.id):
            for kind in (*_kinds(tool), *_calls(tool)):
                self._by_kind[kind][tool.id] = tool

    def of(self, new: ToolEssentialModel) -> list[Comparison]:
        """The comparisons with every tool that is not unrelated; gravest first, then most alike."""
        judged = [(other, _judge(new, other)) for other in self._alike(new)]
        related = [
            _comparison(new, other, one)
            for other, one in judged
            if one.verdict is not Verdict.UNRELATED
        ]
        gravity = list(Verdict)
        return sorted(related, key=lambda c: (gravity.index(c.verdict), -c.similarity, c.other))

    def _alike(self, new: ToolEssentialModel) -> list[ToolEssentialModel]:
        alike: dict[str, ToolEssentialModel] = {}
        for kind in (*_kinds(new), *_calls(new)):
            alike.update(self._by_kind.get(kind, {}))
        alike.pop(new.id, None)
        words = {tool_id: _words(tool) for tool_id, tool in alike.items()}
        best = process.extract(_words(new), words, scorer=fuzz.token_sort_ratio, limit=MOST)
        return [alike[tool_id] for _, _, tool_id in best]


def compare(new: ToolEssentialModel, other: ToolEssentialModel) -> Comparison:
    """What is the same in two tools, what differs, and what that means."""
    return _comparison(new, other, _judge(new, other))


def verdict_of(new: ToolEssentialModel, other: ToolEssentialModel) -> Verdict:
    """How the two stand to one another."""
    return _judge(new, other).verdict


_Kind: TypeAlias = tuple[FunctionType, str, str]


@dataclass(frozen=True, slots=True)
class _Judged:
    verdict: Verdict
    told_by: tuple[Aspect, ...]
    similarity: float
    shared: float


def _judge(new: ToolEssentialModel, other: ToolEssentialModel) -> _Judged:
    similarity = round(similarity_of(new, other), 3)
    shared = round(jaccard(_fields(new), _fields(other)), 3)
    return _Judged(*_verdict(new, other, similarity, shared), similarity, shared)


def _comparison(new: ToolEssentialModel, other: ToolEssentialModel, judged: _Judged) -> Comparison:
    special = None
    if judged.verdict is Verdict.SPECIALISES:
        special = new.id if told_apart(other) < told_apart(new) else other.id
    return Comparison(
        new=new.id,
        other=other.id,
        verdict=judged.verdict,
        told_by=judged.told_by,
        special=special,
        similarity=judged.similarity,
        shared_slots=judged.shared,
        rows=tuple(_rows(new, other, judged.similarity)),
    )


def _verdict(
    new: ToolEssentialModel, other: ToolEssentialModel, similarity: float, shared: float
) -> tuple[Verdict, tuple[Aspect, ...]]:
    if not _kinds(new) & _kinds(other):
        named = tuple(_named_apart(new, other))
        same = _calls(new) & _calls(other) and similarity >= SIMILAR
        return (Verdict.TWIN, named) if same and named else (Verdict.UNRELATED, ())
    if shared < SIMILAR and similarity < (SIMILAR if shared >= LITTLE else NEARLY_EQUAL):
        return (Verdict.ALIKE if _alike_in_two_languages(new, other) else Verdict.UNRELATED), ()
    # Without an object only the words are left to go by.
    if not new.objects and similarity < NEARLY_EQUAL:
        return Verdict.UNRELATED, ()
    told_by = tuple(_telling(new, other))
    if told_by:
        return Verdict.TWIN, told_by
    if told_apart(new) != told_apart(other):
        return Verdict.SPECIALISES, ("discriminators",)
    asked = tuple(_told_by_what_is_known(new, other))
    if asked:
        return Verdict.TWIN, asked
    same_inputs = jaccard(_inputs(new), _inputs(other)) >= SIMILAR
    return (Verdict.DUPLICATE if same_inputs and _alike(new, other) else Verdict.UNMARKED), ()


def _alike(new: ToolEssentialModel, other: ToolEssentialModel) -> bool:
    """True where words, or arguments and results, say that both do one and the same."""
    similarity, fields = similarity_of(new, other), (_fields(new), _fields(other))
    shared = jaccard(*fields)
    many = len(fields[0] & fields[1]) >= FEWEST_FIELDS
    return similarity >= NEARLY_EQUAL or (shared >= SIMILAR and (many or similarity >= SIMILAR))


def _alike_in_two_languages(new: ToolEssentialModel, other: ToolEssentialModel) -> bool:
    """True for two changing calls of the same kind that need the same: words of two languages are
    never alike, so what was parsed is all there is to go by."""
    if not (new.function.writes and new.objects) or any(_telling(new, other)):
        return False
    if language_of(_words(new)) == language_of(_words(other)):
        return False
    return jaccard(asked(new), asked(other)) >= SIMILAR


def _telling(new: ToolEssentialModel, other: ToolEssentialModel) -> Iterator[Aspect]:
    """Aspects in which a request can be for one of them and not for the other."""
    left, right = told_apart(new), told_apart(other)
    if not (left <= right or right <= left):
        yield "discriminators"
    if not set(new.environments) & set(other.environments):
        yield "environments"
    if _outcomes(new) and _outcomes(other) and not _outcomes(new) & _outcomes(other):
        yield "states"


def _told_by_what_is_known(new: ToolEssentialModel, other: ToolEssentialModel) -> Iterator[Aspect]:
    """Differences that settle the choice without a word: what is at hand, what is preferred."""
    if not new.function.writes:
        if _inputs(new) != _inputs(other):
            yield "inputs"
        if _lists(new) != _lists(other):
            yield "outputs"
    if new.preferred != other.preferred:
        yield "platform"


def _rows(new: ToolEssentialModel, other: ToolEssentialModel, similarity: float) -> Iterator[Row]:
    sides: tuple[tuple[Aspect, tuple[str, ...], tuple[str, ...]], ...] = (
        ("title", (new.title,), (other.title,)),
        ("function", (new.function.value,), (other.function.value,)),
        ("actions", new.actions, other.actions),
        ("objects", new.objects, other.objects),
        ("discriminators", _told(new), _told(other)),
        ("environments", new.environments, other.environments),
        ("states", _states(new), _states(other)),
        ("inputs", tuple(sorted(_inputs(new))), tuple(sorted(_inputs(other)))),
        ("outputs", _outputs(new), _outputs(other)),
        ("platform", (new.platform or "",), (other.platform or "",)),
        ("effect", (new.effect.value,), (other.effect.value,)),
    )
    for aspect, left, right in sides:
        yield Row(aspect=aspect, new=left, other=right, same=set(left) == set(right))
    same = fold(new.summary) == fold(other.summary) or similarity >= 0.9
    yield Row(aspect="summary", new=(new.summary,), other=(other.summary,), same=same)


def _kinds(tool: ToolEssentialModel) -> set[_Kind]:
    main = next(iter(tool.objects), "")
    if tool.function in (FunctionType.QUERY, FunctionType.VERIFY):
        return {(tool.function, "", main)}
    return {(tool.function, action, main) for action in tool.actions or ("",)}


def _calls(tool: ToolEssentialModel) -> set[_Kind]:
    """By the names of what a changing call cannot do without, where these are many enough to say
    what it does: two authors have another verb and noun for it."""
    names = sorted(slot.key for slot in tool.needs if slot.required and not slot.environment)
    if not tool.function.writes or len(names) < FEWEST_FIELDS:
        return set()
    return {(tool.function, "", "\n".join(names))}


def _named_apart(new: ToolEssentialModel, other: ToolEssentialModel) -> Iterator[Aspect]:
    """What only the words for it tell apart."""
    if not set(new.actions) & set(other.actions):
        yield "actions"
    if new.objects[:1] != other.objects[:1]:
        yield "objects"


def told_apart(tool: ToolEssentialModel) -> frozenset[tuple[str, str]]:
    """The words that tell it from its like, with what they are of."""
    return frozenset((one.attribute or "", fold(one.value)) for one in tool.discriminators)


def _told(tool: ToolEssentialModel) -> tuple[str, ...]:
    return tuple(f"{one.attribute or ''}={one.value}".lstrip("=") for one in tool.discriminators)


def _outcomes(tool: ToolEssentialModel) -> set[tuple[str, str, str]]:
    return {(c.entity, c.attribute, fold(c.after)) for c in tool.states if c.after}


def _states(tool: ToolEssentialModel) -> tuple[str, ...]:
    return tuple(
        f"{change.entity}: {'|'.join(change.before) or '*'} → {change.after or '='}"
        for change in tool.states
    )


def _inputs(tool: ToolEssentialModel) -> frozenset[str]:
    """What a call cannot do without, besides the environment: one of a group stands for all."""
    return frozenset(
        _named(slot)
        for slot in tool.needs
        if (slot.required or slot.one_of) and not slot.environment and not slot.hidden
    )


def asked(tool: ToolEssentialModel) -> frozenset[str]:
    """The same whoever of several it is about: the one who receives is a user, too."""
    return frozenset(
        f"{slot.entity or ''}.{slot.attribute or slot.key}"
        for slot in tool.needs
        if (slot.required or slot.one_of) and not slot.environment and not slot.hidden
    )


def _outputs(tool: ToolEssentialModel) -> tuple[str, ...]:
    return tuple(sorted({f"{y.entity}.{y.attribute}" for y in tool.yields if y.attribute}))


def _fields(tool: ToolEssentialModel) -> frozenset[str]:
    given = {_named(slot) for slot in tool.needs if not slot.environment and not slot.hidden}
    return frozenset({*given, *(f"→{name}" for name in _outputs(tool))})


def _named(slot: Slot) -> str:
    if slot.attribute is None:
        return slot.key
    role = f" ({slot.role})" if slot.role else ""
    return f"{slot.entity or ''}.{slot.attribute}{role}".lstrip(".")


def _lists(tool: ToolEssentialModel) -> bool:
    main = next(iter(tool.objects), None)
    return any(item.many for item in tool.yields if item.entity == main)


def _words(tool: ToolEssentialModel) -> str:
    return f"{_spaced(tool.title)} {fold(tool.summary)}"


def similarity_of(new: ToolEssentialModel, other: ToolEssentialModel) -> float:
    """Of titles and summaries, 0 to 1."""
    titles = fuzz.token_sort_ratio(_spaced(new.title), _spaced(other.title))
    summaries = fuzz.token_sort_ratio(fold(new.summary), fold(other.summary))
    return max(titles, summaries) / 100


def _spaced(title: str) -> str:
    return " ".join(split_identifier(title)) if title.isascii() else fold(title)


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """Share of what both have in what either has; 1 where neither has anything."""
    return len(left & right) / len(left | right) if left | right else 1.0
