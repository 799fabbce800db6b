"""Small talk: answered in kind."""

from pipelines.consult.words import first_of, has_word
from pipelines.messages import Language, say


def small_talk(text: str, language: Language) -> str | None:
    """The reply to a joke, greeting, thanks, …; None where the text is nothing of the kind."""
    kind = first_of(text, "talk")
    return say(language, f"consult.{kind}") if kind else None


def is_joke(text: str) -> bool:
    """True where somebody laughs or jokes."""
    return has_word(text, "talk", "joke")
