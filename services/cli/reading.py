"""The sentence of a command line: an argument, or standard input."""

import sys

from services.errors import InvalidRequest


def read_text(text: str, limit: int) -> str:
    """The argument, or standard input for `-`; InvalidRequest for bytes that are too many."""
    return text if text != "-" else piped_text(sys.stdin.buffer.read(limit + 1), limit)


def piped_text(raw: bytes, limit: int) -> str:
    """What standard input held; InvalidRequest for more bytes than `limit`."""
    if len(raw) > limit:
        raise InvalidRequest("services.text_too_big", limit=limit)
    return raw.decode("utf-8", errors="surrogateescape").strip("\r\n")
