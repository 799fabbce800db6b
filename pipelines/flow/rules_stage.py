"""The message is made a whole sentence; the rules end what is no request, or answer it at once."""

from functools import partial

from pipelines.clarification.asking import replied
from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.events import Refused
from pipelines.contracts.reply_names import APPROVAL
from pipelines.flow.dependencies import StageDependencies
from pipelines.flow.message_resolver import MessageResolver
from pipelines.intent import rules
from pipelines.messages import say
from pipelines.runs.context import RunContext
from tool_registry.base.beside_loop import beside_loop


async def check(
    context: RunContext,
    dependencies: StageDependencies,
    resolver: MessageResolver,
    *,
    follows: bool,
) -> Answer | None:
    """Leaves the whole sentence; the answer where nothing is to be read. `follows`: a message may
    go on from what was understood before, unless it stands for itself."""
    catalogue, memory = dependencies.catalogue, dependencies.memory
    follows = follows and not context.request.alone
    if context.request.alone:
        memory.settle(context.request)
    with context.timed("rules"):
        whole = partial(resolver.whole, context.request, context.language, follows=follows)
        message = await beside_loop(whole)
        context.take(message)
        verdict = rules.check(context.text, catalogue.lexicon, catalogue.environments)
    if context.given.get(APPROVAL) == "no":
        memory.settle(context.request)
        return context.answer(Status.CANCELLED, say(context.language, "road.cancelled"))
    followed = message.followed is not None
    if message.reply is not None and not followed:
        return replied(context, memory, message.reply)
    for_registry = verdict.kind == "code" and resolver.is_registry_command(context.text)
    if verdict.kind == "pass" or for_registry or (followed and verdict.kind == "small_talk"):
        return None
    context.tell(Refused(reason=verdict.reason))
    return context.answer(verdict.status, verdict.text)
