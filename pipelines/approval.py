"""When to ask before acting: bulk work, and destructive steps that the sentence does not name."""

from pipelines.intent.result import IntentResult
from pipelines.messages import listed, say
from pipelines.planner.chain import ToolChain
from tool_registry.catalogue import Catalogue


def approval_question(
    chain: ToolChain, intent: IntentResult, catalogue: Catalogue, bulk_limit: int
) -> str | None:
    """The question to ask before this chain runs, or None where nobody needs to be asked.

    A destructive step that the sentence itself asks for is approved by the sentence.
    """
    unasked = [s.title for s in chain.steps if not s.main and catalogue.tools[s.tool].destructive]
    if unasked:
        return say(
            intent.language, "road.approve_destructive", steps=listed(intent.language, unasked)
        )
    count = max((goal.quantity for goal in intent.goals), default=1)
    if count > bulk_limit:
        return say(intent.language, "road.approve_bulk", count=count, limit=bulk_limit)
    return None
