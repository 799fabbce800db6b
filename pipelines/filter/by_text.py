"""What the index finds, beside what action and object find: the two paths check each other."""

from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from pipelines.filter.finding import IndexAnswer, Indexed
from pipelines.filter.sifting import Rated, View
from pipelines.filter.weighing import Weighing
from pipelines.messages import listed, say
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel


def whole_sentence(intent: IntentResult) -> Goal:
    """The sentence as one goal of which nothing is known but its text."""
    return Goal(
        id="",
        action="",
        action_words="",
        function=FunctionType.QUERY,
        object=EntityRef(type=None),
        text=intent.text,
    )


def told(weighing: Weighing, rated: Rated) -> Rated:
    """The tool with the reason why it was found by its texts."""
    view, plain = weighing.view, weighing.plain
    reason = _reason(view, weighing.indexed, plain, rated.tool)
    silent = _without_meaning(view, weighing.indexed.search(plain))
    return rated.plus(0.0, reason).plus(0.0, silent)


def read_as(weighing: Weighing) -> str | None:
    """How the sentence was read, where its words were put plainly."""
    view, plain = weighing.view, weighing.plain
    return say(view.language, "filter.read_as", text=plain) if plain != view.intent.text else None


def _without_meaning(view: View, answer: IndexAnswer) -> str | None:
    """What is said where the chosen model of meaning did not answer."""
    if answer.problem is None:
        return None
    reason = answer.problem.sentence(view.language).rstrip(".\u3002")
    return say(view.language, "filter.without_meaning", reason=reason)


def _reason(view: View, indexed: Indexed, text: str, tool: ToolEssentialModel) -> str:
    """Which words of the text stand in which parts of the tool."""
    places = indexed.places(text, tool.id)
    if not places:
        return say(view.language, "filter.found_meaning")
    told = [
        say(
            view.language,
            "filter.found_place",
            field=say(view.language, f"filter.field_{name}"),
            words=listed(view.language, words),
        )
        for name, words in places.items()
    ]
    return say(view.language, "filter.found", places=listed(view.language, told))
