"""Where every extracted value stands in the sentence."""

from collections.abc import Iterator, Sequence

from pipelines.contracts.intent import EntityRef, Goal, Span
from pipelines.intent.lexical.setting import Setting


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
