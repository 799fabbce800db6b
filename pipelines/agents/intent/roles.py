"""The referee's doubts about roles: whose value it is, what it is a value of, which way it goes.

Only where grammar tells: a number right behind a noun is that noun's, a value right behind the name
of an attribute is that attribute's, `from` and `to` lead a source and a target, and what is ruled
out is not asked for.
"""

from collections.abc import Iterator, Sequence

from pipelines.agents.intent.form import ModelIntent, Said, Step, Thing
from pipelines.agents.intent.sentence import Sentence
from pipelines.agents.intent.words import things
from pipelines.contracts.intent import Span
from pipelines.intent.tokens import Token
from pipelines.messages import say
from tool_registry.vocabulary.lexicon import Kind

_NAMES = ("number", "code")
_AMOUNTS = ("fact", "number")
_LINKS = ("copula", "function", "filler", "article", "definite", "named")
_AWAY, _TOWARDS = ("source",), ("target", "recipient")
_POINTERS = ("reference:that", "thing_pronoun", "person_pronoun")
_DENIED = ("forbid", "keep")


def roles(sentence: Sentence, form: ModelIntent) -> Iterator[str]:
    """Values and things that stand in somebody else's place."""
    for step in form.steps:
        for thing in things(step):
            yield from _owner(sentence, thing)
            for said in thing.constraints:
                yield from _label(sentence, said)
            for said in thing.constraints if _points(sentence) else _told(thing):
                yield from _denied(sentence, said)
        for thing in step.related:
            yield from _way(sentence, step, thing)
        yield from _object(sentence, step)


def counts(sentence: Sentence, form: ModelIntent) -> Iterator[Token]:
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


def _told(thing: Thing) -> Sequence[Said]:
    return (*thing.identifiers, *thing.constraints)


def _points(sentence: Sentence) -> bool:
    """`do not block card 5, open it`: what is denied is spoken of again."""
    positive = (clause for clause in sentence.clauses if clause.kind == "positive")
    return any(clause.has(*_POINTERS) for clause in positive)


def _owner(sentence: Sentence, thing: Thing) -> Iterator[str]:
    """`user 5`: 5 is the user's, not the order's."""
    if thing.type is None:
        return
    concept = sentence.words.lexicon.concept(Kind.ENTITY, thing.type)
    for said in thing.identifiers:
        owners = [_noun_before(sentence, span) for span in sentence.words.places(said.words)]
        if not owners or None in owners or concept is None:
            continue
        names = {name for names in owners for name in names or ()}
        if concept.name not in names:
            known = ", ".join(sorted(names))
            yield say("zh", "referee.other_owner", words=said.words, given=thing.type, known=known)


def _noun_before(sentence: Sentence, span: Span) -> set[str] | None:
    """The entities that the word right before a number or code names; None where none does."""
    tokens = sentence.said
    place = next((i for i, token in enumerate(tokens) if token.start == span.start), 0)
    if not place or tokens[place].shape not in _NAMES or _is_counted(tokens, place):
        return None
    if tokens[place - 1].is_("generic_head"):
        return None
    names = {c.name for c in tokens[place - 1].concepts if c.kind is Kind.ENTITY}
    return names or None


def _is_counted(tokens: Sequence[Token], place: int) -> bool:
    """A number of something that follows it."""
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if after is None or tokens[place].shape != "number":
        return False
    return after.is_("classifier") or after.of(Kind.ENTITY) is not None or after.unknown


def _label(sentence: Sentence, said: Said) -> Iterator[str]:
    """`threshold 30, amount 5`: not the other way round."""
    if said.attribute is None:
        return
    lexicon = sentence.words.lexicon
    labels = [_label_before(sentence, span) for span in sentence.words.places(said.words)]
    if not labels or not all(labels):
        return
    given = lexicon.canonical(Kind.ATTRIBUTE, said.attribute) or said.attribute
    names = {name for names in labels for name in names}
    if given not in names:
        known = ", ".join(sorted(names))
        yield say("zh", "referee.other_attribute", words=said.words, given=given, known=known)


def _label_before(sentence: Sentence, span: Span) -> set[str]:
    """The attributes that the word right before an amount names, where it is nothing else."""
    tokens = sentence.said
    place = next((i for i, t in enumerate(tokens) if t.start <= span.start < t.end), 0)
    amount = tokens and tokens[place].shape in _AMOUNTS and not _is_counted(tokens, place)
    if not amount or _tells(tokens[place], span):
        return set()
    before = place - 1
    while before >= 0 and tokens[before].is_(*_LINKS):
        before -= 1
    if before < 0 or tokens[before].of(Kind.ENTITY):
        return set()
    return {c.name for c in tokens[before].concepts if c.kind is Kind.ATTRIBUTE}


def _tells(token: Token, span: Span) -> bool:
    """The form of the value itself tells its attribute."""
    inside = (one for one in token.values if one.start < span.end and span.start < one.end)
    return any(one.attribute is not None for one in inside)


def _denied(sentence: Sentence, said: Said) -> Iterator[str]:
    """`no red one` asks for no red one."""
    places = sentence.words.places(said.words)
    stretches = [
        (min(t.start for t in clause.tokens), max(t.end for t in clause.tokens))
        for clause in sentence.clauses
        if clause.kind in _DENIED and clause.tokens
    ]
    denied = places and all(
        any(start <= span.start and span.end <= end for start, end in stretches) for span in places
    )
    if denied and said.operator != "ne":
        yield say("zh", "referee.denied", words=said.words)


def _way(sentence: Sentence, step: Step, thing: Thing) -> Iterator[str]:
    """`from 1 to 2`, `the old for the new`: each with its own role."""
    lead, inside = _around(sentence, step, thing)
    wrong = {
        "source": bool(lead & {*_TOWARDS}) and not lead & {*_AWAY},
        "target": bool(lead & {*_AWAY}) and not lead & {*_TOWARDS},
        "recipient": bool(lead & {*_AWAY}) and not lead & {*_TOWARDS},
        "old": "new" in inside and "old" not in inside,
        "new": "old" in inside and "new" not in inside,
    }
    if thing.role is not None and wrong.get(thing.role):
        yield say("zh", "referee.other_role", words=thing.words, role=thing.role)


def _object(sentence: Sentence, step: Step) -> Iterator[str]:
    """Who gets it is not what is given."""
    lead, _ = _around(sentence, step, step.object)
    others = [one for one in step.related if one.type is not None and not one.reference]
    beside = [one for one in others if _beside(sentence, step, one)]
    free = [one for one in beside if not _around(sentence, step, one)[0]]
    if "recipient" in lead and len(lead) == 1 and free and step.object.type is not None:
        words = (step.object.words, free[0].words)
        yield say("zh", "referee.object_led", words=words[0], other=words[1])


def _beside(sentence: Sentence, step: Step, thing: Thing) -> bool:
    """In the clause of the action."""
    verb = sentence.words.find(step.action_words or "")
    place = sentence.words.find(thing.words)
    return any(
        verb is not None
        and place is not None
        and start <= min(verb.start, place.start)
        and max(verb.end, place.end) <= end
        for clause in sentence.clauses
        if clause.tokens
        for start, end in [(clause.tokens[0].start, clause.tokens[-1].end)]
    )


def _around(sentence: Sentence, step: Step, thing: Thing) -> tuple[set[str], set[str]]:
    """Prepositions right before the thing, and the grammar words from there to its end."""
    within = sentence.words.find(step.words)
    span = sentence.words.find(thing.words, within) if thing.words else None
    if span is None:
        return set(), set()
    tokens = sentence.said
    first = next((i for i, token in enumerate(tokens) if token.end > span.start), len(tokens))
    before = first - 1
    while before >= 0 and tokens[before].is_("article", "definite", "new", "old"):
        before -= 1
    lead = tokens[before].markers if before >= 0 and not tokens[before].of(Kind.ENTITY) else ()
    start = tokens[before + 1].start if before + 1 < len(tokens) else span.start
    inside = [token for token in tokens if start <= token.start and token.end <= span.end]
    known = {*_AWAY, *_TOWARDS}
    return {name for name in lead if name in known}, {m for t in inside for m in t.markers}
