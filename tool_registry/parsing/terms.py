"""What kind of word each glossary term is, by what the tools show of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tool_registry.base.environment import Environments
from tool_registry.base.types import FunctionType
from tool_registry.parsing.evidence import Evidence
from tool_registry.parsing.glossary import Term
from tool_registry.parsing.naming import read_key
from tool_registry.parsing.phrase import read_phrase
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold


@dataclass(slots=True)
class SortedTerms:
    """Glossary terms by what they are."""

    entities: list[Term] = field(default_factory=list[Term])
    attributes: list[Term] = field(default_factory=list[Term])
    values: list[Term] = field(default_factory=list[Term])
    actions: list[Term] = field(default_factory=list[Term])
    identifiers: list[Term] = field(default_factory=list[Term])
    """Names of identifying keys: their words speak of the thing identified."""


def sort_terms(
    terms: Iterable[Term], evidence: Evidence, known: Lexicon, environments: Environments
) -> SortedTerms:
    """Sort the terms; environment words and words that no tool has anything of are left out."""
    found = SortedTerms()
    places = {
        "entity": found.entities,
        "attribute": found.attributes,
        "value": found.values,
        "action": found.actions,
        "identifier": found.identifiers,
    }
    for term in terms:
        kind = _kind(term, evidence, known, environments)
        if kind:
            places[kind].append(term)
    return found


def _kind(term: Term, evidence: Evidence, known: Lexicon, environments: Environments) -> str | None:
    words = [fold(word) for word in (term.name, *term.surfaces)]
    if any(environments.by_word(word) for word in words):
        return None
    named = term.name.isascii() and read_key(term.name).identifier and read_key(term.name).stem
    if named or term.identifies:
        return "identifier"
    if term.kind:
        return term.kind
    return _by_name(words[0], evidence, known) or _by_any(words, evidence, known)


def _by_name(name: str, evidence: Evidence, known: Lexicon) -> str | None:
    """What the head term itself shows."""
    if name in _identified(evidence):
        return "entity"
    if name in evidence.values:
        return "value"
    if evidence.subjects[name]:
        return "entity"
    if known.lookup(name, Kind.ATTRIBUTE):
        return "attribute"
    if known.lookup(name, Kind.ACTION):
        return "action"
    if evidence.heads[name]:
        return "attribute"
    return _by_titles(name, evidence, known)


def _by_titles(name: str, evidence: Evidence, known: Lexicon) -> str | None:
    if evidence.objects[name]:
        return "entity"
    acts = _is_action(name, known) or _opens_a_title(name, evidence)
    return "action" if acts else None


def _by_any(words: list[str], evidence: Evidence, known: Lexicon) -> str | None:
    """What its synonyms show."""
    if any(word in _identified(evidence) or word in evidence.nouns for word in words[1:]):
        return "entity"
    if any(evidence.objects[word] or known.lookup(word, Kind.ENTITY) for word in words):
        return "entity"
    if any(known.lookup(word, Kind.ATTRIBUTE) for word in words):
        return "attribute"
    if any(evidence.heads[word] for word in words):
        return "attribute"
    return "value" if any(word in evidence.values for word in words) else None


def _identified(evidence: Evidence) -> frozenset[str]:
    return frozenset(noun for counted in evidence.nouns.values() for noun in counted if noun)


def _opens_a_title(name: str, evidence: Evidence) -> bool:
    """What stands in front of a thing in a title, and is no thing itself, is done to it."""
    return any(title.startswith(name) and len(title) > len(name) for title in evidence.titles)


def _is_action(name: str, known: Lexicon) -> bool:
    """True for a verb with its object: `place an order`."""
    phrase = read_phrase(name, known)
    return bool(phrase.function and phrase.noun and name.startswith(phrase.spoken))


def action_concepts(terms: Iterable[Term], lexicon: Lexicon) -> list[Concept]:
    """Synonyms of a whole phrase (`place an order`) are actions that imply its object."""
    found: list[Concept] = []
    for term in terms:
        phrase = read_phrase(term.name, lexicon)
        entity = next((c.name for t in phrase.noun if (c := t.of(Kind.ENTITY))), None)
        known = next(iter(lexicon.lookup(term.name, Kind.ACTION)), None)
        name = known.name if known else phrase.verb or term.name
        words = [w for w in term.surfaces if not lexicon.lookup(w, Kind.ACTION)]
        if name and words:
            function = (known.function if known else phrase.function) or FunctionType.OPERATE
            found.append(
                Concept(
                    Kind.ACTION,
                    name,
                    tuple(words),
                    function=function,
                    entity=None if known else entity,
                    source="glossary",
                )
            )
    return found
