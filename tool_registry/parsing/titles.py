"""What titles and names tell of verbs and objects that no pack, key or glossary names."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tool_registry.base.types import FunctionType
from tool_registry.parsing.description_terms import phrases
from tool_registry.parsing.evidence import LONGEST
from tool_registry.parsing.naming import is_chinese, singular
from tool_registry.parsing.phrase import (
    Phrase,
    Token,
    is_idle,
    read_phrase,
    tokenise,
    verb_function,
)
from tool_registry.parsing.reading import Reading
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold, is_ideograph

_BETWEEN = " \t/|:\uff1a-\u00b7()\uff08\uff09"
"""What parts two halves of a title, or stands around one."""


@dataclass(frozen=True, slots=True)
class Titled:
    """What one tool's title and name tell."""

    unknown: str | None = None
    """The title's object, where nothing else names it."""
    beside: tuple[tuple[str, str], ...] = ()
    """(word of the name, entity of the title) that seem to be one thing."""


def unknown_verb(reading: Reading, lexicon: Lexicon) -> Concept | None:
    """What a Chinese title of a writing tool says beside a thing is a verb, if it has no other."""
    if action := reading.operation.action(lexicon) if reading.operation else None:
        return _new_action(action, lexicon)
    title = reading.titles[0]
    if not is_chinese(title) or read_phrase(title, lexicon).verb is not None:
        return None
    tokens = [t for t in tokenise(title, lexicon) if not is_idle(t.text)]
    name = read_phrase(reading.raw.name, lexicon)
    if len(tokens) != 2 or name.function is None or not name.function.writes:
        return None
    thing, word = sorted(tokens, key=lambda token: not token.concepts)
    if thing.of(Kind.ENTITY) and not word.concepts and 1 < len(word.text) <= 4:
        return Concept(Kind.ACTION, word.text, function=name.function, source="tools")
    return None


def _new_action(action: str, lexicon: Lexicon) -> Concept | None:
    """The last word of a path that is done to what stands before it, where no pack knows it."""
    known = lexicon.lookup(action, Kind.ACTION) or verb_function(action.split(" ", maxsplit=1)[0])
    if known:
        return None
    return Concept(Kind.ACTION, action, function=FunctionType.OPERATE, source="tools")


def read_titled(reading: Reading, lexicon: Lexicon) -> Titled:
    """The object of a tool's title that nothing else names, and its name beside its title."""
    if twice := _in_two_languages(reading.raw.title or "", lexicon):
        return Titled(beside=_one_thing(*twice))
    read = [read_phrase(text, lexicon) for text in reading.spoken(lexicon)]
    tail = unknown_tail(read[0].noun)
    new = tail if tail and read[0].verb and not _kind_of_known(tail, lexicon) else None
    new = None if done_to_its_owner(read[0], reading, lexicon) else new
    return Titled(new, _align(reading, read[0], read[1]) if len(read) > 1 else ())


def _in_two_languages(title: str, lexicon: Lexicon) -> tuple[Phrase, Phrase] | None:
    """A title that says in one language, then in the other, what is done; None for any other."""
    han = [at for at, sign in enumerate(title) if is_ideograph(sign)]
    latin = [at for at, sign in enumerate(title) if sign.isascii() and sign.isalpha()]
    if not (han and latin) or (latin[-1] > han[0] and han[-1] > latin[0]):
        return None
    second = max(han[0], latin[0])
    halves = (title[:second].strip(_BETWEEN), title[second:].strip(_BETWEEN))
    first, last = (read_phrase(half, lexicon) for half in halves)
    return (first, last) if first.verb and last.verb else None


def _one_thing(first: Phrase, second: Phrase) -> tuple[tuple[str, str], ...]:
    """What only one of two such halves has a known word for is what the other one calls it."""
    for known, told in ((first, second), (second, first)):
        entity, word = head_entity(known.noun), unknown_tail(told.noun)
        if entity and word and head_entity(told.noun) is None:
            return ((word, entity),)
    return ()


def done_to_its_owner(title: Phrase, reading: Reading, lexicon: Lexicon) -> bool:
    """`POST /stays/{id}/check-in`, titled with a light verb and a noun: the noun is the action."""
    verb = lexicon.concept(Kind.ACTION, title.verb) if title.verb else None
    if reading.operation is None or verb is None or "light" not in verb.flags:
        return False
    return bool(reading.operation.owned and reading.operation.action(lexicon))


def titled_entities(told: Iterable[Titled], lexicon: Lexicon) -> list[Concept]:
    """Objects of titles that nothing else names, and English names beside Chinese titles."""
    beside: defaultdict[str, Counter[str]] = defaultdict(Counter)
    unknown: dict[str, None] = {}
    for one in told:
        unknown.update({one.unknown: None} if one.unknown else {})
        for word, entity in one.beside:
            beside[word][entity] += 1
    found = [Concept(Kind.ENTITY, head, source="tools") for head in _heads(unknown)]
    return [*found, *_aligned(beside, lexicon)]


def _kind_of_known(tail: str, lexicon: Lexicon) -> bool:
    """True for an unknown phrase that ends with a known entity: it is a kind of that."""
    starts = range(1, len(tail)) if is_chinese(tail) else ()
    return any(lexicon.lookup(tail[start:], Kind.ENTITY) for start in starts)


def unknown_tail(noun: tuple[Token, ...]) -> str | None:
    """The unknown last words of a noun phrase: reader + home branch → home branch; else None."""
    words = [token for token in noun if not is_idle(token.text)]
    tail: list[str] = []
    for token in reversed(words):
        if token.concepts:
            break
        tail.insert(0, token.text)
    if not tail:
        return None
    glue = "" if is_chinese("".join(tail)) else " "
    text = singular(_trimmed(glue.join(tail)))
    return text if 1 < len(text) <= LONGEST[is_chinese(text)] and not text.isdigit() else None


def _trimmed(text: str) -> str:
    """Without generic nouns at the end and idle words in front: test room list → room."""
    if not is_chinese(text):
        return text
    shorter = _without_ends(text)
    while shorter != text:
        text, shorter = shorter, _without_ends(shorter)
    return text


def _without_ends(text: str) -> str:
    for word in phrases("naming", "generic_nouns", "zh"):
        if text.endswith(word) and len(text) > len(word) + 1:
            return text[: -len(word)]
    for word in phrases("naming", "idle_modifiers", "zh"):
        if len(word) > 1 and text.startswith(word) and len(text) > len(word) + 1:
            return text[len(word) :]
    return text


def _heads(unknown: Iterable[str]) -> list[str]:
    """Where several unknown phrases share an ending, the ending is the thing (… pass)."""
    unknown = list(unknown)
    tails = Counter(ending for phrase in unknown for ending in _endings(phrase))
    heads: dict[str, None] = {}
    for phrase in unknown:
        shared = [e for e in _endings(phrase) if tails[e] > 1]
        heads[max(shared, key=lambda e: (tails[e], len(e))) if shared else phrase] = None
    return list(heads)


def _endings(phrase: str) -> list[str]:
    if is_chinese(phrase):
        return [phrase[start:] for start in range(len(phrase) - 1)]
    words = phrase.split()
    return [" ".join(words[start:]) for start in range(len(words))]


def _align(reading: Reading, title: Phrase, name: Phrase) -> tuple[tuple[str, str], ...]:
    """Chinese title and English name of one tool speak of one object."""
    if not is_chinese(reading.raw.title or "") or is_chinese(reading.raw.name):
        return ()
    entity = head_entity(title.noun)
    words = [t.text for t in name.noun if not t.concepts and not is_idle(t.text)]
    if not entity or not words or head_entity(name.noun) is not None:
        return ()
    said = sorted({singular(words[-1]), singular(" ".join(words))})
    return tuple((word, entity) for word in said)


def head_entity(noun: tuple[Token, ...]) -> str | None:
    """The canonical entity at the head of a noun phrase, or None.

    A value that names a kind of thing (Concept.entity) stands for the thing."""
    for token in reversed(noun):
        if concept := token.of(Kind.ENTITY):
            return concept.name
        value = token.of(Kind.VALUE)
        if value and value.entity and not token.of(Kind.ATTRIBUTE):
            return value.entity
    return None


def _aligned(beside: dict[str, Counter[str]], lexicon: Lexicon) -> list[Concept]:
    found: list[Concept] = []
    for word, counted in sorted(beside.items()):
        (entity, count), *others = counted.most_common(2)
        clear = not others or others[0][1] * 3 <= count
        if clear and len(fold(word)) > 2 and not lexicon.lookup(word, Kind.ENTITY):
            found.append(Concept(Kind.ENTITY, entity, (word,), source="tools"))
    return found
