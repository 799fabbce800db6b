"""Evidence put together into proposals: one for each meaning, without what is known already."""

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from pipelines.onboarding.synonyms.evidence import Evidence, Known
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold, is_ideograph

State: TypeAlias = Literal["proposed", "accepted", "rejected"]
PackSection: TypeAlias = Literal["entities", "attributes", "values", "actions"]
LEAST = 0.5
"""What is less sure is not proposed."""
_SECTIONS: dict[Kind, PackSection] = {
    Kind.ENTITY: "entities",
    Kind.ATTRIBUTE: "attributes",
    Kind.VALUE: "values",
    Kind.ACTION: "actions",
}
KINDS = {section: kind for kind, section in _SECTIONS.items()}
"""What the concepts of a section are."""
_PLACES = 5


class Proposal(BaseModel):
    """A word and what else it is called, for a person to accept or reject."""

    model_config = ConfigDict(extra="forbid")

    id: str
    state: State = "proposed"
    section: PackSection
    name: str
    """The word that it belongs to: the lexicon's, where it has the meaning already."""
    zh: list[str] = Field(default_factory=list)
    en: list[str] = Field(default_factory=list)
    confidence: float = Field(ge=0, le=1)
    ways: list[str]
    sources: list[str]
    quote: str
    conflicts: list[str] = Field(default_factory=list)
    """Words that mean something else already, as `word: what it means`."""

    @property
    def words(self) -> list[str]:
        """The new words of both languages."""
        return [*self.zh, *self.en]


def propose(evidence: Iterable[Evidence], known: Known, least: float = LEAST) -> list[Proposal]:
    """The proposals, the surest first. Takes evidence of any origin, a language model's too."""
    groups: dict[tuple[Kind | None, str], tuple[_Head, list[Evidence]]] = {}
    for one in evidence:
        if _is_new(one, known):
            head = _head(one, known)
            kind = head.concept.kind if head.concept else None
            groups.setdefault((kind, fold(head.name)), (head, []))[1].append(one)
    made = [_proposal(head, group, known) for head, group in groups.values()]
    kept = [one for one in made if one.words and one.confidence >= least]
    return sorted(kept, key=lambda one: (-one.confidence, one.id))


def _is_new(one: Evidence, known: Known) -> bool:
    """False where the lexicon says the same already, or there is nothing to say."""
    if not one.one.strip() or fold(one.one) == fold(one.other):
        return False
    same = {(c.kind, c.name) for c in known.lexicon.lookup(one.one)}
    return same.isdisjoint((c.kind, c.name) for c in known.lexicon.lookup(one.other))


def _concept(word: str, known: Known) -> Concept | None:
    found = {c.kind: c for c in reversed(known.lexicon.lookup(word))}
    return next((found[kind] for kind in _SECTIONS if kind in found), None)


@dataclass(frozen=True, slots=True)
class _Head:
    """The word that others are names of, and what it means already."""

    name: str
    concept: Concept | None


def _head(one: Evidence, known: Known) -> _Head:
    concept = _concept(one.one, known)
    if concept is None:
        concept = _concept(one.other, known)
        if concept is not None and concept.kind is Kind.ACTION and one.other.isascii():
            concept = None  # an English noun often is a verb too, and a name of something is none
    return _Head(concept.name if concept else one.one.strip(), concept)


def _proposal(head: _Head, group: Sequence[Evidence], known: Known) -> Proposal:
    name, concept = head.name, head.concept
    said = next((one.kind for one in group if one.kind), "entity")
    kind = concept.kind if concept else Kind(said)
    doubt = _doubts(group)
    told = {fold(w): w.strip() for one in group for w in (one.one, one.other)}
    mine = {fold(name)} | {fold(form) for form in (concept.surfaces if concept else ())}
    words = [word for key, word in told.items() if key not in mine]
    sources = list(dict.fromkeys(one.place for one in group))[:_PLACES]
    digest = hashlib.sha256("\0".join([name, *sorted(map(fold, words))]).encode()).hexdigest()
    made = Proposal(
        id=digest[:6],
        section=_SECTIONS[kind],
        name=name,
        zh=[word for word in words if _has_ideographs(word)],
        en=[word for word in words if not _has_ideographs(word)],
        confidence=round(1 - doubt, 2),
        ways=list(dict.fromkeys(one.way for one in group)),
        sources=sources,
        quote=group[0].quote,
    )
    return made.model_copy(update={"conflicts": conflicts_of(made, known.lexicon)})


def _doubts(group: Sequence[Evidence]) -> float:
    """The doubt of the least sure word. What several documents or tools say of it is surer; one
    that repeats itself is not."""
    best: dict[tuple[str, str], dict[str, float]] = {}
    for one in group:
        by_document = best.setdefault((fold(one.one), fold(one.other)), {})
        document = one.place.rpartition(":")[0] or one.place
        by_document[document] = max(by_document.get(document, 0.0), one.confidence)
    return max(math.prod(1 - sure for sure in told.values()) for told in best.values())


def conflicts_of(proposal: Proposal, lexicon: Lexicon) -> list[str]:
    """Words of a proposal that mean something else already, as `word: what it means`."""
    return [
        f"{word}: {other.name}"
        for word in proposal.words
        for other in lexicon.lookup(word, KINDS[proposal.section])
        if fold(other.name) != fold(proposal.name)
    ]


def _has_ideographs(word: str) -> bool:
    return any(map(is_ideograph, word))
