"""Synonyms by a model: words that a text itself says mean the same, for a person to accept."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from pipelines.knowledge.passages import Passage, passages
from pipelines.messages import Language, say
from pipelines.models import prompts
from pipelines.models.errors import ModelError
from pipelines.models.model import LanguageModel, Message
from pipelines.models.typed_answers import AskOptions, Typed, as_data, ask_typed, schema_text
from tool_registry.governance.poison import tricks
from tool_registry.governance.texts import Text
from tool_registry.model import Document
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.text import fold

SUREST = 0.9
"""What a model says of words is never as sure as a glossary."""
_LONGEST = 3000
"""Characters that are shown at once."""
_WORD = 40
"""Characters of a word or phrase; longer ones are sentences."""
_CODE = re.compile(r"[\d\W_]+")


class Pair(BaseModel):
    """Two words that mean the same, and the words of the text that say so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    term: str = Field(min_length=1, max_length=_WORD)
    synonym: str = Field(min_length=1, max_length=_WORD)
    quote: str = Field(min_length=3, max_length=300)
    confidence: float = Field(default=0.5, ge=0, le=1)


class ModelSynonyms(BaseModel):
    """What a model fills in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pairs: tuple[Pair, ...] = Field(max_length=40)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A synonym for a term, and where it is said."""

    term: str
    synonym: str
    language: Language
    """Of the synonym."""
    confidence: float
    quote: str
    place: str
    """Document and heading."""


@dataclass(frozen=True, slots=True)
class Proposals:
    """What the texts say, and how many parts of them gave no usable answer."""

    found: tuple[Proposal, ...]
    refused: int = 0
    error: ModelError | None = None
    """Why the model was not asked on."""


async def propose(
    documents: Sequence[Document],
    model: LanguageModel,
    options: AskOptions | None = None,
) -> Proposals:
    """The synonyms that the documents themselves state, each pair once, the surest first.

    Parts that read like orders to a model are shown to none. A model that fails ends the asking;
    what was found until then is kept.
    """
    best: dict[frozenset[str], Proposal] = {}
    refused = 0
    for part in _parts(documents):
        if tricks(Text("document", _text(part))):
            refused += 1
            continue
        told = await ask_typed(
            model, synonym_messages(part), ModelSynonyms, _Referee(_text(part)).check, options
        )
        if not isinstance(told, Typed):
            if told.error is not None:
                return Proposals(_sorted(best), refused, told.error)
            refused += 1
            continue
        for pair in told.value.pairs:
            made = _proposal(pair, part)
            key = frozenset((fold(pair.term), fold(pair.synonym)))
            best[key] = max(best.get(key, made), made, key=lambda one: one.confidence)
    return Proposals(_sorted(best), refused)


def synonym_messages(part: Sequence[Passage]) -> tuple[Message, Message]:
    """The prompt, and the passages as data."""
    system = prompts.render("synonyms", schema=schema_text(ModelSynonyms))
    told = [{"heading": one.heading, "text": one.text} for one in part]
    shown = as_data(told)
    return Message("system", system), Message("user", f"<texts>{shown}</texts>")


@dataclass(frozen=True)
class _Referee:
    text: str

    def check(self, form: ModelSynonyms) -> list[str]:
        """What is wrong with the form, one sentence a fault."""
        return [fault for pair in form.pairs for fault in self._pair(pair)]

    def _pair(self, pair: Pair) -> Iterator[str]:
        if fold(pair.quote) not in fold(self.text):
            yield say("zh", "synonym_agent.no_quote", quote=pair.quote)
        for word in (pair.term, pair.synonym):
            if fold(word) not in fold(pair.quote):
                yield say("zh", "synonym_agent.not_in_quote", word=word, quote=pair.quote)
            if _CODE.fullmatch(word):
                yield say("zh", "synonym_agent.no_word", word=word)
        if fold(pair.term) == fold(pair.synonym):
            yield say("zh", "synonym_agent.same", word=pair.term)


def _parts(documents: Sequence[Document]) -> Iterator[list[Passage]]:
    """Passages in their order, as many together as are shown at once; never two documents."""
    for document in documents:
        part: list[Passage] = []
        for one in passages([document]):
            if part and len(_text([*part, one])) > _LONGEST:
                yield part
                part = []
            part.append(one)
        if part:
            yield part


def _text(part: Sequence[Passage]) -> str:
    return "\n".join(f"{one.heading}\n{one.text}" for one in part)


def _proposal(pair: Pair, part: Sequence[Passage]) -> Proposal:
    own = (one for one in part if fold(pair.quote) in fold(f"{one.heading}\n{one.text}"))
    where = next(own, part[0])
    return Proposal(
        pair.term,
        pair.synonym,
        language_of(pair.synonym),
        min(pair.confidence, SUREST),
        pair.quote,
        f"{where.file or where.page} · {where.heading}",
    )


def _sorted(best: dict[frozenset[str], Proposal]) -> tuple[Proposal, ...]:
    return tuple(sorted(best.values(), key=lambda one: (-one.confidence, one.term, one.synonym)))
