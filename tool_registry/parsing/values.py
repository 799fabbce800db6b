"""Closed sets of a catalogue as concepts: every value with its human words and its attribute."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tool_registry.parsing.claims import Claims
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.parsing.enums import spoken
from tool_registry.parsing.naming import is_chinese
from tool_registry.parsing.schema import Field
from tool_registry.parsing.terms import SortedTerms
from tool_registry.vocabulary.bilingual import companions, translations
from tool_registry.vocabulary.concept import OF, OWN_SOURCES, SORT, THING
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold

_NONE: frozenset[str] = frozenset()
_ALONE = 2
"""So far may a word of the other language be from a code for which the author gives no word."""
_LONGEST = {True: 12, False: 28}


@dataclass(frozen=True, slots=True)
class ValueUse:
    """One value of one field's closed set."""

    words: tuple[str, ...]
    """Human words, the author's first; the spoken form of the raw value last."""
    attribute: str | None
    entity: str | None
    told: bool
    """The author gives a word; without one the raw value is all there is."""


def uses(item: Field, attribute: str | None, entity: str | None) -> list[ValueUse]:
    """Every value of the field's closed set that people can speak of."""
    found: list[ValueUse] = []
    for raw, given in item.closed.items():
        words = _in_order(raw, given)
        kept = tuple(w for w in dict.fromkeys(words) if _speakable(w))
        if kept:
            found.append(
                ValueUse(kept, attribute, entity, bool(given) or (raw.isalpha() and raw.islower()))
            )
    return found


def _in_order(raw: str, given: tuple[str, ...]) -> list[str]:
    """The human words of a raw value, the most natural first: `in_stock` before its gloss."""
    own = spoken(raw)
    if own and given and given[0].isascii() and not (raw.isupper() and len(raw) <= 4):
        return [own, *given]
    return [*given, *([own] if own else [])]


def canonical_values(
    item: Field, lexicon: Lexicon, attribute: str | None = None
) -> dict[str, tuple[str, ...]]:
    """Raw value → canonical value words, for a slot or a yield of that attribute."""
    result: dict[str, tuple[str, ...]] = {}
    for raw, given in item.closed.items():
        words = _in_order(raw, given)[: max(1, len(given))] or [raw]
        names = [_canonical(word, lexicon, attribute) for word in words]
        result[raw] = tuple(dict.fromkeys(names))
    return result


def _canonical(word: str, lexicon: Lexicon, attribute: str | None) -> str:
    found = lexicon.lookup(word, Kind.VALUE)
    fitting = [c for c in found if not (c.attribute and attribute) or c.attribute == attribute]
    return next((c.name for c in fitting if c.name == word), fitting[0].name if fitting else word)


def with_values(
    lexicon: Lexicon,
    found: Sequence[ValueUse],
    terms: SortedTerms,
    kinds: Mapping[str, str],
    others: Mapping[str, tuple[str, ...]],
) -> list[Concept]:
    """The lexicon's concepts with every human word of a closed set as a value of its own.

    A pack's value that shares a word with the catalogue's goes over to it:
    the tools' name for a state replaces the pack's. The glossary's synonyms
    count like the tools' own, and so do the packs' words for what is a `kind` here."""
    claims = Claims(Kind.VALUE)
    for term in terms.values:
        claims.claim(term.name, term.surfaces, Kind.VALUE, "glossary")
    for use in sorted(found, key=lambda use: not use.told):
        word = use.words[0]
        if use.told or not (claims.holder(word) or lexicon.lookup(word, Kind.VALUE)):
            name = claims.holder(word) or word
            claims.claim(name, use.words, Kind.VALUE, "tools")
    for word, entity in kinds.items():
        if claims.holder(word):
            claims.claim(claims.held[word], others.get(word, ()), Kind.VALUE, "tools")
        stem = _without_thing(word, entity, lexicon)
        if stem and claims.holder(word):
            claims.claim(claims.held[word], [stem], Kind.VALUE, "tools")
    _claim_foreign(found, lexicon, claims)
    _unite_loose(found, lexicon, claims)
    attributes = _attributes(found, claims)
    sorts = _sorts(found, claims)
    known = [c for c in lexicon.concepts if c.kind is Kind.VALUE]
    packs = {fold(word): c.attribute for c in known for word in (c.name, *c.surfaces)}
    return [
        concept
        if concept.kind is not Kind.VALUE or concept.source not in OWN_SOURCES
        else replace(
            concept,
            attribute=attributes.get(concept.name) or packs.get(fold(concept.name)),
            entity=kinds.get(fold(concept.name)),
            flags=concept.flags | _naming(concept, kinds, lexicon) | sorts.get(concept.name, _NONE),
        )
        for concept in claims.over(lexicon.concepts)
    ]


def _claim_foreign(found: Sequence[ValueUse], lexicon: Lexicon, claims: Claims) -> None:
    """`standard` for a kind whose name begins with that, the Chinese word for cash for `CASH`: the
    nearest words of the other language that say nothing else and could mean no other value."""
    wanted: defaultdict[str, set[str]] = defaultdict(set)
    for use in found:
        name = claims.holder(use.words[0])
        for meaning in _foreign(use, lexicon):
            wanted[fold(meaning)] |= {name} if name is not None else set()
    for word, names in wanted.items():
        if len(names) == 1 and claims.holder(word) is None and not lexicon.lookup(word):
            claims.claim(next(iter(names)), [word], Kind.VALUE, "tools")


def _foreign(use: ValueUse, lexicon: Lexicon) -> Iterator[str]:
    """The nearest words of the other language, the likeliest first, and those that mean the same as
    both languages'; none for a code whose words the packs know."""
    whole = use.words[0]
    chinese = [word for word in use.words if is_chinese(word)]
    if use.told and is_chinese(whole):
        yield from _nearest(whole)
        yield from _nearest(whole[:-1])
    for word in (one for one in use.words if one.isascii()):
        known = chinese or lexicon.lookup(word, Kind.VALUE)
        yield from () if known else _nearest(word, _ALONE)
        yield from (other for one in chinese for other in companions(one, word))


def _nearest(word: str, far: int = 0) -> Iterator[str]:
    found = sorted(translations(word), key=lambda pair: pair[1])
    near = (meaning for meaning, distance in found if distance <= far)
    yield from (one for one in near if len(word) > 1 and len(one) > 1)


def _unite_loose(found: Sequence[ValueUse], lexicon: Lexicon, claims: Claims) -> None:
    """A state whose words say nothing elsewhere (`available`) is one, whatever the tools call it
    for the things that it is a state of: what is available elsewhere is in another one."""
    owners: defaultdict[str | None, set[str | None]] = defaultdict(set)
    for use in found:
        owners[claims.holder(use.words[0])].add(use.entity)
    for concept in lexicon.concepts_of(Kind.VALUE):
        own = {flag.removeprefix(OF) for flag in concept.flags if flag.startswith(OF)}
        words = (concept.name, *concept.surfaces) if own else ()
        held = list(dict.fromkeys(name for w in words if (name := claims.holder(w))))
        alike = [name for name in held if owners[name] - {None} <= own]
        for other in alike[1:]:
            claims.merge(other, alike[0])


def _naming(concept: Concept, kinds: Mapping[str, str], lexicon: Lexicon) -> frozenset[str]:
    """Whether the word names its thing without having the thing's own word in it."""
    entity = kinds.get(fold(concept.name))
    if entity is None or _words_in(concept.name, entity, lexicon):
        return frozenset()
    return frozenset({THING})


def _words_in(word: str, entity: str, lexicon: Lexicon) -> bool:
    concept = lexicon.concept(Kind.ENTITY, entity)
    words = map(fold, (entity, *(concept.surfaces if concept else ())))
    return any(fold(word).endswith(one) for one in words)


def _without_thing(word: str, entity: str, lexicon: Lexicon) -> str | None:
    """`day` of day pass: what is said of the thing, unless the word means something else."""
    concept = lexicon.concept(Kind.ENTITY, entity)
    endings = sorted(map(fold, (entity, *(concept.surfaces if concept else ()))), key=len)
    stem = next((word.removesuffix(e).strip() for e in endings if word.endswith(e)), "")
    other = [c for c in lexicon.lookup(stem) if c.kind is not Kind.VALUE]
    return stem if len(stem) > 1 and not other else None


def _sorts(found: Sequence[ValueUse], claims: Claims) -> dict[str, frozenset[str]]:
    """Of what only one thing of the catalogue is a kind: `repair` of a job."""
    things: defaultdict[str, set[str | None]] = defaultdict(set)
    for use in found:
        name = claims.holder(use.words[0])
        if name:
            kind = fold(use.attribute or "") in phrase_set("naming", "kind_attributes")
            things[name].add(use.entity if kind else None)
    single = {name: next(iter(told)) for name, told in things.items() if len(told) == 1}
    return {name: frozenset({f"{SORT}{one}"}) for name, one in single.items() if one}


def _attributes(found: Sequence[ValueUse], claims: Claims) -> dict[str, str]:
    """The attribute that most closed sets hold a value for."""
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for use in found:
        name = claims.holder(use.words[0])
        if name and use.attribute:
            counted[name][use.attribute] += 1
    return {name: attributes.most_common(1)[0][0] for name, attributes in counted.items()}


@lru_cache(maxsize=16384)
def _speakable(word: str) -> bool:
    folded = fold(word)
    return (
        1 < len(folded) <= _LONGEST[is_chinese(folded)]
        and folded not in phrase_set("slots", "idle_values")
        and any(char.isalpha() for char in folded)
    )
