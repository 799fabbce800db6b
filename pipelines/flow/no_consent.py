"""Replies that agree to no plan: a yes beside another thing than the plan is for, a yes where none
waits, what is told to a report."""

from pipelines.contracts.answer import Status
from pipelines.contracts.message import FollowUpPatches, Reply, ResolvedMessage
from pipelines.contracts.reply_names import APPROVAL
from pipelines.contracts.request import Request
from pipelines.messages import Language, say
from pipelines.runs.memory import OpenQuestion
from tool_registry.vocabulary.language import language_of

_SHOWN = 40
"""Characters of what was said that are told back."""


def beside_another(
    request: Request, pending: OpenQuestion, said: ResolvedMessage
) -> ResolvedMessage:
    """A yes or no while the page shows another thing than the plan is for: a no counts, for a yes
    the plan is shown again."""
    if said.given.get(APPROVAL) == "no":
        return said
    language = language_of(pending.text)
    note = say(language, "conversation.agreed_beside", words=request.text[:_SHOWN])
    return ResolvedMessage(pending.text, pending.given, idle=request.text, note=note)


def agreed_to_nothing(text: str, language: Language) -> ResolvedMessage:
    """A yes where nothing waits for one: only what a stopped run has left may be meant."""
    nothing = Reply(say(language, "conversation.agreed_nothing"), Status.CANCELLED)
    unsure = FollowUpPatches((), ResolvedMessage(text), is_sure=False)
    return ResolvedMessage(text, followed=unsure, reply=nothing)


def reported(text: str, pending: OpenQuestion, language: Language) -> ResolvedMessage:
    """What is said to a report that waits: the one thing that was asked for, else what it tells."""
    if len(pending.missing) == 1:
        return ResolvedMessage(pending.text, {**pending.given, pending.missing[0]: text.strip()})
    told = say(language, "conversation.told", report=pending.text, told=text)
    return ResolvedMessage(told, dict(pending.given), added=text)
