"""How tools are onboarded, changed, taken offline and looked at."""

from pipelines.intent.lexical.topics import first_of
from pipelines.messages import Language, say


def is_howto(text: str) -> bool:
    """True for a text that names work on tools."""
    return first_of(text, "tools") is not None


def how_to(text: str, language: Language) -> str:
    """What a tool's author has to do; onboarding where the question does not say."""
    return say(language, f"consult.tools_{first_of(text, 'tools') or 'add'}")
