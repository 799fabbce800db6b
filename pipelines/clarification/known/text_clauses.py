"""A clause that the name of a reason or a note begins is a text, whatever a reader finds in it:
`reason: one cola was not sent` sends no cola."""

import re
from collections.abc import Iterator, Sequence

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Instruction, IntentResult, Span
from pipelines.contracts.reply_names import WHICH_ONE
from pipelines.reasoning.arguments.naming import begins_with, without_lead
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.language import grammar_words
from tool_registry.vocabulary.text import is_ideograph

_CLAUSE = re.compile(r"[^,，;；。\s][^,，;；。\n]*")
_LAST = re.compile(r"[A-Za-z]+$")
_QUOTES = "\"'“”‘’「」"
_APART = " \t:：,，、。;；."
_LEAD = 8
"""Signs that stand between a name and its text, at most."""


def with_texts_apart(intent: IntentResult, names: Sequence[str]) -> IntentResult:
    """The reading in which what stands in such a clause is one remark and nothing else; a text that
    is read as the one value of something new stays as it is read. `names`: without case."""
    for text in _texts_behind(intent, names):
        intent = _with_text(intent, text)
    return intent


def _texts_behind(intent: IntentResult, names: Sequence[str]) -> Iterator[Span]:
    """What stands behind each name that begins a clause, without quotation marks and the words for
    the environment at its end."""
    for clause in _CLAUSE.finditer(intent.text):
        said = clause[0].casefold()
        begun = [one for one in names if begins_with(said, one)]
        name = max(begun, key=len, default="")
        rest = clause[0][len(name) :]
        if name and rest and (rest[0] in _APART or is_ideograph(rest[0])):
            start = clause.start() + _led(clause[0], len(name))
            yield from _bare(intent, start, clause.end())


def _led(clause: str, name: int) -> int:
    """Where the text begins behind a name of so many signs and what leads from one to its text."""
    ends = range(name, min(name + _LEAD, len(clause)) + 1)
    return max(one for one in ends if len(without_lead(clause[:one])) <= name)


def _bare(intent: IntentResult, start: int, end: int) -> Iterator[Span]:
    where = intent.spans.get("environment")
    text = intent.text
    if where is not None and start < where.start and not text[where.end : end].strip(_APART):
        end = start + len(_without_grammar(text[start : where.start]))
    while start < end and text[start] in _QUOTES + _APART:
        start += 1
    while start < end and text[end - 1] in _QUOTES + _APART:
        end -= 1
    if start < end:
        yield Span(start=start, end=end, text=text[start:end])


def _without_grammar(text: str) -> str:
    """Without the words at its end that lead to what stood behind it."""
    words = text.rstrip(_APART)
    while (last := _LAST.search(words)) and last[0].casefold() in grammar_words("en"):
        words = words[: last.start()].rstrip(_APART)
    return words


def _with_text(intent: IntentResult, text: Span) -> IntentResult:
    made = [goal for goal in intent.goals if goal.function is FunctionType.CREATE]
    if any(part.span == text for goal in made for part in goal.object.constraints):
        return intent
    kept = [goal for goal in intent.goals if not _is_in(goal, text)]
    there = [one for one in intent.supplements if one.span.meets(text)]
    later = any(one.span.start >= text.end and one.kind == "remark" for one in intent.supplements)
    if not kept or (later and not there):
        return intent  # another text has taken its place since
    gone = [goal.object.type for goal in intent.goals if goal not in kept]
    remark = Instruction(kind="remark", text=text.text, span=text)
    return intent.model_copy(
        update={
            "goals": tuple(_outside(goal, text) for goal in kept),
            "supplements": (*(o for o in intent.supplements if o not in there), remark),
            "missing": tuple(
                one for one in intent.missing if one.name not in {f"{o}{WHICH_ONE}" for o in gone}
            ),
            "unread": tuple(one for one in intent.unread if not one.meets(text)),
        }
    )


def _is_in(goal: Goal, text: Span) -> bool:
    """Nothing of it stands outside of the text but the text's own name."""
    parts = [goal.object.span, *(ref.span for ref in goal.related)]
    spans = [one for one in parts if one is not None]
    named = [one for ref in (goal.object, *goal.related) for one in ref.identifiers]
    inside = all(one.meets(text) for one in spans) and bool(spans)
    return inside and all(one.span.meets(text) for one in named)


def _outside(goal: Goal, text: Span) -> Goal:
    state = goal.target_state
    left = None if state is not None and state.span.meets(text) else state
    related = (ref for ref in goal.related if ref.span is None or not _holds(text, ref.span))
    return goal.model_copy(
        update={
            "object": _without(goal.object, text),
            "related": tuple(_without(ref, text) for ref in related),
            "target_state": left,
        }
    )


def _without(ref: EntityRef, text: Span) -> EntityRef:
    kept: tuple[Constraint, ...] = tuple(o for o in ref.constraints if not o.span.meets(text))
    return ref if kept == ref.constraints else ref.model_copy(update={"constraints": kept})


def _holds(text: Span, span: Span) -> bool:
    return text.start <= span.start and span.end <= text.end
