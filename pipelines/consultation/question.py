"""A question about the tools, read once: which thing, what to do with it, where."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import IntentResult
from pipelines.messages import Language, listed, say
from pipelines.messages.labels import entity_label, tool_title
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind, Match

_STRONGEST = (
    FunctionType.CREATE,
    FunctionType.DELETE,
    FunctionType.OPERATE,
    FunctionType.VERIFY,
    FunctionType.QUERY,
)


@dataclass(frozen=True, slots=True)
class Question:
    """What a consultation asks for, as far as the words tell."""

    text: str
    language: Language
    catalogue: Catalogue
    entity: str | None
    """A thing that tools of the catalogue act on."""
    function: FunctionType | None
    """What is to be done with it; None where the question names no action."""
    environment: str | None

    @property
    def environments(self) -> tuple[str, ...]:
        """The environment asked about, else all that are configured."""
        return (self.environment,) if self.environment else self.catalogue.environments.names

    def label(self, environment: str) -> str:
        """An environment's name for the user."""
        return self.catalogue.environments.label(environment, self.language)

    def labels(self, environments: tuple[str, ...]) -> str:
        """Environments in one line."""
        return listed(self.language, (self.label(name) for name in environments))

    def thing(self, entity: str) -> str:
        """An entity's name for the user."""
        return entity_label(self.catalogue.lexicon, entity, self.language)

    def title(self, tool: ToolEssentialModel) -> str:
        """A tool's name for the user."""
        return tool_title(tool, self.language)

    def doing(self, function: FunctionType) -> str:
        """`create`, `look up`, …"""
        return say(self.language, f"consult.do_{function.value}")


def question_of(intent: IntentResult, catalogue: Catalogue) -> Question:
    """The question behind a consultation."""
    matches = catalogue.lexicon.scan(intent.meant)
    served = {name for tool in catalogue.tools.values() for name in tool.objects}
    named = [intent.object.type, *(c.name for m in matches if (c := m.of(Kind.ENTITY)))]
    return Question(
        text=intent.meant,
        language=intent.language,
        catalogue=catalogue,
        entity=next((name for name in named if name in served), None),
        function=_function(intent, matches),
        environment=intent.environment,
    )


def _function(intent: IntentResult, matches: Sequence[Match]) -> FunctionType | None:
    """What the question asks to do; a word for making says more than one for looking."""
    if intent.goals:
        return intent.goals[0].function
    concepts = [m.of(Kind.ACTION) for m in matches if m.of(Kind.ENTITY) is None]
    found = [c.function for c in concepts if c and not {"weak", "tool"} & c.flags]
    return next((function for function in _STRONGEST if function in found), None)
