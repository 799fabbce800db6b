"""Signatures of DingTalk's HTTP callbacks.

They cover the time alone, not the body: whoever has seen one can send another body with it for an
hour. So the body's own ids are checked too (`messages.py`), and the connection has to be HTTPS."""

import base64
import hashlib
import hmac
from collections.abc import Mapping

_AGE = 3600.0
"""Seconds for which a signature counts, either way."""


def signed(timestamp: str, secret: str) -> str:
    """The signature of a time in milliseconds: Base64 of HMAC-SHA256."""
    told = f"{timestamp}\n{secret}".encode("utf-8", "surrogatepass")
    return base64.b64encode(hmac.new(secret.encode(), told, hashlib.sha256).digest()).decode()


def is_signed(headers: Mapping[str, str], secret: str, now: float) -> bool:
    """True where `timestamp` and `sign` are of this app and not older than an hour; `now`: seconds
    since 1970."""
    timestamp, sign = headers.get("timestamp", ""), headers.get("sign", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 16):
        return False
    if abs(now - int(timestamp) / 1000) > _AGE:
        return False
    expected = signed(timestamp, secret).encode()
    return hmac.compare_digest(expected, sign.encode("utf-8", "surrogatepass"))
