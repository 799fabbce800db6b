"""Noun phrases while a sentence is being read, and as the entity references that they become."""

from dataclasses import dataclass, field

from pipelines.contracts.intent import (
    Constraint,
    EntityRef,
    Identifier,
    Operator,
    Span,
)
from pipelines.intent.tokens import KIND_ATTRIBUTES, Token
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.lexicon import Concept

_DEPTH = 12
"""No sentence of a person owns deeper."""


@dataclass(slots=True)
class Said:
    """One value said of a thing."""

    attribute: str | None
    value: JsonValue
    span: Span
    operator: Operator = "eq"
    unit: str | None = None
    identifying: bool = False
    money: bool = False
    """A bare amount of money: which attribute it is depends on the thing."""
    entity: str | None = None
    """The only thing that this attribute singles out, where known."""
    explicit: bool = False
    """Said with its attribute's name: it describes the thing spoken of just before."""
    denied: bool = False
    """`not X`: what the thing shall not be."""


@dataclass(slots=True, eq=False)
class Noun:
    """One thing (or several alike) that the sentence speaks of."""

    type: str | None = None
    concept: Concept | None = None
    role: str | None = None
    hint: str | None = None
    """`old` or `new`, as the sentence calls it."""
    said: list[Said] = field(default_factory=list[Said])
    quantity: int | float | None = None
    approximate: bool = False
    every: bool = False
    reference: str | None = None
    asked: list[str] = field(default_factory=list[str])
    """Attributes that the sentence asks for or names without a value."""
    parent: "Noun | None" = None
    tokens: list[Token] = field(default_factory=list[Token])
    later: list[Token] = field(default_factory=list[Token])
    """What was said of it in another place."""
    head: Token | None = None
    lead: Token | None = None
    """The preposition before it."""
    unread: list[Token] = field(default_factory=list[Token])
    joined: bool = False
    """Said in one breath with the phrase before it: A and B."""
    wants_person: bool = False
    """A pronoun for somebody."""
    fresh: bool = False
    """Begins with its own number or article, so it cannot be the end of a compound."""

    @property
    def person(self) -> bool:
        """True for somebody."""
        return self.concept is not None and "person" in self.concept.flags

    @property
    def headed(self) -> bool:
        """True when a noun says what it is, known or not."""
        return self.type is not None or self.head is not None

    @property
    def identified(self) -> bool:
        """True when something singles it out."""
        return self.reference is not None or any(s.identifying for s in self.said)

    @property
    def empty(self) -> bool:
        """True while nothing has been said of it."""
        return not (
            self.headed
            or self.said
            or self.quantity is not None
            or self.reference
            or self.asked
            or self.parent
            or self.unread
            or self.hint
            or self.every
        )

    @property
    def describes(self) -> bool:
        """True for attributes with values and no thing of their own."""
        named = bool(self.said) and all(said.explicit for said in self.said)
        return named and not self.headed and self.reference is None

    def absorb(self, other: "Noun", *, later: bool = False) -> None:
        """Take over what a phrase without a head of its own says, here or `later`."""
        self.said += other.said
        self.asked += other.asked
        self.later += other.later
        (self.later if later else self.tokens).extend(other.tokens)
        self.unread += other.unread
        self.quantity = self.quantity if other.quantity is None else other.quantity
        self.approximate = self.approximate or other.approximate
        self.every = self.every or other.every
        self.hint = self.hint or other.hint
        self.reference = self.reference or other.reference
        if self.parent is None and other.parent is not None and self not in other.parent.chain():
            self.parent = other.parent

    def chain(self) -> "list[Noun]":
        """Itself, its parent, the parent's parent, … (at most `_DEPTH` of them)."""
        found: list[Noun] = [self]
        while (parent := found[-1].parent) is not None and len(found) < _DEPTH:
            found.append(parent)
        return found


def span_of(tokens: list[Token], text: str) -> Span | None:
    """From the first to the last of the tokens."""
    if not tokens:
        return None
    start, end = min(t.start for t in tokens), max(t.end for t in tokens)
    return Span(start=start, end=end, text=text[start:end])


def reference(noun: Noun, text: str, *, creating: bool, names: dict[str, str]) -> EntityRef:
    """The phrase as the result's entity reference.

    Of something being created, attributes are constraints even where they would identify an
    existing thing. `names` holds the canonical attribute names for money.
    """
    span = span_of(noun.tokens, text)
    exists = not creating
    identifiers = [_identifier(s) for s in noun.said if _identifies(s, exists)]
    told = [s for s in noun.said if not _covered(s, noun.said)]
    constraints = [_constraint(s, noun, names) for s in told if not _identifies(s, exists)]
    return EntityRef(
        type=noun.type,
        role=noun.role,
        identifiers=tuple(dict.fromkeys(identifiers)),
        constraints=tuple(_once(constraints)),
        quantity=_whole(noun.quantity),
        reference=None if identifiers else noun.reference,
        words=span.text if span else "",
        span=span,
    )


def _once(constraints: list[Constraint]) -> list[Constraint]:
    """Without what is said a second time."""
    found: dict[tuple[str | None, str, str], Constraint] = {}
    for item in constraints:
        found.setdefault((item.attribute, item.operator, repr(item.value)), item)
    return list(found.values())


def _covered(said: Said, others: list[Said]) -> bool:
    """A general word (oak) where a more special kind (red oak) contains it."""
    word = said.value
    if not isinstance(word, str) or said.explicit or said.identifying or said.denied:
        return False
    return any(
        other.attribute in KIND_ATTRIBUTES
        and not other.identifying
        and not other.denied
        and isinstance(other.value, str)
        and other.value != word
        and _within(word, other.value)
        for other in others
    )


def _within(word: str, kind: str) -> bool:
    """True for a word of a kind's name; in letters only for whole words."""
    return f" {word} " in f" {kind} " if word.isascii() else word in kind


def _whole(quantity: float | None) -> int | None:
    """A whole number of things; 0 where the sentence says no such number."""
    if quantity is None:
        return None
    return int(quantity) if quantity == int(quantity) and quantity > 0 else 0


def _identifies(said: Said, exists: bool) -> bool:
    return said.identifying and said.operator == "eq" and (exists or said.attribute is None)


def _identifier(said: Said) -> Identifier:
    return Identifier(attribute=said.attribute, value=str(said.value), span=said.span)


def _constraint(said: Said, noun: Noun, names: dict[str, str]) -> Constraint:
    attribute = said.attribute
    if attribute is None and said.money:
        priced = noun.concept is not None and "priced" in noun.concept.flags
        attribute = names["price" if priced else "amount"]
    return Constraint(
        attribute=attribute,
        operator="ne" if said.denied and said.operator == "eq" else said.operator,
        value=said.value,
        unit=said.unit,
        span=said.span,
    )
