"""What was refused because it named production, where the person names an environment instead."""

from pipelines.contracts.answer import Status
from pipelines.contracts.message import ResolvedMessage
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.request import Request
from pipelines.runs.store import RunStore

_LATEST = 2
_PRODUCTION = "production"


def elsewhere(request: Request, store: RunStore, reader: IntentReader) -> ResolvedMessage | None:
    """The sentence that was refused last with the environment that the message names, and nothing
    besides, in place of production; it is read anew, so that all guards hold for it."""
    said = reader.read(request.text)
    if said is None or said.goals or said.unread or said.production or said.environment is None:
        return None
    runs = store.of_session(request.caller, request.session_id, _LATEST)
    before = next((run for run in runs if run.request.request_id != request.request_id), None)
    answer = before.answer if before is not None else None
    intent = answer.intent if answer is not None and answer.status is Status.REFUSED else None
    place = intent.spans.get(_PRODUCTION) if intent is not None else None
    if intent is None or place is None:
        return None
    text = intent.text
    whole = f"{text[: place.start]}{said.environment_words}{text[place.end :]}"
    read = reader.read(whole)
    there = read is not None and read.environment == said.environment and not read.production
    return ResolvedMessage(whole) if there else None
