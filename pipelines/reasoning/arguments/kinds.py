"""Words of the sentence that say which of a closed set is meant: none may give way to another."""

from collections.abc import Iterator
from dataclasses import replace

from pipelines.contracts.intent import EntityRef, Goal, Span
from pipelines.reasoning.arguments.labelled import labelled
from pipelines.reasoning.arguments.naming import begins_with, ends_with
from pipelines.reasoning.arguments.naming import names as names_of
from pipelines.reasoning.arguments.places import around
from pipelines.reasoning.arguments.values import means
from pipelines.reasoning.planner.problem import Frame, Problem
from pipelines.reasoning.planner.selection import mains
from pipelines.reasoning.planner.state import Draft, Fact, Instance, State
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.concept import THING
from tool_registry.vocabulary.lexicon import Kind, Lexicon, Match
from tool_registry.vocabulary.text import fold

_UNSAID = ("generated", "default")


def mentioned(frame: Frame, slot: Slot, state: State, *, own: bool) -> tuple[Fact, ...]:
    """Facts of one thing that is only named for its kind: `a request for a table`.

    Of another thing than the tool's `own`, only where no noun says what it is: `a seat of OAK-1`.
    """
    if not slot.values or frame.mode != "main":
        return ()
    others = (state.instances[key] for key in dict.fromkeys(state.scope.values()))
    alone = _single(frame.goal)
    return tuple(
        fact
        for one in others
        if one.key != frame.target
        and one.key in alone
        and not one.identified
        and (own or one.entity is None)
        for fact in one.facts
    )


def spoken(frame: Frame, slot: Slot, state: State) -> Fact | None:
    """The only value of the slot's closed set that the sentence says anywhere; of a free text, what
    a remark says by the argument's own name (`reason: nobody came`)."""
    if not slot.values:
        return _remarked(frame, slot)
    if frame.mode != "main":
        return None
    said = dict(_said(frame.problem, frame.goal, slot, state))
    if len(said) != 1:
        return None
    ((raw, match),) = said.items()
    return Fact(f"{frame.goal.id}/spoken", slot.attribute, raw, words=match.text)


def _remarked(frame: Frame, slot: Slot) -> Fact | None:
    """What is a remark for the reader may be an argument that somebody gave."""
    if not frame.tool.function.writes or slot.entity not in (None, *frame.tool.objects):
        return None
    own, lexicon = slot.model_copy(update={"entity": None}), frame.problem.catalogue.lexicon
    intent = frame.problem.intent
    spans = [one.span for one in intent.supplements if one.kind == "remark"]
    said = [fact for span in spans if (fact := _by_name(intent.text, span, own, lexicon))]
    if not said and len(spans) == 1 and slot.attribute == _REASON:
        # Somebody has said why, and the tool asks for a reason.
        told = _without_cause(spans[0])
        said = [Fact("remark", slot.attribute, told.text, span=told, words=told.text)]
    return said[0] if len({one.words for one in said}) == 1 else None


def _without_cause(span: Span) -> Span:
    """`they came late` of `because they came late`."""
    said = span.text.casefold()
    begun = (one for one in around("labels", "causes") if begins_with(said, one))
    rest = span.text[max(map(len, begun), default=0) :].lstrip()
    return Span(start=span.end - len(rest), end=span.end, text=rest) if rest else span


def _by_name(text: str, span: Span, slot: Slot, lexicon: Lexicon) -> Fact | None:
    """The remark as the value of the argument whose name begins it, or stands right ahead."""
    if any(ends_with(text[: span.start], name) for name in names_of(slot, lexicon, alone=True)):
        return Fact("remark", slot.attribute, span.text, span=span, words=span.text)
    found = labelled((slot,), f", {_clause(text, span)}", lexicon)
    if len(found) != 1:
        return None
    # What stands between the name and the remark only leads to it.
    fact = found[0].fact
    told = span.text if fact.words.endswith(span.text) else fact.words
    return replace(fact, value=told, words=told)


def _clause(text: str, span: Span) -> str:
    """The words with those ahead of them in their clause, which may name what they are."""
    begins = max(text.rfind(sign, 0, span.start) for sign in _BETWEEN_CLAUSES) + 1
    return text[begins : span.end]


def undecided(problem: Problem, goal: Goal, draft: Draft, state: State) -> tuple[Slot, str] | None:
    """An argument that would get a value nobody said, and the words that may have meant it."""
    for slot in draft.tool.needs:
        binding = draft.bindings.get(slot.path)
        open_ = binding is None or binding.source in _UNSAID
        if len(slot.values) < 2 or slot.environment or slot.hidden or not open_:
            continue
        words = [match.text for _, match in _said(problem, goal, slot, state)]
        if goal.function.value == "create":
            words += [ref.words for ref in goal.related if _unknown(ref)]
        if words:
            return slot, words[0]
    return None


_REASON = "reason"
_BETWEEN_CLAUSES = ",;\n\uff0c\uff1b\u3002"
_TEXTS = ("description", "remark", "reason", "title")
"""Attributes that take what a sentence tells of a thing, the best first."""


def text_slot(tool: ToolEssentialModel) -> Slot | None:
    """Where the tool takes a text about what it makes: under a usual name, else the only one
    that it requires."""
    main = next(iter(tool.objects), None)
    free = [
        slot
        for slot in tool.needs
        if slot.type == "string"
        and slot.entity in (None, main)
        and slot.attribute is not None
        and not (slot.values or slot.format or slot.pattern or slot.environment or slot.hidden)
    ]
    usual = [slot for name in _TEXTS for slot in free if slot.attribute == name]
    required = [s for s in free if s.required and s.default is None and s.attribute != "id"]
    return next(iter(usual), required[0] if len(required) == 1 else None)


def names(problem: Problem, goal: Goal, fact: Fact, instance: Instance) -> bool:
    """True for what an existing thing is said to be: its noun where that is a kind (`laptop` of
    `laptop 5`), and the state that it is in ahead of a change of something else."""
    if fact.identifies or fact.operator != "eq" or not instance.identified or instance.made:
        return False
    action = problem.catalogue.lexicon.concept(Kind.ACTION, goal.action)
    own = instance.entity == goal.object.type
    changes = goal.function.value in ("operate", "delete") and goal.target_state is None
    sets = action is None or not action.flags.isdisjoint({"sets", "moves"})
    if fact.attribute == "status" and own:
        return changes and not sets
    if (not own or (changes and not sets)) and _is_only_shown(problem, goal, fact, instance):
        return True
    return any(
        THING in concept.flags and concept.entity == instance.entity
        for concept in problem.catalogue.lexicon.lookup(str(fact.value), Kind.VALUE)
    )


def _is_only_shown(problem: Problem, goal: Goal, fact: Fact, instance: Instance) -> bool:
    """What a tool shows of the thing, and no tool that does what is asked takes."""
    lexicon = problem.catalogue.lexicon
    own = instance.entity == goal.object.type
    taken = any(
        slot.attribute == fact.attribute
        and slot.entity in (None, instance.entity)
        and (
            own
            or not slot.values
            or any(means(w, r, fact.value, lexicon) for r, w in slot.values.items())
        )
        for main in mains(problem, goal, (fact,))
        for slot in main.tool.needs
    )
    readers = problem.catalogue.graph.readers(instance.entity or "", problem.environment)
    shown = {y.attribute for tool in readers for y in tool.yields if y.entity == instance.entity}
    return isinstance(fact.value, str) and fact.attribute in shown and not taken


def ways(frame: Frame, state: State) -> Iterator[str]:
    """Keys of what only says by which way: words of the very tool that is called."""
    told = fold(f"{frame.tool.title} {frame.tool.summary}")
    for one in (state.instances[key] for key in dict.fromkeys(state.scope.values())):
        if one.role == "using" and one.entity is None and not one.identified:
            yield from (fact.key for fact in one.facts if fact.words and fold(fact.words) in told)


def _single(goal: Goal) -> set[str]:
    """Keys of the mentions that speak of no more than one."""
    return {f"{goal.id}/r{n}" for n, ref in enumerate(goal.related) if (ref.quantity or 1) == 1}


def _unknown(ref: EntityRef) -> bool:
    """A noun that no catalogue knows and that says nothing else."""
    told = ref.identifiers or ref.constraints or ref.reference
    return ref.type is None and bool(ref.words) and not told


def _said(problem: Problem, goal: Goal, slot: Slot, state: State) -> Iterator[tuple[str, Match]]:
    """Every raw value of the slot that a word of the goal's sentence means, with the word."""
    intent = problem.intent
    text = intent.meant if len(intent.goals) == 1 else goal.text
    taken = [fact.words for one in state.instances.values() for fact in one.facts]
    taken += [item.text for item in intent.negative]
    lexicon = problem.catalogue.lexicon
    for match in lexicon.overlapping(text):
        if any(match.text in words for words in taken) or not _is_value(match, goal):
            continue
        for raw, words in slot.values.items():
            if means(words, raw, match.text, lexicon):
                yield raw, match


def _is_value(match: Match, goal: Goal) -> bool:
    """A value and nothing else here: no grammar, no action, no attribute that the goal names."""
    refs = (goal.object, *goal.related)
    named = {item.attribute for ref in refs for item in (*ref.identifiers, *ref.constraints)}
    named |= set(goal.asked)
    other = (Kind.ACTION, Kind.MARKER, Kind.ENVIRONMENT)
    attribute = match.of(Kind.ATTRIBUTE)
    return (
        match.of(Kind.VALUE) is not None
        and not any(match.of(kind) for kind in other)
        and (attribute is None or attribute.name not in named)
    )
