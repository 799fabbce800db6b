"""Files of chat platforms, on their way here."""

from collections.abc import Awaitable

from services.attachments import MAX_BYTES
from services.channels.outbox import NotDelivered
from services.link.asked import AskedFile

ENOUGH = MAX_BYTES + 1
"""Bytes of a file that are loaded: one more than is allowed, so that too much is noticed."""


async def loaded(name: str, loading: Awaitable[bytes]) -> AskedFile:
    """The file; what is wrong with it, NotDelivered included, stands in the result."""
    try:
        data = await loading
    except NotDelivered as error:
        return AskedFile(name, problem=str(error)[:120])
    if len(data) > MAX_BYTES:
        return AskedFile(name, problem=f"> {MAX_BYTES // 1000} KB")
    return AskedFile(name, data)
