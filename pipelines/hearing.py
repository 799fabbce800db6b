"""What a message means in its conversation: a sentence of its own, or the reply to a question."""

from dataclasses import dataclass

from pipelines.intent import understand
from pipelines.intent.result import IntentResult
from pipelines.registry_work import continued, is_work
from pipelines.replies import APPROVAL, begins_with_action, consent
from pipelines.request import Request
from pipelines.runs.memory import Memory
from tool_registry.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Hearing:
    """Reads messages by rules, with what the conversation left open."""

    catalogue: Catalogue
    memory: Memory
    has_desk: bool
    """True where sentences about tools change the registry."""

    def whole(self, request: Request) -> tuple[str, dict[str, str]]:
        """The whole sentence and the values that replies gave for what planning asked for."""
        pending = self.memory.open_question(request)
        if pending is None:
            return request.text, {}
        agreed = consent(pending, request.text)
        if agreed is not None:
            return pending.text, {**pending.given, APPROVAL: agreed}
        replied = continued(pending, request.text, self.catalogue.environments)
        if replied is not None:
            return replied
        if self.is_for_desk(request.text):
            return request.text, {}
        said = self.understood(request, request.text)
        given = dict(pending.given)
        asked = [name for name in pending.missing if name != APPROVAL]
        if len(asked) == 1 and not begins_with_action(said, self.catalogue.lexicon):
            return pending.text, {**given, asked[0]: request.text.strip()}
        if said.goals:
            return request.text, {}
        return f"{pending.text},{request.text}", given

    def is_for_desk(self, text: str) -> bool:
        """True for work on the registry, in which the command of a source is no foreign code."""
        return self.has_desk and is_work(text, self.catalogue.environments)

    def understood(self, request: Request, text: str) -> IntentResult:
        """What the rules understand of a sentence."""
        return understand(
            text,
            self.catalogue.lexicon,
            self.catalogue.environments,
            environment=request.environment,
        )
