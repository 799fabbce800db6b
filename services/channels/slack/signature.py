"""Signatures of Slack's requests, by its own verifier.

That one raises for what it cannot read (a time that is no number, a body that is no UTF-8, a
signature that is no ASCII: slack_sdk 3.48), so such a request does not come near it."""

from collections.abc import Mapping
from typing import Any, cast

from tool_registry.base.clock import Clock

TIMESTAMP, SIGNATURE = "x-slack-request-timestamp", "x-slack-signature"
_DIGITS = 16


def is_signed(headers: Mapping[str, str], body: bytes, secret: str, clock: Clock) -> bool:
    """True for a body that was signed with the secret in the last five minutes; `headers` by
    lower-case names."""
    timestamp, signature = headers.get(TIMESTAMP, ""), headers.get(SIGNATURE, "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= _DIGITS):
        return False
    try:
        told = body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    from slack_sdk.signature import SignatureVerifier

    verifier = SignatureVerifier(secret, cast("Any", clock))
    return signature.isascii() and verifier.is_valid(told, timestamp, signature)
