"""Words that ask for what the run just before has left."""

from pipelines.contracts.request import Request
from pipelines.execution.finishing import remaining_of
from pipelines.flow.dependencies import StageDependencies
from pipelines.intent.dialogue.following import Following
from pipelines.intent.dialogue.past import past_of


def rest_meant(
    request: Request, dependencies: StageDependencies, following: Following
) -> str | None:
    """Id of the run just before, where it was done in part and more is wanted, but no number and
    nothing of its own; None where the message is anything else."""
    store, catalogue = dependencies.store, dependencies.catalogue
    latest = store.of_session(request.caller, request.session_id, limit=2)
    run = next((one for one in latest if one.answer is not None), None)
    if run is None or remaining_of(run, store, catalogue) is None:
        return None
    if dependencies.memory.open_question(request) is not None:
        return None
    before, place = past_of(store, request, catalogue).said, request.environment
    read = following.reader.follow_up(request.text, before=before, environment=place)
    if read is None or read.turn != "more" or read.said.goals:
        return None
    return run.id if read.sure >= following.limits.turn else None
