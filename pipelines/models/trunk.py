"""The pretrained half of the shipped models, which neither has changed: both read through it."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pipelines.models.transformer import Floats, kept_apart, layer, norm

_LATEST = 4
"""So many texts keep what was made of them: the encoder of requests asks for what the reader has
just read."""


class Trunk:
    """The embeddings and the lower layers, by numpy alone; pieces are numbers of the vocabulary."""

    def __init__(
        self,
        weights: Mapping[str, Floats],
        words: NDArray[np.generic],
        scales: NDArray[np.generic],
    ) -> None:
        """`words`: the table of pieces in 8 bits, with a scale a row."""
        self._weights, self._words, self._scales = weights, words, scales
        self.heads = int(weights["heads"])
        self.layers = int(weights["frozen"])
        self._latest: dict[tuple[int, ...], Floats] = {}

    def read(self, texts: Sequence[Sequence[int]]) -> list[Floats]:
        """Of each text pieces × width; all that have to be computed go through at once."""
        keys = [tuple(text) for text in texts]
        found = {key: self._latest[key] for key in keys if key in self._latest}
        lacking = [key for key in dict.fromkeys(keys) if key not in found]
        if lacking:
            found |= dict(zip(lacking, self._read(lacking), strict=True))
            self._latest = dict([*self._latest.items(), *found.items()][-_LATEST:])
        return [found[key] for key in keys]

    def _read(self, texts: Sequence[Sequence[int]]) -> list[Floats]:
        lengths = [len(text) for text in texts]
        places = np.concatenate([np.arange(length) for length in lengths])
        row = np.concatenate([np.asarray(text) for text in texts])[None]
        x = self.read_row(row, places, kept_apart(lengths))[0]
        return np.split(x, np.cumsum(lengths)[:-1])

    def read_row(
        self,
        ids: NDArray[np.integer],
        places: NDArray[np.integer] | None = None,
        apart: Floats | None = None,
    ) -> Floats:
        """texts × pieces × width, of texts of as many pieces. `places`: where in its text each
        piece stands; `apart`: see `kept_apart`."""
        words = self._words[ids].astype(np.float32) * self._scales[ids].astype(np.float32)
        told = self._weights["encoder.place.weight"]
        x = words + (told[: ids.shape[1]] if places is None else told[places])
        x = norm(self._weights, x, "encoder.norm")
        for number in range(self.layers):
            x = layer(self._weights, self.heads, x, f"encoder.layers.{number}.", apart)
        return x
