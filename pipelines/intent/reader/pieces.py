"""A message, with what was said before it, as the pieces that the encoder takes."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.models.tokenizer import BOS, EOS, Tokenizer

LONGEST = 256
"""Pieces of one window."""
_CONTEXT = 96
"""Pieces of what was said before, at most, its end kept."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Piece ids with special ones; `first` is where the message begins, `offsets` are its pieces'
    characters."""

    ids: tuple[int, ...]
    first: int
    offsets: tuple[tuple[int, int], ...]

    @property
    def segments(self) -> tuple[int, ...]:
        """0 for what was said before, 1 for the message."""
        return (0,) * self.first + (1,) * (len(self.ids) - self.first)

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Positions in `ids`, the last inclusive, of the pieces that touch these characters."""
        found = [i for i, (low, high) in enumerate(self.offsets) if low < end and start < high]
        return (self.first + found[0], self.first + found[-1]) if found else None


def pieces_of(text: str, tokenizer: Tokenizer, before: Sequence[str] = ()) -> Pieces:
    """The message as far as it fits one window, behind what was said before."""
    context: list[int] = []
    for said in before:
        context += [*tokenizer.tokens(said).ids[-_CONTEXT // len(before) :], EOS]
    found = tokenizer.tokens(text)
    room = LONGEST - len(context) - 2
    ids = (BOS, *context, *found.ids[:room], EOS)
    return Pieces(ids, 1 + len(context), found.offsets[:room])
