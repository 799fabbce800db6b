"""From a checked form to goals and instructions: every value is read from its words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, Instruction, Span
from pipelines.intent.goals import canonical_name
from pipelines.intent.model.form import CHOICES, ModelIntent, Said, Step, Thing
from pipelines.intent.model.located_words import Meaning, Words
from pipelines.intent.reader.values import most_specific, once
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon

HOME_CURRENCY = "yuan"
"""Of amounts that name none."""
_STATUS = "status"


def kind_of(form: ModelIntent) -> IntentType:
    """The intent type behind the letter."""
    return CHOICES[form.intent_type]


def goals_of(form: ModelIntent, words: Words) -> tuple[Goal, ...]:
    """One goal a step, in the order of the form."""
    found: list[Goal] = []
    for step in form.steps:
        earlier = [goal.action for goal in found]
        found.append(_goal(len(found) + 1, step, _canonical(step, words.lexicon, earlier), words))
    return tuple(found)


def negatives_of(form: ModelIntent, words: Words) -> tuple[Instruction, ...]:
    """What must not be done or touched."""
    return tuple(
        Instruction(
            kind=item.kind,
            text=span.text,
            action=item.action if item.kind == "forbid" else None,
            object=item.object,
            span=span,
        )
        for item in form.negative
        if (span := words.find(item.words))
    )


def supplements_of(form: ModelIntent, words: Words) -> tuple[Instruction, ...]:
    """What may be done on the way."""
    return tuple(
        Instruction(kind=item.kind, text=span.text, span=span)
        for item in form.supplements
        if (span := words.find(item.words))
    )


def function_of(words: Words, action: str) -> FunctionType | None:
    """What an action of the lexicon does to data."""
    concept = words.lexicon.concept(Kind.ACTION, action)
    return concept.function if concept else None


def is_creation(words: Words, action: str) -> bool:
    """True where the action makes something new, which there may be one of already."""
    return function_of(words, action) is FunctionType.CREATE


def _canonical(step: Step, lexicon: Lexicon, earlier: Sequence[str]) -> str:
    """The action's name as the tools know it: cancelling a relation is unbinding it."""
    action = lexicon.concept(Kind.ACTION, step.action)
    thing = lexicon.concept(Kind.ENTITY, step.object.type) if step.object.type else None
    return (action and canonical_name(action, thing, earlier)) or step.action


def _goal(number: int, step: Step, action: str, words: Words) -> Goal:
    span = words.find(step.words)
    thing = _entity(step.object, words, span)
    return Goal(
        id=f"G{number}",
        action=action,
        action_words=step.action_words or "",
        function=function_of(words, action) or FunctionType.QUERY,
        object=thing,
        related=tuple(_entity(one, words, span) for one in step.related),
        target_state=_state(step, words, span),
        quantity=max(1, thing.quantity or 1),
        per_each=bool(step.per_each_words),
        if_none=bool(step.if_none_words) and is_creation(words, action),
        asked=step.asked,
        text=step.words,
        span=span,
    )


def _entity(thing: Thing, words: Words, inside: Span | None) -> EntityRef:
    span = words.find(thing.words, inside) if thing.words else None
    place = span or inside
    concept = words.lexicon.concept(Kind.ENTITY, thing.type) if thing.type else None
    told = once(_constraints(thing.constraints, words, place, concept))
    return EntityRef(
        type=thing.type,
        role=thing.role,
        identifiers=tuple(_identifiers(thing.identifiers, words, place)),
        constraints=most_specific(told, words.lexicon),
        quantity=_quantity(thing, words, place),
        reference=thing.reference,
        words=thing.words,
        span=span,
    )


def _priced(meaning: Meaning, thing: Concept | None, words: Words) -> Meaning:
    """A bare amount of money has the attribute that the thing has for it; a bare number of an
    attribute of money is one in the home currency."""
    if meaning.money and meaning.attribute is None:
        name = "price" if thing is not None and "priced" in thing.flags else "amount"
        return replace(meaning, attribute=words.lexicon.canonical(Kind.ATTRIBUTE, name) or name)
    named = meaning.attribute
    concept = words.lexicon.concept(Kind.ATTRIBUTE, named) if named else None
    bare = isinstance(meaning.value, int | float) and meaning.unit is None
    if bare and concept is not None and "money" in concept.flags:
        return replace(meaning, unit=HOME_CURRENCY)
    return meaning


def _quantity(thing: Thing, words: Words, inside: Span | None) -> int | None:
    span = words.find(thing.quantity_words, inside) if thing.quantity_words else None
    number = words.number(span) if span else None
    return int(number) if number is not None else None


def _identifiers(told: Sequence[Said], words: Words, inside: Span | None) -> Iterator[Identifier]:
    """The words themselves are the value; a shape such as a phone's tells the attribute."""
    for said in told:
        if span := words.find(said.words, inside):
            shaped = next(
                (v for v in words.values if (v.start, v.end) == (span.start, span.end)), None
            )
            exact = str(shaped.value) if shaped and shaped.attribute else span.text
            attribute = (shaped.attribute if shaped else None) or said.attribute
            yield Identifier(attribute=attribute, value=exact, span=span)


def _constraints(
    told: Sequence[Said], words: Words, inside: Span | None, thing: Concept | None
) -> Iterator[Constraint]:
    for said in told:
        if span := words.find(said.words, inside):
            if said.operator in ("first", "last"):
                yield _constraint(said, span, Meaning(words.number(span) or 1))
            else:
                yield _constraint(said, span, _priced(words.meaning(said, span), thing, words))


def _constraint(said: Said, span: Span, meaning: Meaning) -> Constraint:
    return Constraint(
        attribute=meaning.attribute,
        operator=said.operator,
        value=meaning.value,
        unit=meaning.unit,
        span=span,
    )


def _state(step: Step, words: Words, inside: Span | None) -> Constraint | None:
    span = words.find(step.target_state_words, inside) if step.target_state_words else None
    if span is None:
        return None
    meaning = words.meaning(Said(attribute=_STATUS, words=span.text), span)
    return Constraint(attribute=meaning.attribute or _STATUS, value=meaning.value, span=span)
