"""What the program knows of a sentence, to show to a model and to judge it by: exact words, and
what the local reader hears beside them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pipelines.contracts.intent import IntentResult, Span
from pipelines.intent.lexical.leftover import strangers, words_left
from pipelines.intent.lexical.setting import Setting, read
from pipelines.intent.lexical.setting import words as environment_words
from pipelines.intent.lexical.tokens import Token, tokenise
from pipelines.intent.model.located_words import Words
from tool_registry.base.environment import Environments
from tool_registry.base.types import IntentType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

VALUES = ("code", "fact", "quote")
"""Shapes of words that hold a value, whatever is said around them."""
PLAIN = "positive"
"""What is no aside."""
_BEHIND = re.compile(r"[:\uff1a]\s*(\S.*)", re.DOTALL)
_TITLE = "title"


@dataclass(frozen=True, slots=True)
class Reported:
    """A text that somebody else is to read, and the attribute that it is for."""

    attribute: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the program knows of a sentence, to judge the model by."""

    words: Words
    setting: Setting
    said: tuple[Token, ...]
    """Tokens that count: without environments, code, and what the sentence takes back."""
    own: IntentResult
    """The local reader's reading: it adds doubt, and no more than that."""
    programs: tuple[Span, ...]
    environments: Environments
    reported: Reported | None = None
    """A text that is handed on as it is, such as what went wrong in a bug."""

    @property
    def retracted(self) -> tuple[Span, ...]:
        """What it takes back."""
        return self.own.retracted

    @property
    def facts(self) -> list[Span]:
        """Stretches that are values as a whole: a reduction, a date."""
        return [token.span for token in self.said if token.shape in VALUES]

    @property
    def together(self) -> bool:
        """Several things are to be at the same time."""
        return any(token.is_("together") for token in self.said)

    def aside(self, token: Token) -> str:
        """The kind of aside that a word is part of."""
        told = (*self.own.negative, *self.own.supplements)
        return next((one.kind for one in told if one.span.meets(token.span)), PLAIN)

    def is_flat(self, span: Span) -> bool:
        """A prohibition of all such actions: `send none at all`, and not `send no red one`."""
        inside = [token for token in self.said if token.span.meets(span)]
        others = [token for token in inside if token.of(Kind.ACTION) is None]
        return bool(inside) and not any(
            token.of(Kind.VALUE) or token.shape or is_strange(token) or token.is_("other")
            for token in others
        )

    def action_spans(self) -> Iterator[Span]:
        """What the local reader takes for the words of actions."""
        for goal in self.own.goals:
            yield from self.words.places(goal.action_words) if goal.action_words else ()

    def entities(self, words: str) -> set[str]:
        """Entities that the words are known to name; not those that only begin a longer word."""
        inside = self.words.places(words)
        return {
            concept.name
            for token, after in zip(self.said, (*self.said[1:], None), strict=True)
            if any(span.meets(token.span) for span in inside)
            and not (after and after.unknown and after.ideographic and after.start == token.end)
            for concept in token.concepts
            if concept.kind is Kind.ENTITY
        }


def read_sentence(own: IntentResult, lexicon: Lexicon, environments: Environments) -> Sentence:
    """The words of the sentence that the local reader has read, `own`."""
    text, reported = own.text, _reported(own, lexicon)
    tokens = tokenise(text, lexicon, environment_words(environments, lexicon))
    handed = reported and reported.span
    rest = [
        token
        for token in tokens
        if token.shape != "program" and not (handed and token.span.meets(handed))
    ]
    exact = read(rest)
    gone = (*exact.around, *own.retracted)
    return Sentence(
        words=Words(text, lexicon, handed),
        setting=_standing(exact, own),
        said=tuple(t for t in rest if not any(t.span.meets(span) for span in gone)),
        own=own,
        programs=tuple(token.span for token in tokens if token.shape == "program"),
        environments=environments,
        reported=reported,
    )


def _reported(own: IntentResult, lexicon: Lexicon) -> Reported | None:
    """What a report says, where the sentence files one: at least what stands behind a colon."""
    if own.intent_type is not IntentType.OPERATE_PROJECT:
        return None
    told = [one for goal in own.goals for one in goal.object.constraints]
    if told:
        return Reported(told[0].attribute, told[0].span)
    found = _BEHIND.search(own.text)
    if found is None:
        return None
    span = Span(start=found.start(1), end=found.end(1), text=found[1])
    return Reported(lexicon.canonical(Kind.ATTRIBUTE, _TITLE), span)


def _standing(exact: Setting, own: IntentResult) -> Setting:
    """What the exact words say of where, without the environments that the sentence takes back."""
    place = own.spans.get("environment")
    if own.environment is None or place is None or exact.production is not None:
        return exact
    return replace(exact, named=(own.environment,), spans=(place,), unknown=None)


def is_strange(token: Token) -> bool:
    """A word that nothing is known of, and that people do not leave unmarked everywhere."""
    if not token.unknown or not any(words_left(token.text, ())):
        return token.unknown
    return bool(strangers(token.text, ()))
