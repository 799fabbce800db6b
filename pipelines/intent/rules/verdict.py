"""The rules in order; the first that applies ends the request with a clear sentence."""

import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pipelines.contracts.answer import Status
from pipelines.intent.lexical.setting import words
from pipelines.intent.rules.small_talk import is_joke, manners, small_talk, wishes_wonders
from pipelines.messages import Language, say
from tool_registry.base.environment import Environments
from tool_registry.base.redaction import find_secrets
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.patterns import find

MAX_CHARACTERS = 4_000
Rule: TypeAlias = Literal[
    "pass", "empty", "oversized", "binary", "secret", "code", "instruction", "small_talk"
]
_PLAIN_CONTROLS = "\t\n\r"


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """`pass`, or the rule that ends the request, with the answer to give."""

    kind: Rule
    status: Status = Status.SUCCEEDED
    text: str = ""
    """The answer, in the request's language; never a secret of the request."""

    @property
    def reason(self) -> str:
        """The rule's name, for events and logs."""
        return self.kind


def check(text: str, lexicon: Lexicon, environments: Environments) -> RuleVerdict:
    """Decide whether the text is a request at all."""
    ended = unreadable(text)
    if ended is not None:
        return ended
    language = language_of(text)
    if find_secrets(text):
        return RuleVerdict("secret", Status.REFUSED, say(language, "rules.secret"))
    program = _program(text, lexicon)
    if program:
        return RuleVerdict(program, Status.REFUSED, say(language, f"rules.{program}"))
    talk = _talk(text, language, lexicon, environments)
    return RuleVerdict("small_talk", Status.SUCCEEDED, talk) if talk else RuleVerdict("pass")


def unreadable(text: str) -> RuleVerdict | None:
    """What ends a text that has no sentence: too long, no text at all, empty; None for others."""
    language = language_of(text[:MAX_CHARACTERS])
    if len(text) > MAX_CHARACTERS:
        told = say(language, "rules.oversized", length=len(text), limit=MAX_CHARACTERS)
        return RuleVerdict("oversized", Status.REFUSED, told)
    if _is_binary(text):
        return RuleVerdict("binary", Status.REFUSED, say(language, "rules.binary"))
    if not any(char.isalnum() for char in text):
        return RuleVerdict("empty", Status.NEEDS_INPUT, say(language, "rules.empty"))
    return None


def _is_binary(text: str) -> bool:
    """Control characters, lone surrogates, or the marks of bytes that were no text."""
    return (
        any(
            char not in _PLAIN_CONTROLS and unicodedata.category(char) in ("Cc", "Cs")
            for char in text
        )
        or text.count("\ufffd") > 2
    )


def _program(text: str, lexicon: Lexicon) -> Literal["code", "instruction"] | None:
    """What the text is where it says nothing but code, or orders to a language model."""
    shapes = find(text, first=True)
    programs = [one for one in shapes if one.kind == "program"]
    if not programs or any(one.kind == "fact" for one in shapes):
        return None
    for match in lexicon.scan(text):
        inside = any(one.start < match.end and match.start < one.end for one in programs)
        if match.of(Kind.ENTITY) is not None and not inside:
            return None
    return "instruction" if "instruction" in {one.name for one in programs} else "code"


def _talk(
    text: str, language: Language, lexicon: Lexicon, environments: Environments
) -> str | None:
    """The reply to a greeting or a joke that asks for nothing."""
    if manners(text) is not None:
        return small_talk(text, language)
    matches = lexicon.scan(text, beside=words(environments, lexicon))
    if wishes_wonders(text):
        named = any(match.of(Kind.ENTITY) for match in matches) or _told(text, "code")
        return None if named else say(language, "rules.joke")
    asks = any(match.of(kind) for match in matches for kind in (Kind.ENVIRONMENT, Kind.ACTION))
    return small_talk(text, language) if is_joke(text) and not asks and not _told(text) else None


def _told(text: str, *kinds: str) -> bool:
    """Values other than a day: of these shapes, or of any."""
    return any(
        not any(value.attribute == "date" for value in one.values)
        for first in (True, False)
        for one in find(text, first=first)
        if not kinds or one.kind in kinds
    )
