"""Reports to a project, such as a bug: what is told is handed on as it is, and not read."""

import re
from collections.abc import Iterator

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Span
from pipelines.intent.reader.tool_actions import ToolActions
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.concept import Concept
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_PROJECT = "project"
_TITLE = "title"
_LEADS = " \t\n:,.;!\uff1a\uff0c\u3002\uff1b\uff01"
_CLAUSE = re.compile(r"[,.;!?\uff0c\u3002\uff1b\uff01\uff1f\n](?=\s|[^\x00-\x7f]|$)")
_FEW = 3
"""Characters that tell nothing yet."""


def report(text: str, lexicon: Lexicon, tool_actions: ToolActions) -> Goal | None:
    """The report that a sentence files, with its words as its title; None where it names none."""
    found = [m for m in lexicon.scan(text) if _is_reported(m.of(Kind.ENTITY))]
    kind = found[0].of(Kind.ENTITY) if found else None
    if kind is None:
        return None
    told = _told(text, found[0].start, found[0].end)
    title = lexicon.canonical(Kind.ATTRIBUTE, _TITLE) or _TITLE
    said = (Constraint(attribute=title, value=told.text, span=told),) if told is not None else ()
    span = Span(start=found[0].start, end=found[0].end, text=found[0].text)
    thing = EntityRef(type=kind.name, constraints=said, words=span.text, span=span)
    action = min(_filing(kind.name, lexicon, tool_actions), default="create")
    whole = Span(start=0, end=len(text), text=text)
    return Goal(
        id="G1",
        action=action,
        action_words="",
        function=FunctionType.CREATE,
        object=thing,
        text=text,
        span=whole,
    )


def _is_reported(entity: Concept | None) -> bool:
    return entity is not None and _PROJECT in entity.flags


def _filing(kind: str, lexicon: Lexicon, tool_actions: ToolActions) -> Iterator[str]:
    """The actions by which tools make such things: others (assign, close) change what is there."""
    for name, of in tool_actions.pairs:
        action = lexicon.concept(Kind.ACTION, name) if of == kind else None
        if action is not None and action.function is FunctionType.CREATE:
            yield name


def _told(text: str, start: int, end: int) -> Span | None:
    """What stands behind the noun, else the clauses before its own."""
    first = end + len(text[end:]) - len(text[end:].lstrip(_LEADS))
    if len(text) - first > _FEW and first > end:
        return Span(start=first, end=len(text), text=text[first:])
    ends = [m.start() for m in _CLAUSE.finditer(text, 0, start)]
    if not ends or ends[-1] <= _FEW:
        return None
    return Span(start=0, end=ends[-1], text=text[: ends[-1]])
