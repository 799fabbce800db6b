"""Normalising text so that every surface form has one spelling, with offsets kept."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_JOINERS = "-_‐‑–"
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_FIRST_IDEOGRAPHIC = 0x2E80
"""From here on scripts are written without blanks between words."""


@dataclass(frozen=True, slots=True)
class NormalText:
    """Normalised text; `offsets[i]` is the index in `original` of character i (one extra)."""

    original: str
    text: str
    offsets: tuple[int, ...]

    def source(self, start: int, end: int) -> str:
        """The original characters behind the normalised range."""
        return self.original[self.offsets[start] : self.offsets[end]]

    def range(self, start: int, end: int) -> tuple[int, int]:
        """The original range behind a normalised range that is not empty."""
        return self.offsets[start], self.offsets[end - 1] + 1


def characters(original: str) -> NormalText:
    """NFKC per character, case folded; every sign kept; same order."""
    chars: list[str] = []
    offsets: list[int] = []
    for index, raw in enumerate(original):
        for char in _folded(raw):
            chars.append(char)
            offsets.append(index)
    offsets.append(len(original))
    return NormalText(original, "".join(chars), tuple(offsets))


def normalise(original: str) -> NormalText:
    """As `characters`, and joiners between letters become blanks (`pre-release`, `user_id`)."""
    plain = characters(original)
    return NormalText(original, _joined(plain.text), plain.offsets)


@lru_cache(maxsize=65536)
def fold(surface: str) -> str:
    """The normalised spelling of a surface form, single blanks, no outer blanks."""
    return " ".join(normalise(surface).text.split())


def split_identifier(name: str) -> list[str]:
    """Words of a program name: `queryOrderByID`, `order_query` → lower-case words."""
    spaced = _CAMEL.sub(" ", name)
    return [word for word in re.split(r"[^0-9A-Za-z\u0080-\uffff]+", spaced.lower()) if word]


def is_latin(char: str) -> bool:
    """True for letters and digits of scripts whose words are delimited by blanks."""
    return char.isalnum() and ord(char) < _FIRST_IDEOGRAPHIC


def is_ideograph(char: str) -> bool:
    """True for letters of scripts that are written without blanks between words."""
    return char.isalnum() and ord(char) >= _FIRST_IDEOGRAPHIC


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    if char.isascii():
        return char.lower()
    return unicodedata.normalize("NFKC", char).casefold()


def _joined(text: str) -> str:
    if not any(joiner in text for joiner in _JOINERS):
        return text
    chars = list(text)
    for i in range(1, len(chars) - 1):
        if chars[i] in _JOINERS and chars[i - 1].isalpha() and chars[i + 1].isalpha():
            chars[i] = " "
    return "".join(chars)
