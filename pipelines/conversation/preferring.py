"""Sentences that set, show or clear what a user prefers in all requests to come."""

import re

from pipelines.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.conversation.heard import Heard, Reply
from pipelines.conversation.words import says
from pipelines.messages import Language, listed, say
from pipelines.runs.preferences import Preferences
from tool_registry.base.environment import Environments

_CLAUSE = re.compile(r"(?<=[,\uff0c;\uff1b.\u3002!?])")
_LONGEST = 80
"""Characters: a longer sentence wants more than that."""


def is_about_preferences(text: str) -> bool:
    """True for a sentence of that sort."""
    return len(text) <= _LONGEST and (
        _sets(text) or says("show_preferences", text) or _clears(text)
    )


def _sets(text: str) -> bool:
    return says("from_now_on", text)


def _clears(text: str) -> bool:
    return says("clear_preferences", text)


def preferred(
    text: str, own: IntentResult, before: Preferences, environments: Environments
) -> tuple[Heard, Preferences] | None:
    """The answer, and what is preferred from now on; None for a sentence that sets nothing."""
    if says("show_preferences", text) and not _clears(text):
        return Heard(text, reply=Reply(described(before, own.language, environments))), before
    if _clears(text):
        return _kept(text, Preferences(), own.language, environments)
    if not _sets(text):
        return None
    if own.production:
        return _refused(text, own.language, environments), before
    chosen: dict[str, str] = {}
    meant = _from_there(text)
    if (named := _environment(meant, environments)) is not None:
        chosen["environment"] = named
    for field in ("language", "approval"):
        for value in _VALUES[field]:
            if says(f"{field}_{value}", meant):
                chosen[field] = value
    if not chosen:
        return None
    after = Preferences.model_validate({**before.model_dump(), **chosen})
    return _kept(text, after, after.language or own.language, environments)


def _from_there(text: str) -> str:
    """What is said from the clause on that is about all requests to come."""
    clauses = _CLAUSE.split(text)
    first = next((n for n, clause in enumerate(clauses) if says("from_now_on", clause)), 0)
    return "".join(clauses[first:])


_VALUES = {"language": ("zh", "en"), "approval": ("always", "destructive")}


def _environment(text: str, environments: Environments) -> str | None:
    """The only configured environment that the text names."""
    folded = text.casefold()
    found = {
        one.name
        for one in environments.configured
        if any(_stands(word.casefold(), folded) for word in (one.name, *one.words))
    }
    return found.pop() if len(found) == 1 else None


def _stands(word: str, text: str) -> bool:
    if not word.isascii():
        return word in text
    return word in "".join(c if c.isascii() and c.isalnum() else " " for c in text).split()


def _kept(
    text: str, after: Preferences, language: Language, environments: Environments
) -> tuple[Heard, Preferences]:
    told = say(language, "conversation.kept", preferences=described(after, language, environments))
    return Heard(text, reply=Reply(told)), after


def _refused(text: str, language: Language, environments: Environments) -> Heard:
    names = listed(language, (environments.label(name, language) for name in environments.names))
    told = say(language, "conversation.no_production", environments=names)
    return Heard(text, reply=Reply(told, Status.REFUSED))


def described(chosen: Preferences, language: Language, environments: Environments) -> str:
    """The preferences in a line."""
    place = chosen.environment and environments.label(chosen.environment, language)
    unset = say(language, "conversation.unset")
    parts = (
        say(language, "conversation.pref_environment", value=place or unset),
        say(language, "conversation.pref_language", value=_told("language", chosen, language)),
        say(language, "conversation.pref_approval", value=_told("approval", chosen, language)),
    )
    return listed(language, parts)


def _told(field: str, chosen: Preferences, language: Language) -> str:
    value = getattr(chosen, field)
    return say(language, f"conversation.{field}_{value}" if value else "conversation.unset")
