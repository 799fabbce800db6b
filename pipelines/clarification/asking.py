"""What a sentence leaves out: whether it is worth asking for, and asking for it."""

from collections.abc import Collection

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.events import Asked
from pipelines.contracts.intent import IntentResult, Missing
from pipelines.contracts.message import Reply
from pipelines.messages import listed
from pipelines.runs.context import RunContext
from pipelines.runs.memory import Memory, OpenQuestion
from tool_registry.base.types import IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel


def ask(
    context: RunContext, memory: Memory, question: str, missing: tuple[str, ...] = ()
) -> Answer:
    """Ends the run with a question; the sentence stays open for the reply to it."""
    kept = OpenQuestion(context.text, missing, context.given, reading=context.open_reading)
    memory.ask(context.request, kept)
    context.tell(Asked(question=question, missing=missing))
    return context.answer(Status.NEEDS_INPUT, question, question=question)


def replied(context: RunContext, memory: Memory, reply: Reply) -> Answer:
    """Ends the run with an answer without work."""
    if reply.settles:
        memory.settle(context.request)
    if reply.asks:
        return ask(context, memory, reply.text)
    return context.answer(reply.status, reply.text)


def worth_asking(item: Missing, intent: IntentResult, catalogue: Catalogue) -> bool:
    """False for the recipient or identifier of something that no tool knows at all."""
    goal = next(iter(intent.goals), None)
    _, _, what = item.name.rpartition(".")
    if goal is None or what not in ("recipient", "identifier") or goal.object.type is None:
        return True
    place = intent.environment or catalogue.environments.names[0]
    tools = [t for t in catalogue.in_environment(place) if goal.object.type in t.objects]
    if what == "recipient":
        tools = [t for t in tools if goal.action in t.actions and _goes_to_somebody(t, catalogue)]
    return bool(tools)


def _goes_to_somebody(tool: ToolEssentialModel, catalogue: Catalogue) -> bool:
    """It takes whoever gets what it makes."""
    return any(
        slot.role == "recipient" or (slot.entity and catalogue.lexicon.is_person(slot.entity))
        for slot in tool.needs
    )


def as_question(intent: IntentResult) -> IntentResult:
    """The same words as a question about the tools."""
    kind = {"intent_type": IntentType.CONSULT_TOOL, "goals": (), "missing": ()}
    return intent.model_copy(update=kind)


def environments_named(catalogue: Catalogue, intent: IntentResult) -> str:
    """The configured environments, as the user calls them."""
    named = catalogue.environments
    return listed(intent.language, (named.label(name, intent.language) for name in named.names))


def names_somebody(intent: IntentResult, catalogue: Catalogue) -> bool:
    """True where the sentence itself singles out whom it is about: what the conversation knows of
    may be somebody else's."""
    refs = [ref for goal in intent.goals for ref in (*goal.related, goal.object)]
    return any(
        ref.identifiers and (ref.type is None or catalogue.lexicon.is_person(ref.type))
        for ref in refs
    )


def remembered(
    name: str, intent: IntentResult, known: Collection[str], catalogue: Catalogue
) -> bool:
    """True when the conversation, which knows those entities, can stand in for what is left out."""
    entity, _, what = name.rpartition(".")
    if what == "identifier":
        related = {ref.type for goal in intent.goals for ref in goal.related}
        return entity in known or not related.isdisjoint(known)
    return what == "recipient" and any(catalogue.lexicon.is_person(item) for item in known)


def open_point(
    intent: IntentResult, known: Collection[str], catalogue: Catalogue
) -> Missing | None:
    """What has to be asked first; `known`: entities that the conversation tells."""
    return next(
        (
            item
            for item in intent.missing
            if item.blocking
            and worth_asking(item, intent, catalogue)
            and not remembered(item.name, intent, known, catalogue)
        ),
        None,
    )
