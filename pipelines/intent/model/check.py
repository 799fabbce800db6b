"""The referee of the intent stage: what a filled form may not say, each fault by name."""

import re
from collections.abc import Iterator, Sequence

from pipelines.contracts.intent import Span
from pipelines.intent.lexical.tokens import KIND_ATTRIBUTES, Token
from pipelines.intent.model.convert import function_of, kind_of
from pipelines.intent.model.form import ModelIntent, Said, Step, Thing
from pipelines.intent.model.located_words import spoken, things, values
from pipelines.intent.model.sentence import Sentence, is_strange
from pipelines.messages import say
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.vocabulary.lexicon import Concept, Kind
from tool_registry.vocabulary.text import fold

_CLAUSE = re.compile(r"steps\.\d+\.words")
_IMPLIED = (FunctionType.CREATE, FunctionType.QUERY, FunctionType.VERIFY)
"""What a sentence without a verb can mean: `a test user, please`, `user 5?`"""
_WRITES = (IntentType.CREATE_DATA, IntentType.OPERATE_DATA)


def check(sentence: Sentence, form: ModelIntent) -> list[str]:
    """Everything that is wrong with the form; nothing where it may be used."""
    return list(dict.fromkeys([*_unspoken(sentence, form), *_faults(sentence, form)]))


def doubts(sentence: Sentence, form: ModelIntent) -> list[str]:
    """What the program's own reading of the words speaks against, and may be wrong in itself."""
    return list(dict.fromkeys(_doubts(sentence, form)))


def loose(sentence: Sentence, form: ModelIntent) -> Iterator[Span]:
    """Words that nothing in the form accounts for; strange ones only where data is changed."""
    words = [said for place, said in spoken(form) if not _CLAUSE.fullmatch(place)]
    held = [span for said in words for span in sentence.words.places(said)]
    told = [span for said in values(form) for span in sentence.words.places(said)]
    writes = kind_of(form) not in (IntentType.QUERY_DATA, IntentType.VERIFY_DATA)
    for token in sentence.said:
        due = _names(token) or (writes and is_strange(token))
        if due and not any(s.meets(token.span) for s in (told if _describes(token) else held)):
            yield token.span


def _counts(sentence: Sentence, form: ModelIntent) -> Iterator[Token]:
    """Numbers other than one, which no form may drop: `two cards, a red one and a blue one` says
    all that is made."""
    made = sum(_made(sentence, step) for step in form.steps)
    for token in sentence.said:
        if token.shape == "number" and token.values and token.values[0].value not in (1, made):
            yield token


def _made(sentence: Sentence, step: Step) -> float:
    words = step.object.quantity_words
    span = sentence.words.find(words) if words else None
    return (sentence.words.number(span) if span else None) or 1


def _is_exact(token: Token) -> bool:
    """A code, a quotation, a value with a number in it."""
    numbers = (isinstance(one.value, int | float) for one in token.values)
    return token.shape in ("code", "quote") or (token.shape == "fact" and any(numbers))


def _names(token: Token) -> bool:
    """A word for a thing or a value, and nothing else; no single letter."""
    known = token.shape == "fact" or token.of(Kind.ENTITY) or token.of(Kind.VALUE)
    marked = any(one.kind is Kind.MARKER for one in token.concepts)
    return bool(known and token.text.encode()[1:]) and not (marked or _is_exact(token))


def _describes(token: Token) -> bool:
    """A word that can only be a value: a blank for values has to hold it."""
    others = (Kind.ENTITY, Kind.ACTION, Kind.ATTRIBUTE)
    return token.of(Kind.VALUE) is not None and not any(token.of(kind) for kind in others)


def _faults(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    yield from _environment(sentence, form)
    yield from _kind(sentence, form)
    for number, step in enumerate(form.steps):
        yield from _step(sentence, f"steps.{number}", step)
    yield from _dropped(sentence, form)


def _doubts(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    for number, step in enumerate(form.steps):
        yield from _of_words(sentence, f"steps.{number}", step)
        yield from _of_action(sentence, f"steps.{number}", step)
    yield from _denied(sentence, form)
    yield from _retracted(sentence, form)
    yield from _dropped_negative(sentence, form)
    if kind_of(form).is_data:
        for span in loose(sentence, form):
            yield say("zh", "referee.loose", words=span.text)


def _of_words(sentence: Sentence, place: str, step: Step) -> Iterator[str]:
    """A noun that is known to name something else, a verb that stands inside a value."""
    said = step.action_words
    if said and _only_in(sentence.words.places(said), sentence.facts):
        yield say("zh", "referee.no_action", place=place, words=said)
    for thing in things(step):
        concept = sentence.words.lexicon.concept(Kind.ENTITY, thing.type) if thing.type else None
        known = sentence.entities(thing.words)
        if concept and known and concept.name not in known and not _longer(concept, thing.words):
            names = ", ".join(sorted(known))
            yield say("zh", "referee.other_type", words=thing.words, given=thing.type, known=names)
        for one in _told(thing):
            yield from _other_attribute(sentence, one)


def _unspoken(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    """Words that are not the user's: made-up values among them."""
    for place, words in spoken(form):
        if sentence.words.find(words) is None:
            yield say("zh", "referee.made_up", place=place, words=words)


def _environment(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    """The environment is the one that the sentence names, or none."""
    named = sentence.setting.named
    if form.environment is not None and form.environment not in named:
        known = ", ".join(named) or "null"
        yield say("zh", "referee.environment", given=form.environment, said=known)
    if form.environment is None and len(named) == 1 and sentence.setting.production is None:
        yield say("zh", "referee.no_environment", said=named[0])


def _kind(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    """The type and the steps agree: no write under a query, no data type without a step."""
    kind = kind_of(form)
    if kind.is_data and not form.steps:
        yield say("zh", "referee.no_steps", letter=form.intent_type)
    functions = [function_of(sentence.words, step.action) for step in form.steps]
    writes = [
        step.action
        for step, function in zip(form.steps, functions, strict=True)
        if function and function.writes and (step is form.steps[0] or not _writes(sentence, step))
    ]
    if kind.is_data and kind not in _WRITES and writes:
        yield say("zh", "referee.writes", letter=form.intent_type, action=writes[0])
    if kind is IntentType.CREATE_DATA and functions[:1] not in ([], [None], [FunctionType.CREATE]):
        yield say("zh", "referee.no_creation", action=form.steps[0].action)


def _writes(sentence: Sentence, step: Step) -> bool:
    """True where the step's own words are known to change data, and it is not the first thing."""
    meant = _meant(sentence, step)
    return bool(meant) and all(one is not None and one.writes for one in meant)


def _meant(sentence: Sentence, step: Step) -> set[FunctionType | None]:
    """What the words of the action are known to do to data."""
    known = sentence.words.concepts(Kind.ACTION, step.action_words or "")
    return {function_of(sentence.words, name) for name in known}


def _step(sentence: Sentence, place: str, step: Step) -> Iterator[str]:
    if function_of(sentence.words, step.action) is None:
        yield say("zh", "referee.unknown", place=f"{place}.action", name=step.action)
    for thing in things(step):
        yield from _thing(sentence, place, thing)
    for name in step.asked:
        if not sentence.words.is_attribute(name):
            yield say("zh", "referee.unknown", place=f"{place}.asked", name=name)
    state = step.target_state_words
    if state and _only_in(sentence.words.places(state), sentence.setting.spans):
        yield say("zh", "referee.unknown", place=f"{place}.target_state_words", name=state)


def _of_action(sentence: Sentence, place: str, step: Step) -> Iterator[str]:
    """An action without words that does more than words leave out, or one that they never mean."""
    function, meant = function_of(sentence.words, step.action), _meant(sentence, step)
    if step.action_words is None and function not in (None, *_IMPLIED):
        yield say("zh", "referee.no_verb", place=place, action=step.action)
    if meant and function and all(one and one.writes != function.writes for one in meant):
        known = ", ".join(sorted(sentence.words.concepts(Kind.ACTION, step.action_words or "")))
        told = {"given": step.action, "known": known}
        yield say("zh", "referee.other_action", words=step.action_words, **told)


def _thing(sentence: Sentence, place: str, thing: Thing) -> Iterator[str]:
    if thing.type and sentence.words.lexicon.concept(Kind.ENTITY, thing.type) is None:
        yield say("zh", "referee.unknown", place=f"{place}.type", name=thing.type)
    yield from _quantity(sentence, place, thing)
    for said in _told(thing):
        yield from _value(sentence, place, said)


def _longer(concept: Concept, words: str) -> bool:
    """True where the words are a part of its name: `binding` for `card binding`."""
    called = (concept.name, *concept.surfaces)
    return any(fold(words) in fold(surface) for surface in called)


def _quantity(sentence: Sentence, place: str, thing: Thing) -> Iterator[str]:
    span = sentence.words.find(thing.quantity_words) if thing.quantity_words else None
    if span is not None and sentence.words.number(span) is None:
        yield say("zh", "referee.no_number", place=place, words=span.text)


def _value(sentence: Sentence, place: str, said: Said) -> Iterator[str]:
    """The attribute exists."""
    if said.attribute and not sentence.words.is_attribute(said.attribute):
        yield say("zh", "referee.unknown", place=f"{place}.attribute", name=said.attribute)


def _other_attribute(sentence: Sentence, said: Said) -> Iterator[str]:
    """The attribute is another one than the form of the value shows."""
    span = sentence.words.find(said.words)
    known = said.attribute and sentence.words.is_attribute(said.attribute)
    if not known or span is None or said.attribute in KIND_ATTRIBUTES:
        return
    meant = sentence.words.meaning(said, span).attribute
    if meant is not None and not _same(sentence, meant, said.attribute or ""):
        yield say(
            "zh", "referee.other_attribute", words=said.words, given=said.attribute, known=meant
        )


def _same(sentence: Sentence, one: str, other: str) -> bool:
    lexicon = sentence.words.lexicon
    names = [lexicon.canonical(Kind.ATTRIBUTE, name) or name for name in (one, other)]
    return names[0] == names[1]


def _retracted(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    """Only the last of what the sentence corrects counts."""
    for words in values(form):
        if _only_in(sentence.words.places(words), sentence.retracted):
            yield say("zh", "referee.retracted", words=words)


def _only_in(places: Sequence[Span], stretches: Sequence[Span]) -> bool:
    return bool(places) and all(
        any(place.meets(stretch) for stretch in stretches) for place in places
    )


def _dropped(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    """Exact values of the sentence that no blank for a value holds."""
    held = [span for words in values(form) for span in sentence.words.places(words)]
    due = [token for token in sentence.said if _is_exact(token)]
    for token in (*due, *_counts(sentence, form)) if kind_of(form).is_data else ():
        if not any(span.meets(token.span) for span in held):
            yield say("zh", "referee.dropped", words=token.text)


def _dropped_negative(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    """What the sentence seems to rule out, and nothing in the form holds."""
    if not kind_of(form).is_data:
        return
    told = [span for words in values(form) for span in sentence.words.places(words)]
    for item in sentence.own.negative:
        if not any(item.span.meets(span) for span in told):
            yield say("zh", "referee.dropped_negative", words=item.span.text)


def _denied(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    """`no red one` asks for no red one: words that the local reader takes for ruled out, too."""
    ruled = [item.span for item in sentence.own.negative]
    kept = {one.value for goal in sentence.own.goals for one in goal.object.identifiers}
    for said in (one for step in form.steps for thing in things(step) for one in _told(thing)):
        denied = _only_in(sentence.words.places(said.words), ruled)
        if denied and said.operator != "ne" and said.words not in kept:
            yield say("zh", "referee.denied", words=said.words)


def _told(thing: Thing) -> Sequence[Said]:
    return (*thing.identifiers, *thing.constraints)
