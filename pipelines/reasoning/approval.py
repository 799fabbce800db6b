"""When to ask before acting: bulk work, and destructive steps that the sentence does not name."""

from collections import Counter

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.request import Review
from pipelines.messages import listed, say
from pipelines.reasoning.step_told import steps_told
from tool_registry.base.types import Effect
from tool_registry.catalogue import Catalogue


def approval_question(
    chain: ToolChain,
    intent: IntentResult,
    catalogue: Catalogue,
    bulk_limit: int,
    review: Review = "unasked",
) -> str | None:
    """The question to ask before this chain runs, or None where nobody needs to be asked.

    Without a wish for review, a destructive step that the sentence itself asks for is approved by
    the sentence.
    """
    unasked = [s.title for s in chain.steps if not s.main and catalogue.tools[s.tool].destructive]
    if unasked:
        return say(
            intent.language, "road.approve_destructive", steps=listed(intent.language, unasked)
        )
    if review != "unasked" and (asked := _reviewed(chain, catalogue, review)):
        environment = catalogue.environments.label(chain.environment, intent.language)
        steps = listed(intent.language, steps_told(asked, catalogue, intent.language))
        return say(intent.language, "road.approve_plan", steps=steps, environment=environment)
    count = _instances(intent)
    if count > bulk_limit:
        return say(intent.language, "road.approve_bulk", count=count, limit=bulk_limit)
    return None


def _instances(intent: IntentResult) -> int:
    """How many of one sort are handled at most: a list of receivers counts each of them."""
    counts: Counter[tuple[str, str | None]] = Counter()
    for goal in intent.goals:
        counts[(goal.action, goal.object.type)] += goal.quantity
    return max(counts.values(), default=1)


def _reviewed(chain: ToolChain, catalogue: Catalogue, review: Review) -> list[Step]:
    """The steps that are to be agreed to."""
    return [
        step
        for step in chain.steps
        if _changes(step, catalogue)
        and (review == "always" or catalogue.tools[step.tool].destructive)
    ]


def _changes(step: Step, catalogue: Catalogue) -> bool:
    """Whatever it calls itself: what may have an effect is agreed to."""
    return step.function.writes or catalogue.tools[step.tool].effect is not Effect.NONE
