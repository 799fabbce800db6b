"""Values that stand behind an argument's own name, or behind the very noun of the thing, put where
they belong: readers have learned no author's names, and take `desk B07` for another thing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pipelines.clarification.filling import creates, open_slots
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.reasoning.arguments.beside import examples
from pipelines.reasoning.arguments.naming import ends_with, names, told, without_lead
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

Part: TypeAlias = Identifier | Constraint
_APART = 2
"""Characters between a value and a word beside it, at most."""
_LEAST = 2
"""Signs of a name at least."""
_ID = "id"
_CLAUSE = re.compile(r"[,\uff0c;\uff1b]")


def by_argument_names(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with the values of a goal where the names of its tool's arguments put them, where
    only one tool does what that goal wants."""
    goals = _joined(intent.goals, [_of_goal(goal, intent, catalogue) for goal in intent.goals])
    goals = tuple(_without_labels(goal, intent, catalogue) for goal in goals)
    used = [pair for goal in goals for pair in _named(goal, intent, catalogue)]
    unread = tuple(one for one in intent.unread if not _is_beside(one, used, catalogue.lexicon))
    if goals == intent.goals and unread == intent.unread:
        return intent
    return intent.model_copy(update={"goals": goals, "unread": unread})


def _joined(before: Sequence[Goal], after: Sequence[Goal]) -> tuple[Goal, ...]:
    """Without goals that were only there for a value which is an argument of the one before: what
    was taken for another thing of a kind, `boat 3 with berth B07`."""
    made: list[Goal] = []
    for old, new in zip(before, after, strict=True):
        last = made[-1] if made else None
        lost = len(new.related) < len(old.related)
        same = last is not None and (last.action, last.object.span) == (old.action, old.object.span)
        if last is not None and lost and same and last.object.span is not None:
            had = [one.attribute for one in last.object.constraints]
            more = [one for one in new.object.constraints if one.attribute not in had]
            told = {"constraints": (*last.object.constraints, *more)}
            thing = last.object.model_copy(update=told)
            made[-1] = last.model_copy(update={"object": thing})
        else:
            made.append(new)
    return tuple(made)


def _of_goal(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> Goal:
    goal = _of_its_tool(goal, intent, catalogue)
    tool = only_tool(goal, intent, catalogue)
    if tool is None:
        return goal
    goal = _without_itself(goal, tool)
    reading = _Reading(goal, tool, intent.text, catalogue)
    for ref, part in _parts(goal):
        made = reading.moved(ref, part)
        if made is not None:
            reading = _Reading(made, tool, intent.text, catalogue)
    return reading.goal


def _of_its_tool(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> Goal:
    """Of a kind of things that nobody knows, the kind of the one tool whose text says that it does
    so, by verb and noun, and that has an argument of that name, or alone has the noun."""
    noun = next(reversed(fold(_CLAUSE.split(goal.object.words, 1)[0]).split()), "")
    if goal.object.type is not None or not noun or not goal.function.writes:
        return goal
    saying = [
        tool
        for tool in catalogue.tools.values()
        if tool.objects and intent.environment in (None, *tool.environments)
        if noun in fold(f"{tool.title} {tool.summary} {tool.description}").split()
    ]
    found = [
        tool
        for tool in saying
        if goal.action in tool.actions and tool.function.writes
        if len(saying) == 1 or _has_slot(noun, tool)
    ]
    if len(found) != 1:
        return goal
    thing = goal.object.model_copy(update={"type": found[0].objects[0]})
    return goal.model_copy(update={"object": thing})


def _has_slot(noun: str, tool: ToolEssentialModel) -> bool:
    return any(fold(" ".join(split_identifier(slot.key))) == noun for slot in open_slots(tool))


def only_tool(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> ToolEssentialModel | None:
    """The one tool that does what the goal wants to things of its kind."""
    kind, place = goal.object.type, intent.environment
    found = [
        one
        for one in catalogue.tools.values()
        if one.objects[:1] == (kind,)
        and place in (None, *one.environments)
        and one.environments
        and one.function is not FunctionType.QUERY
    ]
    by_verb = [one for one in found if goal.action in one.actions]
    made = [one for one in found if one.function is goal.function]
    for some in (by_verb, made):
        if len(some) == 1:
            return some[0] if goal.function.writes else None
    return None


def _parts(goal: Goal) -> list[tuple[EntityRef, Part]]:
    refs = (goal.object, *goal.related)
    return [(ref, part) for ref in refs for part in (*ref.identifiers, *ref.constraints)]


def _without_itself(goal: Goal, tool: ToolEssentialModel) -> Goal:
    """Without the very thing that is made, where it is named once more and nothing is said of it:
    `a book, the book's title is …`."""

    def is_itself(ref: EntityRef) -> bool:
        says = ref.identifiers or ref.constraints or ref.reference or ref.made_by or ref.quantity
        return ref.type == goal.object.type and ref.role in (None, "parent") and not says

    if not creates(tool):
        return goal
    kept = tuple(ref for ref in goal.related if not is_itself(ref))
    return goal.model_copy(update={"related": kept}) if kept != goal.related else goal


@dataclass(frozen=True, slots=True)
class _Reading:
    goal: Goal
    tool: ToolEssentialModel
    text: str
    catalogue: Catalogue

    def moved(self, ref: EntityRef, part: Part) -> Goal | None:
        """The goal with that value as the argument by whose name it is called; None where it is
        called by none, or is there already."""
        ours = ref is self.goal.object or ref == self.goal.object
        slot = self._called(part) if part.argument is None else None
        if part.argument is not None or not (ours or slot is not None or self._is_loose(ref)):
            return None
        if slot is None and ours and self._numbered(part):
            return self._identified(part)
        slot = slot or (None if ours else self._exemplified(part))
        if slot is None:
            return None
        if (ours and part.attribute == slot.attribute) or self._has(slot):
            return None
        value = part.value
        now = Constraint(attribute=slot.attribute, value=value, unit=_unit(part), span=part.span)
        if fit(_fact(now), slot, self.catalogue.lexicon) is None:
            return None
        return self._with(part, constraint=now)

    def _is_loose(self, ref: EntityRef) -> bool:
        """A thing of a kind that no argument of the tool is about."""
        return ref.type is None or all(slot.entity != ref.type for slot in self.tool.needs)

    def _has(self, slot: Slot) -> bool:
        thing = self.goal.object
        return any(one.attribute == slot.attribute for one in thing.constraints)

    def _called(self, part: Part) -> Slot | None:
        """The only argument about the tool's own thing whose name stands before the value."""
        main, lexicon = self.tool.objects[0], self.catalogue.lexicon
        before = self.text[: part.span.start]
        slots = list(open_slots(self.tool))
        attributes = [slot.attribute for slot in slots]
        found = [
            slot
            for slot in slots
            if slot.entity in (None, main) and slot.attribute not in (None, _ID)
            if any(
                ends_with(before, name)
                for name in names(slot, lexicon, alone=attributes.count(slot.attribute) == 1)
            )
        ]
        return found[0] if len(found) == 1 else None

    def _exemplified(self, part: Part) -> Slot | None:
        """The only argument about the tool's own thing of which an author's example looks so."""
        main, look = self.tool.objects[0], _look(str(part.value))
        found = [
            slot
            for slot in open_slots(self.tool)
            if slot.entity in (None, main) and slot.attribute not in (None, _ID)
            if slot.type == "string" and not slot.values and any(map(str.isdigit, look))
            if any(_look(one) == look for one in examples(slot.description))
        ]
        return found[0] if len(found) == 1 else None

    def _numbered(self, part: Part) -> bool:
        """The value stands behind the very noun of the tool's thing, of which it takes the id, and
        was taken for something that no tool knows of it."""
        main, lexicon = self.tool.objects[0], self.catalogue.lexicon
        slots = list(open_slots(self.tool))
        own = next((s for s in slots if s.entity == main and s.attribute == _ID), None)
        known = any(slot.attribute == part.attribute for slot in slots if slot.entity == main)
        if own is None or known or creates(self.tool) or self.goal.object.identifiers:
            return False
        if _unit(part) is not None:
            return False
        concept = lexicon.concept(Kind.ENTITY, main)
        nouns = (main, *concept.surfaces) if concept is not None else (main,)
        before = self.text[: part.span.start]
        fitting = fit(Fact("by_name", _ID, part.value), own, lexicon) is not None
        return fitting and any(ends_with(before, noun) for noun in nouns)

    def _identified(self, part: Part) -> Goal:
        name = Identifier(attribute=None, value=str(part.value), span=part.span)
        return self._with(part, identifier=name)

    def _with(
        self, part: Part, constraint: Constraint | None = None, identifier: Identifier | None = None
    ) -> Goal:
        """The goal without that value, and with it of its object."""
        refs = [_less(ref, part) for ref in (self.goal.object, *self.goal.related)]
        thing = refs[0]
        constraints = (*thing.constraints, *([constraint] if constraint else []))
        identifiers = (*thing.identifiers, *([identifier] if identifier else []))
        told = {"constraints": constraints, "identifiers": identifiers}
        pairs = zip(self.goal.related, refs[1:], strict=True)
        related = tuple(new for old, new in pairs if new is old or not _is_bare(new))
        return self.goal.model_copy(
            update={"object": thing.model_copy(update=told), "related": related}
        )


def _look(text: str) -> str:
    """How a code looks, whatever its letters and digits."""
    return re.sub(r"[A-Za-z]", "a", re.sub(r"\d", "0", text))


def _unit(part: Part) -> str | None:
    return part.unit if isinstance(part, Constraint) else None


def _fact(one: Constraint) -> Fact:
    return Fact("by_name", one.attribute, one.value, unit=one.unit, words=one.span.text)


def _less(ref: EntityRef, part: Part) -> EntityRef:
    if part not in (*ref.identifiers, *ref.constraints):
        return ref
    told = {
        "identifiers": tuple(one for one in ref.identifiers if one != part),
        "constraints": tuple(one for one in ref.constraints if one != part),
    }
    return ref.model_copy(update=told)


def _is_bare(ref: EntityRef) -> bool:
    return not (ref.identifiers or ref.constraints or ref.reference or ref.made_by)


_Used: TypeAlias = tuple[Span, Slot]


def _named(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> Iterator[_Used]:
    """The values of the goal's own thing with the arguments that they are for."""
    tool = only_tool(goal, intent, catalogue)
    for slot in open_slots(tool) if tool is not None else ():
        if slot.entity in (None, goal.object.type) and slot.attribute is not None:
            for one in goal.object.constraints:
                if one.attribute == slot.attribute:
                    yield one.span, slot


def _is_beside(words: Span, used: Sequence[_Used], lexicon: Lexicon) -> bool:
    """A word beside a value that only names its argument, or the unit of that: it is used, too."""
    return any(
        (0 <= words.start - span.end <= _APART or 0 <= span.start - words.end <= _APART)
        and names_argument(words.text, slot, lexicon)
        for span, slot in used
    )


def _without_labels(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> Goal:
    """Without what was taken for a value, and only names the argument of the one behind it."""
    used = list(_named(goal, intent, catalogue))
    thing = goal.object

    def is_label(part: Constraint) -> bool:
        words = without_lead(part.span.text)
        return any(
            0 <= span.start - part.span.end <= _APART
            and names_argument(words, slot, catalogue.lexicon)
            for span, slot in used
        )

    kept = tuple(one for one in thing.constraints if not is_label(one))
    if kept == thing.constraints:
        return goal
    return goal.model_copy(update={"object": thing.model_copy(update={"constraints": kept})})


def names_argument(word: str, slot: Slot, lexicon: Lexicon) -> bool:
    """The word is all of what the argument is called, or its unit in the author's own text."""
    called = any(
        told(name, word, "") == 1 or _is_head(word, name, slot, lexicon)
        for name in names(slot, lexicon, alone=True)
    )
    described = fold(word) in fold(slot.description).split()
    numeric = slot.type in ("integer", "number")
    return called or (described and numeric)


def _is_head(word: str, name: str, slot: Slot, lexicon: Lexicon) -> bool:
    """The word is the name without the noun of the thing that the argument is of."""
    thing = lexicon.concept(Kind.ENTITY, slot.entity) if slot.entity else None
    if thing is None or len(word) < _LEAST:
        return False
    return any(fold(f"{noun}{word}") == fold(name) for noun in (thing.name, *thing.surfaces))
