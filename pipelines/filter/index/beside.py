"""Vectors of another model beside an index: computed once, in the background where they are many.

Until all of them are there, and whenever the model fails, the texts alone decide.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from pipelines.filter.index.features import Model
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.segment import Texts, model_text
from pipelines.filter.index.stored import StoredEmbedder
from pipelines.models.errors import ModelError, Preparing
from tool_registry.base.clock import Clock

_AT_ONCE = 64
"""So few texts are computed while the request waits, …"""
_OF_OURS = 8
"""… and so few by the model that is shipped: some thirty milliseconds each."""
_AT_AN_IMPORT = 250
"""So few of its texts are computed while an import waits."""
_BATCH, _BATCH_OF_OURS = 20, 4
"""Texts that are computed before they are written, in the background: a process that ends waits
for so many."""
_REST = 30.0
"""Seconds after a failure until texts of tools are sent again."""


@dataclass
class Beside:
    """Gives an index the vectors of its tools."""

    embedder: StoredEmbedder
    clock: Clock = field(default_factory=Clock)
    _worker: threading.Thread | None = field(default=None, init=False)
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _problem: ModelError | None = field(default=None, init=False)
    _rests_until: float = field(default=0.0, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def model(self, index: ToolIndex, texts: Mapping[str, Texts]) -> Model:
        """The model with a vector for each of `texts`, by id; zeros for tools that are not alive.

        ModelError says why there are none: the model failed, or is still at work.
        """
        told = {name: model_text(each) for name, each in texts.items()}
        self._complete(list(told.values()))
        found = self.embedder.embed(list(told.values()), tools=True)
        places = {name: row for row, name in enumerate(told)}
        rows = np.array([places.get(name, len(told)) for name in index.ids], np.intp)
        none = np.zeros((1, found.vectors.shape[1]), np.float32)
        return Model(self.embedder, np.concatenate([found.vectors, none])[rows])

    def prepare(self, texts: Iterable[Texts]) -> None:
        """Computes what lacks, where the model is the one that is shipped and they are not too
        many; these are left to the background of a service."""
        lacking = self.embedder.lacking([model_text(each) for each in texts])
        if self.embedder.local and 0 < len(lacking) <= _AT_AN_IMPORT:
            self._compute(lacking)

    def stop(self) -> None:
        """Ends the work in the background after the batch that it is at."""
        self._stopping.set()
        if self._worker is not None:
            self._worker.join()

    def _complete(self, texts: Sequence[str]) -> None:
        """Returns where all texts have vectors; ModelError otherwise."""
        with self._lock:
            working = self._worker is not None and self._worker.is_alive()
            if self._problem and not working and self.clock.monotonic() < self._rests_until:
                raise self._problem
            lacking = self.embedder.lacking(texts)
            if not lacking:
                self._problem = None
            elif len(lacking) > (_OF_OURS if self.embedder.local else _AT_ONCE):
                if not working and not self._stopping.is_set():
                    self._start(lacking)
                detail = f"{len(texts) - len(lacking)} of {len(texts)} tools are done"
                raise Preparing(detail, model=self.embedder.name)
            else:
                self._compute(lacking)

    def _start(self, texts: Sequence[str]) -> None:
        self._worker = threading.Thread(target=self._work, args=(texts,), name="vectors")
        self._worker.start()

    def _work(self, texts: Sequence[str]) -> None:
        size = _BATCH_OF_OURS if self.embedder.local else _BATCH
        for start in range(0, len(texts), size):
            if self._stopping.is_set():
                return
            try:
                self._compute(texts[start : start + size])
            except ModelError:
                return

    def _compute(self, texts: Sequence[str]) -> None:
        try:
            self.embedder.embed(texts, tools=True)
        except ModelError as error:
            self._problem = error
            self._rests_until = self.clock.monotonic() + _REST
            raise
