"""What is said to something that waits, and is no consent: to a report, or beside another thing."""

from pipelines.contracts.message import ResolvedMessage
from pipelines.contracts.reply_names import APPROVAL
from pipelines.contracts.request import Request
from pipelines.messages import Language, say
from pipelines.runs.memory import OpenQuestion


def beside_another(
    request: Request, pending: OpenQuestion, said: ResolvedMessage
) -> ResolvedMessage:
    """A yes or no while the page shows another thing than the plan is for: a no counts, for a yes
    the plan is shown again."""
    if said.given.get(APPROVAL) == "no":
        return said
    return ResolvedMessage(pending.text, pending.given, idle=request.text, elsewhere=True)


def reported(text: str, pending: OpenQuestion, language: Language) -> ResolvedMessage:
    """What is said to a report that waits: the one thing that was asked for, else what it tells."""
    if len(pending.missing) == 1:
        return ResolvedMessage(pending.text, {**pending.given, pending.missing[0]: text.strip()})
    told = say(language, "conversation.told", report=pending.text, told=text)
    return ResolvedMessage(told, dict(pending.given), added=text)
