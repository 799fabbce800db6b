"""Corrections inside a sentence: `3, no, 5` is 5. The later words take the place of the earlier."""

from collections.abc import Sequence

from pipelines.intent.tokens import Token
from tool_registry.vocabulary.lexicon import Kind

_THINGS = frozenset({"entity", "number", "count", "code:None", "code:phone", "code:email"})
_MOST = 20
"""Corrections of one request."""
_BREAKS = ",,。;;.!!\n"


def resolve(tokens: list[Token]) -> list[Token]:
    """The tokens as they would stand, had the sentence been said right at once."""
    for _ in range(_MOST):
        tokens = _without_denied(tokens)
        position = next((i for i in range(len(tokens)) if _corrects(tokens, i)), None)
        if position is None:
            break
        tokens = _corrected(tokens, position)
    return tokens


def _corrected(tokens: list[Token], position: int) -> list[Token]:
    after = position + 1
    while after < len(tokens) and (tokens[after].sign or tokens[after].is_("correction")):
        after += 1
    end = next((i for i in range(after, len(tokens)) if _is_break(tokens[i])), len(tokens))
    said = [t for t in tokens[after:end] if not t.is_("copula", "not_but")]
    before = tokens[:position]
    while before and before[-1].sign:
        before.pop()
    return [*_replaced(before, said), *tokens[end:]]


def _without_denied(tokens: list[Token]) -> list[Token]:
    """`not 3 but 5`: what is denied goes, with the words that deny it."""
    for i, token in enumerate(tokens[:-2]):
        denied = _key(tokens, i + 1) if token.is_("not_but", "negation") else None
        if denied is None or denied == "action":
            continue
        for j in range(i + 2, min(i + 9, len(tokens) - 1)):
            said = tokens[j].is_("but", "copula", "want") and not tokens[j].sign
            if said and _key(tokens, j + 1) == denied:
                return [*tokens[:i], *tokens[j + 1 :]]
    return tokens


def _corrects(tokens: Sequence[Token], i: int) -> bool:
    """A correction word that stands alone: after a sign, and with something to correct before."""
    if i == 0 or i == len(tokens) - 1:
        return False
    between = tokens[i - 1].sign and tokens[i + 1].sign
    if not (tokens[i].is_("correction") or (between and tokens[i].is_("not_but"))):
        return False
    if tokens[i].of(Kind.ACTION) or tokens[i].of(Kind.ENTITY):
        return False
    apart = tokens[i - 1].sign or tokens[i + 1].sign or tokens[i - 1].is_("correction")
    said = any(_key(tokens, j) for j in range(i))
    return said and (apart or _key(tokens, i + 1) is not None)


def _is_break(token: Token) -> bool:
    return token.sign and token.text in _BREAKS


def _replaced(before: list[Token], said: list[Token]) -> list[Token]:
    """The corrected words in place of the earlier ones; what follows them continues the sentence.

    A new action with a thing of its own says the whole clause anew.
    """
    keys = [_key(said, i) for i in range(len(said))]
    if "action" in keys and not _THINGS.isdisjoint(keys):
        return [*before[: _clause_start(before)], *said]
    result, position, rest = list(before), None, 0
    for i, (token, key) in enumerate(zip(said, keys, strict=True)):
        place = _counterpart(before, token, key, position) if key else None
        if place is not None:
            result[place], position, rest = token, place, i + 1
        elif key is not None:
            break
    if position is None:
        return [*before[: _last_noun(before)], *said]
    return [*result, *(said[rest:] if any(keys[rest:]) else [])]


def _counterpart(
    before: Sequence[Token], token: Token, key: str, position: int | None
) -> int | None:
    """The earlier word that this one corrects: after the last one corrected, else the last."""
    keys = [_key(before, i) for i in range(len(before))]
    wanted = {key, "number"} if key == "count" and "count" not in keys else {key}
    places = [i for i in range(len(before)) if keys[i] in wanted]
    if position is not None:
        return next((i for i in places if i > position), None)
    entity = token.of(Kind.ENTITY)
    same = [i for i in places if entity is not None and before[i].of(Kind.ENTITY) is entity]
    return next(reversed(same or places), None)


def _last_noun(before: Sequence[Token]) -> int:
    """Where the last noun phrase word starts: what a word of another kind corrects."""
    nouns = [i for i, t in enumerate(before) if t.unknown or t.of(Kind.ENTITY) or t.of(Kind.VALUE)]
    return nouns[-1] if nouns else len(before)


def _clause_start(before: Sequence[Token]) -> int:
    verbs = [i for i, token in enumerate(before) if token.of(Kind.ACTION)]
    start = verbs[-1] if verbs else len(before)
    while start and not before[start - 1].sign:
        start -= 1
    return start


def _key(tokens: Sequence[Token], i: int) -> str | None:
    """What sort of thing a word says; only like replaces like."""
    token = tokens[i]
    if token.of(Kind.ENVIRONMENT) or token.is_("production", "unknown_environment"):
        return "environment"
    if token.shape == "number":
        return "count" if _counts(tokens, i) else "number"
    if token.shape:
        first = token.values[0] if token.values else None
        return f"{token.shape}:{first.attribute if first else None}"
    value = token.of(Kind.VALUE)
    if value is not None:
        return f"value:{value.attribute}"
    if token.of(Kind.ENTITY):
        return "entity"
    if token.of(Kind.ACTION):
        return "action"
    return "attribute" if token.of(Kind.ATTRIBUTE) else None


def _counts(tokens: Sequence[Token], i: int) -> bool:
    """A number before a classifier or a noun, or a small one, rather than one that names."""
    named = i > 0 and tokens[i - 1].of(Kind.ENTITY) is not None
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if after is not None and after.is_("classifier"):
        return True
    counted = after is not None and (after.of(Kind.ENTITY) or after.of(Kind.VALUE) or after.shape)
    return not named and (bool(counted) or len(tokens[i].text) <= 2)
