"""The rows of a list as calls of one tool that was picked by hand: each with what its own row
says."""

from collections.abc import Iterable, Iterator, Mapping

from pipelines.clarification.building import apart, by_tool
from pipelines.contracts.intent import Goal, IntentResult, Span
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel


def rows_by_tool(
    intent: IntentResult, tool: ToolEssentialModel, catalogue: Catalogue
) -> IntentResult | None:
    """The list as requests for that tool, one for each row, see `by_tool`; None for what is no list
    of the same for several things."""
    lines = _lines(intent)
    if lines is None:
        return None
    rows = [
        by_tool(_alone(intent, goal, line), goal, tool, catalogue, by_exclusion=True)
        for goal, line in zip(intent.goals, lines, strict=True)
    ]
    told = {
        "text": intent.text,
        "goals": tuple(goal for row in rows for goal in row.goals),
        "unread": _once(span for row in rows for span in row.unread),
        "unassigned": tuple(ref for row in rows for ref in row.unassigned),
        "supplements": tuple(one for row in rows for one in row.supplements),
    }
    return rows[0].model_copy(update=told)


def drafted(
    intent: IntentResult,
    goal: Goal | None,
    tool: ToolEssentialModel,
    others: Mapping[str, Goal],
    catalogue: Catalogue,
) -> IntentResult:
    """The reading that the form of that tool begins from; `others`: see `apart`."""
    rows = rows_by_tool(intent, tool, catalogue)
    held = apart(intent, goal, tool, others)
    return rows or by_tool(held, goal, tool, catalogue, by_exclusion=True)


def names_each(reading: IntentResult, intent: IntentResult) -> bool:
    """True where what each row names is what is named there."""
    return set(_names(intent)) <= set(_names(reading))


def _names(intent: IntentResult) -> Iterator[tuple[int, str]]:
    refs = (ref for goal in intent.goals for ref in (goal.object, *goal.related))
    return ((one.span.start, one.value) for ref in refs for one in ref.identifiers)


def _lines(intent: IntentResult) -> list[Span] | None:
    """The line of each goal, where all want the same of one kind of things and no two share one."""
    wanted = {(goal.action, goal.function, goal.object.type) for goal in intent.goals}
    if len(intent.goals) < 2 or len(wanted) > 1:
        return None
    found: list[Span] = []
    for goal in intent.goals:
        line = _line_of(goal, intent.text)
        if line is None or (found and line.start <= found[-1].start):
            return None
        found.append(line)
    return found


def _line_of(goal: Goal, text: str) -> Span | None:
    if goal.span is None or "\n" in text[goal.span.start : goal.span.end]:
        return None
    start = text.rfind("\n", 0, goal.span.start) + 1
    end = text.find("\n", goal.span.end)
    end = len(text) if end < 0 else end
    return Span(start=start, end=end, text=text[start:end])


def _alone(intent: IntentResult, goal: Goal, line: Span) -> IntentResult:
    """Only that row: the others are blank, so that everything stays in its place."""
    blank = (" " * line.start) + line.text + (" " * (len(intent.text) - line.end))
    unassigned = (ref for ref in intent.unassigned if ref.span and _is_in(ref.span, line))
    told = {
        "text": blank,
        "goals": (goal,),
        "unread": tuple(one for one in intent.unread if _is_in(one, line)),
        "unassigned": tuple(unassigned),
        "supplements": tuple(one for one in intent.supplements if _is_in(one.span, line)),
    }
    return intent.model_copy(update=told)


def _is_in(span: Span, line: Span) -> bool:
    return line.start <= span.start and span.end <= line.end


def _once(spans: Iterable[Span]) -> tuple[Span, ...]:
    """What every row says alike is told once."""
    return tuple({one.text: one for one in reversed([*spans])}.values())[::-1]
