"""How many, which one, the first or last few: numbers that count rather than name."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import Operator, Span
from pipelines.intent.phrases.nouns import Noun, Said
from pipelines.intent.tokens import KIND_ATTRIBUTES, Token
from tool_registry.vocabulary.lexicon import Kind

_NO_MODIFIERS = (
    "recipient", "and", "genitive", "of", "copula", "with", "using", "source", "place", "front",
)  # fmt: skip
"""Words behind which another phrase begins: `for 55 with card 7` counts no cards."""
_NEAR = 4
"""So many words at most describe what is pointed at behind the number of its owner."""


@dataclass(frozen=True, slots=True)
class Count:
    """A counting expression and the position after it."""

    end: int
    span: Span
    quantity: int | float | None = None
    fresh: bool = True
    limit: Operator | None = None
    reference: str | None = None
    approximate: bool = False


def read(
    tokens: Sequence[Token], i: int, head: Noun | None, verbs: frozenset[int], text: str
) -> Count | None:
    """The counting expression at i, or None."""
    token = tokens[i]
    if token.is_("first", "last"):
        return _limit(tokens, i, text)
    if token.is_("ordinal") or any(name.startswith("ordinal:") for name in token.markers):
        return _ordinal(tokens, i)
    if token.is_("some", "all"):
        return Count(i + 1, token.span, fresh=False, approximate=True)
    if token.is_("article") and _noun_ahead(tokens, i + 1, verbs):
        return Count(i + 1, token.span, quantity=1)
    if token.shape == "number":
        return _number(tokens, i, head, verbs)
    if (
        token.is_("classifier")
        and not token.is_("front")
        and i
        and _bare_classifier(tokens[i - 1], i - 1 in verbs)
    ):
        pointed = any(name.startswith("reference") for name in tokens[i - 1].markers)
        return Count(i + 1, token.span, quantity=None if pointed else 1, fresh=not pointed)
    return None


def apply(count: Count, noun: Noun) -> None:
    """Note the count on the phrase that it counts."""
    if count.quantity is not None:
        noun.quantity = count.quantity
    noun.approximate = noun.approximate or count.approximate
    noun.reference = count.reference or noun.reference
    if count.limit is not None:
        noun.said.append(Said(None, count.quantity or 1, count.span, count.limit))


def _number(
    tokens: Sequence[Token], i: int, head: Noun | None, verbs: frozenset[int]
) -> Count | None:
    value, after = tokens[i].values[0].value, _at(tokens, i + 1)
    times = _classifier(after)
    if times and after is not None and after.is_("front") and i and tokens[i - 1].is_("recipient"):
        return None  # `for 55 (take) card 7`: the word for `take` also counts knives
    if (
        times
        and after is not None
        and after.of(Kind.ENTITY)
        and not _noun_ahead(tokens, i + 2, verbs)
    ):
        return Count(i + 1, tokens[i].span, quantity=value)  # what counts is the thing itself
    if times:
        end = i + 2
        if end < len(tokens) and tokens[end].is_("compare:ge") and len(tokens[end].text) == 1:
            end += 1
        return Count(end, tokens[i].span, quantity=value * times)
    attribute = after is not None and after.of(Kind.ATTRIBUTE) and not after.of(Kind.ENTITY)
    if attribute or (isinstance(value, int | float) and value > 9999):
        return None
    if after is not None and (_names(tokens[i], after) or _owns_that(tokens, i)):
        return None
    digits = tokens[i].text[:1].isdigit()
    open_head = head is not None and bool(head.tokens) and not head.identified
    if digits and open_head and head is not None and _touches(head.tokens[-1], tokens[i]):
        return None
    if not _noun_ahead(tokens, i + 1, verbs):
        return None
    return Count(i + 1, tokens[i].span, quantity=value)


def _names(number: Token, after: Token) -> bool:
    """A number that what follows shows to be a name: `555 has`, `555 a card`."""
    points = any(name.startswith("reference") for name in after.markers)
    if points or after.is_("article", "possess"):
        return True
    long = len(number.text) > 2 and number.text.isdigit()
    apart = after.start - number.end > 1  # a place was said in between: `555 in pre readers`
    return long and (apart or after.is_("have_not", "whether"))


def _owns_that(tokens: Sequence[Token], i: int) -> bool:
    """`555 newest that card`: one that is pointed at is not so many."""
    if not (len(tokens[i].text) > 2 and tokens[i].text.isdigit()):
        return False
    for token in tokens[i + 1 : i + 1 + _NEAR]:
        if token.sign or token.of(Kind.ENTITY) or token.shape in ("number", "code"):
            return False
        if any(name.startswith("reference:that") for name in token.markers):
            return True
    return False


def _touches(before: Token, number: Token) -> bool:
    return number.start - before.end <= 1


def _classifier(after: Token | None) -> int:
    """How many things one of it is (a pair is two); 0 where it is no classifier."""
    if after is None:
        return 0
    for name in sorted(after.markers):
        if name == "classifier":
            return 1
        if name.startswith("classifier:"):
            return int(name.partition(":")[2])
    return 0


def _bare_classifier(before: Token, is_verb: bool) -> bool:
    pointing = any(name.startswith("reference") for name in before.markers)
    return is_verb or pointing or before.is_("want", "polite", "each", "other")


def _noun_ahead(tokens: Sequence[Token], i: int, verbs: frozenset[int]) -> bool:
    """True when modifiers and a noun follow, with no boundary before the noun."""
    for j in range(i, min(i + 8, len(tokens))):
        token = tokens[j]
        if j in verbs or token.sign or token.is_(*_NO_MODIFIERS):
            return False
        if token.of(Kind.ENTITY) or (token.unknown and j == i) or _ends_kind(tokens, j):
            return True
        if token.shape in ("number", "code"):
            return False
    return False


def _ends_kind(tokens: Sequence[Token], j: int) -> bool:
    """`two phones`: the word for the kind, with no noun of the thing behind it."""
    kind, after = tokens[j].of(Kind.VALUE), _at(tokens, j + 1)
    ends = after is None or after.sign or after.is_("recipient", "and", "place")
    alone = tokens[j].of(Kind.ATTRIBUTE) is None and not tokens[j].markers
    return kind is not None and kind.attribute in KIND_ATTRIBUTES and alone and ends


def _limit(tokens: Sequence[Token], i: int, text: str) -> Count | None:
    """The first three, the latest one."""
    operator: Operator = "first" if tokens[i].is_("first") else "last"
    j = i + 1
    while j < len(tokens) and (tokens[j].is_("genitive", "filler") or _that(tokens, j)):
        j += 1
    after = _at(tokens, j)
    if after is not None and after.shape == "number":
        times = _classifier(_at(tokens, j + 1))
        start, end = tokens[i].start, after.end
        span = Span(start=start, end=end, text=text[start:end])
        value = after.values[0].value
        return Count(j + (2 if times else 1), span, value, fresh=False, limit=operator)
    if after is not None and (after.of(Kind.ENTITY) or after.of(Kind.VALUE) or after.unknown):
        plural = _plural(after)
        pointed = j if j > i + 1 and _that(tokens, j - 1) else i + 1
        return Count(pointed, tokens[i].span, limit=None if plural else operator, fresh=False)
    return None


def _that(tokens: Sequence[Token], j: int) -> bool:
    """`the latest, that order`: a classifier that points says which one no further."""
    token = tokens[j]
    return token.ideographic and token.is_("reference:that") and not token.is_("person_pronoun")


def _plural(token: Token) -> bool:
    return token.text.isascii() and token.text.lower().endswith("s")


def _ordinal(tokens: Sequence[Token], i: int) -> Count | None:
    """The second, the third one: points to one of several."""
    named = next((m for m in sorted(tokens[i].markers) if m.startswith("ordinal:")), None)
    if named is not None:
        return Count(i + 1, tokens[i].span, reference=named.partition(":")[2], fresh=False)
    after = _at(tokens, i + 1)
    if after is None or after.shape != "number":
        return None
    end = i + (3 if _classifier(_at(tokens, i + 2)) else 2)
    return Count(end, after.span, reference=str(after.values[0].value), fresh=False)


def _at(tokens: Sequence[Token], i: int) -> Token | None:
    return tokens[i] if 0 <= i < len(tokens) else None
