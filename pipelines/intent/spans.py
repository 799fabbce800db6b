"""Where every extracted value stands in the sentence, and which words nothing accounts for."""

from collections.abc import Iterator, Sequence

from pipelines.contracts.intent import EntityRef, Goal, Span
from pipelines.intent.acts import Act
from pipelines.intent.clauses import Clause
from pipelines.intent.setting import Setting
from pipelines.intent.tokens import Token
from tool_registry.vocabulary.lexicon import Kind

_SIGNS = "".join((" ", ",", "\uff0c", ".", "\u3002", ";", "\uff1b", "\u3001"))


def spans(goals: Sequence[Goal], setting: Setting) -> dict[str, Span]:
    """Name → words: `environment`, `G1.action`, `G1.object.amount`, `G1.recipient.phone`, …"""
    found: dict[str, Span] = {}
    for name, span in _named(goals, setting):
        key, number = name, 2
        while key in found and found[key] != span:
            key, number = f"{name}#{number}", number + 1
        found[key] = span
    return found


def _named(goals: Sequence[Goal], setting: Setting) -> Iterator[tuple[str, Span]]:
    for span in setting.spans[:1]:
        yield "environment", span
    for name, span in (("production", setting.production), ("stress", setting.stress)):
        if span is not None:
            yield name, span
    for goal in goals:
        if goal.span is not None:
            yield goal.id, goal.span
        yield from _of(f"{goal.id}.object", goal.object)
        for ref in goal.related:
            yield from _of(f"{goal.id}.{ref.role or 'related'}", ref)
        if goal.target_state is not None:
            yield f"{goal.id}.target_state", goal.target_state.span


def _of(name: str, ref: EntityRef) -> Iterator[tuple[str, Span]]:
    if ref.span is not None:
        yield name, ref.span
    for identifier in ref.identifiers:
        yield f"{name}.{identifier.attribute or 'identifier'}", identifier.span
    for constraint in ref.constraints:
        yield f"{name}.{constraint.attribute or 'kind'}", constraint.span


def unread(
    tokens: Sequence[Token], parts: Sequence[Clause], acts: Sequence[Act]
) -> tuple[Span, ...]:
    """Content words of the positive clauses that no action and no noun phrase has taken up."""
    used = {(t.start, t.end) for act in acts for t in _used(act)}
    covered = [(s.start, s.end) for act in acts for s in _said(act)]
    aside = {
        id(t) for part in parts if part.kind != "positive" for t in [*part.tokens, *part.extra]
    }
    return tuple(
        token.span
        for token in tokens
        if id(token) not in aside
        and _is_content(token)
        and (token.start, token.end) not in used
        and not any(start <= token.start and token.end <= end for start, end in covered)
    )


def without_aside(tokens: Sequence[Token], parts: Sequence[Clause], text: str) -> str:
    """The words of all tokens, with the blanks between them, but for what must not be done."""
    kinds = ("forbid", "keep", "note", "no_data", "remark", "courtesy")
    aside = {id(t) for part in parts if part.kind in kinds for t in [*part.tokens, *part.extra]}
    kept: list[Token] = []
    for token in tokens:
        again = kept and token.sign and kept[-1].sign and kept[-1].text == token.text
        again = again or (kept and kept[-1].span == token.span)  # a code and the thing it names
        if id(token) not in aside and not again:
            kept.append(token)
    words: list[str] = []
    for before, token in zip([None, *kept], kept, strict=False):
        words += [_between(before, token, text) if before else "", token.text]
    return "".join(words).strip(_SIGNS)


def same_words(text: str, corrected: str) -> bool:
    """True where a correction has changed nothing but outer signs."""
    return text.strip().strip(_SIGNS) == corrected


def _between(before: Token, token: Token, text: str) -> str:
    blank = text[before.end : token.start].isspace()
    moved = before.end != token.start
    letters = not (token.sign or before.ideographic or token.ideographic)
    return " " if blank or (moved and letters) else ""


def _used(act: Act) -> Iterator[Token]:
    if act.token is not None:
        yield act.token
    for noun in [*act.objects, *act.related, *act.nouns]:
        for part in noun.chain():
            yield from part.tokens
            yield from part.later


def _said(act: Act) -> Iterator[Span]:
    for noun in [*act.objects, *act.related, *act.nouns]:
        for part in noun.chain():
            yield from (said.span for said in part.said)
    if act.target is not None:
        yield act.target.span


def _is_content(token: Token) -> bool:
    if token.shape is not None or token.unknown:
        return True
    kinds = (Kind.ENTITY, Kind.VALUE, Kind.ATTRIBUTE)
    return not token.markers and any(token.of(kind) for kind in kinds)
