"""The sentence of a command line: an argument, or standard input."""

import sys

from services.errors import InvalidRequest


def read_text(text: str, limit: int) -> str:
    """The argument, or standard input for `-`; InvalidRequest for bytes that are no text."""
    if text != "-":
        return text
    raw = sys.stdin.buffer.read(limit + 1)
    if len(raw) > limit:
        raise InvalidRequest("services.text_too_big", limit=limit)
    return raw.decode("utf-8", errors="surrogateescape").strip("\r\n")
