"""Where the road meets the registry's gateway: before a sentence is taken for work on data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pipelines.contracts.intent import IntentResult
from pipelines.intent.dialogue.reply_patterns import is_whole
from pipelines.onboarding.commands.form import CHANGES
from pipelines.onboarding.commands.proposal import environments_in, proposal_of
from pipelines.onboarding.commands.reading import is_work, works_of
from pipelines.onboarding.commands.work import APPROVAL, DETAIL, PREFIX, Given, Reply, Work
from pipelines.runs.context import RunContext
from pipelines.runs.memory import OpenQuestion
from tool_registry.base.environment import Environments
from tool_registry.base.types import IntentType
from tool_registry.catalogue import Catalogue

_SHORT = 16
"""Characters that a message with nothing but an environment has at most."""


class Registrar(Protocol):
    """Does work on the registry for one caller; see `commands.handler.RegistryCommands`."""

    async def reply(self, works: Sequence[Work]) -> tuple[Work, Reply] | None:
        """The first work that applies, and its answer; None where none of it is meant."""
        ...


@dataclass(frozen=True, slots=True)
class Handled:
    """A sentence that was work on the registry: its intent as such, and the answer."""

    intent: IntentResult
    reply: Reply
    open: OpenQuestion | None
    """What waits for the next message, where the reply asks something."""


async def handle_registry_command(
    registrar: Callable[[], Registrar] | None,
    catalogue: Catalogue,
    context: RunContext,
    intent: IntentResult,
) -> Handled | None:
    """Does what the sentence asks of the registry; None where it asks nothing of it.

    The registrar is only called where the words can mean such work: few sentences do.
    """
    if registrar is None or intent.production:
        return None
    # What was taken back in the sentence is left out only where it means nothing as it is.
    works = [
        work
        for text in dict.fromkeys((context.text, intent.meant))
        for work in works_of(
            text, context.request, intent.language, catalogue.environments, context.given
        )
    ]
    found = await registrar().reply(works) if works else None
    if found is None:
        return None
    work, reply = found
    question = None
    if reply.missing:
        question = OpenQuestion(context.text, (reply.missing,), _kept(context.given, reply))
    kind = IntentType.OPERATE_TOOL if work.act in CHANGES else IntentType.CONSULT_TOOL
    return Handled(_of_tools(intent, kind), reply, question)


def answers_registry_question(given: Given) -> bool:
    """True where a question about work on the registry is being answered."""
    return any(name.startswith(PREFIX) for name in given)


def continued(
    pending: OpenQuestion, text: str, environments: Environments
) -> tuple[str, dict[str, str]] | None:
    """The sentence that waits and the replies to it, with `text` among them.

    None where no work on the registry waits. A message that is no reply stands for itself.
    """
    names = [name for name in pending.missing if name.startswith(PREFIX)]
    if not names:
        return None
    [name] = names
    told = text.strip()
    if name == APPROVAL:
        told = "no" if is_whole("refusal", text) else "yes" if is_whole("assent", text) else ""
    if not told:
        if proposal_of(pending.text, environments, None) is None or not _only_places(
            text, environments
        ):
            return text, {}
        name, told = DETAIL, text.strip()
    if name != APPROVAL and is_work(text, environments):
        return text, {}
    return pending.text, {**pending.given, name: told}


def _kept(given: Given, reply: Reply) -> dict[str, str]:
    """What is kept with a question: earlier replies, and what was shown."""
    return {**{k: v for k, v in given.items() if k != APPROVAL}, **reply.given}


def _only_places(text: str, environments: Environments) -> bool:
    """True for a message that adds nothing but an environment to what was shown."""
    return len(text.strip()) <= _SHORT and bool(environments_in(text, environments))


def _of_tools(intent: IntentResult, kind: IntentType) -> IntentResult:
    """The intent of a sentence about tools: nothing in it is data to work on."""
    return IntentResult(
        text=intent.text,
        corrected=intent.corrected,
        language=intent.language,
        intent_type=kind,
        confidence=intent.confidence,
    )
