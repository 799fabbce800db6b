"""Finds tools of a catalogue by what they say of themselves: its index, built once and kept."""

import hashlib
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from pipelines.filter.finding import WORTH_A_FILE, IndexAnswer
from pipelines.filter.index.beside import Beside
from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.features import NAMES, Model, features, parts
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.past import PastRequests
from pipelines.filter.index.postings import Floats
from pipelines.filter.index.ranker import ALIKE, Ranked, rank, shipped
from pipelines.filter.index.shared_words import shared_words
from pipelines.filter.index.snapshot import FORMAT, load_index, save_index
from pipelines.filter.index.static import load_static
from pipelines.filter.index.stored import StoredEmbedder
from pipelines.filter.index.terms import terms
from pipelines.filter.index.texts import FIELDS, NAMED, texts_of
from pipelines.filter.unknown_words import strangers
from pipelines.models.errors import ModelError, Preparing
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.spelling import Spelling

_KEPT = 8
"""So many catalogues at most keep their index, in memory and as files."""
PAST = "requests"
"""What requests that a tool has served are called, beside FIELDS."""
_ASKED_AGAIN = 2.0
"""Seconds until a model that is computing vectors is asked again: to ask reads all that it has."""
_TELLS = 0.05
"""What counts less than this in a score is not told."""
_AT_ONCE = 10
"""So many of the tools found first are told about at once."""
_WORDS = 4
"""So many words of a text are named in a reason."""


@dataclass(frozen=True)
class _Told:
    """What the words of a text count in each field of some tools."""

    text: str
    words: list[str]
    """Those that tell most first."""
    tools: Sequence[str]
    impacts: Floats
    """Words × tools × FIELDS."""


@dataclass
class IndexedCatalogue:
    """A catalogue with what finds its tools; each part is made when it is first asked for."""

    tools: Mapping[str, ToolEssentialModel]
    lexicon: Lexicon
    make: Callable[[], ToolIndex]
    beside: Callable[[], Beside | None] = lambda: None
    """What gives another model's vectors, where one is chosen: `make` makes none then."""
    answer: dict[str, IndexAnswer] = field(default_factory=dict[str, IndexAnswer])
    _model: Model | None = field(default=None, init=False)
    _preparing: tuple[float, Preparing] | None = field(default=None, init=False)
    """Until when it is not asked again, and what was said."""
    _told: _Told | None = field(default=None, init=False)

    @property
    def is_made(self) -> bool:
        """True once the index was asked for."""
        return "index" in self.__dict__

    @cached_property
    def index(self) -> ToolIndex:
        """The index over all tools."""
        return self.make()

    def by_object(self) -> Mapping[str, tuple[ToolEssentialModel, ...]]:
        """Entity → the tools that act on it or yield it."""
        return self._objects

    @cached_property
    def _objects(self) -> Mapping[str, tuple[ToolEssentialModel, ...]]:
        found: dict[str, list[ToolEssentialModel]] = {}
        for tool in self.tools.values():
            for name in dict.fromkeys(tool.objects):
                found.setdefault(name, []).append(tool)
        return {name: tuple(tools) for name, tools in found.items()}

    def ranked(self, text: str) -> tuple[Ranked, ModelError | None]:
        """All tools in question, best first; and why no vectors counted, where they should."""
        past, problem = self._past_of(text), None
        if (beside := self.beside()) is not None:
            try:
                found = features(self.index, text, model=self._meant(beside), also=past)
                return rank(found, shipped("model"), past), None
            except ModelError as error:
                problem = None if beside.embedder.local else error
        weights = shipped("words" if self.index.embedder is None else "table")
        return rank(features(self.index, text, also=past), weights, past), problem

    @cached_property
    def _past(self) -> PastRequests:
        pairs = ((name, text) for name, tool in self.tools.items() for text in tool.served)
        return PastRequests.of(pairs)

    def _past_of(self, text: str) -> dict[int, float]:
        """Number of a tool → how much a request that it served is like the text, if it is."""
        found = self._past.likeness(text) if self._past.owners else {}
        return {self.index.number(n): s for n, s in found.items() if s >= ALIKE}

    def _meant(self, beside: Beside) -> Model:
        """The model with the tools' vectors; ModelError while there are none."""
        if self._model is None:
            now = beside.clock.monotonic()
            if self._preparing and now < self._preparing[0]:
                raise self._preparing[1]
            texts = {name: texts_of(tool) for name, tool in self.tools.items()}
            try:
                self._model = beside.model(self.index, texts)
            except Preparing as error:
                self._preparing = (now + _ASKED_AGAIN, error)
                raise
        return self._model

    def prepare(self) -> None:
        """Makes the index, and the vectors that the shipped model has to compute."""
        self.search("")
        if (beside := self.beside()) is not None:
            beside.prepare(texts_of(tool) for tool in self.tools.values())

    def search(self, text: str) -> IndexAnswer:
        """What the index says of a text."""
        known = self.answer.get(text)
        if known is None:
            known = self._hear(text)
            is_waiting = self._model is None and self.beside() is not None
            if is_waiting or known.problem is not None:
                return known  # another one is due once the model answers
            self.answer[text] = known
            if len(self.answer) > 64:
                self.answer.pop(next(iter(self.answer)))
        return known

    def search_all(self, texts: Sequence[str]) -> list[IndexAnswer]:
        """See `Indexed`. The model is asked for the vectors of all of them at once."""
        lacking = [text for text in dict.fromkeys(texts) if text not in self.answer]
        beside = self.beside() if self._model is not None and len(lacking) > 1 else None
        if beside is not None:
            with suppress(ModelError):  # `search` meets it, and tells
                beside.embedder.embed([part for text in lacking for part in parts(text)])
        return [self.search(text) for text in texts]

    def _hear(self, text: str) -> IndexAnswer:
        (found, problem), ids = self.ranked(text), self.index.ids
        near = tuple(ids[number] for number in map(int, found.tools))
        shares = dict(zip(near, map(float, found.shares), strict=True))
        offered = {
            name: share * found.likelihood
            for name, share in shares.items()
            if share >= found.weights.share
        }
        likely, limit = found.likelihood, found.weights.threshold
        return IndexAnswer(offered, near, shares, likely, limit, problem)

    def plain(self, text: str) -> str:
        """The text in the catalogue's words: misspelt and colloquial ones put plainly."""
        return self._spelling.plain(text)

    @cached_property
    def _spelling(self) -> Spelling:
        tools = self.tools.values()
        return Spelling(
            self.lexicon,
            lambda: (text for tool in tools for text in texts_of(tool).values()),
            load_static().pieces,
        )

    def strangers(self, text: str, catalogue: Catalogue) -> tuple[int, int]:
        """(words that name something of the catalogue, words that are strange to it)."""
        has = self.index.idf
        pieces = load_static().pieces
        return strangers(text, catalogue, pieces, lambda words: bool(has(words)))

    def _telling(self, text: str, tool: str) -> _Told:
        """What the words of a text count in a tool and in those found first: they are told about
        in turn, so the last text is kept."""
        if self._told is None or self._told.text != text or tool not in self._told.tools:
            idf = self.index.idf(terms(text))
            words = sorted(idf, key=lambda term: (-idf[term], term))
            tools = tuple(dict.fromkeys((tool, *self.search(text).near[:_AT_ONCE])))
            numbers = np.array([self.index.number(name) for name in tools])
            self._told = _Told(text, words, tools, self.index.impacts(words, numbers))
        return self._told

    def explained(self, text: str, limit: int) -> list[dict[str, Any]]:
        """The best tools for a text, each with what every column of its features counts."""
        (found, _), ids = self.ranked(text), self.index.ids
        weights = found.weights.order
        return [
            {
                "tool": ids[number],
                "score": round(float(score), 3),
                "counts": {
                    name: round(value * weights.get(name, 0.0), 3)
                    for name, value in zip(NAMES, row.tolist(), strict=True)
                    if value * weights.get(name, 0.0) >= _TELLS
                },
            }
            for number, score, row in list(zip(found.tools, found.scores, found.rows, strict=True))[
                :limit
            ]
        ]

    def places(self, text: str, tool: str) -> dict[str, list[str]]:
        """Field of the tool → the words of the text that it has and that tell most."""
        told = self._telling(text, tool)
        here = np.flatnonzero(told.impacts[:, told.tools.index(tool)].any(axis=0))
        own = texts_of(self.tools[tool])
        found = {
            name: self._shared(told, own[name], names=name in NAMED)
            for name in (FIELDS[place] for place in here.tolist())
        }
        if self._past_of(text).get(self.index.number(tool)):
            served = " . ".join(self.tools[tool].served)
            found[PAST] = self._shared(told, served, names=False)
        return {name: held for name, held in found.items() if held}

    def _shared(self, told: _Told, own: str, *, names: bool) -> list[str]:
        """The whole words that a text of a tool has of what was asked; those that tell most."""
        words = shared_words(told.text, own, load_static().pieces, names=names)
        place = {term: number for number, term in enumerate(told.words)}
        last = len(place)
        words.sort(key=lambda word: min((place.get(t, last) for t in terms(word)), default=last))
        return words[:_WORDS]


class CatalogueFinder:
    """The indices of catalogues. A changed catalogue's index is made of the one before it."""

    def __init__(
        self,
        embedder: Callable[[], Embedder | None] | None = None,
        folder: Path | None = None,
        *,
        table: bool = True,
    ) -> None:
        """`embedder` gives the model of sentences, and is called at the first question; one that
        is stored computes its vectors beside the index. Without `table` words alone are compared.

        In `folder` the indices of large catalogues are kept as files."""
        self._chosen = embedder
        self._table = table
        self._folder = folder
        self._held: list[tuple[weakref.ref[Catalogue], IndexedCatalogue]] = []

    def of(self, catalogue: Catalogue) -> IndexedCatalogue:
        """The catalogue with its index."""
        for known, indexed in self._held:
            if known() is catalogue:
                return indexed
        tools = catalogue.tools
        indexed = IndexedCatalogue(
            tools, catalogue.lexicon, lambda: self._index(tools), lambda: self._beside
        )
        living = [one for one in self._held if one[0]() is not None]
        self._held = [*living[-_KEPT + 1 :], (weakref.ref(catalogue), indexed)]
        return indexed

    @property
    def waits(self) -> bool:
        """True where finding may take long, for another model computes vectors."""
        return self._beside is not None and not self._beside.embedder.local

    @property
    def is_local(self) -> bool:
        """True where the shipped encoder is one of the paths."""
        return self._beside is not None and self._beside.embedder.local

    def close(self) -> None:
        """Ends work in the background."""
        if self._beside is not None:
            self._beside.stop()

    @cached_property
    def _beside(self) -> Beside | None:
        chosen = self._chosen() if self._chosen else None
        return Beside(chosen) if isinstance(chosen, StoredEmbedder) else None

    def _embedder(self) -> Embedder | None:
        """What is part of every index."""
        return load_static() if self._table else None

    def _index(self, tools: Mapping[str, ToolEssentialModel]) -> ToolIndex:

        def texts(ids: Iterable[str]) -> dict[str, dict[str, str]]:
            return {name: texts_of(tools[name]) for name in ids}

        before = next((one for _, one in reversed(self._held) if one.is_made), None)
        if before is not None:
            fresh = [name for name, tool in tools.items() if _differs(before.tools.get(name), tool)]
            return before.index.changed(tools, fresh, texts)
        return self._stored(tools, lambda: ToolIndex.of(texts(tools), self._embedder()))

    def _stored(
        self, tools: Mapping[str, ToolEssentialModel], make: Callable[[], ToolIndex]
    ) -> ToolIndex:

        if self._folder is None or len(tools) < WORTH_A_FILE:
            return make()
        file = self._folder / f"{_digest(tools, self._embedder())}.npz"
        found = load_index(file, self._embedder())
        if found is None:
            found = make()
            self._folder.mkdir(parents=True, exist_ok=True)
            save_index(found, file)
            for old in sorted(self._folder.glob("*.npz"), key=lambda f: f.stat().st_mtime)[:-_KEPT]:
                old.unlink(missing_ok=True)
        return found


def _differs(old: ToolEssentialModel | None, new: ToolEssentialModel) -> bool:

    return old is not new and (old is None or texts_of(old) != texts_of(new))


def _digest(tools: Mapping[str, ToolEssentialModel], embedder: Embedder | None) -> str:
    """Changes with everything that the index is made of."""

    told = hashlib.sha256(f"{FORMAT} {embedder.name if embedder else ''}".encode())
    for name, tool in tools.items():
        told.update("\x00".join((name, *texts_of(tool).values(), "")).encode())
    return told.hexdigest()[:32]
