"""An undoing that is told by what was made (`undo the one for 7`), in words of its own."""

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import UndoRequest
from pipelines.contracts.request import Request
from pipelines.execution.undo.which import told_exactly
from pipelines.runs.store import RunStore
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.patterns import denies


def undoing_in_words(
    words: str, said: IntentResult | None, request: Request, store: RunStore, catalogue: Catalogue
) -> UndoRequest | None:
    """What is to be taken back by a sentence that is read as `said`; `words`: without its verb that
    undoes anything. None where it is not sure that anything is: another deed or thing is named, it
    is of another environment, or nothing of this conversation is told so."""
    if said is None or said.production or denies(words):
        return None
    meant = told_exactly(words, store, catalogue, request.caller, request.session_id)
    if meant is None or meant.run.chain is None:
        return None
    place = request.environment or said.environment or meant.run.chain.environment
    if place != meant.run.chain.environment:
        return None
    return UndoRequest(run_id=meant.run.id, things=meant.things, in_words=True)
