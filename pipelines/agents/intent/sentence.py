"""What the program itself reads in a sentence, to show to a model and to judge it by."""

from dataclasses import dataclass

from pipelines.agents.intent.words import Words
from pipelines.contracts.intent import Span
from pipelines.intent import project
from pipelines.intent.clauses import Clause, clauses
from pipelines.intent.corrections import resolve
from pipelines.intent.setting import Setting, read
from pipelines.intent.setting import words as environment_words
from pipelines.intent.tokens import Token, tokenise
from tool_registry.base.environment import Environments
from tool_registry.vocabulary.lexicon import Kind, Lexicon

VALUES = ("code", "fact", "quote")
"""Shapes of words that hold a value, whatever is said around them."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A text that somebody else is to read, and the attribute that it is for."""

    attribute: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the program itself reads in a sentence, to judge the model by."""

    words: Words
    setting: Setting
    said: tuple[Token, ...]
    """Tokens that count: without environments, code, and what the sentence takes back."""
    retracted: tuple[Span, ...]
    """What it takes back."""
    clauses: tuple[Clause, ...]
    programs: tuple[Span, ...]
    environments: Environments
    reported: Reported | None = None
    """A text that is handed on as it is, such as what went wrong in a bug."""

    @property
    def facts(self) -> list[Span]:
        """Stretches that are values as a whole: a reduction, a date."""
        return [token.span for token in self.said if token.shape in VALUES]

    def entities(self, words: str) -> set[str]:
        """Entities that the words are known to name; not those that only begin a longer word."""
        inside = self.words.places(words)
        return {
            concept.name
            for token, after in zip(self.said, (*self.said[1:], None), strict=True)
            if any(overlap(span, token.span) for span in inside)
            and not (after and after.unknown and after.ideographic and after.start == token.end)
            for concept in token.concepts
            if concept.kind is Kind.ENTITY
        }


def read_sentence(text: str, lexicon: Lexicon, environments: Environments) -> Sentence:
    """The referee's own reading: environments, values, negatives; no goals."""
    tokens = tokenise(text, lexicon, environment_words(environments, lexicon))
    programs = tuple(token.span for token in tokens if token.shape == "program")
    complete = [token for token in tokens if token.shape != "program"]
    kept = resolve(complete)
    places = {(token.start, token.end) for token in kept}
    content, rest = project.content(kept, text, lexicon)
    setting, plain = read(rest)
    content = content or project.told(plain, text, lexicon)
    return Sentence(
        words=Words(text, lexicon, content.span if content else None),
        setting=setting,
        said=tuple(plain),
        retracted=tuple(t.span for t in complete if (t.start, t.end) not in places),
        clauses=tuple(clauses(plain)),
        programs=programs,
        environments=environments,
        reported=content and Reported(content.attribute, content.span),
    )


def overlap(one: Span, other: Span) -> bool:
    """True where they share a character."""
    return one.start < other.end and other.start < one.end
