"""Binding one slot: every way in which an argument can get a value, best first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pipelines.contracts.chain import Binding
from pipelines.reasoning.arguments.generate import default_of, drawn_for, keyed, placed
from pipelines.reasoning.arguments.kinds import mentioned, spoken, text_slot
from pipelines.reasoning.arguments.lists import element_paths
from pipelines.reasoning.arguments.mentions import answer_of, instance_of, lasts, lent, stands_in
from pipelines.reasoning.arguments.moments import (
    facts_in,
    is_moment,
    is_unformed,
    moment,
    moment_in,
    named_moment,
    told_of,
)
from pipelines.reasoning.arguments.shapes import could_be
from pipelines.reasoning.arguments.values import fit, means, replied
from pipelines.reasoning.planner.problem import Frame, Place
from pipelines.reasoning.planner.provide import (
    Source,
    converted,
    found,
    listed,
    made,
    related,
    remembered_facts,
    scoped,
)
from pipelines.reasoning.planner.state import Fact, Instance, Known, State
from tool_registry.base.types import JsonValue, as_list
from tool_registry.model import Slot
from tool_registry.vocabulary.lexicon import Kind

Option = tuple[Binding | None, State]


def options(frame: Frame, slot: Slot, state: State, place: Place) -> Iterator[Option]:
    """(binding, state) pairs for the slot; None as binding means that it is left out."""
    if slot.sentence:
        yield _whole_sentence(frame, state)
        return
    fixed = platform_value(frame, slot)
    if fixed is not None:
        yield fixed, state
        return
    key, state = instance_of(frame, slot, state)
    if _is_of_another_goal(frame, slot, key, state):
        yield None, state
        return
    said = stated(frame, slot, state, state.instances[key])
    if said is not None:
        yield said
        yield from _within_its_owner(frame, slot, key, state, place)
    elif slot.hidden:
        yield default_of(slot), state
    elif key == frame.target:
        yield from _own(frame, slot, state, place)
    else:
        yield from _foreign(frame, slot, key, state, place)


def _is_of_another_goal(frame: Frame, slot: Slot, key: str, state: State) -> bool:
    """`a card and a loan`: what a call can do without is not filled with what another goal is
    about, where the words of its own do not say so."""
    return not slot.required and key in state.elsewhere and frame.tool.function.writes


def _within_its_owner(
    frame: Frame, slot: Slot, key: str, state: State, place: Place
) -> Iterator[Option]:
    """The named thing looked for among its owner's: only so are both honoured."""
    target = state.instances[key]
    if key != frame.target or frame.mode != "main" or frame.creates or slot.attribute != "id":
        return
    for after in scoped(frame, slot, target, state, place):
        found = after.instances[key]
        if slot.attribute in found.known:
            yield output_of(slot, found, after, frame.problem.picks), after


def _whole_sentence(frame: Frame, state: State) -> Option:
    """What the user said, as it was said: so nothing of it is left out."""
    text = frame.problem.intent.text
    told = (fact.key for one in state.instances.values() for fact in one.facts)
    return Binding(source="words", detail=text, value=text), state.covering(*told)


def platform_value(frame: Frame, slot: Slot) -> Binding | None:
    """Slots that the platform fills: environment, stress mark, idempotency key."""
    problem = frame.problem
    if slot.environment:
        return placed(slot, problem.environment)
    if slot.key == problem.options.stress_parameter and problem.intent.stress:
        return Binding(source="words", detail="stress", value=True)
    if slot.idempotency_key and slot.required:
        seed = f"{problem.seed}/{frame.goal.id}/{frame.ordinal}/{frame.tool.id}"
        return keyed(seed)
    return None


def stated(frame: Frame, slot: Slot, state: State, instance: Instance) -> Option | None:
    """The value that the sentence, or the conversation, states for this slot."""
    facts = [*instance.facts]
    if instance.key == frame.target:
        facts = [*frame.implied, *facts, *frame.inherited]
    if _only_compared(frame):
        facts = [fact for fact in facts if fact.identifies]
    slot = _coded(frame, slot)
    facts = [fact for fact in facts if not _is_for_another(frame, fact, slot)]
    own = instance.key == frame.target
    if own and is_moment(slot) and (told := _when(frame, slot, state, facts)) is not None:
        return told
    facts += mentioned(frame, slot, state, own=own)
    facts += () if own else lent(frame, slot, state)
    for fact in facts:
        if not _speaks_of(frame, fact, slot, instance):
            continue
        fitted = fit(fact, slot, frame.problem.catalogue.lexicon)
        if fitted is None or (is_moment(slot) and is_unformed(slot, fitted.value)):
            continue
        if (slot.many or slot.in_list) and fact.argument is not None:
            return _list_of(slot, [f for f in facts if f.argument == slot.path], frame, state)
        source = "remembered" if fact.source == "remembered" else "words"
        detail = fact.words if fitted.conversion is None else f"{fact.words} → {fitted.value}"
        doubt = 0.3 if _read_against_words(frame, fact, slot, instance) else 0.0
        state = replace(state, cost=state.cost.plus(doubt=doubt))
        binding = Binding(
            source="derived" if fitted.conversion and source == "words" else source,
            detail=detail,
            value=fitted.value,
            span=fact.span,
            conversion=fitted.conversion,
        )
        said_again = (
            f.key
            for f in facts
            if (f.attribute, f.value, f.argument) == (fact.attribute, fact.value, fact.argument)
        )
        return binding, state.covering(*said_again)
    return _when(frame, slot, state, facts) if own and not is_moment(slot) else None


def _is_for_another(frame: Frame, fact: Fact, slot: Slot) -> bool:
    """A form of the tool that was chosen has put it into another one of its arguments."""
    chosen = frame.mode == "main" and frame.tool.id == frame.goal.tool
    return chosen and fact.argument is not None and fact.argument != slot.path


def _list_of(slot: Slot, facts: Sequence[Fact], frame: Frame, state: State) -> Option:
    """Everything that a form has put into a list."""
    own = {fact.span or fact.key: fact for fact in facts}.values()
    each = [fit(fact, slot, frame.problem.catalogue.lexicon) for fact in own]
    fitted = [one.value for one in each if one is not None]
    values = [item for one in fitted for item in (as_list(one) if slot.many else [one])]
    words = ", ".join(fact.words for fact in own)
    told: list[JsonValue] = [fact.value for fact in own]
    source = "words" if values == told else "derived"
    detail = words if values == told else f"{words} → {values}"
    binding = Binding(source=source, detail=detail, value=values)
    return binding, state.covering(*(fact.key for fact in facts))


def _coded(frame: Frame, slot: Slot) -> Slot:
    """A code whose values only the tool's results tell takes the same values."""
    if slot.values or slot.attribute is None or slot.type != "string":
        return slot
    told = (
        y for y in frame.tool.yields if (y.entity, y.attribute) == (slot.entity, slot.attribute)
    )
    values = next((y.values for y in told if y.values), None)
    return slot.model_copy(update={"values": values}) if values else slot


def _when(frame: Frame, slot: Slot, state: State, facts: Sequence[Fact]) -> Option | None:
    """Days, times and lengths that the sentence says without the argument's own name."""
    if frame.mode != "main" or not frame.tool.function.writes:
        return None
    name = name_of(slot, state.instances[frame.target])
    given = frame.problem.given.get(name, "")
    today = frame.problem.today
    found = named_moment(slot, facts, today) if is_moment(slot) else None
    found = found or moment(frame.tool, slot, told_of((*facts, *facts_in(given)), today))
    if found is None:
        return None
    covered = state.covering(*(fact.key for fact in found.facts))
    if found.value is None:
        replied = _replied(frame, slot, state.instances[frame.target])
        return (replied, covered) if replied else (None, covered.lacking(name))
    words = ", ".join(dict.fromkeys(fact.words for fact in found.facts))
    return Binding(source="derived", detail=f"{words} → {found.value}", value=found.value), covered


def _only_compared(frame: Frame) -> bool:
    """What is to be checked is no filter: the thing is to be seen as it is."""
    checks = frame.goal.function.value == "verify" and frame.tool.function.value == "query"
    return checks and frame.mode == "main"


def _speaks_of(frame: Frame, fact: Fact, slot: Slot, instance: Instance) -> bool:
    if fact.operator != "eq":
        return False
    if fact.attribute is not None and fact.attribute == slot.attribute:
        return True
    own = instance.key == frame.target
    if own and (stands_in(frame, fact, slot) or lasts(frame, fact, slot)):
        return True
    if fact.attribute is None and not fact.identifies and isinstance(fact.value, int | float):
        return slot.attribute is not None and slot.attribute == slot.entity == instance.entity
    if fact.identifies:
        named = _named_attributes(frame, instance, fact)
        bare = fact.attribute is None and instance.entity is not None
        return bare and (slot.attribute in {"id", *named} or _stands_for_id(frame, slot))
    lexicon = frame.problem.catalogue.lexicon
    if fact.attribute == "description" and instance.key == frame.target:
        return slot is text_slot(frame.tool)
    return any(means(words, raw, fact.value, lexicon) for raw, words in slot.values.items())


def _stands_for_id(frame: Frame, slot: Slot) -> bool:
    """True where things of that sort have no ids, and the tool singles them out by that."""
    if "id" in frame.problem.catalogue.graph.identifiers(slot.entity or ""):
        return False
    concept = frame.problem.catalogue.lexicon.concept(Kind.ATTRIBUTE, slot.attribute or "")
    singles = concept is not None and "identifier" in concept.flags
    return (singles or bool(slot.values)) and slot.type in ("string", "any")


def _named_attributes(frame: Frame, instance: Instance, fact: Fact) -> set[str]:
    """Identifying attributes that the noun phrase itself names, as far as the value can be one:
    `user account 4711`; in `the phone of user 4711` it is none."""
    identifying = frame.problem.catalogue.graph.identifiers(instance.entity or "")
    return {
        concept.name
        for match in frame.problem.catalogue.lexicon.overlapping(instance.words)
        for concept in match.concepts
        if concept.kind is Kind.ATTRIBUTE and concept.name in identifying
        if could_be(fact.value, concept.name)
    }


def _read_against_words(frame: Frame, fact: Fact, slot: Slot, instance: Instance) -> bool:
    """A bare number taken as the id although the noun phrase names another attribute for it."""
    bare = fact.identifies and fact.attribute is None and slot.attribute == "id"
    return bare and bool(_named_attributes(frame, instance, fact) - {"id"})


def _own(frame: Frame, slot: Slot, state: State, place: Place) -> Iterator[Option]:
    """A slot about the tool's own target that the sentence does not fill."""
    target = state.instances[frame.target]
    replied = _replied(frame, slot, target)
    if replied is not None:
        yield replied, state
    elif (told := spoken(frame, slot, state)) is not None:
        yield Binding(source="words", detail=told.words, value=told.value), state
    elif slot.attribute in target.known and not (frame.makes(target) or _only_narrows(frame, slot)):
        yield output_of(slot, target, state, frame.problem.picks), state
    elif not slot.required or slot.default is not None:
        yield (default_of(slot) if slot.required else None), state
    elif frame.creates:
        yield drawn(frame, slot, state)
    else:
        yield from _identify(frame, slot, target, state, place)


def _only_narrows(frame: Frame, slot: Slot) -> bool:
    """A filter that nobody wants: what is known of one thing narrows no list of others."""
    return not slot.required and frame.mode == "main" and not frame.tool.function.writes


def _replied(frame: Frame, slot: Slot, target: Instance) -> Binding | None:
    """What the user answered when a tool had turned out to want it."""
    given = frame.problem.given.get(name_of(slot, target))
    if given is None or frame.mode != "main":
        return None
    said = moment_in(given, slot, frame.problem.today) if is_moment(slot) else None
    fitted = fit(replied(str(said or given), slot), slot, frame.problem.catalogue.lexicon)
    return Binding(source="words", detail=given, value=fitted.value) if fitted else None


def _identify(
    frame: Frame, slot: Slot, instance: Instance, state: State, place: Place
) -> Iterator[Option]:
    """An identifier of something that exists or is made upstream; asked for where nothing gives it.

    The first kind of source that has anything to offer is the only one that is tried further.
    """
    if not instance.identified and (remembered := remembered_facts(frame, instance)):
        recalled = replace(instance, facts=(*instance.facts, *remembered))
        yield from options(frame, slot, state.with_instance(recalled), place)
        return
    if (instance.key, slot.attribute) in frame.pursued:
        return
    given = frame.problem.given.get(name_of(slot, instance))
    if given is not None and not instance.identified:
        yield from _answered(
            frame, slot, replace(instance, facts=(answer_of(frame, slot, given),)), state, place
        )
        return
    offered = False
    pursuing = frame.pursuing(instance.key, slot.attribute)
    for source in _sources(frame, instance, state.instances[frame.target]):
        for after in source(pursuing, slot, instance, state, place):
            offered = True
            yield output_of(slot, after.instances[instance.key], after, frame.problem.picks), after
        if offered and source is not found:
            return
    if not offered:
        yield None, state.lacking(name_of(slot, instance))


def _answered(
    frame: Frame, slot: Slot, instance: Instance, state: State, place: Place
) -> Iterator[Option]:
    """What the user replied: found in a list by whatever it names there, else taken as it is."""
    told = state.with_instance(instance)
    found = False
    for after in listed(frame, slot, instance, told, place):
        found = True
        yield output_of(slot, after.instances[instance.key], after, frame.problem.picks), after
    if not found:
        fact = instance.facts[0]
        yield Binding(source="words", detail=fact.words, value=fact.value), told


def _sources(frame: Frame, instance: Instance, target: Instance) -> tuple[Source, ...]:
    """Behind a mere pointer only what is described: the only one to be found may not be meant."""
    if instance.identified:
        return (converted,)
    pointing = instance.pointed or (target.pointed and not instance.facts)
    if frame.mode == "convert" or instance.key == frame.target or pointing:
        return (related,)
    return (related, found, made)


def _foreign(frame: Frame, slot: Slot, key: str, state: State, place: Place) -> Iterator[Option]:
    """A slot about another instance than the tool's target."""
    instance = state.instances[key]
    if slot.attribute in instance.known:
        yield output_of(slot, instance, state, frame.problem.picks), state
    elif not slot.required and not _wanted(instance, state):
        yield None, state
    elif slot.default is not None and not instance.identified:
        yield default_of(slot), state
    else:
        yield from _identify(frame, slot, instance, state, place)
        if not slot.required:
            yield None, state


def _wanted(instance: Instance, state: State) -> bool:
    """True when leaving the slot out would drop something that the user said."""
    said = [fact.key for fact in instance.facts if fact.source == "words"]
    return instance.identified and any(key not in state.covered for key in said)


def drawn(frame: Frame, slot: Slot, state: State) -> Option:
    problem = frame.problem
    seed = f"{problem.seed}/{frame.target}/{frame.ordinal}/{slot.path}"
    binding = drawn_for(slot, seed, problem.intent.language)
    if binding is None:
        return None, state.lacking(name_of(slot, state.instances[frame.target]))
    return binding, state


def output_of(slot: Slot, instance: Instance, state: State, picks: Mapping[str, int]) -> Binding:
    """The slot filled from what an earlier step of the plan will have returned."""
    known: Known = instance.known[slot.attribute or ""]
    step = f"s{known.step + 1}"
    unit = known.yielded.unit
    conversion = None
    if unit and slot.unit and unit != slot.unit:
        conversion = f"{unit}_to_{slot.unit}"
    elif slot.many:
        conversion = "wrap_list"
    where = state.drafts[known.step].where if known.select else ()
    tool = state.drafts[known.step].tool
    return Binding(
        source="selected" if known.select else "output",
        detail=f"{step} → {known.yielded.path}",
        step=step,
        path=known.yielded.path,
        where=where,
        where_paths=element_paths(tool, known.yielded.entity) if where else {},
        ordinal=picks.get(tool.id, 0) if known.select else 0,
        conversion=conversion or _type_conversion(slot),
    )


def _type_conversion(slot: Slot) -> str | None:
    return {"string": "text", "integer": "integer", "number": "number"}.get(slot.type)


def name_of(slot: Slot, instance: Instance) -> str:
    entity = slot.entity or instance.entity or ""
    return f"{entity}.{slot.attribute or slot.key}" if entity else slot.key
