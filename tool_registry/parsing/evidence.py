"""What a catalogue's tools show of its things, before any of them has a name."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tool_registry.model import program_of
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.parsing.naming import head_of, identified_noun, is_chinese, read_key, singular
from tool_registry.parsing.phrase import Token, is_idle, read_phrase
from tool_registry.parsing.reading import Reading, is_environment_key, is_service
from tool_registry.parsing.schema import Field
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold

LONGEST = {True: 10, False: 32}


@dataclass(slots=True)
class Evidence:
    """Counts over all tools; every word folded."""

    nouns: defaultdict[str, Counter[str]] = field(
        default_factory=lambda: defaultdict[str, Counter[str]](Counter)
    )
    """Stem of an identifying key → nouns that its descriptions identify ("" where none)."""
    keys: defaultdict[str, dict[str, None]] = field(
        default_factory=lambda: defaultdict[str, dict[str, None]](dict)
    )
    """Stem → literal keys."""
    heads: Counter[str] = field(default_factory=Counter[str])
    """First phrases of descriptions, and keys in words, of values that identify nothing."""
    values: Counter[str] = field(default_factory=Counter[str])
    """Human words of closed sets."""
    sets: set[frozenset[str]] = field(default_factory=set[frozenset[str]])
    """The closed sets themselves."""
    shaped: set[str] = field(default_factory=set[str])
    """Keys of several words, folded, whose values look like identifiers."""
    kinds: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """(word of a closed set of kinds, what the tool's title is about)."""
    about: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """(what a tool's title is about, stem of an argument that identifies)."""
    titles: set[str] = field(default_factory=set[str])
    """Titles as they stand, folded."""
    subjects: Counter[str] = field(default_factory=Counter[str])
    """Whole noun phrases that titles are about."""
    objects: Counter[str] = field(default_factory=Counter[str])
    """Words that titles end their noun phrases with."""

    records: defaultdict[str, Counter[str]] = field(
        default_factory=lambda: defaultdict[str, Counter[str]](Counter)
    )
    """What a type of results is of → the key that its values begin with, in words."""
    coded: defaultdict[str, Counter[str]] = field(
        default_factory=lambda: defaultdict[str, Counter[str]](Counter)
    )
    """As `nouns`, for keys that may identify only what a type is of (`slot_ref`)."""
    typed: defaultdict[str, set[str]] = field(
        default_factory=lambda: defaultdict[str, set[str]](set)
    )
    """What a type of results is of → the programs that have it."""
    keyed: defaultdict[str, set[str]] = field(
        default_factory=lambda: defaultdict[str, set[str]](set)
    )
    """Stem of an identifying key → the programs that have it."""

    def add(self, other: "Evidence") -> None:
        """Count what another one has seen as well."""
        for stem, nouns in other.nouns.items():
            self.nouns[stem].update(nouns)
        for stem, keys in other.keys.items():
            self.keys[stem].update(keys)
        for thing, firsts in other.records.items():
            self.records[thing].update(firsts)
        for stem, nouns in other.coded.items():
            self.coded[stem].update(nouns)
        for thing, programs in other.typed.items():
            self.typed[thing] |= programs
        for stem, programs in other.keyed.items():
            self.keyed[stem] |= programs
        self.heads.update(other.heads)
        self.values.update(other.values)
        self.sets |= other.sets
        self.shaped |= other.shaped
        self.kinds |= other.kinds
        self.about |= other.about
        self.titles |= other.titles
        self.subjects.update(other.subjects)
        self.objects.update(other.objects)


def united(parts: Iterable[Evidence]) -> Evidence:
    """What all tools show together."""
    whole = Evidence()
    for part in parts:
        whole.add(part)
    return whole


def gather(reading: Reading, known: Lexicon) -> Evidence:
    """Look at every field and every title of one tool."""
    evidence = Evidence()
    for item in reading.fields:
        if not (is_service(item) or is_environment_key(item.key)):
            _add_field(evidence, item, known, reading.owner_of(item))
    for item in reading.outputs:
        if item.record and item.first:
            evidence.records[item.record][" ".join(read_key(item.key).words)] += 1
            evidence.typed[item.record].add(program_of(reading.raw.source))
    evidence.keyed |= {stem: {program_of(reading.raw.source)} for stem in evidence.keys}
    spoken = reading.spoken(known)
    evidence.titles.add(fold(spoken[0]))
    for text in spoken:
        found = [singular(word) for word in endings(read_phrase(text, known).noun)]
        evidence.objects.update(found)
        evidence.subjects.update(found[:1])
    _relate(evidence, reading)
    return evidence


def _relate(evidence: Evidence, reading: Reading) -> None:
    """Kinds and identifiers beside what the titles are about."""
    for item in reading.fields:
        words = read_key(item.key).words
        if words[-1:] and words[-1] in phrase_set("naming", "kind_attributes"):
            said = {fold(word) for raw, given in item.closed.items() for word in (raw, *given[:1])}
            evidence.kinds.update((w, subject) for w in said for subject in evidence.subjects)
    for item in reading.inputs:
        key = read_key(item.key)
        stem = key.stem if key.identifier else " ".join(key.words[:-1])
        if stem and (key.identifier or looks_identifying(item)):
            evidence.about.update((subject, stem) for subject in evidence.subjects)


_PLAIN_PATTERN = re.compile(r"[\w\[\](){}^$:?/\\-]{3,80}")
_DIGIT_CLASSES = ("[0-9]", "\\d")


def looks_identifying(item: Field) -> bool:
    """True for a text of letters and digits in a fixed shape, whose name is of several words."""
    pattern = item.schema.get("pattern")
    if not isinstance(pattern, str) or item.closed or len(read_key(item.key).words) < 2:
        return False
    return is_code_pattern(pattern)


def is_code_pattern(pattern: str) -> bool:
    """True for patterns of codes: letters and digits, `^[A-Z]{2}-[0-9]{6}$`."""
    plain = _PLAIN_PATTERN.fullmatch(pattern) is not None
    digits = any(digit in pattern for digit in _DIGIT_CLASSES)
    return plain and digits and any("A" <= char <= "Z" for char in pattern)


def _add_field(evidence: Evidence, item: Field, known: Lexicon, owner: str) -> None:
    words = {fold(word) for given in item.closed.values() for word in given[:1]}
    evidence.values.update(words)
    evidence.sets.add(frozenset(words))
    key, head = read_key(item.key), head_of(item.description)
    if looks_identifying(item) and not known.lookup(key.words[-1], Kind.ATTRIBUTE):
        evidence.shaped.add(" ".join(key.words))
    if key.identifier and not known.lookup(" ".join(key.words), Kind.ATTRIBUTE):
        evidence.nouns[key.stem][_noun(head)] += 1
        evidence.keys[key.stem][item.key] = None
    elif key.identifier and not key.stem:
        evidence.nouns[owner][_noun(head)] += 1
    else:
        if key.words[-1:] and key.words[-1] in phrase_set("naming", "record_key_suffixes"):
            evidence.coded[" ".join(key.words[:-1])][_noun(head)] += 1
        evidence.heads.update({fold(head), " ".join(key.words)} - {""})


def _noun(head: str) -> str:
    noun = identified_noun(head) or ""
    fits = noun and len(noun) <= LONGEST[is_chinese(noun)] and not is_idle(noun)
    return noun if fits and (len(noun) > 1 or not is_chinese(noun) or noun == head[:1]) else ""


def endings(noun: Iterable[Token]) -> list[str]:
    """All endings of a noun phrase, as words that could be its head."""
    words = [token.text for token in noun if not is_idle(token.text)]
    glue = "" if is_chinese("".join(words)) else " "
    return [glue.join(words[start:]) for start in range(len(words))]
