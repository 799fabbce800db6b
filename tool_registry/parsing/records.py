"""Named types of results: whatever they are of is a thing, and their first value singles it out."""

from tool_registry.parsing.claims import Claims
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.parsing.evidence import Evidence
from tool_registry.parsing.naming import read_key
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold


def claim_records(evidence: Evidence, known: Lexicon, claims: Claims) -> dict[str, str]:
    """Name the things of the types; the keys that identify them, folded → the thing.

    `chart no` at the head of a patient: chart is another word for a patient, unless charts have a
    type of their own; `doctor code` there identifies a doctor, though codes are not always ids.
    What rarer results begin with is still the key of the type that most of them are of. A type
    that is less spoken of than what its first key identifies (`Ok` with an order's id) is no name
    for that."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for thing in sorted(evidence.records, key=lambda one: (-evidence.records[one].total(), one)):
        key = _leading(evidence, thing)
        if key is None:
            continue
        stem = key.rpartition(" ")[0]
        name = claims.holder(thing) or thing
        if known.lookup(name, Kind.ATTRIBUTE) or key in taken:
            continue
        if stem and not _may_name(thing, stem, evidence, claims):
            continue
        taken.add(key)
        claims.claim(name, [thing], Kind.ENTITY, "tools")
        if stem and stem not in evidence.records:
            _unite(stem, name, claims)
        if not read_key(key.replace(" ", "_")).identifier:
            found[key] = name
            nouns = [noun for noun in sorted(evidence.coded[stem]) if noun]
            claims.claim(name, nouns, Kind.ENTITY, "tools")
    return found


def _leading(evidence: Evidence, thing: str) -> str | None:
    """The key that most such results begin with, where it looks like one that identifies."""
    [(key, _)] = evidence.records[thing].most_common(1)
    stem, _, last = key.rpartition(" ")
    endings = phrase_set("naming", "identifier_suffixes", "en")
    if last in endings:
        return key
    own = stem and (stem == thing or thing.endswith(f" {stem}") or stem.endswith(f" {thing}"))
    return key if own and last in phrase_set("naming", "record_key_suffixes") else None


def _may_name(thing: str, stem: str, evidence: Evidence, claims: Claims) -> bool:
    """False where titles say the words for what the key identifies more often than the type's, or
    where a program that knows nothing of the type has the key, too."""
    if thing == stem or claims.holder(stem) == claims.holder(thing) is not None:
        return True
    if not evidence.keyed[stem] <= evidence.typed[thing]:
        return False
    named = {stem, *evidence.nouns[stem], *_words(claims, stem)}
    return _spoken({thing, *_words(claims, thing)}, evidence) >= max(1, _spoken(named, evidence))


def _words(claims: Claims, word: str) -> list[str]:
    """What else the thing is called, folded."""
    holder = claims.holder(word)
    return [fold(one) for one in (holder, *claims.names[holder])] if holder else []


def _spoken(words: set[str], evidence: Evidence) -> int:
    """How many titles and names have one of the words at the end of what they are about."""
    return sum(evidence.objects[word] for word in words if word)


def _unite(stem: str, name: str, claims: Claims) -> None:
    other = claims.holder(stem)
    if other is None:
        claims.claim(name, [stem], Kind.ENTITY, "tools")
    elif other != name and claims.kinds[other] is Kind.ENTITY:
        claims.merge(other, name)
