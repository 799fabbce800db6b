"""A request that points at what the conversation spoke of, with the ids of what it means."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Missing, Span
from pipelines.contracts.reply_names import WHICH_ONE
from pipelines.intent.dialogue.counted_rows import with_counted_rows
from pipelines.intent.dialogue.gathering import refs_of, spread, with_refs
from pipelines.intent.dialogue.holding import MADE_FOR, holder_of, tells_whom, through
from pipelines.intent.dialogue.named_view import thing_shown
from pipelines.intent.dialogue.past import Past
from pipelines.intent.dialogue.references import Pointer, meant, people_first
from pipelines.intent.dialogue.things import Thing
from pipelines.intent.dialogue.told_apart import of_those_values, tells_one
from pipelines.intent.overview import conditions_of, related_of, summary_of
from pipelines.intent.steps import execution_plan
from pipelines.messages import say
from pipelines.messages.labels import entity_label
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.patterns import shapes

POINTS = "that"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The request, and what stands for which of its words."""

    reading: IntentResult
    recalled: dict[str, str]
    """Id → the words that point at it."""
    seen: dict[str, str]
    """The same for what is in view."""
    made: bool
    """All of it was made in the conversation."""


def resolved(said: IntentResult, past: Past, catalogue: Catalogue) -> Resolved | Thing | None:
    """None where it points at nothing, or at nothing that is known where it is to happen; what the
    page shows, where that is meant, and is of another environment than is said."""
    said = with_counted_rows(said, past)
    used: list[tuple[Thing, str]] = []
    goals: list[Goal] = []
    for goal in map(_said_once, said.goals):
        holder = holder_of(goal, past, catalogue)
        if holder is not None:
            used.append((holder, next(iter(goal.related), goal.object).words))
            goals.append(through(goal, holder))
            continue
        refs: list[EntityRef] = []
        for place, ref in enumerate(refs_of(goal)):
            if not _is_open(ref, goal, place, past) or _is_all(ref, goal, catalogue):
                refs.append(ref)
                continue
            if (apart := _shown_apart(ref, said.environment, past, catalogue)) is not None:
                return apart
            things = _things(ref, goal, place, said.environment, past, catalogue)
            if not things:
                return None
            used += [(one, ref.words) for one in things]
            refs.append(_named(ref, things, goal))
        goals.append(with_refs(goal, refs))
    goals = _without_holders(goals)
    places = {thing.environment for thing, _ in used}
    if len(places) != 1:
        return None
    recalled = {thing.id: words for thing, words in used if not thing.seen}
    seen = {thing.id: words for thing, words in used if thing.seen}
    made = all(thing.made for thing, _ in used)
    whole = _whole(said, goals, places.pop(), catalogue)
    if any(tells_whom(thing, goal, catalogue) for thing, _ in used for goal in goals):
        open_ = tuple(one for one in whole.missing if one.name != "recipient")
        whole = whole.model_copy(update={"missing": open_})
    return Resolved(whole, recalled, seen, made)


def which_there(said: IntentResult, shown: Thing, catalogue: Catalogue) -> IntentResult:
    """The request with the question which one is meant, where what the page shows is of another
    environment than is said."""
    label, language = catalogue.environments.label, said.language
    question = say(
        language,
        "conversation.shown_elsewhere",
        there=label(shown.environment, language),
        here=label(said.environment or "", language),
        entity=entity_label(catalogue.lexicon, shown.entity, language),
    )
    asks = Missing(name=f"{shown.entity}{WHICH_ONE}", blocking=True, question=question)
    return said.model_copy(update={"missing": (asks,)})


def _said_once(goal: Goal) -> Goal:
    """What is to be done is not, in the same words, how the thing is already."""
    kept = tuple(c for c in goal.object.constraints if c.span.text != goal.action_words)
    if len(kept) == len(goal.object.constraints) or not goal.function.writes:
        return goal
    return goal.model_copy(update={"object": goal.object.model_copy(update={"constraints": kept})})


_PASSING = ("status", "name", "title")
"""What tells which one is meant, or how it is now, and is no kind."""


def _is_open(ref: EntityRef, goal: Goal, place: int, past: Past) -> bool:
    """It is only pointed at, or it is the thing that a question or an action leaves out: "pay the
    order" after an order, "now deliver"."""
    if ref.identifiers or ref.made_by is not None:
        return False
    if ref.reference == POINTS or (place > 0 and _is_row(ref, past)):
        return True
    beside = any(
        one.identifiers or one.reference == POINTS or one.type in past.in_view
        for one in goal.related
    )
    lists = goal.function is FunctionType.QUERY and not goal.asked
    kind = _checks(goal) or (not lists and _says_kind(ref, past))
    one = goal.function in (FunctionType.OPERATE, FunctionType.DELETE) and tells_one(ref, past)
    narrowed = ref.constraints and not (kind or one)
    whose = _tells(ref, goal) or ref.role == "parent" or not goal.function.writes
    if place > 0 and ref.type in past.in_view and whose:
        return not ref.constraints and ref.quantity is None
    if place > 0 or beside or narrowed:
        return False
    makes = goal.function is FunctionType.CREATE or ref.quantity is not None
    spoken = ref.type is None or bool(past.of(ref.type, None))
    return not goal.function.writes or (not makes and spoken)


def _is_row(ref: EntityRef, past: Past) -> bool:
    """`for all 12 of the users`, where a row of twelve was told: no other twelve."""
    count = ref.quantity or 0
    return count > 1 and not ref.constraints and len(past.row(ref.type or "", None)) == count


def _without_holders(goals: Sequence[Goal]) -> list[Goal]:
    """`this order's buyer`: the order is not looked up for itself as well."""
    held = {i.value for goal in goals for ref in goal.related for i in ref.identifiers}
    alone = [
        goal
        for goal in goals
        if goal.function is FunctionType.QUERY
        and not (goal.asked or goal.action_words or goal.related)
        and {i.value for i in goal.object.identifiers} & held
    ]
    return [goal for goal in goals if goal not in alone]


def _tells(ref: EntityRef, goal: Goal) -> bool:
    """Beside what is made it tells for whom that is."""
    return goal.function is FunctionType.CREATE and ref.role in MADE_FOR


def _is_all(ref: EntityRef, goal: Goal, catalogue: Catalogue) -> bool:
    """`show all orders`: a list of them is wanted, and not the one that was spoken of."""
    action = catalogue.lexicon.concept(Kind.ACTION, goal.action)
    lists = action is not None and "list" in action.flags
    return lists and ref is goal.object and ref.reference != POINTS


def _says_kind(ref: EntityRef, past: Past) -> bool:
    """`the dine-in order`, where one order is spoken of: of what kind it is, and not which."""
    kinds = all(c.operator == "eq" and isinstance(c.value, str) for c in ref.constraints)
    states = any(c.attribute in (None, *_PASSING) for c in ref.constraints)
    return kinds and not states and ref.type is not None and bool(past.of(ref.type, None))


def _checks(goal: Goal) -> bool:
    """`is it paid?`: what is said of it is what is asked."""
    return goal.function is FunctionType.VERIFY


def _things(
    ref: EntityRef,
    goal: Goal,
    place: int,
    environment: str | None,
    past: Past,
    catalogue: Catalogue,
) -> Sequence[Thing]:
    """What is meant: of several kinds, one that the action or the question fits."""
    markers = catalogue.lexicon.lookup(ref.words, Kind.MARKER) if ref.words else ()
    personal = any(one.name == "person_pronoun" for one in markers)
    start, end = (ref.span.start, ref.span.end) if ref.span is not None else (0, 0)
    kind = _kind(ref, past, catalogue)
    pointer = Pointer(
        start, end, ref.words, kind, personal=personal, count=ref.quantity or _count_in(ref.words)
    )
    options = meant(pointer, of_those_values(ref, past), environment, catalogue)
    if place > 0 and ref.role in ("recipient", "owner"):
        options = people_first(options, catalogue)
    fits = _fits if place == 0 else _serves
    fitting = [one for one in options if fits(one[0], goal, catalogue)]
    moved = (one for one in options if place == 0 and _is_moved(one[0], goal, catalogue))
    fitting = fitting or list(moved)
    points = ref.reference == POINTS or _tells(ref, goal)
    bare = ref.reference == POINTS and pointer.entity is None
    strict = goal.function.writes and not (bare or (points and ref.type in past.in_view))
    return next(iter(fitting or ([] if strict else options)), ())


def _count_in(words: str) -> int | None:
    """The number in words that point: `these three`."""
    values = [value.value for one in shapes(words) if one.kind == "number" for value in one.values]
    return values[0] if len(values) == 1 and isinstance(values[0], int) else None


def _shown_apart(
    ref: EntityRef, environment: str | None, past: Past, catalogue: Catalogue
) -> Thing | None:
    """The thing in view, where it is meant and is of another environment: none that was spoken of
    takes its place."""
    seen = thing_shown(past)
    if seen is None or environment in (None, seen.environment):
        return None
    return seen if _kind(ref, past, catalogue) in (None, seen.entity) else None


def _kind(ref: EntityRef, past: Past, catalogue: Catalogue) -> str | None:
    """The kind that is meant; a pronoun's own is a guess."""
    known = past.of(ref.type, None) or names_kind(ref, catalogue)
    return ref.type if known else None


def names_kind(ref: EntityRef, catalogue: Catalogue) -> bool:
    """True for words that hold the noun of its kind: `that order`, where no order was spoken of;
    nothing else is meant."""
    words = catalogue.lexicon.overlapping(ref.words)
    return any(
        one.kind is Kind.ENTITY and one.name == ref.type for w in words for one in w.concepts
    )


def _fits(thing: Thing, goal: Goal, catalogue: Catalogue) -> bool:
    """Some tool does that with such a thing, or tells what is asked of it."""
    tools = catalogue.tools.values()
    if goal.asked:
        told = {
            out.attribute for tool in tools for out in tool.yields if out.entity == thing.entity
        }
        return told.issuperset(goal.asked)
    if goal.target_state is not None or _ends(goal, catalogue):
        return any(one.entity == thing.entity for tool in tools for one in tool.states)
    return any(
        goal.action in tool.actions
        and thing.entity in tool.objects
        and (not goal.function.writes or _takes(tool, thing.entity))
        for tool in tools
    )


def _is_moved(thing: Thing, goal: Goal, catalogue: Catalogue) -> bool:
    """Some tool that does that to another thing leaves such a thing in another state by it."""
    return any(
        goal.action in tool.actions and any(one.entity == thing.entity for one in tool.states)
        for tool in catalogue.tools.values()
    )


def _takes(tool: ToolEssentialModel, kind: str) -> bool:
    """It is what the tool is about, or what it is told: an order is paid, and not its buyer."""
    return kind in tool.objects[:1] or any(slot.entity == kind for slot in tool.needs)


def _ends(goal: Goal, catalogue: Catalogue) -> bool:
    """`finish it`: the verb stands for the state that is the end of it."""
    action = catalogue.lexicon.concept(Kind.ACTION, goal.action)
    return action is not None and "ends" in action.flags


def _serves(thing: Thing, goal: Goal, catalogue: Catalogue) -> bool:
    """Some tool that does that takes such a thing."""
    return any(
        goal.object.type in (None, *tool.objects[:1])
        and tool.function.writes == goal.function.writes
        and any(slot.entity == thing.entity for slot in tool.needs)
        for tool in catalogue.tools.values()
    )


def _named(ref: EntityRef, things: Sequence[Thing], goal: Goal) -> EntityRef:
    span = ref.span or goal.span or Span(start=0, end=0, text="")
    words = span.model_copy(update={"text": ref.words})
    named = tuple(Identifier(attribute=None, value=one.id, span=words) for one in things)
    told = {"type": things[0].entity, "identifiers": named, "reference": None, "quantity": None}
    return ref.model_copy(update=told)


def _whole(
    said: IntentResult, goals: Sequence[Goal], place: str, catalogue: Catalogue
) -> IntentResult:
    every = spread(goals)
    first = every[0]
    writes = any(goal.function.writes for goal in every)
    kind = said.intent_type
    if not kind.is_data:
        kind = IntentType.OPERATE_DATA if writes else IntentType.QUERY_DATA
    told = {
        "intent_type": kind,
        "environment": place,
        "goals": every,
        "action": first.action,
        "object": summary_of(first),
        "related": related_of(every),
        "conditions": conditions_of(first, kind),
        "execution_plan": execution_plan(every, said.language, catalogue.lexicon),
        "missing": tuple(_still_missing(said, every)),
    }
    return said.model_copy(update=told)


def _still_missing(said: IntentResult, goals: Sequence[Goal]) -> Iterator[object]:
    """Where and what it is about is known now."""
    named = all(any(ref.identifiers for ref in refs_of(goal)) for goal in goals)
    for one in said.missing:
        known = one.name in ("environment", "object") or (named and one.name.endswith(WHICH_ONE))
        if not known:
            yield one
