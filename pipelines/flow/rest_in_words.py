"""Words that ask for what the run just before has left."""

from pipelines.contracts.limits import TurnLimits
from pipelines.contracts.reader import FollowUp
from pipelines.contracts.request import Request
from pipelines.execution.finishing import remaining_of
from pipelines.flow.dependencies import StageDependencies
from pipelines.intent.dialogue.following import Following
from pipelines.intent.dialogue.past import past_of

_ELSE = ("no", "thanks", "ask", "undo")
"""Turns that want nothing of what is left; a yes where nothing waits for one can only mean that."""


def rest_meant(
    request: Request, dependencies: StageDependencies, following: Following
) -> str | None:
    """Id of the run just before, where it was done in part and the message wants more of it, or
    says nothing that could be done or answered: the plan for what is left waits for a yes. None
    where the message is anything else."""
    store, catalogue = dependencies.store, dependencies.catalogue
    latest = store.of_session(request.caller, request.session_id, limit=2)
    run = next((one for one in latest if one.answer is not None), None)
    if run is None or remaining_of(run, store, catalogue) is None:
        return None
    if dependencies.memory.open_question(request) is not None:
        return None
    before, place = past_of(store, request, catalogue).said, request.environment
    read = following.reader.follow_up(request.text, before=before, environment=place)
    return run.id if read is not None and _goes_on(read, following.limits) else None


def _goes_on(read: FollowUp, limits: TurnLimits) -> bool:
    """It names nothing of its own, and is surely none of what needs nothing done."""
    if read.said.goals or read.said.negative or read.turn in _ELSE:
        return False
    return not (read.turn == "drop" and read.sure >= limits.turn)
