"""What a follow-up says, one slot value after the other, put where it belongs in the goals.

Each update gives every way in which it can be meant: one way counts, several are the user's choice,
none means that the message cannot be understood as an update of these goals.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier
from pipelines.intent.dialogue.gathering import refs_of, with_refs
from pipelines.intent.dialogue.references import picks_one
from pipelines.intent.dialogue.resolving import POINTS
from pipelines.intent.dialogue.slots import (
    Draft,
    Slot,
    alike,
    counted,
    counts_in,
    is_same,
    kind_of,
    likeliest,
    may_be,
    named,
    named_rows,
    names,
    rivals,
    rows,
    same_sort,
    things_in,
    value_added,
    value_put,
    values_in,
)
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.patterns import find

MOST_WAYS = 3
"""More ways than these are no choice any more."""
_LIMITS = ("first", "last")
_WORD_BEFORE = re.compile(r"([A-Za-z]+|[\u4e00-\u9fff])\s*$")
_WORD_BEHIND = re.compile(r"\s*([A-Za-z]+|[\u4e00-\u9fff])")
LIGHT = ("create", "execute", "update", "switch", "query")
"""Verbs that say nothing of what is done without what is said beside them."""
_RECIPIENT = "recipient"
Update: TypeAlias = Callable[[Draft], list[Draft]]


def made_by(draft: Draft, updates: Iterable[Update]) -> list[Draft]:
    """All ways of making the updates one after the other; [] where one cannot be made."""
    ways = [draft]
    for update in updates:
        ways = [after for before in ways for after in update(before)]
        if not 0 < len(ways) <= MOST_WAYS:
            return []
    return ways


_DIGIT_ONE = re.compile(r"(?<![\d.])1(?![\d.])")


@dataclass(frozen=True, slots=True)
class Said:
    """What a message says beside what was said before it."""

    rest: str
    """The message without its own slot values: what it names here is replaced."""
    since: int
    """Where its words begin: what stands behind was said in it."""
    lexicon: Lexicon
    text: str = ""
    """The whole message."""
    waits: bool = False
    """Nothing of it is carried out yet: a number may be how many there are to be, too."""
    whole: str = ""
    """What was said before and the message, one behind the other."""

    def updates(self, goals: Iterable[Goal], *, counts: bool = True) -> Iterator[Update]:
        """The updates that the goals of the message say; `counts`: a count of one counts, too,
        where it may be an article. One that is written as a digit is none."""
        every = list(goals)
        told = [value for goal in every for value in _values(goal)]
        for goal in every:
            yield from self._of(goal, told, counts)

    def _of(self, goal: Goal, told: list[Constraint], counts: bool) -> Iterator[Update]:
        thing, kind, values = goal.object, goal.object.type, _values(goal)
        if not self._is_slots(goal):
            yield lambda draft: []
        if kind is not None:
            yield lambda draft: self.of_kind(draft, thing)
        if thing.identifiers:
            yield lambda draft: self.names(draft, thing)
        for ref in goal.related:
            yield lambda draft, ref=ref: self._beside(draft, ref)
        count = thing.quantity
        counts = counts or not (values or thing.identifiers) or bool(_DIGIT_ONE.search(thing.words))
        if count is not None and (counts or count != 1):
            yield lambda draft: self.count(draft, count, thing)
        for value in values:
            yield lambda draft, value=value: self.value(draft, value, kind, told)
        if goal.asked:
            yield lambda draft: _asking(draft, goal.asked)

    def _is_slots(self, goal: Goal) -> bool:
        """False for one of several that were made, and for another condition."""
        return not (goal.if_none or picks_one(goal.object))

    def acts_apart(self, goal: Goal, goals: Iterable[Goal]) -> bool:
        """True where the message says to do something else."""
        if not goal.action_words:
            return False
        goals = tuple(goals)
        known = {one.action for one in goals}
        makes = goal.function is FunctionType.CREATE and not goal.object.identifiers
        if makes and goal.object.type is None and any(map(_makes, goals)):
            return False  # one more, by whichever verb, of what is not named again
        # Who receives a thing is not the thing: to make one of those is something else.
        kinds = {ref.type for one in goals for ref in ((one.object,) if makes else refs_of(one))}
        if goal.function.writes and goal.object.type is not None and goal.object.type not in kinds:
            return True
        looks = goal.function is FunctionType.QUERY and goal.object.type is not None
        if looks and all(one.function.writes for one in goals):
            return True
        concept = self.lexicon.concept(Kind.ACTION, goal.action)
        weak = concept is not None and "weak" in concept.flags
        return goal.action not in known and goal.action not in LIGHT and not weak

    # ---- values ------------------------------------------------------------------------

    def value(
        self, draft: Draft, value: Constraint, kind: str | None, told: Sequence[Constraint]
    ) -> list[Draft]:
        """A value in the slot of its attribute, of what it replaces, or of its sort."""
        gone = self._replaced(told, draft)
        if value in gone:
            return [draft]
        held = [pair for pair in values_in(draft.goals) if self._is_before(pair[1])]
        gone = [one for one in gone if rivals(one, value)]
        spoken = self._spoken(held, gone)
        somebody = self._named(draft) if value.attribute is None and not spoken else {}
        if somebody:
            new = Identifier(attribute=None, value=value.span.text, span=value.span)
            return [named(draft, slots, (new,), one) for one, slots in somebody.items()]
        alike_said = [] if spoken else self._said_so_before(held, value)
        if alike_said:
            same = value.model_copy(update={"attribute": alike_said[0][1].attribute})
            return [value_put(draft, [slot for slot, _ in alike_said], same)]
        as_name = self._as_name(draft, value, [one for _, one in held if same_sort(one, value)])
        if as_name and self.waits and not _is_next_to(value, held):
            return as_name
        found = _meant(spoken, held, value)
        found = likeliest(found, lambda pair: kind in (None, kind_of(draft.goals, pair[0])))
        ways = [value_put(draft, slots, value) for slots in rows(found)]
        ways = ways or self._added(draft, value, kind)
        counts = [] if ways and (gone or not self.waits) else self._counted(draft, value, kind)
        return [*ways, *counts, *as_name]

    def _said_so_before(
        self, held: Sequence[tuple[Slot, Constraint]], value: Constraint
    ) -> list[tuple[Slot, Constraint]]:
        """The number of before that stood beside the same word: `25 off` behind `20 off 100`."""
        if self._is_called() or not isinstance(value.value, int | float):
            return []
        words = self._beside_it(value)
        found = [
            pair
            for pair in held
            if same_sort(pair[1], value)
            and any(
                one and one == other
                for one, other in zip(self._beside_it(pair[1]), words, strict=True)
            )
        ]
        return found if len(rows(found)) == 1 else []

    def _beside_it(self, value: Constraint) -> tuple[str, str]:
        """The words right in front of a value and right behind it."""
        front = _WORD_BEFORE.search(self.whole[: value.span.start])
        after = _WORD_BEHIND.match(self.whole[value.span.end :])
        return (front[1] if front else "").casefold(), (after[1] if after else "").casefold()

    def _is_called(self) -> bool:
        """True where the message says of what its values are."""
        return any(one.of(Kind.ATTRIBUTE) for one in self.lexicon.scan(self.text))

    def _is_measured(self, value: Constraint) -> bool:
        """True where a value has its unit beside it."""
        start, end = value.span.start - self.since, value.span.end - self.since
        facts = (one for one in find(self.text, first=True) if one.kind == "fact")
        return any(one.start <= start and end <= one.end for one in facts)

    def _as_name(self, draft: Draft, value: Constraint, held: Sequence[Constraint]) -> list[Draft]:
        """A bare number of as many digits as a name that was said, and of more than any value,
        may be such a name, also where the reader takes it for a value that no word says."""
        text = value.span.text
        told = value.attribute and self._is_called()
        if told or not text.isdecimal() or self._is_measured(value):
            return []
        if any(len(str(one.value)) >= len(text) for one in held):
            return []
        new = Identifier(attribute=None, value=text, span=value.span)
        alike = [
            pair
            for pair in things_in(draft.goals)
            if self._has_name(pair[1])
            and any(len(one.value) == len(text) for one in pair[1].identifiers)
        ]
        return [named(draft, slots, (new,)) for slots in named_rows(alike)]

    def _counted(self, draft: Draft, value: Constraint, kind: str | None) -> list[Draft]:
        """`make it 3`: a bare number as how many there are to be."""
        number = value.value
        if value.attribute or value.unit or not isinstance(number, int) or number < 1:
            return []
        return self.count(draft, number, EntityRef(type=kind, words=value.span.text))

    def _replaced(self, told: Sequence[Constraint], draft: Draft) -> list[Constraint]:
        """Of two values of one attribute, the one that stands already, or stood before this."""
        held = [one for _, one in values_in(draft.goals) if self._is_before(one)]
        return [
            one
            for one in told
            for other in told
            if rivals(one, other)
            and (any(is_same(one, old) for old in held) or draft.has_put(other, one))
        ]

    def _is_before(self, one: Constraint) -> bool:
        return one.span.end <= self.since and one.operator not in _LIMITS

    def _spoken(
        self, held: list[tuple[Slot, Constraint]], gone: Sequence[Constraint]
    ) -> list[tuple[Slot, Constraint]]:
        """The values of before that the message names."""
        return [
            pair
            for pair in held
            if names(self.rest, pair[1].span.text) or any(is_same(pair[1], one) for one in gone)
        ]

    def _added(self, draft: Draft, value: Constraint, kind: str | None) -> list[Draft]:
        """As one more value of the things of that kind; a bare number says nothing of any."""
        if value.attribute is None and not isinstance(value.value, str):
            return []
        if kind is None:
            return [value_added(draft, place, 0, value) for place in range(len(draft.goals))]
        found = [slot for slot, ref in things_in(draft.goals) if ref.type == kind]
        objects = [slot for slot in found if slot.ref == 0]
        return [value_added(draft, one.goal, one.ref, value) for one in objects or found]

    # ---- names -------------------------------------------------------------------------

    def names(self, draft: Draft, told: EntityRef) -> list[Draft]:
        """Somebody or something else in place of who fits; else one that had no name yet."""
        spoken = self._named(draft)
        if spoken:
            return [named(draft, slots, told.identifiers, one) for one, slots in spoken.items()]
        if told.words in {one.value for one in told.identifiers}:
            # Of a bare name its kind is only guessed.
            told = told.model_copy(update={"type": None})
        fitting = [pair for pair in things_in(draft.goals) if may_be(pair[1], told)]
        held = [pair for pair in fitting if self._has_name(pair[1])]
        held = likeliest(held, lambda pair: pair[1].type == told.type)
        held = likeliest(held, lambda pair: pair[1].role == told.role)
        held = likeliest(held, lambda pair: _look_alike(pair[1], told))
        if held:
            return [named(draft, slots, told.identifiers) for slots in named_rows(held)]
        bare = [pair for pair in fitting if not pair[1].identifiers and pair[1].made_by is None]
        bare = [pair for pair in bare if told.type is not None and pair[1].type == told.type]
        if bare:
            return [named(draft, (slot,), told.identifiers) for slot, _ in bare]
        return self._receiving(draft, told) or _set_in(draft, told)

    def _named(self, draft: Draft) -> dict[str, tuple[Slot, ...]]:
        """The names of before that the message says itself → where they are."""
        found: dict[str, list[Slot]] = {}
        for slot, ref in things_in(draft.goals):
            for one in ref.identifiers:
                if one.span.end <= self.since and names(self.rest, one.span.text):
                    found.setdefault(one.value, []).append(slot)
        return {name: tuple(slots) for name, slots in found.items()}

    def _has_name(self, ref: EntityRef) -> bool:
        return any(one.span.end <= self.since for one in ref.identifiers)

    def _beside(self, draft: Draft, ref: EntityRef) -> list[Draft]:
        """Somebody besides: by name, by what they are like, or who is spoken of already."""
        if ref.identifiers:
            return self.names(draft, ref)
        points = ref.reference == POINTS and any(
            one.type == ref.type for _, one in things_in(draft.goals)
        )
        ways = [draft] if ref.constraints or points else []
        for value in ref.constraints:
            ways = [
                after for way in ways for after in self.value(way, value, ref.type, ref.constraints)
            ]
        return ways

    def _receiving(self, draft: Draft, told: EntityRef) -> list[Draft]:
        """Somebody for whom it is, where nobody was named."""
        places = [at for at, goal in enumerate(draft.goals) if self._hands_out(goal)]
        if told.role not in (None, _RECIPIENT) or len(places) != 1:
            return []
        ref = told.model_copy(update={"role": _RECIPIENT, "quantity": None, "constraints": ()})
        words = " ".join(one.span.text for one in told.identifiers)
        goal = draft.goals[places[0]]
        return [draft.put(places[0], with_refs(goal, (*refs_of(goal), ref)), "", words)]

    def _hands_out(self, goal: Goal) -> bool:
        concept = self.lexicon.concept(Kind.ACTION, goal.action)
        flagged = concept is not None and _RECIPIENT in concept.flags
        return flagged and goal.function is FunctionType.CREATE

    # ---- counts and kinds --------------------------------------------------------------

    def count(self, draft: Draft, count: int, thing: EntityRef) -> list[Draft]:
        """Another count of what is made."""
        kinds = [draft.goals[place].object.type for place in counts_in(draft.goals)]
        same = thing.type is None or thing.type not in kinds
        return [
            counted(draft, place, count, thing.words)
            for place in counts_in(draft.goals)
            if same or draft.goals[place].object.type == thing.type
        ]

    def of_kind(self, draft: Draft, thing: EntityRef) -> list[Draft]:
        """Another kind of thing, where only one is spoken of."""
        if any(ref.type == thing.type for _, ref in things_in(draft.goals)):
            return [draft]
        if thing.identifiers:
            return [draft] if _set_in(draft, thing) else []
        if len(draft.goals) != 1 or not thing.words:
            return []
        goal = draft.goals[0]
        told = {"type": thing.type, "constraints": (), "words": thing.words, "span": thing.span}
        other = goal.object.model_copy(update=told)
        after = goal.model_copy(update={"object": other, "tool": None})
        return [draft.put(0, after, goal.object.words, thing.words)]


_ROUND = "00"


def _is_next_to(value: Constraint, held: Sequence[tuple[Slot, Constraint]]) -> bool:
    """A round number with one digit more than a value of before, which may be meant as well."""
    text = value.span.text
    digits = [len(str(one.value)) for _, one in held if same_sort(one, value)]
    return text.endswith(_ROUND) and len(text) - 1 in digits


def _set_in(draft: Draft, told: EntityRef) -> list[Draft]:
    """Where the only thing is made, in a thing of which nothing was said before."""
    if len(draft.goals) != 1 or told.type is None or draft.goals[0].object.type == told.type:
        return []
    goal = draft.goals[0]
    if goal.function is not FunctionType.CREATE or told.role not in (None, "parent"):
        return []
    ref = told.model_copy(update={"role": "parent", "quantity": None, "constraints": ()})
    words = " ".join(one.span.text for one in told.identifiers)
    return [draft.put(0, with_refs(goal, (*refs_of(goal), ref)), "", words)]


def _values(goal: Goal) -> list[Constraint]:
    values = [one for one in goal.object.constraints if one.operator not in _LIMITS]
    return [*values, goal.target_state] if goal.target_state is not None else values


def _meant(
    spoken: list[tuple[Slot, Constraint]],
    held: list[tuple[Slot, Constraint]],
    value: Constraint,
) -> list[tuple[Slot, Constraint]]:
    """The values for which it can stand: that the message names, of its attribute, of its sort."""
    if spoken:
        return likeliest(spoken, lambda pair: pair[1].attribute == value.attribute)
    if value.attribute is not None:
        return [pair for pair in held if pair[1].attribute == value.attribute]
    return [pair for pair in held if same_sort(pair[1], value)]


def _asking(draft: Draft, asked: tuple[str, ...]) -> list[Draft]:
    """Something else is asked of the same thing."""
    if len(draft.goals) != 1 or draft.goals[0].function is not FunctionType.QUERY:
        return []
    goal = draft.goals[0].model_copy(update={"asked": asked})
    return [draft.put(0, goal, "", "")]


def _look_alike(ref: EntityRef, told: EntityRef) -> bool:
    return any(alike(one, other) for one in ref.identifiers for other in told.identifiers)


def _makes(goal: Goal) -> bool:
    return goal.function is FunctionType.CREATE
