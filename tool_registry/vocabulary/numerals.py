"""Numbers in words and digits, Chinese and English: `3k`, `twelve`, `a couple of`."""

import re
from functools import cache
from pathlib import Path

from tool_registry.base.yaml_files import packaged

_FILE = Path(__file__).parent / "numerals.yaml"
_LONGEST = 20
"""Characters of a number that counts or measures; longer ones only name something."""
_DIGITS = re.compile(r"([+-]?\d[\d,]*(?:\.\d+)?)\s*(\D*)")


def _tables() -> dict[str, dict[str, float]]:
    return packaged(_FILE)


@cache
def numeral_pattern() -> str:
    """A regular expression (no groups) for a number in digits or in Chinese numerals."""
    tables = _tables()
    scales = "|".join(sorted(map(re.escape, tables["scales"]), key=len, reverse=True))
    signs = "".join([*tables["digits"], *tables["steps"], *tables["myriads"], *tables["fractions"]])
    grouped = r"\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?"
    plain = r"\d{1,15}(?:\.\d{1,6})?"
    return rf"(?:(?:{grouped}|{plain})(?:\s?(?:{scales})(?![a-z]))?|[{signs}]{{1,15}})"


@cache
def words_pattern() -> str:
    """A regular expression (no groups) for a number in English words."""
    return rf"(?<![a-z])(?:{_large()}|{_small()})(?![a-z])"


def _small() -> str:
    """A phrase of the table, or tens with a unit."""
    units = "|".join(name for name, value in _tables()["words"].items() if 0 < value < 10)
    tens = "|".join(_tables()["tens"])
    words = sorted(map(re.escape, _tables()["words"]), key=len, reverse=True)
    return rf"(?:{tens})[- ](?:{units})(?![a-z])|{'|'.join(words)}"


def _large() -> str:
    """`hundred`, `two hundred and fifty`, `three thousand`."""
    magnitude = rf"(?:{'|'.join(_tables()['magnitudes'])})"
    return rf"(?:(?:a|{_small()})[- ])?{magnitude}(?: {magnitude})*(?: (?:and )?(?:{_small()}))?"


def number_of(text: str) -> int | float | None:
    """The value of a number in digits (with k, million, …), numerals or words; None if it is none.

    `text` is normalised (lower case). An approximate number is none.
    """
    stripped = " ".join(text.split())
    words = _tables()["words"]
    if stripped in words:
        return _plain(words[stripped])
    if stripped.isascii() and stripped[:1].isalpha():
        return _spelled(stripped)
    digits = _DIGITS.fullmatch(stripped)
    if digits:
        return _scaled(digits.group(1), digits.group(2).strip())
    return _numeral(stripped)


def _spelled(text: str) -> int | float | None:
    """`forty-five`, `two hundred and fifty`: sums of parts, multiplied by magnitudes."""
    words, magnitudes = _tables()["words"], _tables()["magnitudes"]
    total, part = 0.0, 0.0
    spoken = [word for word in text.replace("-", " ").split() if word not in ("a", "and")]
    for word in spoken:
        if word in magnitudes and total:
            total, part = (total + part) * magnitudes[word], 0.0
        elif word in magnitudes:
            total, part = (part or 1) * magnitudes[word], 0.0
        elif word in words:
            part += words[word]
        else:
            return None
    return _plain(total + part) if spoken else None


def _scaled(digits: str, scale: str) -> int | float | None:
    factors = _tables()["scales"]
    if scale and scale not in factors:
        return None
    plain = digits.replace(",", "")
    if not scale and "." not in plain:
        return int(plain)
    return _plain(float(plain) * factors.get(scale, 1)) if len(plain) <= _LONGEST else None


def _plain(value: float) -> int | float:
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _numeral(text: str) -> int | float | None:
    """Chinese numerals; digit by digit where there is no unit in them (1-2-3-4)."""
    tables = _tables()
    digits, steps, myriads = tables["digits"], tables["steps"], tables["myriads"]
    half = tables["fractions"].get(text[-1:]) if len(text) > 1 else None
    body = text[:-1] if half else text
    if (
        not body
        or len(body) > _LONGEST
        or any(c not in digits and c not in steps and c not in myriads for c in body)
    ):
        return None
    if all(char in digits for char in body) and len(body) > 1:
        return int("".join(str(int(digits[char])) for char in body))
    total = section = 0.0
    digit: float | None = None
    scale = 1.0
    for char in body:
        if char in digits:
            digit = digits[char]
            continue
        if char in steps:
            section += (1 if digit is None else digit) * steps[char]
            scale = steps[char]
        else:
            total = (total + section + (digit or 0)) * myriads[char]
            section, scale = 0.0, myriads[char]
        digit = None
    rest = digit or 0
    if digit is not None and scale >= 100 and body[-2:-1] not in digits:
        rest = digit * scale / 10
    return _plain(total + section + rest + (half or 0) * scale)
