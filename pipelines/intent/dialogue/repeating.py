"""Some of the goals of a request once more, with what its other goals have made already."""

from collections.abc import Iterable, Sequence

from pipelines.contracts.intent import EntityRef, Goal, Identifier, Span, unused_ids
from pipelines.intent.dialogue.gathering import refs_of, with_refs
from pipelines.intent.dialogue.slots import Draft
from pipelines.intent.dialogue.state import DialogueState


def only(way: Draft, wanted: Iterable[int], state: DialogueState) -> Draft | None:
    """The goals in these places, and those with what they make. What the others have made is not
    made again: it is used as it is; None where it is not known which of it is meant."""
    keep = set(wanted)
    for at, goal in enumerate(way.goals):
        makers = {way.goals[one].id for one in keep}
        if any(ref.made_by in makers for ref in refs_of(goal)):
            keep.add(at)
    kept = {way.goals[at].id for at in keep}
    goals: list[Goal] = []
    for at in sorted(keep):
        refs = [_as_made(ref, kept, way.goals, state) for ref in refs_of(way.goals[at])]
        known = [ref for ref in refs if ref is not None]
        if len(known) < len(refs):
            return None
        goals.append(with_refs(way.goals[at], known))
    return Draft(tuple(goals), way.edits, frozenset(range(len(goals))))


def besides(before: Draft, way: Draft) -> Draft:
    """The goals of a plan that waits, and behind them those that are wanted as well."""
    since = len(before.goals)
    ids = dict(zip((goal.id for goal in way.goals), unused_ids(before.goals), strict=False))
    more = [
        with_refs(goal, [_of(ref, ids) for ref in refs_of(goal)]).model_copy(
            update={"id": ids[goal.id]}
        )
        for goal in way.goals
    ]
    new = frozenset(range(since, since + len(more)))
    return Draft((*before.goals, *more), touched=new)


def _of(ref: EntityRef, ids: dict[str, str]) -> EntityRef:
    return ref.model_copy(update={"made_by": ids.get(ref.made_by or "", ref.made_by)})


def _as_made(
    ref: EntityRef, kept: set[str], goals: Sequence[Goal], state: DialogueState
) -> EntityRef | None:
    """A thing that an earlier goal has made, by its id."""
    if ref.made_by is None or ref.made_by in kept:
        return ref
    maker = next((goal for goal in goals if goal.id == ref.made_by), None)
    if maker is None or maker.object.type is None:
        return None
    ids = state.made.get(maker.object.type, ())
    if len(ids) != maker.quantity:
        return None
    meant = ids if ref.which is None else ids[ref.which - 1 : ref.which]
    span = ref.span or maker.object.span or Span(start=0, end=0, text="")
    named = tuple(Identifier(attribute=None, value=one, span=span) for one in meant)
    told = {"identifiers": named, "made_by": None, "which": None, "reference": None}
    return ref.model_copy(update={**told, "type": maker.object.type})
