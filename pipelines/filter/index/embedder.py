"""What turns texts into vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pipelines.filter.index.postings import Floats


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of unit length (texts × dimensions), and which share of each text they speak for.

    A text of which nothing is known has a vector of zeros and a share of 0.
    """

    vectors: Floats
    shares: Floats


class Embedder(Protocol):
    """A model of meaning. Equal texts have equal vectors as long as `name` is the same."""

    @property
    def name(self) -> str:
        """Model and version: vectors of different names are never compared."""
        ...

    def embed(self, texts: Sequence[str], *, tools: bool = False) -> Embedded:
        """The vectors of the texts, in order; ModelError where the model has none to give.
        `tools`: they tell what tools do, and are not requests."""
        ...
