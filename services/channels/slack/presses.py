"""Buttons and windows: what stands in them, and what comes back of them."""

import json
from typing import Any

from pydantic import Field

from services.channels.delivery import Delivery, Does, Press, Speaker
from services.channels.slack.place import NAME, Place
from services.channels.wire import WireModel, fields, parsed, read
from tool_registry.base.ids import digest

ACTION = "zhizao"
"""Begins the id of each of our buttons."""
_OPENING = ("fill", "open")
_LONGEST = 256


class _Pressed(WireModel):
    """What a button's value says."""

    run: str = Field(max_length=_LONGEST)
    does: Does
    choice: str = Field("", max_length=1000)


class _User(WireModel):
    id: str = Field(min_length=1, max_length=64)
    team: str | None = Field(None, alias="team_id", max_length=64)


class _Named(WireModel):
    id: str = Field(min_length=1, max_length=64)


class _Message(WireModel):
    ts: str = Field("", max_length=64)
    thread: str | None = Field(None, alias="thread_ts", max_length=64)
    blocks: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])


class _Container(WireModel):
    message: str = Field("", alias="message_ts", max_length=64)
    thread: str | None = Field(None, alias="thread_ts", max_length=64)
    is_ephemeral: bool = False


class _Label(WireModel):
    text: str = ""


class _Action(WireModel):
    id: str = Field("", alias="action_id")
    value: str = ""
    text: _Label = _Label()


class Pressed(WireModel):
    """A button of a message."""

    user: _User
    team: _Named | None = None
    channel: _Named | None = None
    message: _Message = Field(default_factory=lambda: _Message.model_validate({}))
    container: _Container = Field(default_factory=lambda: _Container.model_validate({}))
    actions: list[_Action] = Field(min_length=1)
    trigger: str = Field("", alias="trigger_id", max_length=_LONGEST)
    response_url: str | None = Field(None, max_length=2048)


class _View(WireModel):
    id: str = Field(min_length=1, max_length=64)
    callback: str = Field("", alias="callback_id")
    metadata: str = Field("", alias="private_metadata", max_length=3000)
    state: dict[str, Any] = Field(default_factory=dict[str, Any])


class Submitted(WireModel):
    """A window that was sent."""

    user: _User
    team: _Named | None = None
    view: _View

    @property
    def typed(self) -> dict[str, Any]:
        """Id of a field → what its element says."""
        values = fields(self.view.state.get("values"))
        return {block: next(iter(fields(told).values()), None) for block, told in values.items()}


def value_of(press: Press) -> str:
    """The press as a button's value."""
    return json.dumps({"run": press.run, "does": press.does, "choice": press.choice})


def press_of(value: str) -> Press:
    """The press that a button's value is; InvalidRequest for anything else."""
    told = read(_Pressed, parsed(value, "actions.value"))
    return Press(run=told.run, does=told.does, choice=told.choice)


def is_ours(told: Pressed) -> bool:
    """False for what was pressed or picked elsewhere in a message, links for instance."""
    return told.actions[0].id.startswith(ACTION)


def opens_a_window(press: Press) -> bool:
    """True for a press that is to be answered by a form."""
    return press.does in _OPENING


def pressed_delivery(told: Pressed, place: Place, now: float) -> Delivery:
    """The first action; the same button of the same message is the same press, however often it
    comes."""
    action = told.actions[0]
    message = told.container.message or told.message.ts
    key = [place.team, place.channel, message, place.user, action.value]
    target = place.target(told.response_url if told.container.is_ephemeral else None, now)
    if told.container.is_ephemeral:
        target["replace"] = True
    elif message:
        target |= {"pressed": message, "label": action.text.text, "blocks": told.message.blocks}
    return _delivery(f"press:{digest(key)}", place, press_of(action.value), target, now)


def submitted_delivery(told: Submitted, press: Press, place: Place, now: float) -> Delivery:
    """A window's values are the press that has opened it; each window is sent once."""
    target = place.target(place.response_url, now)
    return _delivery(f"view:{told.view.id}", place, press, target, now)


def _delivery(
    event: str, place: Place, press: Press, target: dict[str, Any], now: float
) -> Delivery:
    return Delivery(
        channel=NAME,
        event_id=event,
        speaker=Speaker(account=place.account, is_member=place.is_member),
        place=place.conversation,
        press=press,
        target=target,
        at=now,
    )
