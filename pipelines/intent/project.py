"""Reports to a development project: what follows the noun is content, not instructions."""

from collections.abc import Sequence

from pipelines.contracts.intent import Span
from pipelines.intent.phrases import Said
from pipelines.intent.tokens import Token
from pipelines.intent.verbs import verbs_of
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_ENDS = ".。;；!！?？\n"
_FEW = 2
"""So many words behind a colon are rather a value than a text."""
_LEADS = ("about", "named", "reference:that", "copula", "function", "filler", "of", "with")


def content(
    tokens: Sequence[Token], text: str, lexicon: Lexicon
) -> tuple[Said | None, list[Token]]:
    """The reported text, and the tokens without it. None where nothing is being reported."""
    place = next((i for i, token in enumerate(tokens) if _reported(token)), None)
    if place is None:
        return None, list(tokens)
    clause = next((i for i in range(place, len(tokens)) if tokens[i].sign), len(tokens))
    if not _files(tokens[:clause]):
        return None, list(tokens)
    acts_later = verbs_of(tokens[place + 1 : clause]).actions
    later = bool(acts_later) and not verbs_of(tokens[:place]).actions
    start = clause if later else place + 1
    while start < len(tokens) and (tokens[start].sign or _leads(tokens[start])):
        start += 1
    title = lexicon.canonical(Kind.ATTRIBUTE, "title") or "title"
    if start < len(tokens):
        named = tokens[start].of(Kind.ATTRIBUTE) is not None or tokens[start].shape in (
            "number",
            "code",
        )
        if named and tokens[place + 1] is tokens[start]:
            return None, list(tokens)
        kept = tokens[: max(place + 1, min(start, clause))]
        return _said(title, tokens[start:], text), list(kept)
    first = next((i for i in range(place) if tokens[i].sign), None)
    if first:
        return _said(title, tokens[:first], text), list(tokens[first + 1 : place + 1])
    return None, list(tokens)


def told(tokens: Sequence[Token], text: str, lexicon: Lexicon) -> Said | None:
    """`open a case: the pump keeps dripping`: what stands behind the colon, where it is no list of
    values and nothing to be done."""
    place = next((i for i, t in enumerate(tokens) if t.sign and t.text in "::"), 0)
    before = tokens[:place]
    made = [tokens[i].of(Kind.ACTION) for i in verbs_of(before).actions]
    if not made or made[-1] is None or made[-1].function is not FunctionType.CREATE:
        return None
    if before[-1].of(Kind.ATTRIBUTE) or not any(t.of(Kind.ENTITY) for t in before):
        return None
    ends = (i for i in range(place + 1, len(tokens)) if tokens[i].sign and tokens[i].text in _ENDS)
    rest = tokens[place + 1 : next(ends, len(tokens))]
    tells = len(rest) > _FEW and any(token.unknown for token in rest) and not verbs_of(rest).actions
    if not tells or rest[0].of(Kind.ATTRIBUTE):
        return None
    return _said(lexicon.canonical(Kind.ATTRIBUTE, "description") or "description", rest, text)


def _reported(token: Token) -> bool:
    entity = token.of(Kind.ENTITY)
    return entity is not None and "project" in entity.flags


def _files(tokens: Sequence[Token]) -> bool:
    """An action before the noun that makes something, or no action at all."""
    found = [tokens[i].of(Kind.ACTION) for i in verbs_of(tokens).actions]
    first = found[0] if found else None
    return first is None or first.function is FunctionType.CREATE or first.name == "submit"


def _leads(token: Token) -> bool:
    return token.is_(*_LEADS) and token.of(Kind.ENTITY) is None and not token.shape


def _said(title: str, tokens: Sequence[Token], text: str) -> Said:
    if len(tokens) == 1 and tokens[0].shape == "quote":
        value = tokens[0].values[0]
        return Said(title, value.value, tokens[0].span)
    start, end = tokens[0].start, tokens[-1].end
    words = text[start:end]
    return Said(title, words, Span(start=start, end=end, text=words))
