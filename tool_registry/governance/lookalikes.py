"""Names as the eye sees them: look-alike letters folded, invisible characters found."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import cast

from tool_registry.governance.data import table
from tool_registry.vocabulary.text import split_identifier

_WORD = re.compile(r"[^\W\d_]+")
_IDEOGRAPHIC = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC")


def skeleton(name: str) -> str:
    """The name with compatibility forms and look-alikes as plain Latin, nothing invisible."""
    plain = unicodedata.normalize("NFKC", unseen().sub("", name))
    return unicodedata.normalize("NFKC", plain.translate(_lookalikes()))


@lru_cache(maxsize=65536)
def folded_name(name: str) -> str:
    """The same text for names that a reader would take for one another.

    Case, separators and look-alike letters are folded: `Get-User` and `get_user` are equal.
    """
    return "".join(split_identifier(skeleton(name)))


def disguised(name: str) -> str | None:
    """What a name pretends to be spelled like; None for a name in one script that is its own.

    Disguised are words that mix Latin with look-alikes or with another alphabet, words made of
    look-alikes alone, and compatibility forms of Latin letters.
    """
    if name.isascii():
        return None
    seen = skeleton(name)
    return seen if any(map(_is_disguised, _WORD.findall(name))) else None


def unseen() -> re.Pattern[str]:
    """Matches one character that cannot be seen."""
    return _characters("invisible")


def joiners() -> re.Pattern[str]:
    """Matches one invisible character that some scripts and pictographs need."""
    return _characters("joiners")


def controls() -> re.Pattern[str]:
    """Matches one character that steers a terminal."""
    return _characters("controls")


def _is_disguised(word: str) -> bool:
    if word.isascii():
        return False
    # Full-width and mathematical letters: nobody writes a program's name with them.
    if unicodedata.normalize("NFKC", word).isascii():
        return True
    scripts = {script_of(char) for char in word} - {"OTHER"}
    latin = "LATIN" in scripts
    if latin and len(scripts) > 1:
        return True
    return "LATIN" not in scripts and len(word) > 1 and skeleton(word).isascii()


@lru_cache(maxsize=8192)
def script_of(char: str) -> str:
    """`LATIN`, `CYRILLIC`, …; `OTHER` for ideographs, syllables and signs, which mix freely."""
    name = unicodedata.name(char, "OTHER").split()[0]
    return "OTHER" if name.startswith(_IDEOGRAPHIC) else name


@cache
def _lookalikes() -> dict[int, str]:
    listed = cast("dict[str, str]", table("lookalikes")["latin"])
    return {ord(char): latin for latin, chars in listed.items() for char in chars}


@cache
def _characters(key: str) -> re.Pattern[str]:
    ranges = [str(one).partition("-") for one in cast("list[object]", table("lookalikes")[key])]
    spans = [(int(first, 16), int(last or first, 16)) for first, _, last in ranges]
    inside = "".join(f"{re.escape(chr(low))}-{re.escape(chr(high))}" for low, high in spans)
    return re.compile(f"[{inside}]")
