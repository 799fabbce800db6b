"""Where choices are worth looking for: the road ended, and words are what stands in the way."""

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ScopeViolation
from pipelines.intent.goals import MOST_GOALS
from pipelines.messages import say
from pipelines.runs.context import RunContext
from tool_registry.base.types import IntentType


def may_be_offered(context: RunContext, answer: Answer) -> bool:
    """False where the road went on, and where what stands in the way is no lack of words."""
    intent = context.intent
    if intent is None or context.chain is not None or context.takes_back or context.message.reply:
        return False
    if isinstance(context.no_chain, ScopeViolation) or (
        context.no_chain and context.no_chain.beyond
    ):
        return False
    if intent.production or intent.stress or len(intent.goals) > MOST_GOALS:
        return False
    doubted = context.reading is not None and context.reading.rivals
    forbids = any(one.kind in ("forbid", "keep") for one in intent.negative)
    if (forbids and not doubted) or context.message.asks_abilities:
        return False
    if intent.intent_type.is_data:
        return answer.status in (Status.NEEDS_INPUT, Status.REFUSED) or _reads_nothing(
            context, answer
        )
    beyond = answer.summary.text == say(intent.language, "consult.out_of_scope")
    named = intent.environment is not None and intent.intent_type is IntentType.OTHER
    return beyond and named


def _reads_nothing(context: RunContext, answer: Answer) -> bool:
    """It failed over words that no record answers to."""
    unknown = any(goal.object.type is None for goal in context.understood.goals)
    return answer.status is Status.FAILED and unknown
