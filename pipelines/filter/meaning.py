"""How well a tool's action and object match a goal, by the concepts behind the words."""

from collections.abc import Collection, Mapping

from pipelines.contracts.intent import Goal
from pipelines.filter.sifting import Rated, View
from pipelines.messages import say
from pipelines.messages.labels import action_label
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel

OBJECT_WEIGHT = 0.55
ACTION_WEIGHT = 0.35
RELATED_POINTS = 0.05
SIMILAR_NAME = 70
"""Per cent of likeness from which two names of things count as near."""


def similar_objects(view: View, known: Collection[str] | None) -> Mapping[str, float]:
    """Of the catalogue's objects those with names like the goal's object's: name → likeness.

    Only for names that are not the same concept. Likeness is 0 to 1. `known` are the objects,
    where somebody has them at hand.
    """
    objects = known or {name for tool in view.catalogue.tools.values() for name in tool.objects}
    wanted = view.goal.object.type or view.goal.object.words
    if not wanted or wanted in objects:
        return {}
    from rapidfuzz import fuzz, process

    found = process.extract(
        wanted, sorted(objects), scorer=fuzz.ratio, score_cutoff=SIMILAR_NAME, limit=5
    )
    return {name: score / 100 for name, score, _ in found}


def rate(view: View, tool: ToolEssentialModel, similar: Mapping[str, float]) -> Rated:
    """The tool with the points for its object, its action and whom it takes."""
    rated = _object(view, Rated(tool), similar)
    if rated.score or view.goal.object.type is None:
        rated = _related(view, _action(view, rated))
    return rated


def _object(view: View, rated: Rated, similar: Mapping[str, float]) -> Rated:
    wanted, objects = view.goal.object.type, rated.tool.objects
    if wanted is not None and wanted in objects:
        if objects[0] == wanted:
            return rated.plus(
                OBJECT_WEIGHT, say(view.language, "filter.object", object=view.entity(wanted))
            )
        text = say(view.language, "filter.object_second", object=view.entity(wanted))
        return rated.plus(OBJECT_WEIGHT * 0.3, text)
    near = max(objects, key=lambda name: similar.get(name, 0.0), default="")
    if similar.get(near):
        text = say(view.language, "filter.object_near", object=view.entity(near))
        return rated.plus(OBJECT_WEIGHT * 0.6 * similar[near], text)
    return rated


def _action(view: View, rated: Rated) -> Rated:
    goal, tool, language = view.goal, rated.tool, view.language
    if goal.target_state is not None:
        return _towards_state(view, rated)
    if goal.action in tool.actions:
        share = 1.0 if tool.actions[0] == goal.action else 0.8
        words = goal.action_words or action_label(view.catalogue.lexicon, goal.action, language)
        return rated.plus(ACTION_WEIGHT * share, say(language, "filter.action", action=words))
    if goal.function is tool.function:  # looking, listing and showing are hardly different
        name = function_name(view, tool.function)
        share = 0.5 if tool.function.writes else 0.9
        return rated.plus(ACTION_WEIGHT * share, say(language, "filter.function", function=name))
    return rated


def does(tool: ToolEssentialModel, goal: Goal) -> bool:
    """True for a tool that does that very deed to that very kind of thing; looking, listing and
    showing are one deed."""
    reads = goal.function is tool.function and not tool.function.writes
    return tool.objects[:1] == (goal.object.type,) and (reads or goal.action in tool.actions)


def _towards_state(view: View, rated: Rated) -> Rated:
    """A goal that names a state: the transition into it, or one on the way, serves it."""
    distance = view.ways.get(rated.tool.id)
    if distance is None or view.goal.target_state is None:
        return rated
    state = str(view.goal.target_state.value)
    key = "filter.towards_state" if distance else "filter.state"
    share = max(0.6, 1.0 - 0.08 * distance)
    return rated.plus(ACTION_WEIGHT * share, say(view.language, key, state=state))


def _related(view: View, rated: Rated) -> Rated:
    """One that takes the person or thing the sentence names beside the object fits better."""
    taken = {slot.entity for slot in rated.tool.needs}
    named = sorted({ref.type for ref in view.goal.related if ref.type and ref.type in taken})
    for entity in named[:1]:
        rated = rated.plus(
            RELATED_POINTS, say(view.language, "filter.related", entity=view.entity(entity))
        )
    return rated


def function_name(view: View, function: FunctionType) -> str:
    """A function type in the user's language."""
    return say(view.language, f"filter.{function.value}")
