"""A request of its own that points at somebody or something whom only the words before it name."""

from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.contracts.message import FollowUpPatches, Patch, ResolvedMessage
from pipelines.intent.dialogue.gathering import refs_of, with_refs
from pipelines.intent.dialogue.resolving import POINTS
from pipelines.intent.overview import related_of, summary_of


def named_before(said: IntentResult, before: IntentResult) -> FollowUpPatches | None:
    """The request with the name of the only one of its kind that was named in what came to
    nothing; None where it points at no such one."""
    recalled: dict[str, str] = {}
    goals = tuple(_named(goal, before, recalled) for goal in said.goals)
    if not recalled:
        return None
    told = {"goals": goals, "object": summary_of(goals[0]), "related": related_of(goals)}
    message = ResolvedMessage(said.text, recalled=recalled)
    return FollowUpPatches((Patch(said.model_copy(update=told)),), message)


def _named(goal: Goal, before: IntentResult, recalled: dict[str, str]) -> Goal:
    refs: list[EntityRef] = []
    for ref in refs_of(goal):
        names = _names(ref.type, before) if ref.reference == POINTS and not ref.identifiers else ()
        if len(names) != 1 or ref.span is None:
            refs.append(ref)
            continue
        words = Span(start=ref.span.start, end=ref.span.end, text=ref.words)
        name = Identifier(attribute=None, value=next(iter(names)), span=words)
        recalled[name.value] = ref.words
        refs.append(ref.model_copy(update={"identifiers": (name,), "reference": None}))
    return with_refs(goal, refs)


def _names(kind: str | None, before: IntentResult) -> set[str]:
    named = (ref for goal in before.goals for ref in refs_of(goal) if ref.type == kind)
    return {one.value for ref in named for one in ref.identifiers if kind is not None}
