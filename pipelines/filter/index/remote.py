"""Vectors by a model that is asked over the network."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.filter.index.embedder import Embedded
from pipelines.models.errors import Nonsense
from pipelines.models.vectors import AT_ONCE, VectorModel

_LONGEST = 4000
"""Characters of a text that are sent: no model reads more, and the first say what a tool is."""


@dataclass(frozen=True, slots=True)
class RemoteEmbedder:
    """A model behind one of the wires."""

    model: VectorModel
    seconds: float = 10.0
    """For one request of a few texts, tries again included."""

    @property
    def name(self) -> str:
        """That of the model."""
        return self.model.name

    def embed(self, texts: Sequence[str], *, tools: bool = False) -> Embedded:
        """See `Embedder`; both sides are treated alike. Blank texts are never sent."""
        del tools
        told = [text.strip()[:_LONGEST] for text in texts]
        wanted = [number for number, text in enumerate(told) if text]
        found: list[list[float]] = []
        for start in range(0, len(wanted), AT_ONCE):
            part = [told[number] for number in wanted[start : start + AT_ONCE]]
            found += self.model.vectors(part, self.seconds)
        shares = np.zeros(len(told), np.float32)
        if len({len(one) for one in found}) > 1:
            raise Nonsense("vectors of different lengths", model=self.name)
        vectors = np.zeros((len(told), len(found[0]) if found else 0), np.float32)
        if found:
            raw = np.array(found, np.float32)
            vectors[wanted] = raw / np.maximum(np.linalg.norm(raw, axis=1, keepdims=True), 1e-9)
            shares[wanted] = 1
        return Embedded(vectors, shares)
