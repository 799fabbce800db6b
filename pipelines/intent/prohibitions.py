"""What is told to be let alone, by topic first, and what merely says that this is all."""

from collections.abc import Sequence

from pipelines.intent.tokens import Token
from tool_registry.vocabulary.lexicon import Kind

_SMALL = ("function", "polite", "perfect", "also")
_MOST = 2
"""Words behind the negation: the verb, and what completes it."""


def let_alone(tokens: Sequence[Token], verbs: frozenset[int]) -> int | None:
    """`his booking – don't touch`: where the negation stands, if the clause says no more than that.

    A word that could be a verb is the thing itself in front of it, behind an owner."""
    place = next((i for i, t in enumerate(tokens) if t.is_("negation") and t.ideographic), None)
    if not place or any(token.is_("front", "want") for token in tokens[:place]):
        return None
    rest = [t for t in tokens[place + 1 :] if not (t.sign or t.is_(*_SMALL))]
    if not 0 < len(rest) <= _MOST or any(t.of(Kind.ENTITY) or t.of(Kind.VALUE) for t in rest):
        return None
    if not any(token.unknown or token.of(Kind.ACTION) for token in rest):
        return None
    return place if all(_is_topic(tokens, i) for i in verbs if i < place) else None


def _is_topic(tokens: Sequence[Token], i: int) -> bool:
    """A deed behind whose it is stands for the thing."""
    before = tokens[i - 1] if i else None
    return before is not None and before.is_("possessive", "genitive", "reference:that")


def only_that(tokens: Sequence[Token], verbs: frozenset[int]) -> bool:
    """`just the bill`, behind what is not to be done: nothing beside what was said."""
    words = [token for token in tokens if not token.sign]
    if verbs or len(words) != 3 or not words[0].is_("only"):
        return False
    return words[1].is_("definite", "reference:that")
