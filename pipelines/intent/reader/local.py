"""The local reader: a message read by the shipped encoder, in milliseconds, without a key."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path

from pydantic import TypeAdapter

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reader import FollowUp
from pipelines.intent.lexical import setting
from pipelines.intent.lexical.leftover import known_words
from pipelines.intent.reader.catalogue_names import amounts_of, closed_of, names_of
from pipelines.intent.reader.confidence import FEATURES
from pipelines.intent.reader.decoding import Decoder
from pipelines.intent.reader.following import follow_up
from pipelines.intent.reader.makers import Makers
from pipelines.intent.reader.marks import Marks
from pipelines.intent.reader.names import NameEncoder, NameTable
from pipelines.intent.reader.naming import names_of_values, without_names
from pipelines.intent.reader.network import load
from pipelines.intent.reader.result import Place, result_of
from pipelines.intent.reader.tool_actions import ToolActions
from pipelines.intent.reader.values import Closed
from pipelines.models.kept_vectors import VectorFile
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language, language_of

_RECENT = 15
"""So many messages are kept beside the latest."""
WEIGHTS = Path(__file__).parent / "weights.npz"


class LocalReader:
    """Reads messages beside the names of one catalogue."""

    def __init__(
        self, decoder: Decoder, catalogue: Catalogue, kept: VectorFile | None = None
    ) -> None:
        self.decoder, self.catalogue, self._kept = decoder, catalogue, kept
        self._recent: dict[tuple[str, ...], Marks] = {}

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

    @cached_property
    def amounts(self) -> dict[str, str]:
        """Attribute of money → the unit in which people say it."""
        return amounts_of(self.catalogue)

    @cached_property
    def makers(self) -> Makers:
        """What the tools make."""
        return Makers.of(self.catalogue.tools.values())

    @cached_property
    def tool_actions(self) -> ToolActions:
        """What the tools do to which things."""
        return ToolActions.of(self.catalogue.tools.values(), self.catalogue.lexicon)

    def read(
        self,
        text: str,
        *,
        environment: str | None = None,
        language: Language | None = None,
        before: Sequence[str] = (),
    ) -> IntentResult:
        """What a message says; `environment`: chosen beside it; `before`: what was said before."""
        return self.result(self.marks(text, before), environment, language)

    def follow_up(
        self,
        text: str,
        *,
        before: Sequence[str],
        environment: str | None = None,
        language: Language | None = None,
    ) -> FollowUp:
        """What a message is to what was said before it."""
        read = self.marks(text, before)
        return follow_up(read, self._place(text, environment, language))

    def marks(self, text: str, before: Sequence[str] = ()) -> Marks:
        """The marks of a message; a message is asked about several times on its way."""
        key = (text, *before)
        if key not in self._recent:
            read = self.decoder.read(text, self.names, before)
            kept = list(self._recent.items())[-_RECENT:]
            self._recent = {**dict(kept), key: without_names(read, self.called)}
        return self._recent[key]

    def result(
        self, read: Marks, environment: str | None = None, language: Language | None = None
    ) -> IntentResult:
        """What marks say."""
        made = result_of(read, self._place(read.text, environment, language))
        return made.model_copy(update={"retracted": read.retracted})

    @cached_property
    def called(self) -> Mapping[str, frozenset[str]]:
        """Word → the attributes that are called so."""
        return names_of_values(self.catalogue.tools.values(), self.catalogue.lexicon)

    def _place(self, text: str, environment: str | None, language: Language | None) -> Place:
        known = place_of(text, self.catalogue, environment, language)
        return replace(
            known,
            closed=self.closed,
            amounts=self.amounts,
            makers=self.makers,
            tool_actions=self.tool_actions,
        )


def place_of(
    text: str, catalogue: Catalogue, environment: str | None, language: Language | None
) -> Place:
    """What is known beside the marks of a text about a catalogue."""
    exact = setting.of_text(text, catalogue.environments, catalogue.lexicon)
    return Place(
        catalogue.lexicon,
        catalogue.environments,
        exact,
        environment,
        language or language_of(text),
        identifiers=catalogue.graph.identifiers,
        places=catalogue.places_of,
    )


@cache
def shipped() -> Decoder:
    """The decoder of this process with the shipped weights; ValueError where these or the words
    beside them are damaged."""
    known_words()
    return opened(WEIGHTS)


def opened(file: Path) -> Decoder:
    """The decoder with the weights of a file, and what is beside it of confidence and of names that
    are encoded already; ValueError where weights or confidence are damaged."""
    beside = confidence_file(file)
    try:
        told = beside.read_text("utf-8") if beside.exists() else "[]"
        learned = TypeAdapter(list[float]).validate_json(told)
        if len(learned) not in (0, FEATURES + 1):
            raise ValueError(len(learned))
    except (OSError, ValueError) as error:
        raise ValueError(f"{beside} holds no weights of a confidence") from error
    return Decoder(*load(file), learned, VectorFile(names_file(file)).vectors)


def confidence_file(weights: Path) -> Path:
    """Where the confidence that belongs to a file of weights is kept."""
    return weights.with_suffix(".confidence.json")


def names_file(weights: Path) -> Path:
    """Where vectors of names that belong to a file of weights are kept: they save time only."""
    return weights.with_suffix(".names.npz")


def keep_names(catalogues: Iterable[Catalogue], weights: Path = WEIGHTS) -> int:
    """Encodes the names of these catalogues by a file of weights and keeps them beside it; how many
    there are. ValueError where the weights are damaged."""
    encoder = NameEncoder(*load(weights))
    names_file(weights).unlink(missing_ok=True)
    kept = VectorFile(names_file(weights))
    encoder.vectors([name.text for one in catalogues for name in names_of(one)], kept)
    kept.write()
    return len(kept.vectors)
