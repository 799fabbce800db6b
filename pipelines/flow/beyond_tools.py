"""What no tool here has anything to do with: it is said so, and nothing is asked about it."""

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import NoPlan
from pipelines.contracts.events import Refused
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.readings import Understood
from pipelines.filter import Finder
from pipelines.flow.dependencies import StageDependencies
from pipelines.intent.dialogue.resolving import names_kind
from pipelines.messages import say
from pipelines.messages.labels import action_label
from pipelines.runs.context import RunContext
from tool_registry.catalogue import Catalogue


def refused_beyond(
    context: RunContext, intent: IntentResult, dependencies: StageDependencies
) -> Answer | None:
    """The refusal of a sentence by itself that wants something changed that is called by no known
    noun, where the texts of all tools together do not speak of such a sentence; None for others."""
    message, options, catalogue = context.message, dependencies.options, dependencies.catalogue
    alone = message.text == context.request.text and not (message.given or message.followed)
    finder = options.finder if alone and options.interpreter is None else None
    if finder is None or message.reading is not None or not _is_strange(intent, catalogue, finder):
        return None
    goal, language = intent.goals[0], intent.language
    action = goal.action_words or action_label(catalogue.lexicon, goal.action, language)
    text = say(language, "planner.beyond_tools", action=action, object=goal.object.words)
    context.understand(Understood(intent))
    dependencies.memory.settle(context.request)
    context.no_chain = NoPlan(reason="no_tool", text=text, beyond=True)
    context.tell(Refused(reason="no_tool"))
    return context.answer(Status.REFUSED, text)


def _is_strange(intent: IntentResult, catalogue: Catalogue, finder: Finder) -> bool:
    if not intent.goals or not all(_is_unknown(goal, catalogue) for goal in intent.goals):
        return False
    indexed = finder.of(catalogue)
    return not indexed.search(indexed.plain(intent.text)).served


def _is_unknown(goal: Goal, catalogue: Catalogue) -> bool:
    thing = goal.object
    known = thing.identifiers or thing.reference or names_kind(thing, catalogue)
    return goal.function.writes and bool(thing.words) and not known
