"""Attributes with their values: `price 50`, `amount over 20`, `named Ada Lovelace`."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import Operator, Span
from pipelines.intent.phrases.nouns import Said
from pipelines.intent.tokens import Token
from tool_registry.vocabulary.lexicon import Concept, Kind

HOME_CURRENCY = "yuan"
"""What a bare number of money is counted in."""
_ENDS_TEXT = ("genitive", "also", "sequence", "recipient", "and", "with", "place", "question")
_OPERATORS: dict[str, Operator] = {
    "compare:ge": "ge",
    "compare:gt": "gt",
    "compare:le": "le",
    "compare:lt": "lt",
    "compare:ne": "ne",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """What was said of an attribute, and the position after it."""

    said: Said
    end: int
    tokens: tuple[Token, ...]


def operator_of(token: Token) -> Operator | None:
    """The comparison that a word stands for."""
    return next((_OPERATORS[name] for name in sorted(token.markers) if name in _OPERATORS), None)


def read(
    tokens: Sequence[Token], i: int, verbs: frozenset[int], text: str, *, closed: bool = False
) -> Pair | None:
    """The pair that begins with the attribute (or the word `named`) at i; None without a value.

    `closed`: the word may as well be a thing, so only an explicit link makes it an attribute.
    """
    attribute = tokens[i].of(Kind.ATTRIBUTE)
    explicit, operator, j = tokens[i].is_("named"), "eq", i + 1
    compared: Operator | None = None
    while j < len(tokens) and j not in verbs and _links(tokens[j], attribute):
        compared = operator_of(tokens[j]) or compared
        explicit = explicit or tokens[j].is_("copula", "named") or bool(compared)
        j += 1
    if j >= len(tokens) or j in verbs or (closed and not explicit):
        return None
    of = tokens[j - 1].is_("of") and tokens[j].shape not in ("fact", "number")
    if of or tokens[j].is_("which", "how_many", "ask_state"):
        return None
    said, end = value_at(tokens, j, attribute, text, explicit=explicit)
    if said is None:
        return None
    said.operator, said.explicit = compared or operator, True
    said.entity = attribute.entity if attribute else None
    if any(token.is_("target") and not token.is_("copula") for token in tokens[i + 1 : j]):
        said.identifying = False
    if end < len(tokens) and said.operator == "eq" and not _in_time(said, tokens[end]):
        after = operator_of(tokens[end])
        said.operator, end = after or "eq", end + 1 if after else end
    return Pair(said, end, tuple(tokens[i:end]))


def _in_time(said: Said, after: Token) -> bool:
    """`5501 before`: whatever has a number is done first; numbers that name do not compare."""
    return said.identifying and after.is_("time:before", "sequence")


def _links(token: Token, attribute: Concept | None) -> bool:
    """Words between an attribute and its value."""
    if token.sign:
        return token.text in "::==" or token.text in "(("
    if token.shape or token.of(Kind.ENTITY):
        return False
    return token.is_("copula", "named", "of", "target") or bool(operator_of(token))


def value_at(
    tokens: Sequence[Token], j: int, attribute: Concept | None, text: str, *, explicit: bool
) -> tuple[Said | None, int]:
    """The value at j as a value of the attribute, and the position after it."""
    token = tokens[j]
    name = attribute.name if attribute else "name"
    flags = attribute.flags if attribute else frozenset({"text", "named"})
    identifying = "identifier" in flags or "named" in flags
    begins_name = "text" in flags and token.shape == "number" and token.ideographic
    if token.shape is not None and not begins_name:
        return _shaped(tokens, j, name, identifying=identifying, money="money" in flags)
    value = token.of(Kind.VALUE)
    if value is not None and (explicit or value.attribute in (None, name)) and "named" not in flags:
        return Said(name, value.name, token.span), j + 1
    if (explicit or "text" in flags) and _is_text(token, free=explicit and "text" in flags):
        end = _text_end(tokens, j, free=explicit and "text" in flags)
        start, stop = token.start, tokens[end - 1].end
        words = text[start:stop]
        span = Span(start=start, end=stop, text=words)
        return Said(name, words, span, identifying=identifying), end
    return None, j


def _shaped(
    tokens: Sequence[Token], j: int, name: str, *, identifying: bool, money: bool
) -> tuple[Said | None, int]:
    token = tokens[j]
    if len(token.values) != 1:
        return None, j
    value = token.values[0]
    end = j + 1
    if end < len(tokens) and token.shape == "number" and tokens[end].is_("classifier"):
        if identifying:
            return None, j
        end += 1
    shown = token.text if identifying and token.shape == "number" else value.value
    unit = HOME_CURRENCY if money and token.shape == "number" else value.unit
    return Said(name, shown, token.span, unit=unit, identifying=identifying), end


def _is_text(token: Token, *, free: bool) -> bool:
    if token.sign or token.is_("genitive") or token.is_(*_ENDS_TEXT):
        return False
    return token.unknown or free or bool(token.concepts and not token.markers) or _is_part(token)


def _is_part(token: Token) -> bool:
    """A classifier that begins a name."""
    return token.ideographic and token.is_("classifier") and len(token.text) == 1


def _text_end(tokens: Sequence[Token], j: int, *, free: bool) -> int:
    """Unknown words in a row; free text goes on to the next sign or grammar word."""
    end = j + 1
    while end < len(tokens) and not tokens[end].sign and not tokens[end].is_(*_ENDS_TEXT):
        apart = not tokens[end].unknown and not _touches(tokens[end - 1], tokens[end])
        if not free and apart:
            break
        if tokens[end].of(Kind.ENTITY) and tokens[end - 1].unknown:
            break
        end += 1
    return end


def _touches(before: Token, token: Token) -> bool:
    return before.end == token.start and token.ideographic and len(token.text) == 1
