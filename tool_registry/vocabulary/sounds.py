"""How an ideograph sounds and looks: for words in which one was mistaken for another.

The 3,755 everyday ideographs of GB 2312 stand there in the order of their sounds, so the first one
of each of the 396 syllables (`sounds.tsv`) tells the sound of all. Of several sounds an ideograph
has here the one that it is filed under; one that is not among the 3,755 has none.
"""

from bisect import bisect_right
from functools import cache
from pathlib import Path

_LAST = b"\xd7\xf9"
"""Code of the last ideograph that is filed by its sound; what follows is filed by its shape."""
_MERGED = (("zh", "z"), ("ch", "c"), ("sh", "s"))


def sound(char: str) -> str | None:
    """The syllable of an ideograph, without its tone; None where it is not filed by sound."""
    try:
        code = char.encode("gb2312")
    except UnicodeEncodeError:
        return None
    starts, syllables = _table()
    if len(code) != 2 or not starts[0] <= code <= _LAST:
        return None
    return syllables[bisect_right(starts, code) - 1]


def rough_sound(char: str) -> str | None:
    """As `sound`, with the pairs made one that many speakers and typists do not keep apart."""
    exact = sound(char)
    if exact is None:
        return None
    rough = exact.removesuffix("g") if exact.endswith("ng") else exact
    for fine, coarse in _MERGED:
        if rough.startswith(fine):
            return coarse + rough[len(fine) :]
    return rough


def shape(char: str) -> str:
    """The ideograph that stands for all that look so much like it that they are mistaken for it."""
    return _shapes().get(char, char)


@cache
def _shapes() -> dict[str, str]:
    groups = Path(__file__).with_name("shapes.txt").read_text("utf-8").split()
    return {char: group[0] for group in groups for char in group}


@cache
def _table() -> tuple[list[bytes], list[str]]:
    lines = Path(__file__).with_name("sounds.tsv").read_text("utf-8").splitlines()
    pairs = sorted((first.encode("gb2312"), said) for said, first in map(str.split, lines))
    return [code for code, _ in pairs], [said for _, said in pairs]
