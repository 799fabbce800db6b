"""A unigram tokenizer with character offsets, as multilingual encoders of the XLM-R family use it.

Own code because the packages that do this bring a hub client or a compiler; it is checked against
the engine that the vocabulary is from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

BOS, PAD, EOS, UNK = range(4)
"""Ids of the special pieces."""
_SPACE = "\u2581"
_LONGEST = 24
"""Characters of a piece, at most."""
_UNKNOWN_COST = 10.0
"""How much less likely a character without a piece is than the least likely piece."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Piece ids, and for each one the characters [start, end) of the text that it stands for."""

    ids: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]


class Tokenizer:
    """Cuts a text into the pieces that are together the most likely."""

    def __init__(
        self, pieces: Sequence[str], scores: Sequence[float], folded: Mapping[str, str]
    ) -> None:
        """`pieces` begins with the four special ones; `folded`: character → what is read for it."""
        self.pieces = tuple(pieces)
        self._folded = dict(folded)
        self._known = {
            piece: (number, float(score))
            for number, (piece, score) in enumerate(zip(pieces, scores, strict=True))
            if number > UNK
        }
        self._unknown = float(min(scores)) - _UNKNOWN_COST

    def tokens(self, text: str) -> Tokens:
        """The pieces of a text, without special ones."""
        signs, sources = self._normal(text)
        ids: list[int] = []
        offsets: list[tuple[int, int]] = []
        for start, end, number in self._best(signs):
            first = start
            while first < end - 1 and signs[first] == _SPACE:
                first += 1
            blank = signs[start:end] == _SPACE
            last = sources[first] if blank else sources[end - 1] + 1
            ids.append(number)
            offsets.append((sources[first], last))
        return Tokens(tuple(ids), tuple(offsets))

    def _normal(self, text: str) -> tuple[str, list[int]]:
        """The text as pieces are looked up in it, and for each sign the character it is from."""
        signs, sources = [_SPACE], [0]
        for at, character in enumerate(text):
            for read in self._folded.get(character, character):
                sign = _SPACE if read.isspace() else read
                if sign != _SPACE or signs[-1] != _SPACE:
                    signs.append(sign)
                    sources.append(at)
        return "".join(signs), sources

    def _best(self, signs: str) -> list[tuple[int, int, int]]:
        """(start, end, id) of each piece of the best way to cut the signs."""
        count = len(signs)
        best = [0.0] + [float("-inf")] * count
        from_: list[tuple[int, int]] = [(0, UNK)] * (count + 1)
        known = self._known.get
        for start in range(count):
            so_far = best[start]
            for end in range(start + 1, min(count, start + _LONGEST) + 1):
                found = known(signs[start:end])
                if found is not None and so_far + found[1] > best[end]:
                    best[end], from_[end] = so_far + found[1], (start, found[0])
            if so_far + self._unknown > best[start + 1]:
                best[start + 1], from_[start + 1] = so_far + self._unknown, (start, UNK)
        cut: list[tuple[int, int, int]] = []
        end = count
        while end > 0:
            start, number = from_[end]
            cut.append((start, end, number))
            end = start
        return cut[::-1]
