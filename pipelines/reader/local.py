"""The local reader: a message read by the shipped encoder, in milliseconds, without a key."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reading import FollowUp
from pipelines.intent import setting
from pipelines.intent.tokens import tokenise
from pipelines.reader.catalogue_names import names_of
from pipelines.reader.decoding import Decoder, Marks
from pipelines.reader.following import follow_up
from pipelines.reader.names import NameTable, VectorFile, vector_of
from pipelines.reader.network import load
from pipelines.reader.result import Place, result_of
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language, language_of

WEIGHTS = Path(__file__).parent / "weights.npz"


class LocalReader:
    """Reads messages beside the names of one catalogue."""

    def __init__(
        self, decoder: Decoder, catalogue: Catalogue, kept: VectorFile | None = None
    ) -> None:
        self.decoder, self.catalogue, self._kept = decoder, catalogue, kept

    @cached_property
    def names(self) -> NameTable:
        """The names of the catalogue; each is encoded once."""
        vector = vector_of(self.decoder.network, self.decoder.tokenizer, self._kept)
        table = NameTable(names_of(self.catalogue), vector)
        if self._kept is not None:
            self._kept.write()
        return table

    def read(
        self,
        text: str,
        *,
        environment: str | None = None,
        language: Language | None = None,
        before: Sequence[str] = (),
    ) -> IntentResult:
        """What a message says; `environment`: chosen beside it; `before`: what was said before."""
        return self.result(self.decoder.read(text, self.names, before), environment, language)

    def follow_up(
        self,
        text: str,
        *,
        before: Sequence[str],
        environment: str | None = None,
        language: Language | None = None,
    ) -> FollowUp:
        """What a message is to what was said before it."""
        read = self.decoder.read(text, self.names, before)
        return follow_up(read, place_of(text, self.catalogue, environment, language))

    def result(
        self, read: Marks, environment: str | None = None, language: Language | None = None
    ) -> IntentResult:
        """What marks say."""
        return result_of(read, place_of(read.text, self.catalogue, environment, language))


def place_of(
    text: str, catalogue: Catalogue, environment: str | None, language: Language | None
) -> Place:
    """What is known beside the marks of a text about a catalogue."""
    words = setting.words(catalogue.environments, catalogue.lexicon)
    exact, _ = setting.read(tokenise(text, catalogue.lexicon, words))
    return Place(
        catalogue.lexicon,
        catalogue.environments,
        exact,
        environment,
        language or language_of(text),
    )


def shipped() -> Decoder:
    """The decoder with the weights that are shipped; ValueError where they are damaged."""
    return Decoder(*load(WEIGHTS))
