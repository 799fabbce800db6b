"""Answers that run no tool: about the tools, about the business, about Zhizao."""

from pipelines.consultation.about_tools import about_tools, things_to_do
from pipelines.consultation.howto import how_to
from pipelines.consultation.knowledge import best_passages, quoted
from pipelines.contracts.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.intent.rules.small_talk import is_joke, small_talk
from pipelines.knowledge.shelf import Shelf
from pipelines.messages import Language, say
from tool_registry.base.types import IntentType
from tool_registry.catalogue import Catalogue

__all__ = ["answer", "is_beyond", "is_joke", "small_talk", "status_of"]


def answer(intent: IntentResult, catalogue: Catalogue, shelf: Shelf | None = None) -> str:
    """The answer to a consultation, a question on handling tools, or anything else.

    Only reads the catalogue and the shelf's pages; for requests on data it is never asked.
    """
    if intent.intent_type is IntentType.OPERATE_TOOL:
        return how_to(intent.meant, intent.language)
    if intent.intent_type is IntentType.CONSULT_TOOL:
        told = about_tools(intent, catalogue) or _from_knowledge(intent, catalogue, shelf)
        return told or things_to_do(intent, catalogue) or _not_known(intent, catalogue)
    talk = small_talk(intent.meant, intent.language)
    return (
        talk
        or _from_knowledge(intent, catalogue, shelf)
        or say(intent.language, "consult.out_of_scope")
    )


def status_of(intent: IntentResult, text: str) -> Status:
    """What names an environment wants data: where it is out of scope, it is refused."""
    beyond = is_beyond(text, intent.language)
    return Status.REFUSED if beyond and intent.environment_words else Status.SUCCEEDED


def is_beyond(text: str, language: Language) -> bool:
    """True for the answer to what is out of scope."""
    return text == say(language, "consult.out_of_scope")


def _from_knowledge(intent: IntentResult, catalogue: Catalogue, shelf: Shelf | None) -> str | None:
    found = best_passages(
        intent.meant,
        catalogue.documents,
        catalogue.lexicon,
        prefer=intent.language,
        shelf=shelf,
    )
    return quoted(found, intent.language) if found else None


def _not_known(intent: IntentResult, catalogue: Catalogue) -> str:
    """Says so, with a question that can be answered."""
    made = [t.objects[0] for t in catalogue.tools.values() if t.objects and t.function.writes]
    if not made:
        return say(intent.language, "consult.not_known_plain")
    return say(intent.language, "consult.not_known", entity=max(sorted(set(made)), key=made.count))
