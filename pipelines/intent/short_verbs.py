"""Verbs cut short or turned round, in scripts without blanks: those that the catalogue's deeds
leave no doubt of."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.intent.tokens import Token
from tool_registry.vocabulary.concept import OWN_SOURCES
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon


def in_full(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens, where an unknown word before a complement is the deed that it can only mean."""
    found = list(tokens)
    for place, token in enumerate(tokens[:-1]):
        after = tokens[place + 1]
        touching = token.unknown and token.ideographic and after.start == token.end
        if touching and after.is_("complement", "perfect"):
            deed = _short(token, lexicon) or _turned(token, lexicon)
            if deed is not None:
                found[place] = replace(token, concepts=(deed,))
    return found


def _short(token: Token, lexicon: Lexicon) -> Concept | None:
    """One sign of a deed of two that only one of the catalogue's own begins with."""
    if len(token.text) != 1:
        return None
    own = {
        concept.name: concept
        for concept in lexicon.concepts_of(Kind.ACTION)
        if concept.source in OWN_SOURCES
        and any(word.startswith(token.text) and len(word) > 1 for word in concept.surfaces)
    }
    return next(iter(own.values())) if len(own) == 1 else None


def _turned(token: Token, lexicon: Lexicon) -> Concept | None:
    """`the bill settled`: a verb and its noun, the noun in front."""
    if len(token.text) != 2:
        return None
    found = lexicon.lookup(token.text[::-1], Kind.ACTION)
    return found[0] if found else None
