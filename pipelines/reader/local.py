"""The local reader: a message read by the shipped encoder, in milliseconds, without a key."""

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path

from pydantic import TypeAdapter

from pipelines.contracts.intent import IntentResult
from pipelines.intent import setting
from pipelines.intent.tokens import tokenise
from pipelines.reader.catalogue_names import closed_of, names_of
from pipelines.reader.decoding import Decoder
from pipelines.reader.marks import Marks
from pipelines.reader.names import NameTable, VectorFile
from pipelines.reader.network import load
from pipelines.reader.result import Place, result_of
from pipelines.reader.values import Closed
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
        table = NameTable(names_of(self.catalogue), self.decoder.encoder, self._kept)
        if self._kept is not None:
            self._kept.write()
        return table

    @cached_property
    def closed(self) -> Closed:
        """Kind of things → the closed values that they have."""
        return closed_of(self.catalogue)

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

    def result(
        self, read: Marks, environment: str | None = None, language: Language | None = None
    ) -> IntentResult:
        """What marks say."""
        catalogue = self.catalogue
        words = setting.words(catalogue.environments, catalogue.lexicon)
        exact, _ = setting.read(tokenise(read.text, catalogue.lexicon, words))
        place = Place(
            catalogue.lexicon,
            catalogue.environments,
            exact,
            environment,
            language or language_of(read.text),
            self.closed,
        )
        return result_of(read, place)


@cache
def shipped() -> Decoder:
    """The decoder of this process with the shipped weights; ValueError where they are damaged."""
    return opened(WEIGHTS)


def opened(file: Path) -> Decoder:
    """The decoder with the weights of a file and the confidence beside it, if there is one;
    ValueError where they are damaged."""
    beside = confidence_file(file)
    try:
        told = beside.read_text("utf-8") if beside.exists() else "[]"
        learned = TypeAdapter(list[float]).validate_json(told)
    except (OSError, ValueError) as error:
        raise ValueError(f"{beside} holds no weights of a confidence") from error
    return Decoder(*load(file), learned)


def confidence_file(weights: Path) -> Path:
    """Where the confidence that belongs to a file of weights is kept."""
    return weights.with_suffix(".confidence.json")
