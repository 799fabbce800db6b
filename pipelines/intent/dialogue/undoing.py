"""A sentence that says itself to take back what was made last: no other value for that."""

from pipelines.contracts.intent import IntentResult
from pipelines.intent.dialogue.past import Past
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon


def undoes(said: IntentResult, past: Past, lexicon: Lexicon) -> bool:
    """True where its own verb takes back what the latest request did, and its own noun is of what
    that has made."""
    done = past.last.goals if past.last is not None and past.last_done else ()
    concepts = (lexicon.concept(Kind.ACTION, goal.action) for goal in done)
    takes_back = {name for one in concepts if one is not None for name in one.undone_by}
    made = {goal.object.type for goal in done if goal.function is FunctionType.CREATE}
    own = [goal for goal in said.goals if goal.action_words and goal.object.type in made]
    return bool(own) and all(goal.action in takes_back for goal in own)
