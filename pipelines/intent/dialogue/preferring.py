"""Sentences that set, show or clear what a user prefers in all requests to come."""

import re
from collections.abc import Iterable, Sequence

from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.intent.dialogue.preference_texts import described, refused
from pipelines.intent.dialogue.reply_patterns import says, stretches
from pipelines.intent.lexical.leftover import strangers
from pipelines.intent.lexical.setting import names_production
from pipelines.messages import Language, say
from pipelines.runs.preferences import Preferences
from tool_registry.base.environment import Environment, Environments
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_CLAUSE = re.compile(r"(?<=[,\uff0c;\uff1b.\u3002!?])")
_LONGEST = 80
"""Characters: a longer sentence wants more than that."""


def is_about_preferences(text: str) -> bool:
    """True for a sentence of that sort."""
    return len(text) <= _LONGEST and (
        any(says(one, text) for one in ("from_now_on", "show_preferences", "clear_preferences"))
    )


def preferred(
    text: str,
    before: Preferences,
    environments: Environments,
    lexicon: Lexicon,
    *,
    keep: bool,
) -> tuple[ResolvedMessage, Preferences] | None:
    """The answer, and what is preferred from now on; None for a sentence that sets nothing, or
    that is about anything but what can be set here.

    `keep`: False where nothing may be stored; the answer says so, and all stays as before."""
    language = before.language or language_of(text)
    clears = says("clear_preferences", text)
    if clears or says("show_preferences", text):
        whole = _is_all_about(text, _names(environments.configured), lexicon)
        after = Preferences(memory=before.memory) if clears else before
        return _told(text, before, after, language, environments, keep=keep) if whole else None
    if not says("from_now_on", text):
        return None
    if names_production(text, environments, lexicon):
        return refused(text, language, environments), before
    meant = _from_there(text)
    chosen = _chosen(meant, environments)
    named = [one for one in environments.configured if one.name == chosen.get("environment")]
    if not chosen or not _is_all_about(meant, _names(named), lexicon):
        return None
    after = Preferences.model_validate({**before.model_dump(), **chosen})
    return _told(text, before, after, after.language or language, environments, keep=keep)


def _chosen(meant: str, environments: Environments) -> dict[str, str]:
    """Field → value that the text sets."""
    chosen: dict[str, str] = {}
    if (named := _environment(meant, environments)) is not None:
        chosen["environment"] = named
    for field in ("language", "approval"):
        for value in _VALUES[field]:
            if says(f"{field}_{value}", meant):
                chosen[field] = value
    return chosen


def _names(environments: Iterable[Environment]) -> list[str]:
    return [word for one in environments for word in (one.name, *one.words)]


def _is_all_about(text: str, names: Sequence[str], lexicon: Lexicon) -> bool:
    """True where nothing stands in the text but what is set, these names, and words that say
    nothing of a business."""
    spans = [span for name in _SAID for span in stretches(name, text)]
    for word in names:
        edge = r"(?<![^\W_])" if word[:1].isascii() else ""
        end = r"(?![^\W_])" if word[-1:].isascii() else ""
        found = re.finditer(edge + re.escape(word) + end, text, re.IGNORECASE)
        spans += [match.span() for match in found]
    known = {at for start, end in spans for at in range(start, end)}
    rest = "".join("\n" if at in known else char for at, char in enumerate(text))
    things = (match.of(Kind.ENTITY) for match in lexicon.scan(rest))
    return not (any(things) or any(map(str.isdigit, rest)) or strangers(rest, ()))


_SAID = (
    *("from_now_on", "show_preferences", "clear_preferences"),
    *("language_zh", "language_en", "approval_always", "approval_destructive"),
    "preference_beside",
)
"""Patterns of what a sentence about preferences is made of."""


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


def _told(
    text: str,
    before: Preferences,
    after: Preferences,
    language: Language,
    environments: Environments,
    *,
    keep: bool,
) -> tuple[ResolvedMessage, Preferences]:
    """The reply, and the preferences that hold behind it."""
    told = described(after, language, environments)
    if not says("show_preferences", text) or after != before:
        told = say(language, f"conversation.{'kept' if keep else 'not_kept'}", preferences=told)
    return ResolvedMessage(text, reply=Reply(told)), after if keep else before
