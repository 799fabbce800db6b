"""What a tool does, to what: function type, actions, objects and the modifiers of its title."""

from collections import Counter
from dataclasses import dataclass, replace

from tool_registry.base.confidence import GUESS
from tool_registry.base.types import FunctionType
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.parsing.naming import is_chinese
from tool_registry.parsing.phrase import Phrase, Token, is_idle, read_phrase
from tool_registry.parsing.reading import Reading
from tool_registry.parsing.titles import done_to_its_owner, head_entity, unknown_tail
from tool_registry.vocabulary.forms import action_nouns
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold

_WEIGHTS = (3, 2, 1)


@dataclass(frozen=True, slots=True)
class Frame:
    """The tool's sentence: verb, object, and words around them."""

    function: FunctionType
    actions: tuple[str, ...]
    objects: tuple[str, ...]
    modifiers: tuple[Token, ...]
    """Words before the object's head: `weekend` of weekend pass; those of the title."""
    confidence: float
    """1 where title, name and summary agree; less where one source or a guess decided."""
    fronted: bool = False
    """The title's noun stands before its verb."""
    making: bool = False
    """The verb is one whose object may come into being (submit, apply, open, assign)."""

    action_noun: str | None = None
    """The thing that the verb's own noun names: an enrolment, of a tool that enrols."""

    @property
    def main(self) -> str | None:
        """The main object."""
        return self.objects[0] if self.objects else None


def read_frame(reading: Reading, lexicon: Lexicon, expanded: str = "") -> Frame:
    """Weigh title (3), name (2) and the summary's first clause (1); annotations overrule.

    `expanded`: what the name says, where it is an abbreviation."""
    phrases = [read_phrase(text, lexicon) for text in _sources(reading, lexicon, expanded)]
    votes: Counter[FunctionType] = Counter()
    for weight, phrase in zip(_WEIGHTS, phrases, strict=False):
        if phrase.function:
            votes[phrase.function] += weight
    function = _annotated(reading, _winner(votes))
    objects = _objects(phrases, reading, lexicon)
    if function is FunctionType.CREATE and done_to_its_owner(phrases[0], reading, lexicon):
        function = FunctionType.OPERATE
        objects = _owner_first(objects, reading, lexicon)
    named = [read_phrase(reading.raw.name, lexicon)] if reading.operation else []
    told = [p for p in (*phrases, *named) if _is_its_verb(p, function)]
    actions = [phrase.verb for phrase in told if phrase.verb]
    others = [name for p in phrases[:2] for name in p.others]
    return Frame(
        function=function,
        actions=tuple(dict.fromkeys([*actions, *others])),
        objects=objects,
        modifiers=_modifiers(phrases[0].noun, objects[0] if objects else None),
        confidence=_sureness(reading, votes, function, [*phrases[:1], *phrases[2:], *named]),
        fronted=phrases[0].fronted,
        making=any(_is_making(p, lexicon) for p in phrases[:2]),
        action_noun=next((d for p in phrases[:2] if (d := _action_noun(p, lexicon))), None),
    )


def _is_its_verb(phrase: Phrase, function: FunctionType) -> bool:
    """Its verb says what the tool does; a method that deletes is spoken of as cancelling, too."""
    deletes = function is FunctionType.DELETE and phrase.function is FunctionType.OPERATE
    return deletes or phrase.function in (function, None)


def _owner_first(objects: tuple[str, ...], reading: Reading, lexicon: Lexicon) -> tuple[str, ...]:
    """The thing whose path it is stands before what the title's noun says."""
    before = reading.operation.before if reading.operation else ""
    owner = lexicon.canonical(Kind.ENTITY, before)
    return tuple(dict.fromkeys([owner, *objects])) if owner else objects


def _action_noun(phrase: Phrase, lexicon: Lexicon) -> str | None:
    nouns = action_nouns(phrase.spoken)
    return next((name for n in nouns if (name := lexicon.canonical(Kind.ENTITY, n))), None)


def _is_making(phrase: Phrase, lexicon: Lexicon) -> bool:
    """A verb that hands over makes what only its result identifies: a seat that is assigned."""
    action = lexicon.concept(Kind.ACTION, phrase.verb) if phrase.verb else None
    gives = action is not None and "recipient" in action.flags
    return gives or phrase.spoken in phrase_set("verbs", "making")


def refined(
    frame: Frame, needed: frozenset[str], made: frozenset[str], changes: frozenset[str]
) -> Frame:
    """The frame in the light of what the tool takes and gives.

    `needed`: entities that required arguments identify; `made`: entities whose identifier comes
    back and did not go in; `changes`: entities that the author says are in another state after.
    A tool that submits or opens what only its result identifies creates it; the thing created is
    one whose identifier comes back; who stands in front of the verb (porter leaves) is the object
    only if the call names it; what leaves a thing in another state neither looks nor deletes."""
    function, objects = frame.function, frame.objects
    kept = function is FunctionType.DELETE and objects[:1] and objects[0] in changes
    if kept or (not function.writes and changes & set(objects)):
        function = FunctionType.OPERATE
    if function is FunctionType.OPERATE and frame.making and objects and objects[0] in made:
        function = FunctionType.CREATE
    if function is FunctionType.CREATE and _makes_action_noun(frame, needed, made):
        objects = tuple(dict.fromkeys([frame.action_noun or "", *objects]))
    fitting = made if function is FunctionType.CREATE else needed
    movable = function is FunctionType.CREATE or (function.writes and frame.fronted)
    if movable and objects and objects[0] not in (*fitting, frame.action_noun):
        first = next((name for name in objects if name in fitting), objects[0])
        objects = tuple(dict.fromkeys([first, *objects]))
    return replace(frame, function=function, objects=objects)


def _makes_action_noun(frame: Frame, needed: frozenset[str], made: frozenset[str]) -> bool:
    """The tool gives back such a thing; or it tells nothing, and its object exists before."""
    if frame.action_noun is None:
        return False
    taken = frame.main in needed and frame.main != frame.action_noun
    return frame.action_noun in made or (not made and taken)


def _sources(reading: Reading, lexicon: Lexicon, expanded: str) -> list[str]:
    """Title, name and the first clause of the summary; a name serves twice without a title."""
    clause = reading.sections.summary
    for mark in ("。", ",", ",", ";", ". ", "(", "("):
        clause = clause.split(mark)[0]
    if reading.operation and (spoken := reading.spoken(lexicon)):
        return [spoken[0], spoken[-1], clause]
    name = expanded or reading.raw.name
    title = reading.raw.title or (clause if _is_code(name) and not expanded else name)
    platform = reading.sections.text("platform").split("\n")[0].strip()
    for part in title.split("-")[:1] if "-" in title else []:
        if platform and fold(part) and fold(part) in fold(platform):
            title = title.split("-", 1)[1]
    return [title, name, clause]


def _is_code(name: str) -> bool:
    """True for names such as `t_0231` that say nothing."""
    return sum(char.isalpha() for char in name) < 3


def _winner(votes: Counter[FunctionType]) -> FunctionType | None:
    return max(votes, key=lambda f: (votes[f], f.value)) if votes else None


def _annotated(reading: Reading, voted: FunctionType | None) -> FunctionType:
    raw = reading.raw
    if reading.operation:
        return reading.operation.function(voted)
    if raw.read_only:
        return voted if voted and not voted.writes else FunctionType.QUERY
    if raw.read_only is False and (voted is None or not voted.writes):
        return FunctionType.OPERATE
    if voted:
        return voted
    return FunctionType.DELETE if raw.destructive else _by_shape(reading)


def _by_shape(reading: Reading) -> FunctionType:
    """No verb anywhere: a tool that is told to change nothing can only be asked."""
    return (
        FunctionType.QUERY
        if reading.outputs and not reading.raw.destructive
        else (FunctionType.OPERATE)
    )


def _agreement(votes: Counter[FunctionType], function: FunctionType) -> float:
    total = sum(votes.values())
    return 0.4 if not total else max(0.4, round(votes[function] / total, 2))


def _sureness(
    reading: Reading, votes: Counter[FunctionType], function: FunctionType, own: list[Phrase]
) -> float:
    """How far the texts agree; a guess where a method that may do anything (POST) and its path
    decided, and no verb of the author's says the same. `own`: title, summary and name."""
    agreement = _agreement(votes, function)
    operation = reading.operation
    if operation is None or operation.method != "POST":
        return agreement
    titled = own if reading.raw.title else own[1:]
    told = any(phrase.function is function for phrase in titled)
    return agreement if told else min(agreement, GUESS)


def _objects(phrases: list[Phrase], reading: Reading, lexicon: Lexicon) -> tuple[str, ...]:
    """Heads of the noun phrases first, then whatever else the titles mention."""
    heads = [entity for phrase in phrases if (entity := head_entity(phrase.noun))]
    rest = [
        concept.name
        for phrase in phrases
        for token in (*reversed(phrase.noun), *phrase.beside)
        if (concept := token.of(Kind.ENTITY))
    ]
    if not heads and not rest:
        rest = _outermost(reading, lexicon)
    return tuple(dict.fromkeys([*heads[:1], *rest, *heads[1:]]))


def _outermost(reading: Reading, lexicon: Lexicon) -> list[str]:
    """What the result is described to be, where neither title nor name tells."""
    texts = [
        text for field in reading.outputs for name, text in field.parents for text in (text, name)
    ]
    found = [lexicon.canonical(Kind.ENTITY, root_noun(text)) for text in texts if text]
    return [name for name in found if name][:1]


_OF = " of "


def root_noun(description: str) -> str:
    """What an object's description calls it: `The room details.` → room, `card of a reader` →
    card, `details of a room` → room."""
    words = fold(description)
    before, _, _ = words.partition(_OF)
    return _tail(before) or _tail(words) or words


def _tail(words: str) -> str:
    return unknown_tail(tuple(Token(part) for part in words.split(" "))) or ""


def _modifiers(noun: tuple[Token, ...], head: str | None) -> tuple[Token, ...]:
    """Tokens of the title's noun phrase up to its head, without entities and idle words."""
    spots = [i for i, token in enumerate(noun) if _names(token, head)]
    before = noun[: spots[-1] + 1] if spots else ()
    return tuple(token for token in before if _is_modifier(token, head))


def _names(token: Token, head: str | None) -> bool:
    entity, value = token.of(Kind.ENTITY), token.of(Kind.VALUE)
    return bool((entity and entity.name == head) or (value and value.entity == head))


def _is_modifier(token: Token, head: str | None) -> bool:
    value = token.of(Kind.VALUE)
    if token.of(Kind.ENTITY):
        return value is not None and value.entity == head
    if value:
        return True
    known = token.concepts or is_idle(token.text)
    return not known and len(token.text) > (1 if is_chinese(token.text) else 2)
