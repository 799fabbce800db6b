"""What is told of sentences that no tool served: never their values."""

from pipelines.contracts.answer import Answer
from services.insights.outcomes import Ending
from services.past import without_values
from tool_registry.vocabulary.lexicon import Lexicon

_NO_WORDS = Lexicon(())
_LONGEST = 256


def thing(ending: Ending) -> str:
    """What the request is about: a known kind of thing; where no tool serves it, what the sentence
    calls it, unless that is the name of a known kind."""
    found = ending.entity()
    if ending.outcome() != "no_tool":
        return found
    if noun := ending.noun() or found:
        return noun[:_LONGEST]
    return wording(ending, ending.words(), _NO_WORDS)[:_LONGEST]


def wording(ending: Ending, text: str, lexicon: Lexicon) -> str:
    """The text of that request without its values."""
    answer = Answer.model_validate(ending.answer)
    return without_values(text, answer, answer.intent, lexicon) if answer.intent else ""
