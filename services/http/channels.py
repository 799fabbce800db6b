"""What the entrances of chat platforms have in common."""

from typing import TypeVar, cast

from fastapi import Request

from services.channels.channel import Channel
from services.channels.dispatcher import Dispatcher
from services.errors import NotFound

Adapter = TypeVar("Adapter", bound=Channel)


def adapter_of(request: Request, kind: type[Adapter], variables: str) -> tuple[Adapter, Dispatcher]:
    """The adapter of that class; NotFound, naming the settings, where it is not configured."""
    found, dispatcher = channel_of(request, kind.name, variables)
    return cast("Adapter", found), dispatcher


def channel_of(request: Request, name: str, variables: str) -> tuple[Channel, Dispatcher]:
    """The same by its name alone, where loading the class takes an extra."""
    dispatcher: Dispatcher | None = request.app.state.dispatcher
    found = dispatcher.channels.get(name) if dispatcher is not None else None
    if dispatcher is None or found is None:
        raise NotFound("channels.no_channel", channel=name, variables=variables)
    return found, dispatcher


def stated_once(request: Request, *names: str) -> dict[str, str]:
    """Those of the headers that are there, and only once: of two, nobody knows which is meant."""
    return {
        name: request.headers[name] for name in names if len(request.headers.getlist(name)) == 1
    }
