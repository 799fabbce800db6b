"""Why a tool serves a sentence or not, stage by stage. Calls nothing."""

from pathlib import Path
from typing import Literal

from pipelines.clarification.form import ENVIRONMENT
from pipelines.contracts.intent import IntentResult
from pipelines.filter import Finder, verdict_on
from pipelines.intent import rules
from pipelines.messages import Language, say
from pipelines.messages.labels import tool_title
from pipelines.onboarding.planning import (
    Asked,
    Outcome,
    Part,
    Sentence,
    plan_only,
    understood,
    without,
)
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel


class Stage(Part):
    """What one stage of the road says."""

    stage: Literal["registry", "rules", "intent", "filter", "planner"]
    passed: bool
    """False: the tool goes no further than this."""
    says: tuple[str, ...]
    asks: str | None = None
    """What the chat would ask for at this stage, in its words; None where it would not ask."""


async def why(
    tool_id: str,
    sentence: Sentence,
    catalogue: Catalogue,
    *,
    caller: Caller | None = None,
    finder: Finder | None = None,
    names: Path | None = None,
) -> tuple[Stage, ...]:
    """The stages up to the one at which the tool, or the sentence, falls; what is only asked where
    it is to run falls at nothing.

    KeyError where the catalogue does not have the tool. `names`: as in `understood`.
    """
    tool = catalogue.tools[tool_id]
    verdict = rules.check(sentence.text, catalogue.lexicon, catalogue.environments)
    intent = understood(sentence, catalogue, names, finder)
    language = intent.language
    if verdict.kind != "pass":
        return (Stage(stage="rules", passed=False, says=(verdict.text,)),)
    placed = _in_its_place(intent, tool)
    said = intent
    asked = Asked(sentence, catalogue, finder, caller)
    intent, made = await asked.planned(placed or said)
    stages = [
        Stage(stage="rules", passed=True, says=(say(language, "why.rules"),)),
        _intent_stage(said if placed else intent, catalogue),
    ]
    asks = None if placed else stages[-1].asks
    if not (stages[-1].passed or placed) and asks is None:
        return tuple(stages)
    found = verdict_on(tool_id, intent, catalogue, caller=caller, finder=finder)
    kept, percent = found.role != "dropped", round(found.score * 100)
    role = say(language, f"why.{found.role}", **({"percent": percent} if kept else {}))
    stages.append(Stage(stage="filter", passed=kept, says=(role, *found.reasons)))
    if asks is not None:
        return tuple(stages)
    stages.append(await _planner_stage(tool, asked, intent, made))
    return tuple(stages)


def _in_its_place(intent: IntentResult, tool: ToolEssentialModel) -> IntentResult | None:
    """The sentence as said of an environment of the tool's, where it lacks nothing but one: which
    tool serves it is no question of that."""
    asked = {one.name for one in intent.missing if one.blocking}
    if asked != {ENVIRONMENT} or not tool.environments or intent.production:
        return None
    rest = tuple(one for one in intent.missing if one.name != ENVIRONMENT)
    return intent.model_copy(update={"environment": tool.environments[0], "missing": rest})


def _asked_first(intent: IntentResult) -> str | None:
    """What is asked for before anything is planned."""
    return next((one.question for one in intent.missing if one.blocking), None)


def _intent_stage(intent: IntentResult, catalogue: Catalogue) -> Stage:
    language = intent.language
    if intent.production:
        return Stage(stage="intent", passed=False, says=(say(language, "why.production"),))
    blocking = [item.question for item in intent.missing if item.blocking]
    goals = [step.text for step in intent.execution_plan]
    if not intent.goals:
        kind = say(language, "why.no_goal", kind=intent.intent_type.value)
        return Stage(stage="intent", passed=False, says=(kind,))
    place = intent.environment and catalogue.environments.label(intent.environment, language)
    says = [*goals, *([place] if place else []), *blocking]
    return Stage(stage="intent", passed=not blocking, says=tuple(says), asks=_asked_first(intent))


async def _planner_stage(
    tool: ToolEssentialModel, asked: Asked, intent: IntentResult, made: Outcome
) -> Stage:
    language, catalogue = intent.language, asked.catalogue
    if tool.id in made.tools:
        values = {"place": made.tools.index(tool.id) + 1, "count": len(made.tools)}
        says = (say(language, "why.chosen", **values, chain=_chain(made, catalogue, language)),)
        asks = made.asks or None
        return Stage(stage="planner", passed=asks is None, says=says, asks=asks)
    if made.kind != "chain":
        text = made.text or made.reason
        if made.unread and await asked.could(intent, tool.id):
            # Only the state of what is there is not known: the tool is the one for it.
            return Stage(stage="planner", passed=True, says=(text,))
        asks = text if made.reason == "missing" else None
        return Stage(stage="planner", passed=False, says=(text,), asks=asks)
    rivals = frozenset(id for id in made.tools if _rivals(catalogue.tools[id], tool))
    says = [say(language, "why.other_chain", chain=_chain(made, catalogue, language))]
    if not rivals:
        says.append(say(language, "why.not_needed"))
    else:
        rest = without(catalogue, rivals)
        other = await plan_only(asked.sentence, rest, intent, finder=asked.finder)
        says.append(_instead(tool, other, catalogue, language))
    return Stage(stage="planner", passed=False, says=tuple(says))


def _instead(
    tool: ToolEssentialModel, made: Outcome, catalogue: Catalogue, language: Language
) -> str:
    """What would be done if the chosen tools of its kind were not there."""
    if tool.id in made.tools:
        return say(language, "why.second", chain=_chain(made, catalogue, language))
    if made.kind == "chain":
        return say(language, "why.neither", chain=_chain(made, catalogue, language))
    return say(language, "why.impossible", reason=made.text or made.reason)


def _rivals(one: ToolEssentialModel, other: ToolEssentialModel) -> bool:
    """True where both do the same kind of thing to the same kind of thing."""
    return one.function is other.function and one.objects[:1] == other.objects[:1]


def _chain(made: Outcome, catalogue: Catalogue, language: Language) -> str:
    return " → ".join(tool_title(catalogue.tools[id], language) for id in made.tools)
