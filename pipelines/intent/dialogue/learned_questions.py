"""A question as the reader of follow-ups has learned it: what people are asked is worded anew from
time to time, and a reader that learned the old words hears less behind the new ones."""

from pipelines.contracts.answer import Answer
from pipelines.messages import counted, listed, say
from pipelines.messages.labels import tool_title
from tool_registry.base.types import Effect
from tool_registry.catalogue import Catalogue

_STEPS = "\0"
"""Stands for the steps of a plan; no message has it."""


def as_learned(answer: Answer, catalogue: Catalogue) -> str | None:
    """What the answer asked; of a plan that waits for consent, in the words that were learned."""
    question, intent = answer.question, answer.intent
    if question is None or intent is None or intent.environment is None:
        return question
    language = intent.language
    place = catalogue.environments.label(intent.environment, language)
    begins = say(language, "road.approve_plan", environment=place, steps=_STEPS)
    lead = begins.partition(_STEPS)[0]
    if lead not in question or not answer.chain:
        return question
    tools = [tool for one in answer.chain if (tool := catalogue.tools.get(one.tool)) is not None]
    titles = [tool_title(one, language) for one in tools if one.effect is not Effect.NONE]
    steps = listed(language, counted(titles))
    asked = say(language, "road.approve_plan_learned", environment=place, steps=steps)
    return f"{question.partition(lead)[0]}{asked}"
