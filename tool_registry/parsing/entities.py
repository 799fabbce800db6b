"""Which things a catalogue speaks of, and by which words: found without any dictionary.

Evidence: parameters that identify (`bookId`, id of the book), the objects of titles
and names, glossaries.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tool_registry.base.environment import Environments
from tool_registry.parsing.claims import Claims
from tool_registry.parsing.evidence import Evidence, gather, united
from tool_registry.parsing.glossary import Term
from tool_registry.parsing.initials import Abbreviations
from tool_registry.parsing.memory import Pass
from tool_registry.parsing.naming import is_chinese
from tool_registry.parsing.phrase import (
    is_idle,
    verb_function,
)
from tool_registry.parsing.records import claim_records
from tool_registry.parsing.terms import SortedTerms, action_concepts, sort_terms
from tool_registry.parsing.titles import read_titled, titled_entities, unknown_verb
from tool_registry.parsing.translated import claim_translations, in_both_languages
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold


@dataclass(frozen=True, slots=True)
class Named:
    """The lexicon with all entities in it, and the glossary's terms for the later steps."""

    lexicon: Lexicon
    terms: SortedTerms
    identified: frozenset[str]
    """Entities that have identifying keys of their own."""
    kinds: dict[str, str]
    """Folded words of closed sets that name kinds of an entity → the entity."""
    spoken: dict[str, tuple[str, ...]]
    """Such a word → the packs' other words for it: that of another language."""
    identifiers: dict[str, str]
    """Names of identifying keys, folded, that do not look like it → the entity."""
    expanded: dict[str, str]
    """Tool id → its name in words where it is an abbreviation; else empty."""


def name_entities(
    tools: Pass,
    packs: Sequence[Concept],
    terms: Iterable[Term],
    environments: Environments,
) -> Named:
    """Lay the catalogue's entities over the packs; names never change after this."""
    known = Lexicon(packs)
    evidence = united(tools.each("evidence", lambda r: gather(r, known), known).values())
    told = sort_terms(terms, evidence, known, environments)
    claims = Claims(Kind.ENTITY)
    for term in told.entities:
        claims.claim(term.name, term.surfaces, Kind.ENTITY, "glossary")
    identified = _claim_things(evidence, known, claims)
    identifiers = claim_records(evidence, known, claims) | _claim_identifiers(told, claims)
    identifiers |= _claim_shaped(evidence, claims)
    identified |= frozenset(identifiers.values())
    _claim_attributes(told, known, claims)
    identified |= _claim_other_nouns(evidence, known, claims)
    claim_translations(known, claims, identified)
    kinds = _kind_words(evidence, claims) | _demoted(told, claims, identified)
    kinds = _titled_kinds(evidence, claims, identified, kinds) | kinds
    spoken = _spoken(kinds, known, claims)
    others = [fold(word) for words in spoken.values() for word in words]
    claims.release([*kinds, *others, *_composed(evidence, claims)])
    lexicon = Lexicon(claims.over(packs))
    lexicon = lexicon.extended(action_concepts(told.actions, lexicon))
    lexicon = lexicon.extended(_new_verbs(tools, lexicon))
    for turn in ("first", "second"):
        more = _new_things(tools, turn, lexicon)
        more = [c for c in more if not _known_else(c, {*kinds, *evidence.values}, environments)]
        if not more:
            break
        lexicon = lexicon.extended(more)
    short = Abbreviations(lexicon)
    expanded = {reading.raw.id: short.read(reading) for reading in tools.readings}
    tools.given("expanded", expanded)
    return Named(lexicon, told, identified, kinds, spoken, identifiers, expanded)


def _known_else(concept: Concept, values: set[str], environments: Environments) -> bool:
    """A word for a kind, a state or an environment is no thing of its own."""
    return fold(concept.name) in values or environments.by_word(concept.name) is not None


def _spoken(kinds: Iterable[str], known: Lexicon, claims: Claims) -> dict[str, tuple[str, ...]]:
    """What the packs call a thing that is a mere kind here, unless the catalogue means more."""
    found: dict[str, tuple[str, ...]] = {}
    for word in kinds:
        concept = known.concept(Kind.ENTITY, word)
        if concept is not None and fold(concept.name) == word:
            free = (w for w in concept.surfaces if claims.holder(w) is None and fold(w) != word)
            found[word] = tuple(free)
    return {word: words for word, words in found.items() if words}


def _claim_identifiers(told: SortedTerms, claims: Claims) -> dict[str, str]:
    """Terms that name identifying keys are words for the thing; those said to, identify it."""
    found: dict[str, str] = {}
    for term in told.identifiers:
        words = (term.name, *term.surfaces)
        holder = next((n for w in (*words, *term.identifies) if (n := claims.holder(w))), None)
        if holder:
            claims.claim(holder, words, Kind.ENTITY, "glossary")
            held = [fold(word) for word in words if claims.holder(word) == holder]
            found |= dict.fromkeys(held if term.identifies else [], holder)
    return found


def _claim_shaped(evidence: Evidence, claims: Claims) -> dict[str, str]:
    """`crate_mark` of a fixed shape identifies crates, where tools are about crates."""
    found: dict[str, str] = {}
    for words in sorted(evidence.shaped):
        thing = words.rpartition(" ")[0]
        name = claims.holder(thing) or (thing if evidence.subjects[thing] else None)
        if name and not claims.holder(words):
            claims.claim(name, [words], Kind.ENTITY, "tools")
            found[words] = name
    return found


def _titled_kinds(
    evidence: Evidence, claims: Claims, identified: frozenset[str], known: Mapping[str, str]
) -> dict[str, str]:
    """`Lend a tent` with the mark of a piece of gear, where tent is a kind of gear in a closed set:
    what the tool is about is the gear then."""
    found: dict[str, str] = {}
    told = {word for word, _ in evidence.kinds if evidence.subjects[word]}
    for word in sorted(told - known.keys()):
        of = {claims.holder(thing) for kind, thing in evidence.kinds if kind == word}
        taken = {claims.holder(stem) for subject, stem in evidence.about if subject == word}
        things = (of & taken & identified) - {word}
        holder = claims.holder(word)
        if len(things) == 1 and holder not in identified and holder in (None, word):
            found[word] = str(things.pop())
            if holder:
                claims.drop(holder)
    return found


def _new_verbs(tools: Pass, lexicon: Lexicon) -> list[Concept]:
    found = tools.each("verbs", lambda reading: unknown_verb(reading, lexicon), lexicon)
    return [in_both_languages(concept, lexicon) for concept in found.values() if concept]


def _new_things(tools: Pass, turn: str, lexicon: Lexicon) -> list[Concept]:
    told = tools.each(f"{turn} titles", lambda r: read_titled(r, lexicon), lexicon)
    found = titled_entities(told.values(), lexicon)
    return [one if one.surfaces else in_both_languages(one, lexicon) for one in found]


def _kind_words(evidence: Evidence, claims: Claims) -> dict[str, str]:
    """Words of closed sets that name kinds of one entity: day pass, month pass → pass."""
    found: dict[str, str] = {}
    for words in evidence.sets:
        named = {word: name for word in words if (name := claims.by_ending(word, shortest=1))}
        for word, name in named.items():
            if sum(other == name for other in named.values()) * 2 >= len(words) > 1:
                found[word] = name
    return found


def _demoted(told: SortedTerms, claims: Claims, identified: frozenset[str]) -> dict[str, str]:
    """Terms without identifiers that are named after a thing with one are kinds of it.

    Sick leave is a leave: it becomes a value of the thing."""
    found: dict[str, str] = {}
    for term in list(told.entities):
        said = claims.holder(term.kind_of) if term.kind_of else None
        ended = next((n for n in sorted(identified) if _is_kind(term.name, n)), None)
        thing = said if said in identified else ended
        if term.name in claims.names and term.name not in identified and thing:
            claims.drop(term.name)
            told.entities.remove(term)
            told.values.append(term)
            found[fold(term.name)] = thing
    return found


def _is_kind(name: str, thing: str) -> bool:
    ending = thing if is_chinese(name) else f" {thing}"
    return name != thing and fold(name).endswith(fold(ending))


def _composed(evidence: Evidence, claims: Claims) -> list[str]:
    """Synonyms that are a value before a word of the same thing (day + pass) say more than it."""
    return [
        word
        for word, name in claims.held.items()
        for end in range(len(word) + 1)
        if word[:end] in evidence.values and claims.holder(word[end:].strip()) == name
    ]


def _claim_attributes(told: SortedTerms, known: Lexicon, claims: Claims) -> None:
    """Attributes of the glossary: under the packs' name where they know one."""
    for term in told.attributes:
        words = (term.name, *term.surfaces)
        pack = next((c for w in words for c in known.lookup(w, Kind.ATTRIBUTE)), None)
        if pack is None and not claims.holder(term.name):
            claims.claim(term.name, term.surfaces, Kind.ATTRIBUTE, "glossary")
        elif pack:
            claims.claim(pack.name, words, Kind.ATTRIBUTE, "glossary")


def _claim_things(evidence: Evidence, known: Lexicon, claims: Claims) -> frozenset[str]:
    """Things with identifiers: a key's stem and the noun of its descriptions belong together."""
    found: set[str] = set()
    ordered = sorted(evidence.nouns.items(), key=lambda pair: (len(pair[0].split()), pair[0]))
    for stem, counted in ordered:
        keys, main = evidence.keys[stem], _main_name(stem, counted, known, evidence, claims)
        if main:
            longer = [noun for noun in sorted(counted) if stem and noun.endswith(f" {stem}")]
            name = claims.holder(main) or claims.by_ending(main) or _pack_name(main, known)
            another = main == stem and _is_another(longer, counted, claims)
            if another:
                main = name = longer[0]
                claims.shared[name] = stem
            words = [main, *([stem] if stem and not another else []), *longer, *keys]
            claims.claim(name, words, Kind.ENTITY, "tools")
            found.add(name)
            for noun in sorted(set(_same_things(stem, name, counted, claims)) - found):
                claims.merge(noun, name)
    return frozenset(found)


def _is_another(longer: Sequence[str], counted: Counter[str], claims: Claims) -> bool:
    """A key's word that a glossary gives to another thing, where all of its descriptions call what
    it identifies by one longer noun."""
    stem = longer[0].rpartition(" ")[2] if len(longer) == 1 else ""
    holder = claims.holder(stem)
    alone = all(noun in ("", *longer) for noun in counted)
    return alone and holder is not None and fold(holder) != stem and not claims.holder(longer[0])


def _same_things(stem: str, name: str, counted: Counter[str], claims: Claims) -> list[str]:
    """Who else a key identifies: `badge_id` of a candidate is the same record as an employee's.

    Only nouns that are not named like the key (a `template_id` may be of many templates)."""
    return [
        holder
        for noun in sorted(counted)
        if noun.isascii() and noun and not noun.endswith(stem) and stem != fold(name)
        if (holder := claims.holder(noun)) and holder != name and claims.sources[holder] != "tools"
    ]


def _claim_other_nouns(evidence: Evidence, known: Lexicon, claims: Claims) -> frozenset[str]:
    """Nouns that share a key with another thing (`formId`: order form, repair form)."""
    found: set[str] = set()
    for counted in evidence.nouns.values():
        for noun in sorted(counted):
            if not is_chinese(noun) or claims.holder(noun) or claims.by_ending(noun):
                continue
            acts = known.lookup(noun, Kind.ACTION) or verb_function(noun)
            if not acts and (evidence.objects[noun] or known.lookup(noun, Kind.ENTITY)):
                claims.claim(_pack_name(noun, known), [noun], Kind.ENTITY, "tools")
                found.add(_pack_name(noun, known))
    return frozenset(found)


def _pack_name(noun: str, known: Lexicon) -> str:
    """The packs' name for a noun where it is in the noun's language; else the noun."""
    concept = known.concept(Kind.ENTITY, noun)
    return concept.name if concept and is_chinese(concept.name) == is_chinese(noun) else noun


def _main_name(
    stem: str, counted: Counter[str], known: Lexicon, evidence: Evidence, claims: Claims
) -> str | None:
    chinese = Counter({noun: n for noun, n in counted.items() if noun and is_chinese(noun)})
    if chinese:
        return _common_tail(chinese, known, claims)
    if not stem or is_idle(stem):
        return None
    words = stem.split(" ")
    for start in range(1, len(words)):
        front, tail = " ".join(words[:start]), " ".join(words[start:])
        if tail in evidence.nouns and not claims.holder(stem):
            strange = front not in evidence.nouns and not known.lookup(front, Kind.ENTITY)
            if strange or claims.held.get(tail, tail) != tail:
                return tail
    if told := _told_noun(stem, counted, known, claims):
        return told
    if stem not in counted and not claims.holder(stem):
        longer = [name for name in claims.names if name.endswith(f" {stem}")]
        return longer[0] if len(longer) == 1 else stem
    return stem


def _told_noun(stem: str, counted: Counter[str], known: Lexicon, claims: Claims) -> str | None:
    """`badge_id` that mostly is the id of an employee identifies employees."""
    nouns = Counter({n: c for n, c in counted.items() if n and not n.endswith(stem)})
    if not nouns:
        return None
    noun, count = max(nouns.items(), key=lambda pair: (pair[1], pair[0]))
    certain = claims.holder(noun) or known.lookup(noun, Kind.ENTITY)
    clear = count * 2 >= sum(c for n, c in counted.items() if n)
    return noun if certain and clear and not claims.holder(stem) else None


def _common_tail(nouns: Counter[str], known: Lexicon, claims: Claims) -> str:
    """The noun that most of the others end with: new reader, reader → reader."""
    tails: Counter[str] = Counter()
    for noun, count in nouns.items():
        for start in range(len(noun)):
            tails[noun[start:]] += count
    whole = sum(nouns.values())

    def is_known(tail: str) -> bool:
        return bool(claims.holder(tail) or known.lookup(tail, Kind.ENTITY))

    def worth(tail: str) -> tuple[float, bool, bool, int]:
        known_word = len(tail) > 1 and is_known(tail)
        return (min(tails[tail] / whole, 0.75), known_word, tail in nouns, len(tail))

    plain = [t for t in tails if len(t) > 1 or t in nouns or is_known(t)]
    return max(sorted(plain or tails), key=worth)
