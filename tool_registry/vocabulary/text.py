"""Normalising text so that every surface form has one spelling, with offsets kept."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_JOINERS = "-_‐‑–"
_JOINED = re.compile(f"[{re.escape(_JOINERS)}]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_WORD = re.compile(r"[^0-9A-Za-z\u0080-\uffff]+")
FIRST_IDEOGRAPHIC = 0x2E80
"""From here on scripts are written without blanks between words."""
_RUN = re.compile(rf"[^\W_\u{FIRST_IDEOGRAPHIC:04x}-\U0010ffff]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class NormalText:
    """Normalised text; `offsets[i]` is the index in `original` of character i (one extra)."""

    original: str
    text: str
    offsets: Sequence[int]

    def source(self, start: int, end: int) -> str:
        """The original characters behind the normalised range."""
        return self.original[self.offsets[start] : self.offsets[end]]

    def range(self, start: int, end: int) -> tuple[int, int]:
        """The original range behind a normalised range that is not empty."""
        return self.offsets[start], self.offsets[end - 1] + 1


def characters(original: str) -> NormalText:
    """NFKC per character, case folded; every sign kept; same order."""
    text = _folded_text(original)
    if len(text) == len(original):
        return NormalText(original, text, range(len(original) + 1))
    offsets = [index for index, raw in enumerate(original) for _ in _folded(raw)]
    return NormalText(original, text, (*offsets, len(original)))


@lru_cache(maxsize=65536)
def normalise(original: str) -> NormalText:
    """As `characters`, and joiners between letters become blanks (`pre-release`, `user_id`)."""
    plain = characters(original)
    return NormalText(original, _joined(plain.text), plain.offsets)


@lru_cache(maxsize=65536)
def fold(surface: str) -> str:
    """The normalised spelling of a surface form, single blanks, no outer blanks."""
    return " ".join(_joined(_folded_text(surface)).split())


def runs(text: str) -> list[str]:
    """The text in pieces: words of scripts that have blanks, every other sign alone."""
    return _RUN.findall(text)


def first_run(text: str) -> str:
    """The first of `runs`; empty for an empty text."""
    found = _RUN.match(text)
    return found[0] if found else ""


def split_identifier(name: str) -> list[str]:
    """Words of a program name: `queryOrderByID`, `order_query` → lower-case words."""
    return list(_split(name))


@lru_cache(maxsize=65536)
def _split(name: str) -> tuple[str, ...]:
    spaced = _CAMEL.sub(" ", name).lower()
    return tuple(word for word in _NO_WORD.split(spaced) if word)


def is_latin(char: str) -> bool:
    """True for letters and digits of scripts whose words are delimited by blanks."""
    return char.isalnum() and ord(char) < FIRST_IDEOGRAPHIC


def is_ideograph(char: str) -> bool:
    """True for letters of scripts that are written without blanks between words."""
    return char.isalnum() and ord(char) >= FIRST_IDEOGRAPHIC


def _folded(char: str) -> str:
    if char.isascii():
        return char.lower()
    return unicodedata.normalize("NFKC", char).casefold()


class _Folds(dict[int, str]):
    """Code of a character → its folded form, found when it is first met."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _folded(chr(code))
        return folded


_FOLDS = _Folds()


def _folded_text(original: str) -> str:
    return original.lower() if original.isascii() else original.translate(_FOLDS)


def _joined(text: str) -> str:
    return _JOINED.sub(_blank_between_letters, text)


def _blank_between_letters(match: re.Match[str]) -> str:
    text, at = match.string, match.start()
    between = 0 < at < len(text) - 1 and text[at - 1].isalpha() and text[at + 1].isalpha()
    return " " if between else match[0]
