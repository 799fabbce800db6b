"""What the bench of chains found."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from evals.chain.measures import Figure


class Measured(BaseModel):
    """One set: its figures, and what of it was not measured."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    set: str
    requests: int
    figures: tuple[Figure, ...]
    left_out: dict[str, int]
    """Why → how many."""

    @classmethod
    def of(
        cls, name: str, figures: Iterable[Figure], left_out: dict[str, int], requests: int
    ) -> "Measured":
        """Without the reasons for which nothing was left out."""
        kept = {why: count for why, count in left_out.items() if count}
        return cls(set=name, requests=requests, figures=tuple(figures), left_out=kept)


class Published(BaseModel):
    """A figure that others have published, as they measure it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    benchmark: str
    """What the names of its sets begin with."""
    system: str
    measure: str
    value: float
    """A share, from 0 to 1."""
    source: str
    differs: str
    """Why it is not the same measure as ours."""


class ChainResult(BaseModel):
    """All sets, with what others have published of them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sets: tuple[Measured, ...]
    published: tuple[Published, ...]
    seconds: float
