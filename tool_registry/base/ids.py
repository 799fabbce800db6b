"""Ids: short, unique, safe in URLs and file names; and hashes of JSON."""

import hashlib
import json
import secrets

from tool_registry.base.types import JsonValue


def new_id(prefix: str) -> str:
    """`prefix-` and 16 random hexadecimal digits."""
    return f"{prefix}-{secrets.token_hex(8)}"


def canonical(value: JsonValue) -> str:
    """The same text for the same JSON value, whatever the order of its keys.

    Raises ValueError for numbers that JSON does not have (NaN, infinities)."""
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def digest(value: JsonValue) -> str:
    """SHA-256 of the canonical text, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()
