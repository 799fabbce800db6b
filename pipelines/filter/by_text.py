"""What the index finds, beside what action and object find: the two paths check each other."""

from collections.abc import Iterator, Sequence

from pipelines.filter.finding import Heard, Indexed
from pipelines.filter.sifting import Rated, Sifted, View, by_rank
from pipelines.filter.steps import in_environment, visible
from pipelines.filter.text import has_words, likeness
from pipelines.intent.result import EntityRef, Goal, IntentResult
from pipelines.messages import listed, say
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel

CERTAIN = 0.8
"""A tool that matches action and object so well is meant, if its texts do not speak against it."""
SURE = 0.3
"""A tool so likely by its texts needs none of the words for a thing that the lexicon lacks."""
FIRST = 3
"""Its texts do not where they are among so many that are most like the step."""


def is_certain(views: Sequence[View], sifted: Sequence[Sifted]) -> bool:
    """True where action and object say what is meant and a quick look at all texts agrees."""
    return bool(views) and all(
        _agrees(view, min((*each.kept, *each.dropped), key=by_rank, default=None))
        for view, each in zip(views, sifted, strict=True)
    )


def _agrees(view: View, best: Rated | None) -> bool:
    if best is None or best.score < CERTAIN:
        return False
    tools = list(view.catalogue.tools.values())
    scores = likeness(view.goal.text or view.intent.text, tools)
    own = next(s for s, tool in zip(scores, tools, strict=True) if tool.id == best.tool.id)
    return sum(score > own for score in scores) < FIRST


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


def texts_of_steps(intent: IntentResult) -> list[str]:
    """The whole sentence, and each goal's part of it."""
    return list(dict.fromkeys([*(goal.text or intent.text for goal in intent.goals), intent.text]))


def found_in_texts(view: View, indexed: Indexed, text: str) -> Sifted:
    """The tools that the index takes to be meant, best first; none where it refuses the text."""
    heard = indexed.hear(text)
    if not heard.served:
        return Sifted(())
    rated = tuple(_rated(view, indexed, text, heard))
    return Sifted(rated).then(visible(view)).then(in_environment(view))


def _rated(view: View, indexed: Indexed, text: str, heard: Heard) -> Iterator[Rated]:
    unknown = [g.object.words for g in view.intent.goals if g.object.type is None]
    for name, likelihood in heard.likelihoods.items():
        tool = view.catalogue.tools[name]
        said = any(has_words(words, tool) for words in unknown)
        if unknown and not said and likelihood < SURE:
            continue
        rated = Rated(tool).plus(likelihood, _reason(view, indexed, text, tool))
        yield rated.plus(0.0, _without_meaning(view, heard))


def _without_meaning(view: View, heard: Heard) -> str | None:
    """What is said where the chosen model of meaning did not answer."""
    if heard.problem is None:
        return None
    reason = heard.problem.sentence(view.language).rstrip(".\u3002")
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
