"""Ranges of ids: `A-1 through A-3` is A-1, A-2 and A-3."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipelines.intent.tokens import Token
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.patterns import Value

_MOST = 50
"""Ids of one range; a longer one stays as it is said."""
_ID = re.compile(r"(.*?)(\d+)")


def spread(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with every id between the ends of a range, joined as a list is."""
    joins = tuple(c for c in lexicon.concepts_of(Kind.MARKER) if c.name == "and")
    found: list[Token] = []
    for i, token in enumerate(tokens):
        before = tokens[i - 2] if i > 1 else None
        if before is not None and _links(tokens, i - 1) and (between := _between(before, token)):
            joint = Token(token.start, token.start, "", concepts=joins)
            found.pop()
            found += [part for one in between for part in (joint, one)]
            found.append(joint)
        found.append(token)
    return found


def _links(tokens: Sequence[Token], i: int) -> bool:
    """A word for a range; `to` is one only where `all` follows."""
    if tokens[i].is_("range"):
        return True
    rest = tokens[i + 2 : i + 3]
    return tokens[i].is_("target") and any(token.is_("distributive") for token in rest)


def _between(first: Token, last: Token) -> list[Token]:
    ends = [_ID.fullmatch(str(t.values[0].value)) for t in (first, last) if t.shape == "code"]
    if len(ends) != 2 or ends[0] is None or ends[1] is None or ends[0][1] != ends[1][1]:
        return []
    low, high, width = int(ends[0][2]), int(ends[1][2]), len(ends[0][2])
    if not low < high <= low + _MOST:
        return []
    names = (f"{ends[0][1]}{number:0{width}}" for number in range(low + 1, high))
    return [_like(last, name) for name in names]


def _like(token: Token, name: str) -> Token:
    return replace(token, values=(Value(token.start, token.end, name),))
