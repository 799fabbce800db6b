"""Small talk: answered in kind."""

from pipelines.intent.lexical.topics import has_word, without
from pipelines.messages import Language, say
from tool_registry.vocabulary.text import normalise

_MANNERS = ("thanks", "bye", "greeting", "praise", "noted", "who")
"""What is said beside work, the likeliest meaning of a message first."""
_LONGEST = 60
"""Characters: a longer message says more than that."""


def manners(text: str) -> str | None:
    """Which of them the whole message is nothing but: `thanks`, `greeting`, …"""
    rest, found = normalise(text).text, None
    for name in _MANNERS if len(text) <= _LONGEST else ():
        less = without(rest, "talk", name)
        found = found or (name if less != rest else None)
        rest = less
    beside = any(char.isalnum() for char in without(rest, "around", "talk"))
    return None if beside else found


def small_talk(text: str, language: Language) -> str | None:
    """The reply to a joke, greeting, thanks, …; None where the text is nothing of the kind."""
    kind = "joke" if has_word(text, "talk", "joke") else manners(text)
    return say(language, f"consult.{kind}") if kind else None


def is_joke(text: str) -> bool:
    """True where somebody laughs or jokes, and wants nothing."""
    return has_word(text, "talk", "joke") and not has_word(text, "around", "wants")


def wishes_wonders(text: str) -> bool:
    """True for a request that no test data fulfils."""
    return has_word(text, "around", "wonders")


def asks_abilities(text: str) -> bool:
    """True where somebody asks what can be done here."""
    return has_word(text, "topics", "abilities")


def asks_whether_done(text: str) -> bool:
    """True for a question whether something was done, which wants nothing done."""
    return has_word(text, "topics", "whether_done")
