"""What the entrances of chat platforms have in common."""

from typing import TypeVar

from fastapi import Request

from services.channels.channel import Channel
from services.channels.dispatcher import Dispatcher
from services.errors import NotFound

Adapter = TypeVar("Adapter", bound=Channel)


def adapter_of(request: Request, kind: type[Adapter], variables: str) -> tuple[Adapter, Dispatcher]:
    """The channel's adapter; NotFound, naming the settings, where it is not configured."""
    dispatcher: Dispatcher | None = request.app.state.dispatcher
    found = dispatcher.channels.get(kind.name) if dispatcher is not None else None
    if dispatcher is None or not isinstance(found, kind):
        raise NotFound("channels.no_channel", channel=kind.name, variables=variables)
    return found, dispatcher
