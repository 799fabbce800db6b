"""An undoing that is told by what was made (`undo the one for 7`), in words of its own."""

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import UndoRequest
from pipelines.contracts.request import Request
from pipelines.execution.undo.which import Meant, told_exactly
from pipelines.runs.store import RunStore
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.patterns import denies


def undoing_in_words(
    rest: str | None,
    said: IntentResult | None,
    request: Request,
    store: RunStore,
    catalogue: Catalogue,
) -> UndoRequest | None:
    """What is to be taken back by a sentence that is read as `said`; `rest`: without its verb that
    undoes anything, None where it has none. None where it is not sure that anything is: another
    deed or thing is named, it is of another environment, or nothing made here is told so."""
    words = rest if rest is not None else _without_verb(request.text, said)
    if said is None or said.production or words is None or denies(words):
        return None
    meant = told_exactly(words, store, catalogue, request.caller, request.session_id)
    if meant is None or meant.run.chain is None:
        return None
    if rest is None and (_names_own(said, meant) or not _is_taken_back(said, meant, catalogue)):
        return None
    place = request.environment or said.environment or meant.run.chain.environment
    if place != meant.run.chain.environment:
        return None
    return UndoRequest(run_id=meant.run.id, things=meant.things, in_words=True)


def _without_verb(text: str, said: IntentResult | None) -> str | None:
    """The sentence without the verb of its only deed; None where it says a value."""
    goal = said.goals[0] if said is not None and len(said.goals) == 1 else None
    if goal is None or not goal.action_words:
        return None
    valued = any(ref.constraints for ref in (goal.object, *goal.related))
    return None if valued or goal.asked else text.replace(goal.action_words, " ", 1)


def _names_own(said: IntentResult, meant: Meant) -> bool:
    """True where a thing is named by its own id: that is a request of the business."""
    refs = (ref for goal in said.goals for ref in (goal.object, *goal.related))
    ids = {one.value for ref in refs for one in ref.identifiers}
    made = meant.run.answer.summary.data if meant.run.answer is not None else ()
    return not ids.isdisjoint(one.id for one in made)


def _is_taken_back(said: IntentResult, meant: Meant, catalogue: Catalogue) -> bool:
    """True where the verb takes back what one of the run's tools does."""
    steps = meant.run.chain.steps if meant.run.chain is not None else ()
    tools = (catalogue.tools.get(step.tool) for step in steps)
    actions = {action for tool in tools if tool is not None for action in tool.actions}
    concepts = (catalogue.lexicon.concept(Kind.ACTION, action) for action in actions)
    back = {name for one in concepts if one is not None for name in one.undone_by}
    return all(goal.action in back for goal in said.goals)
