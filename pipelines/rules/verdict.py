"""The rules in order; the first that applies ends the request with a clear sentence."""

import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pipelines.answer import Status
from pipelines.consult import is_joke, small_talk
from pipelines.lexical.setting import words
from pipelines.lexical.tokens import Token, tokenise
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
_SOFT = ("polite", "function", "small_talk", "article", "question", "also", "recipient", "want")


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
    tokens = tokenise(text, lexicon, words(environments, lexicon))
    program = _program(text, tokens)
    if program:
        return RuleVerdict(program, Status.REFUSED, say(language, f"rules.{program}"))
    talk = _talk(text, language, tokens)
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


def _program(text: str, tokens: list[Token]) -> Literal["code", "instruction"] | None:
    """What the text is where it says nothing but code, or orders to a language model."""
    if not any(token.shape == "program" for token in tokens):
        return None
    if any(token.of(Kind.ENTITY) is not None or token.shape == "fact" for token in tokens):
        return None
    found = {shaped.name for shaped in find(text, first=True) if shaped.kind == "program"}
    return "instruction" if "instruction" in found else "code"


def _talk(text: str, language: Language, tokens: list[Token]) -> str | None:
    """The reply to a greeting or a joke that asks for nothing."""
    said = [token for token in tokens if not token.sign]
    if _joking(text, said):
        return small_talk(text, language)
    if any(token.is_("joke") for token in said) and not any(map(_is_thing, said)):
        return say(language, "rules.joke")
    if any(t.is_("small_talk") for t in said) and all(t.is_(*_SOFT) for t in said):
        return small_talk(text, language) or say(language, "rules.hello")
    return None


def _joking(text: str, said: list[Token]) -> bool:
    """Laughter, and nothing that is wanted, done or singled out."""
    kinds = (Kind.ENVIRONMENT, Kind.ACTION)
    asks = any(t.is_("want") or _tells(t) or any(map(t.of, kinds)) for t in said)
    return is_joke(text) and not asks


def _tells(token: Token) -> bool:
    """A value, other than a day."""
    return token.shape is not None and not any(v.attribute == "date" for v in token.values)


def _is_thing(token: Token) -> bool:
    return token.of(Kind.ENTITY) is not None or token.shape in ("code", "fact")
