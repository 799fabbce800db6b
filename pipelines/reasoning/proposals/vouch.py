"""Whether the source that a proposal names for an argument really gives it a value.

What the planner itself would read for the argument counts first. Where it would read nothing, the
words have to stand in the sentence, must not be known to speak of something else, and have to fit
the argument's type, unit and choices.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from pipelines.contracts.chain import Binding
from pipelines.messages import say
from pipelines.reasoning.arguments.binding import drawn, name_of, output_of, stated
from pipelines.reasoning.arguments.generate import default_of, is_said
from pipelines.reasoning.arguments.kinds import spoken
from pipelines.reasoning.arguments.values import fit, means, replied
from pipelines.reasoning.planner.heuristic import is_own_new
from pipelines.reasoning.planner.problem import Frame, roles_conflict
from pipelines.reasoning.planner.provide import remembered_facts
from pipelines.reasoning.planner.state import Fact, Instance, Known, State
from pipelines.reasoning.proposals.proposal import ProposedArgument
from tool_registry.model import Slot, ToolEssentialModel, Yield
from tool_registry.vocabulary.conversions import conversion_between
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.numerals import number_of
from tool_registry.vocabulary.text import characters, fold, is_latin

_SEVERAL = 2
_SPOKEN: Literal["zh"] = "zh"
"""The language in which a model is told what is wrong."""


class Refused(Exception):
    """The argument has no such source; the message says why, by name."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(say(_SPOKEN, f"reason.{key}", **values))


Vouched: TypeAlias = tuple[Binding, State]


@dataclass(frozen=True, slots=True)
class Claim:
    """One argument of a proposal, and what it is claimed for."""

    frame: Frame
    number: int
    """Of the step, from 1."""
    slot: Slot
    key: str
    """Of the instance that the slot speaks of."""
    argument: ProposedArgument

    def refused(self, key: str, **values: object) -> Refused:
        """Why the claim fails."""
        return Refused(key, step=self.number, argument=self.slot.path, **values)


def vouch(claim: Claim, state: State) -> Vouched:
    """The binding behind a claim, and the state that accounts for it; Refused says why not."""
    return _BY_SOURCE[claim.argument.source](claim, state)


def in_sentence(frame: Frame, words: str) -> bool:
    """True where the words stand in the sentence or in a reply, not as a part of a longer code."""
    texts = (frame.problem.intent.meant, *frame.problem.given.values())
    return any(stands(text, words) for text in texts)


def _words(claim: Claim, state: State) -> Vouched:
    frame, slot, words = claim.frame, claim.slot, claim.argument.words or ""
    if not words.strip():
        raise claim.refused("no_words")
    read = _read(claim, state)
    if read is not None and len(_codes(claim)) < _SEVERAL:
        binding, after = read
        _same_words(claim, binding)
        return _valued(claim, binding), after
    if not in_sentence(frame, words):
        raise claim.refused("made_up", words=words)
    spoken_of = [pair for pair in _facts(state) if _about(pair[1], words)]
    for instance, fact in spoken_of:
        _may_stand(claim, state, instance, fact)
    if (code := _own_code(claim)) is not None:
        binding = Binding(source="derived", detail=f"{words} → {code}", value=code)
        return binding, state.covering(*(fact.key for _, fact in spoken_of))
    source = _best(spoken_of) or Fact("said", None, _value(words), words=words)
    if source.key == "said" and _singles_out(frame, slot) and not any(map(str.isdigit, words)):
        raise claim.refused("of_other", words=words, known="-")
    return _fitted(claim, source, state)


def _codes(claim: Claim) -> set[str]:
    """Values of the slot's closed set that the words are known to say."""
    lexicon, words = claim.frame.problem.catalogue.lexicon, claim.argument.words or ""
    said = {one.name for match in lexicon.overlapping(words) for one in match.concepts}
    said = {name for name in said if lexicon.concept(Kind.VALUE, name)}
    return {
        raw
        for raw, names in claim.slot.values.items()
        if any(stands(words, name) for name in names)
        or any(means(names, raw, name, lexicon) for name in said)
    }


def _own_code(claim: Claim) -> str | int | None:
    """The value of the slot's closed set that the proposal takes the words for, where nobody knows
    what they say, or they say several: `both`."""
    slot, given, known = claim.slot, claim.argument.value, _codes(claim)
    raw = next((one for one in slot.values if given is not None and _equal(given, one)), None)
    if raw is None or len(known) == 1 or raw in known:
        return None
    return int(raw) if slot.type == "integer" else raw


def _read(claim: Claim, state: State) -> Vouched | None:
    """What the planner itself reads for the argument from words or replies."""
    frame, slot, key = claim.frame, claim.slot, claim.key
    told = stated(frame, slot, state, state.instances[key])
    if told is not None and told[0] is not None and told[0].source != "remembered":
        return told[0], told[1]
    given = frame.problem.given.get(name_of(slot, state.instances[key]))
    if given is not None and _about(Fact("given", None, given, words=given), claim.argument.words):
        fact = replied(claim.argument.words or "", slot)
        fitted = fit(fact, slot, frame.problem.catalogue.lexicon)
        if fitted is not None:
            return Binding(source="words", detail=fact.words, value=fitted.value), state
    only = spoken(frame, slot, state) if key == frame.target else None
    return (Binding(source="words", detail=only.words, value=only.value), state) if only else None


def _same_words(claim: Claim, binding: Binding) -> None:
    """The proposal's words are those that the planner reads, or the value is the same."""
    said = binding.span.text if binding.span and binding.span.text else binding.detail
    words = claim.argument.words or ""
    fact = Fact("read", None, said, words=said.partition(" → ")[0])
    same = _about(fact, words) or fold(words) == fold(str(binding.value))
    if not same:
        lexicon = claim.frame.problem.catalogue.lexicon
        same = means((fact.words,), str(binding.value), words, lexicon)
    if not same:
        raise claim.refused("other_words", words=words, said=fact.words)


def _valued(claim: Claim, binding: Binding) -> Binding:
    """The binding, where the proposal names no other value for it."""
    given = claim.argument.value
    if given is None or _equal(given, binding.value) or _equal(given, claim.argument.words):
        return binding
    raise claim.refused("other_value", given=given, value=binding.value)


def _equal(one: object, other: object) -> bool:
    held = cast("list[object]", other) if isinstance(other, list) else [other]
    return any(_plain(one) == _plain(each) for each in held)


def _plain(value: object) -> str:
    """Numbers without their form: 50, 50.0 and the text of it are one."""
    if isinstance(value, bool):
        return str(value).lower()
    number = number_of(str(value))
    return f"{float(number):g}" if number is not None else fold(str(value))


def _may_stand(claim: Claim, state: State, instance: Instance, fact: Fact) -> None:
    """Refused where the sentence says the words of something else."""
    frame, slot, words = claim.frame, claim.slot, claim.argument.words or ""
    if fact.operator == "ne":
        raise claim.refused("denied", words=words)
    lexicon = frame.problem.catalogue.lexicon
    meant = any(means(names, raw, fact.value, lexicon) for raw, names in slot.values.items())
    known = ".".join(filter(None, (instance.entity, fact.attribute)))
    if _is_apart(frame.tool, fact, slot) and not meant:
        raise claim.refused("of_other", words=words, known=known)
    own = state.instances[claim.key]
    apart = bool(instance.entity and own.entity and instance.entity != own.entity)
    if apart and (fact.identifies or frame.mode == "main"):
        raise claim.refused("of_other", words=words, known=known)
    if roles_conflict(slot.role, instance.role) or (_is_another(own, instance) and not apart):
        raise claim.refused("of_other", words=words, known=known or words)


def _is_apart(tool: ToolEssentialModel, fact: Fact, slot: Slot) -> bool:
    """Of another attribute than the slot's; plain words of one that no argument of the tool is for
    may be meant for any: a name for whoever handles it."""
    if not fact.attribute or not slot.attribute or fact.attribute == slot.attribute:
        return False
    free = isinstance(fact.value, str) and not fact.identifies and not slot.values
    shaped = slot.format or slot.pattern or slot.type != "string" or not fact.words.isalpha()
    return bool(shaped) or not free or any(one.attribute == fact.attribute for one in tool.needs)


def _is_another(one: Instance, other: Instance) -> bool:
    """True for two things that the sentence tells apart."""
    if one.key == other.key:
        return False
    singled = [any(fact.identifies for fact in each.facts) for each in (one, other)]
    return all(singled)


def _fitted(claim: Claim, fact: Fact, state: State) -> Vouched:
    slot, words = claim.slot, claim.argument.words or ""
    fitted = fit(fact, slot, claim.frame.problem.catalogue.lexicon)
    if fitted is None:
        choices = "|".join(":".join((raw, *names[:1])) for raw, names in slot.values.items())
        raise claim.refused("unfit", words=words, known=choices or slot.unit or slot.type)
    changed = fitted.conversion is not None
    binding = Binding(
        source="derived" if changed else "words",
        detail=f"{words} → {fitted.value}" if changed else words,
        value=fitted.value,
        span=fact.span,
        conversion=fitted.conversion,
    )
    return _valued(claim, binding), state.covering(fact.key)


def _facts(state: State) -> Iterator[tuple[Instance, Fact]]:
    for instance in state.instances.values():
        yield from ((instance, fact) for fact in instance.facts if fact.source == "words")


def _best(found: list[tuple[Instance, Fact]]) -> Fact | None:
    return max((fact for _, fact in found), key=lambda fact: len(fact.words), default=None)


def _about(fact: Fact, words: str | None) -> bool:
    """True where one of the two is said in the other, as whole words."""
    return stands(fact.words, words or "") or stands(words or "", fact.words)


def stands(text: str, words: str) -> bool:
    """True where the words stand in the text, not as a part of a longer word or number."""
    whole, sought = characters(text).text, characters(words.strip()).text
    at = whole.find(sought) if sought else -1
    while at >= 0:
        end = at + len(sought)
        if not (_goes_on(whole, at) or _goes_on(whole, end)):
            return True
        at = whole.find(sought, at + 1)
    return False


def _goes_on(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isdigit() != after.isdigit():
        return is_latin(before) and is_latin(after) and not before.isdigit()
    return before.isdigit() or (is_latin(before) and is_latin(after))


def _value(words: str) -> str | int | float:
    number = number_of(fold(words))
    return words if number is None else number


def _singles_out(frame: Frame, slot: Slot) -> bool:
    graph = frame.problem.catalogue.graph
    return slot.attribute == "id" or slot.attribute in graph.identifiers(slot.entity or "")


def _memory(claim: Claim, state: State) -> Vouched:
    """What the conversation knows of a thing that the sentence does not single out."""
    instance = state.instances[claim.key]
    if not instance.identified:
        facts = remembered_facts(claim.frame, instance)
        instance = replace(instance, facts=(*instance.facts, *facts))
        state = state.with_instance(instance)
    told = stated(claim.frame, claim.slot, state, instance)
    if told is None or told[0] is None or told[0].source != "remembered":
        raise claim.refused("no_memory")
    return told[0], told[1]


def _default(claim: Claim, state: State) -> Vouched:
    binding = default_of(claim.slot)
    if binding is None:
        raise claim.refused("no_default")
    _unsaid(claim, state)
    return binding, state


def _generated(claim: Claim, state: State) -> Vouched:
    frame, slot = claim.frame, claim.slot
    theirs = frame.mode == "main" and is_said(slot)
    if theirs or not frame.creates or claim.key != frame.target or not is_own_new(frame.tool, slot):
        raise claim.refused("not_drawn")
    _unsaid(claim, state)
    binding, after = drawn(frame, slot, state)
    if binding is None:
        raise claim.refused("not_drawn")
    return binding, after


def _unsaid(claim: Claim, state: State) -> None:
    """Refused where the sentence says the value that is to be drawn or left to a default."""
    read = _read(replace(claim, argument=_open(claim.argument)), state)
    if read is not None:
        raise claim.refused("user_said", said=read[0].detail)


def _open(argument: ProposedArgument) -> ProposedArgument:
    return argument.model_copy(update={"words": ""})


def _output(claim: Claim, state: State) -> Vouched:
    argument, slot = claim.argument, claim.slot
    number = argument.step or 0
    if not 0 < number < claim.number or number > len(state.drafts):
        raise claim.refused("no_step")
    draft = state.drafts[number - 1]
    told = next((one for one in draft.tool.yields if one.path == argument.field), None)
    if told is None:
        known = ", ".join(one.path for one in draft.tool.yields) or "-"
        raise claim.refused("no_field", tool=draft.tool.id, field=argument.field, known=known)
    instance = state.instances[claim.key]
    _may_feed(claim, instance, told)
    if _is_another(instance, state.instances[draft.target]) and _alike(state, draft.target, claim):
        raise claim.refused("other_field", field=told.path, known=state.instances[draft.target].key)
    known = {**instance.known, slot.attribute or "": Known(number - 1, told, select=told.many)}
    learnt = state.with_instance(replace(instance, known=known))
    binding = output_of(slot, learnt.instances[claim.key], learnt, claim.frame.problem.picks)
    return binding, learnt


def _alike(state: State, target: str, claim: Claim) -> bool:
    return state.instances[target].entity == state.instances[claim.key].entity


def _may_feed(claim: Claim, instance: Instance, told: Yield) -> None:
    """Refused where the field is known to be another thing, or has no form for the argument."""
    slot = claim.slot
    entity = slot.entity or instance.entity
    names = ".".join(filter(None, (told.entity, told.attribute))) or told.path
    other = told.attribute and slot.attribute and told.attribute != slot.attribute
    foreign = told.entity and entity and told.entity != entity
    shaped = told.type in ("object", "array") and slot.type not in (told.type, "any")
    units = told.unit and slot.unit and told.unit != slot.unit
    unequal = units and conversion_between(told.unit or "", slot.unit or "") is None
    if other or foreign or shaped or unequal or roles_conflict(slot.role, told.role):
        raise claim.refused("other_field", field=told.path, known=names)


_BY_SOURCE: Mapping[str, Callable[[Claim, State], Vouched]] = {
    "words": _words,
    "output": _output,
    "memory": _memory,
    "default": _default,
    "generated": _generated,
}
