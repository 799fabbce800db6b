"""The same things in the other language: a catalogue told in one is asked in both."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from tool_registry.parsing.claims import Claims
from tool_registry.parsing.naming import is_chinese
from tool_registry.vocabulary.bilingual import compounds, translations
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold

_FARTHEST = 2
"""From the heart of a group of words that mean the same; farther ones often mean more."""


def claim_translations(known: Lexicon, claims: Claims, identified: frozenset[str]) -> None:
    """Give each thing the words of the other language, where only one thing has a right to them.

    Two things that translate each other are one, unless both have keys of their own."""
    wanted: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for name in sorted(claims.names):
        if claims.kinds[name] is Kind.ENTITY:
            for word, distance in _told(name):
                nearest = min(distance, wanted[word].get(name, distance))
                wanted[word][name] = nearest
    best_first = sorted(wanted.items(), key=lambda pair: (min(pair[1].values()), pair[0]))
    for word, wishes in best_first:
        _give(word, wishes, known, claims, identified)


def in_both_languages(verb: Concept, lexicon: Lexicon) -> Concept:
    """A verb that only this catalogue has, with its translations that mean nothing else."""
    near = (meaning for meaning, distance in translations(verb.name) if distance <= _FARTHEST)
    free = tuple(word for word in near if not lexicon.lookup(word))
    return replace(verb, surfaces=(*verb.surfaces, *free))


def _told(name: str) -> Iterator[tuple[str, int]]:
    """Words of the other language for a thing's name, and how far they are from it."""
    for meaning, distance in (*translations(name), *compounds(fold(name))):
        if distance <= _FARTHEST:
            yield fold(meaning), distance


def _give(
    word: str, wishes: dict[str, int], known: Lexicon, claims: Claims, identified: frozenset[str]
) -> None:
    if len(word) < 2 or not _is_noun(word, known):
        return
    nearest = min(wishes.values())
    first = [name for name, distance in wishes.items() if distance == nearest]
    if len(first) != 1 or first[0] not in claims.names:
        return
    name, holder = first[0], claims.holder(word)
    if holder is None:
        claims.claim(name, [word], Kind.ENTITY, claims.sources[name])
    elif _are_one(name, holder, claims, identified):
        kept, gone = (name, holder) if name in identified else (holder, name)
        claims.merge(gone, kept)


def _is_noun(word: str, known: Lexicon) -> bool:
    """No action and no word of the grammar, nor one that begins with such (see a doctor)."""
    parts = {word, word.partition(" ")[0]}
    found = [c.kind for part in parts for c in known.lookup(part) if "content" not in c.flags]
    return Kind.ACTION not in found and Kind.MARKER not in found and Kind.VALUE not in found


def _are_one(name: str, holder: str, claims: Claims, identified: frozenset[str]) -> bool:
    if holder == name or holder not in claims.names or claims.kinds[holder] is not Kind.ENTITY:
        return False
    apart = is_chinese(name) != is_chinese(holder)
    return apart and not (name in identified and holder in identified)
