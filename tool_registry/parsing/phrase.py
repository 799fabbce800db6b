"""A tool's title or name as a phrase: which action, on which object, with which modifiers."""

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache

from tool_registry.base.types import FunctionType
from tool_registry.parsing.description_terms import phrase_set, phrases
from tool_registry.parsing.naming import is_chinese
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon, Match
from tool_registry.vocabulary.text import fold, split_identifier

_BREAK = re.compile(r"[\-—_/|:：·、,，()（）【】\[\]\s]+")


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of the phrase: what it can be, or plain unknown text (`concepts` empty)."""

    text: str
    concepts: tuple[Concept, ...] = ()

    def of(self, kind: Kind) -> Concept | None:
        return next((c for c in self.concepts if c.kind is kind), None)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase taken apart."""

    verb: str | None = None
    """Canonical action, or the verb itself where no pack knows it."""
    function: FunctionType | None = None
    spoken: str = ""
    """The verb as the phrase has it."""
    others: tuple[str, ...] = ()
    """Further canonical actions in it."""
    noun: tuple[Token, ...] = ()
    """The object: the noun phrase that the verb governs, head last."""
    beside: tuple[Token, ...] = field(default=())
    """The rest: beneficiaries, means."""
    fronted: bool = False
    """The noun stands before the verb and may be who acts: `porter leaves`, `book return`."""


def read_phrase(text: str, lexicon: Lexicon) -> Phrase:
    """Take a title such as `lend a book to a reader` apart; Chinese ones too."""
    tokens = tokenise(text, lexicon)
    spot = _main_verb(tokens)
    if spot is None:
        noun, beside = _object_of(tokens)
        return Phrase(noun=noun, beside=beside)
    verb, function = _action(tokens[spot])
    before, after = tokens[:spot], tokens[spot + 1 :]
    noun, beside = _object_of(after)
    fronted = not any(_noun_like(token) for token in noun)
    if fronted:
        noun, beside = _before_verb(before), (*noun, *beside)
    else:
        beside = (*before, *beside)
    writes = function is not None and function.writes
    rest = [t for t in (*before, *after) if writes or not _entity(t)]
    others = [action for token in rest if (action := token.of(Kind.ACTION))]
    names = tuple(dict.fromkeys(a.name for a in others if a.name != verb))
    return Phrase(verb, function, tokens[spot].text, names, noun, beside, fronted)


def tokenise(text: str, lexicon: Lexicon) -> list[Token]:
    """The lexicon's segmentation with the unknown stretches in between as plain tokens."""
    spaced = text if is_chinese(text) else " ".join(split_identifier(text))
    tokens: list[Token] = []
    at = 0
    for match in lexicon.scan(spaced, beside=_grammar()):
        tokens.extend(_plain(spaced[at : match.start]))
        tokens.extend(_verb_first(match, lexicon) if not tokens else [_token(match)])
        at = match.end
    return [*tokens, *_plain(spaced[at:])]


@cache
def _grammar() -> Lexicon:
    """Idle words and generic verbs of more than one sign, to be read as wholes."""
    idle = tuple(sorted(word for word in idle_words() if len(word) > 1))
    verbs = {v for f in FunctionType for v in phrases("verbs", f.value) if is_chinese(v)}
    return Lexicon(
        [
            Concept(Kind.MARKER, _IDLE, idle),
            Concept(Kind.MARKER, "verb", tuple(sorted(v for v in verbs if len(v) > 1))),
        ]
    )


def _token(match: Match) -> Token:
    kinds = _KINDS - {Kind.ACTION} if match.is_marker(_IDLE) else _KINDS
    return Token(fold(match.text), tuple(c for c in match.concepts if c.kind in kinds))


_IDLE = "idle"
_KINDS = frozenset({Kind.ACTION, Kind.ENTITY, Kind.ATTRIBUTE, Kind.VALUE})


def _verb_first(match: Match, lexicon: Lexicon) -> list[Token]:
    """At the head of a title a noun that starts with a verb is verb + noun."""
    text = fold(match.text)
    if match.of(Kind.ACTION) or not is_chinese(text):
        return [_token(match)]
    for cut in range(len(text) - 1, 1, -1):
        verb, noun = (
            lexicon.lookup(text[:cut], Kind.ACTION),
            lexicon.lookup(text[cut:], Kind.ENTITY),
        )
        if verb and noun:
            return [Token(text[:cut], verb), Token(text[cut:], noun)]
    return [_token(match)]


@lru_cache(maxsize=65536)
def _plain(gap: str) -> tuple[Token, ...]:
    pieces = (piece for part in _BREAK.split(gap) for piece in _split_marks(fold(part)))
    return tuple(Token(piece) for piece in pieces if piece)


def _split_marks(text: str) -> list[str]:
    """Cut function words and generic verbs out of an unknown stretch."""
    if not is_chinese(text):
        return [text]
    marks = [mark for mark in _cutting_marks() if mark in text]
    if not marks:
        return [text]
    pattern = "|".join(re.escape(mark) for mark in sorted(marks, key=len, reverse=True))
    return [piece for piece in re.split(f"({pattern})", text) if piece]


@cache
def _cutting_marks() -> tuple[str, ...]:
    verbs = [verb for f in FunctionType for verb in phrases("verbs", f.value)]
    return tuple(mark for mark in (*_marks("zh"), *verbs) if is_chinese(mark))


def _marks(language: str) -> tuple[str, ...]:
    names = ("by_phrases", "beneficiary_phrases", "of_phrases", "joins")
    return tuple(p for name in names for p in phrases("naming", name, language))


@lru_cache(maxsize=65536)
def verb_function(word: str) -> FunctionType | None:
    """What a verb of tool names does, where no pack knows it."""
    return next((f for f in FunctionType if word in phrase_set("verbs", f.value)), None)


def _action(token: Token) -> tuple[str, FunctionType | None]:
    concept = token.of(Kind.ACTION)
    fallback = verb_function(token.text)
    return (concept.name, concept.function or fallback) if concept else (token.text, fallback)


def _is_verb(token: Token) -> bool:
    return token.of(Kind.ACTION) is not None or (
        not token.concepts and verb_function(token.text) is not None
    )


def _entity(token: Token) -> bool:
    return token.of(Kind.ENTITY) is not None


def _main_verb(tokens: list[Token]) -> int | None:
    """Index of the governing verb: the first in the phrase, a plain verb before a noun-like one."""
    if len(tokens) > 1 and not is_chinese(tokens[0].text) and verb_function(tokens[0].text):
        return 0
    spots = [i for i, token in enumerate(tokens) if _is_verb(token)]
    if not spots:
        return None
    plain = [i for i in spots if not _entity(tokens[i])]
    asking = [i for i in plain if i and _action(tokens[i])[1] in _ASKING]
    if asking and _closes(tokens, asking[-1]):
        return asking[-1]
    if spots[0] == 0 and (not is_chinese(tokens[0].text) or 0 in plain):
        return 0
    return (asking or plain or spots)[0]


def _closes(tokens: list[Token], spot: int) -> bool:
    """True for an asking verb at the end of a Chinese phrase, or right before a thing."""
    if not is_chinese(tokens[spot].text):
        return False
    after = tokens[spot + 1 :]
    return not any(_noun_like(t) for t in after) or _entity(after[0])


_ASKING = (FunctionType.QUERY, FunctionType.VERIFY)


def _noun_like(token: Token) -> bool:
    kinds = (Kind.ENTITY, Kind.ATTRIBUTE, Kind.VALUE)
    if any(token.of(kind) for kind in kinds):
        return True
    return bool(token.text) and not token.concepts and not is_idle(token.text)


def is_idle(word: str) -> bool:
    """True for words that say nothing about the object: test, list, the, info."""
    return word in idle_words() or word.isdigit()


@cache
def idle_words() -> frozenset[str]:
    """All words that say nothing about an object, folded."""
    lists = ("generic_nouns", "idle_modifiers", "by_phrases", "beneficiary_phrases", "joins")
    named = [phrase_set("naming", name) for name in (*lists, "of_phrases")]
    return frozenset[str]().union(*named)


def _object_of(tokens: list[Token]) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """The noun phrase right after the verb, and what follows it (to whom, by what)."""
    stops = phrase_set("naming", "by_phrases") | phrase_set("naming", "beneficiary_phrases")
    stops |= phrase_set("naming", "joins") | phrase_set("naming", "of_phrases", "en")
    for index, token in enumerate(tokens):
        if index and token.text in stops and not _only_noun(token):
            noun, rest = tokens[:index], tokens[index:]
            if any(_noun_like(t) for t in noun):
                return _or_after_of(noun, rest)
    return tuple(tokens), ()


def _or_after_of(
    noun: list[Token], rest: list[Token]
) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """`status of an order` is about the order; `pages of a book` about the pages."""
    attribute = noun[-1].of(Kind.ATTRIBUTE) and not any(_entity(token) for token in noun)
    generic = all(not _noun_like(token) or token.of(Kind.VALUE) for token in noun)
    if rest[0].text in phrase_set("naming", "of_phrases", "en") and (attribute or generic):
        inner, beside = _object_of(rest[1:])
        return inner, (*noun, *beside)
    return tuple(noun), tuple(rest)


def _only_noun(token: Token) -> bool:
    return _entity(token) or token.of(Kind.VALUE) is not None


def _before_verb(tokens: list[Token]) -> tuple[Token, ...]:
    """The object where it stands before the verb, without the words that mark it."""
    marks = phrase_set("naming", "beneficiary_phrases", "zh")
    return tuple(token for token in tokens if token.text not in marks)
