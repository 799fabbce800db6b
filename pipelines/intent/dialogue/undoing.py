"""A sentence that says itself to take back what was made last: no other value for that."""

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import ResolvedMessage, UndoRequest
from pipelines.intent.dialogue.past import Past
from pipelines.messages import Language, say
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon


def taking_back(text: str, language: Language) -> ResolvedMessage:
    """The undoing of what was done last; where a number tells which, of what has that number."""
    if any(map(str.isdigit, text)):
        return ResolvedMessage(text, undo=UndoRequest(told=text, in_words=True))
    return ResolvedMessage(say(language, "conversation.undo"))


def undoes(said: IntentResult, past: Past, lexicon: Lexicon) -> bool:
    """True where its own verb takes back what the latest request did, and its own noun is of what
    that has made."""
    done = past.last.goals if past.last is not None and past.last_done else ()
    concepts = (lexicon.concept(Kind.ACTION, goal.action) for goal in done)
    takes_back = {name for one in concepts if one is not None for name in one.undone_by}
    made = {goal.object.type for goal in done if goal.function is FunctionType.CREATE}
    own = [goal for goal in said.goals if goal.action_words and goal.object.type in made]
    return bool(own) and all(goal.action in takes_back for goal in own)
