"""Questions about the tools: what there is, who wrote it, how it is used, where it runs."""

from collections.abc import Callable
from dataclasses import replace

from pipelines.consultation.catalogue_lists import capabilities, kinds, support
from pipelines.consultation.one_tool import author, named_tool, tool_support, usage
from pipelines.consultation.question import Question, question_of
from pipelines.contracts.intent import IntentResult
from pipelines.intent.lexical.topics import has_word
from tool_registry.catalogue import Catalogue


def about_tools(intent: IntentResult, catalogue: Catalogue) -> str | None:
    """The answer from the catalogue; None where the question is not about tools."""
    question = question_of(intent, catalogue)
    if has_word(question.text, "topics", "compare"):
        return None
    asked = (reply for topic, reply in _TOPICS if has_word(question.text, "topics", topic))
    return next((text for reply in asked if (text := reply(question))), None)


def things_to_do(intent: IntentResult, catalogue: Catalogue) -> str | None:
    """The types of the thing that a question speaks of, for want of a better answer."""
    question = question_of(intent, catalogue)
    return kinds(question) if question.function else None


def _author(question: Question) -> str:
    return author(question, named_tool(question))


def _usage(question: Question) -> str:
    return usage(question, named_tool(question))


def _kinds(question: Question) -> str | None:
    """What can be made or done is a question on tools; which rules or states there are is not."""
    function, asked = question.function, has_word(question.text, "topics", "support")
    if function and (function.writes or asked):
        return kinds(question)
    about_types = has_word(question.text, "topics", "types")
    return kinds(replace(question, function=None)) if about_types else None


def _support(question: Question) -> str | None:
    tool = named_tool(question)
    return tool_support(question, tool) if tool else support(question)


_TOPICS: tuple[tuple[str, Callable[[Question], str | None]], ...] = (
    ("author", _author),
    ("usage", _usage),
    ("environments", _support),
    ("abilities", capabilities),
    ("kinds", _kinds),
    ("support", _support),
)
