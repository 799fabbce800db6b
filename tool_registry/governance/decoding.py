"""Texts inside texts: base64, hexadecimal, escapes and character references that spell words."""

import base64
import binascii
import html
import re
from collections.abc import Iterator

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={0,2}(?![A-Za-z0-9+/_=-])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}){12,}(?![0-9A-Za-z])")
_ESCAPES = re.compile(r"(?:\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}){6,}")
_REFERENCES = re.compile(r"(?:&#(?:\d+|x[0-9a-fA-F]+);\s?){6,}")
_ESCAPE = re.compile(r"\\x|\\u00|%")
_WORDS = re.compile(r"[A-Za-z]{2,}")
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")
_MOST = 4000


def decoded(text: str) -> Iterator[str]:
    """Each run of code in the text that reads as several words once it is decoded."""
    for match in _BASE64.finditer(text):
        yield from _worded(_from_base64(match.group()[:_MOST]))
    for match in _HEX.finditer(text):
        yield from _worded(_utf8(bytes.fromhex(match.group()[:_MOST])))
    for match in _ESCAPES.finditer(text):
        yield from _worded(_from_escapes(match.group()[:_MOST]))
    for match in _REFERENCES.finditer(text):
        yield from _worded(html.unescape(match.group()[:_MOST]))


def _worded(text: str | None) -> Iterator[str]:
    """The text, where it is a sentence; data such as JSON or XML is none."""
    if text is None or text.lstrip()[:1] in ("{", "[", "<"):
        return
    words = [word for part in text.split() for word in _WORDS.findall(part)]
    spaced = len(text.split()) >= 3 and len(words) >= 3
    if spaced or len(_IDEOGRAPH.findall(text)) >= 4:
        yield text


def _from_base64(code: str) -> str | None:
    padded = code.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        return _utf8(base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True))
    except binascii.Error:
        return None


def _from_escapes(code: str) -> str | None:
    if "\\u" in code and not _ESCAPE.sub("", code).isalnum():
        return "".join(chr(int(one, 16)) for one in re.findall(r"\\u([0-9a-fA-F]{4})", code))
    digits = _ESCAPE.sub("", code)
    try:
        return _utf8(bytes.fromhex(digits))
    except ValueError:
        return None


def _utf8(data: bytes) -> str | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if all(char.isprintable() or char.isspace() for char in text) else None
