"""Which of the two languages a sentence is mostly written in."""

import re

from pipelines.intent.result import Language

_WORD = re.compile(r"[A-Za-z]{2,}")
_FIRST_IDEOGRAPH, _LAST_IDEOGRAPH = 0x2E80, 0x9FFF


def language_of(text: str) -> Language:
    """Chinese where its characters outweigh the English words, at two characters a word."""
    ideographs = sum(_FIRST_IDEOGRAPH <= ord(char) <= _LAST_IDEOGRAPH for char in text)
    words = len(_WORD.findall(text))
    if ideographs == 0:
        return "en" if words else "zh"
    return "zh" if ideographs >= words * 2 else "en"
