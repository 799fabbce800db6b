"""Corrections inside a sentence: `3, no, 5` is 5. The later words take the place of the earlier."""

from collections.abc import Sequence

from pipelines.intent.tokens import Token
from tool_registry.vocabulary.lexicon import Kind

_THINGS = frozenset(
    {"entity", "number", "count", "bare", "measure", "code:None", "code:phone", "code:email"}
)
_WORDS = ("correction", "refusal")
_MOST = 20
"""Corrections of one request."""
_SMALL = 100
"""A bare number below it counts rather than names."""
_BREAKS = ",,。;;.!!??\n"


def resolve(tokens: list[Token]) -> list[Token]:
    """The tokens as they would stand, had the sentence been said right at once."""
    for _ in range(_MOST):
        tokens = _without_contrast(_without_denied(tokens))
        position = next((i for i in range(len(tokens)) if _corrects(tokens, i)), None)
        if position is None:
            break
        tokens = _corrected(tokens, position)
    return tokens


def _corrected(tokens: list[Token], position: int) -> list[Token]:
    after = position + 1
    while after < len(tokens) and (tokens[after].sign or tokens[after].is_(*_WORDS)):
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


def _without_contrast(tokens: list[Token]) -> list[Token]:
    """`5, not 6`, `5 instead of 6`: what is ruled out after a thing of the same sort goes."""
    for i in range(2, len(tokens) - 1):
        apart = tokens[i - 1].sign or tokens[i].is_("contrast")
        denies = tokens[i].is_("negation", "not_but") and apart
        key = _key(tokens, i + 1) if denies else None
        ends = i + 2 == len(tokens) or _is_break(tokens[i + 2])
        if key is None or not ends or not key.startswith(("code", "number", "bare", "fact")):
            continue
        if any(_key(tokens, j) == key for j in range(i - 1)):
            return [*tokens[: i - tokens[i - 1].sign], *tokens[i + 2 :]]
    return tokens


def _corrects(tokens: Sequence[Token], i: int) -> bool:
    """A correction word that stands alone: after a sign, and with something to correct before."""
    if i == 0 or i == len(tokens) - 1:
        return False
    if _tells_mishap(tokens[i - 1], tokens[i]):
        return False
    between = tokens[i - 1].sign and tokens[i + 1].sign
    if not (tokens[i].is_("correction") or (between and tokens[i].is_("not_but", "refusal"))):
        return False
    if tokens[i].of(Kind.ACTION) or tokens[i].of(Kind.ENTITY):
        return False
    apart = tokens[i - 1].sign or tokens[i + 1].sign or tokens[i - 1].is_("correction")
    said = any(_key(tokens, j) for j in range(i))
    return said and (apart or _key(tokens, i + 1) is not None)


def _tells_mishap(before: Token, token: Token) -> bool:
    """`paid it wrongly`: right behind a verb it says what went wrong, and corrects nothing."""
    deed = before.unknown or before.of(Kind.ACTION) is not None
    return token.is_("mishap") and before.end == token.start and before.ideographic and deed


def _is_break(token: Token) -> bool:
    return token.sign and token.text in _BREAKS


def _replaced(before: list[Token], said: list[Token]) -> list[Token]:
    """The corrected words in place of the earlier ones; what follows them continues the sentence.

    A new action with a thing of its own says the whole clause anew.
    """
    keys = [_key(said, i) for i in range(len(said))]
    if said and said[0].is_("negation") and any(t.of(Kind.ACTION) for t in said):
        return [*before, Token(said[0].start, said[0].start, ",", sign=True), *said]
    if not any(keys) and not any(token.unknown for token in said):
        return [*before, *said]
    if _same_end(before, said):
        return [*before[:-2], *said]
    acts = any(_acts(token) for token in before)
    if "action" in keys and not _THINGS.isdisjoint(keys) and acts:
        return [*before[: _clause_start(before)], *said]
    result, position, rest = list(before), None, 0
    for i, (token, key) in enumerate(zip(said, keys, strict=True)):
        place = _counterpart(before, token, key, position) if key else None
        if place is not None:
            result[place], position, rest = token, place, i + 1
        elif key is not None:
            again = _retraced(before, said)
            if again is not None:
                return [*before[:again], *said]
            break
    if position is None:
        return [*before[: _last_noun(before)], *said]
    more = any(keys[rest:]) or any(token.unknown for token in said[rest:])
    return [*result, *(said[rest:] if more else [])]


def _acts(token: Token) -> bool:
    action = token.of(Kind.ACTION)
    return action is not None and "weak" not in action.flags


def _retraced(before: Sequence[Token], said: Sequence[Token]) -> int | None:
    """`tea and milk, no, tea and lemon`: where the words begin that are said once more."""
    for start in range(len(before) - 2, -1, -1):
        if all(before[start + i].text == said[i].text for i in range(min(2, len(said)))):
            return start
    return None


def _same_end(before: Sequence[Token], said: Sequence[Token]) -> bool:
    """`oak table, no, pine table`: two words, of which the second is the same as before."""
    if len(before) < 2 or len(said) != 2 or before[-1].text != said[-1].text:
        return False
    corrected, token = before[-2], said[0]
    words = corrected.end == before[-1].start or not corrected.ideographic
    kinds = (Kind.ACTION, Kind.ENTITY, Kind.VALUE)
    plain = all(t.unknown or any(t.of(kind) for kind in kinds) for t in (corrected, token))
    return words and plain and token.shape is None and corrected.shape is None


def _counterpart(
    before: Sequence[Token], token: Token, key: str, position: int | None
) -> int | None:
    """The earlier word that this one corrects: after the last one corrected, else the last."""
    keys = [_key(before, i) for i in range(len(before))]
    wanted = _alike(key, keys)
    places = [i for i in range(len(before)) if keys[i] in wanted]
    if position is not None:
        return next((i for i in places if i > position), None)
    entity = token.of(Kind.ENTITY)
    same = [i for i in places if entity is not None and before[i].of(Kind.ENTITY) is entity]
    return next(reversed(same or places), None)


def _alike(key: str, keys: Sequence[str | None]) -> set[str]:
    """What a word of that sort can stand for: a bare number for a count or a measure."""
    if key == "bare":
        return (
            {"bare", "count", "measure"} if {"bare", "count", "measure"} & {*keys} else {"number"}
        )
    if key == "count":
        return {"count", "bare"} if {"count", "bare"} & {*keys} else {"number"}
    return {key}


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
        return _number(tokens, i)
    if token.shape:
        first = token.values[0] if token.values else None
        return f"{token.shape}:{first.attribute if first else None}"
    attribute, after = token.of(Kind.ATTRIBUTE), tokens[i + 1] if i + 1 < len(tokens) else None
    if attribute is not None and after is not None and after.shape in ("number", "fact"):
        return f"attribute:{attribute.name}"
    value = token.of(Kind.VALUE)
    if value is not None:
        return f"value:{value.attribute}"
    if token.of(Kind.ENTITY):
        return "entity"
    if token.of(Kind.ACTION):
        return "action"
    return "attribute" if token.of(Kind.ATTRIBUTE) else None


def _number(tokens: Sequence[Token], i: int) -> str:
    """A number that counts, that measures (price 5), a bare small one, or one that names."""
    before = tokens[i - 1] if i else None
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if after is not None and after.is_("classifier"):
        return "count"
    named = before is not None and before.of(Kind.ENTITY) is not None
    if before is not None and not named and before.of(Kind.ATTRIBUTE):
        return "measure"
    counted = after is not None and (after.of(Kind.ENTITY) or after.of(Kind.VALUE) or after.shape)
    if named:
        return "number"
    value = tokens[i].values[0].value
    small = isinstance(value, int | float) and value < _SMALL
    return "count" if counted else "bare" if small else "number"
