"""What a catalogue's tools show of its things, before any of them has a name."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tool_registry.parsing.naming import head_of, identified_noun, is_chinese, read_key, singular
from tool_registry.parsing.phrase import Token, is_idle, read_phrase
from tool_registry.parsing.reading import Reading, is_environment_key, is_service
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
    titles: set[str] = field(default_factory=set[str])
    """Titles as they stand, folded."""
    subjects: Counter[str] = field(default_factory=Counter[str])
    """Whole noun phrases that titles are about."""
    objects: Counter[str] = field(default_factory=Counter[str])
    """Words that titles end their noun phrases with."""


def gather(readings: Iterable[Reading], known: Lexicon) -> Evidence:
    """Look at every field and every title once."""
    evidence = Evidence()
    for reading in readings:
        for item in reading.fields:
            if is_service(item) or is_environment_key(item.key):
                continue
            words = {fold(word) for given in item.closed.values() for word in given[:1]}
            evidence.values.update(words)
            evidence.sets.add(frozenset(words))
            key, head = read_key(item.key), head_of(item.description)
            if key.identifier and not known.lookup(" ".join(key.words), Kind.ATTRIBUTE):
                evidence.nouns[key.stem][_noun(head)] += 1
                evidence.keys[key.stem][item.key] = None
            elif key.identifier and not key.stem:
                evidence.nouns[""][_noun(head)] += 1
            else:
                evidence.heads.update({fold(head), " ".join(key.words)} - {""})
        evidence.titles.add(fold(reading.titles[0]))
        for text in reading.titles:
            found = [singular(word) for word in endings(read_phrase(text, known).noun)]
            evidence.objects.update(found)
            evidence.subjects.update(found[:1])
    return evidence


def _noun(head: str) -> str:
    noun = identified_noun(head) or ""
    fits = noun and len(noun) <= LONGEST[is_chinese(noun)] and not is_idle(noun)
    return noun if fits and (len(noun) > 1 or not is_chinese(noun) or noun == head[:1]) else ""


def endings(noun: Iterable[Token]) -> list[str]:
    """All endings of a noun phrase, as words that could be its head."""
    words = [token.text for token in noun if not is_idle(token.text)]
    glue = "" if is_chinese("".join(words)) else " "
    return [glue.join(words[start:]) for start in range(len(words))]
