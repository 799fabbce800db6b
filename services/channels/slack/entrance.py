"""What comes in from Slack, over HTTP or Socket Mode: taken, and answered at once."""

import asyncio
import logging
from typing import Any, Literal, TypeAlias

from pipelines.messages import Language, say
from services.channels.channel import Reception
from services.channels.delivery import Delivery
from services.channels.outbox import NotDelivered
from services.channels.slack import windows
from services.channels.slack.api import Api
from services.channels.slack.messages import Command, Envelope, command_of, message_of
from services.channels.slack.place import Place
from services.channels.slack.presses import (
    Pressed,
    Submitted,
    is_ours,
    opens_a_window,
    press_of,
    pressed_delivery,
    submitted_delivery,
)
from services.channels.slack.text import notification, said
from services.channels.wire import fields, read
from services.errors import KNOWN, InvalidRequest, NotPermitted, Unavailable, sentence
from tool_registry.base.clock import Clock
from tool_registry.vocabulary.language import language_of

_LOG = logging.getLogger(__name__)
Kind: TypeAlias = Literal["events_api", "slash_commands", "interactive"]
"""As Socket Mode calls them."""
_IN_TIME = 1.8
"""Seconds in which values are looked at: Slack waits three for the answer to a window."""
_LONGEST = 3000
_HELP = ("", "help", "帮助", "?", "？")


class Entrance:
    """Reads what is of this workspace, and hands it on."""

    def __init__(self, api: Api, team: str | None, clock: Clock) -> None:
        """`team`: the only workspace; None: that of the token."""
        self._api = api
        self._team = team
        self._clock = clock
        self._opening: set[asyncio.Task[None]] = set()

    async def take(self, kind: str, body: object, reception: Reception) -> dict[str, Any]:
        """What is answered: mostly nothing. InvalidRequest for what is none, NotPermitted for
        something of another workspace, Unavailable where it could not be kept."""
        if kind == "events_api":
            return await self._event(read(Envelope, body), reception)
        if kind == "slash_commands":
            return await self._command(read(Command, body), reception)
        if kind == "interactive":
            return await self._interaction(body, reception)
        return {}

    async def close(self) -> None:
        """Ends what is on its way."""
        for task in tuple(self._opening):
            task.cancel()
        await asyncio.gather(*self._opening, return_exceptions=True)

    async def _event(self, told: Envelope, reception: Reception) -> dict[str, Any]:
        if told.type == "url_verification":
            return {"challenge": told.challenge or ""}
        if told.type == "app_rate_limited":
            _LOG.warning("Slack sends no more events for a while: there were too many")
        if told.type != "event_callback":
            return {}
        self._check(told.team, *(one.team for one in told.authorizations))
        delivery = message_of(told, self._api.bot, self._clock.now())
        if delivery is not None:
            await reception.receive(delivery)
        return {}

    async def _command(self, told: Command, reception: Reception) -> dict[str, Any]:
        self._check(told.team)
        if not self._api.is_own(told.response_url):
            raise NotPermitted("channels.foreign")
        text = said(told.text, self._api.bot)
        language: Language = language_of(text) if text else "zh"
        if text.casefold() in _HELP:
            language = "en" if text.casefold() == "help" else "zh"
            return _to_speaker(say(language, "channels.command_help", command=told.command))
        try:
            await reception.receive(command_of(told, text, self._clock.now()))
        except Unavailable as error:  # a command does not come again: its speaker has to know
            return _to_speaker(sentence(error, language))
        return {}

    async def _interaction(self, body: object, reception: Reception) -> dict[str, Any]:
        kind = fields(body).get("type")
        if kind == "block_actions":
            await self._pressed(read(Pressed, body), reception)
        elif kind == "view_submission":
            return await self._submitted(read(Submitted, body), reception)
        return {}

    async def _pressed(self, told: Pressed, reception: Reception) -> None:
        if not is_ours(told):
            return
        place = self._place(told)
        if told.response_url is not None and not self._api.is_own(told.response_url):
            raise NotPermitted("channels.foreign")
        press = press_of(told.actions[0].value)
        delivery = pressed_delivery(told, place, self._clock.now())
        if not opens_a_window(press):
            await reception.receive(delivery)
            return
        ephemeral = told.response_url if told.container.is_ephemeral else None
        place = place.model_copy(update={"response_url": ephemeral})
        task = asyncio.create_task(self._open(told.trigger, place, delivery, reception))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open(
        self, trigger: str, place: Place, delivery: Delivery, reception: Reception
    ) -> None:
        """Shows a form; where that cannot be, says why, as the answer to the press."""
        assert delivery.press is not None, "it was pressed"
        try:
            form, language = reception.form(delivery)
            view = windows.window_of(form, delivery.press, place, language)
            await self._api.call("views.open", {"trigger_id": trigger, "view": view})
        except NotDelivered as error:
            _LOG.warning("a form was not shown: %s", error)
            await self._say(delivery, say(reception.language(delivery), "channels.no_window"))
        except KNOWN as error:
            await self._say(delivery, sentence(error, reception.language(delivery)))

    async def _say(self, delivery: Delivery, text: str) -> None:
        """A sentence for the eyes of whoever has pressed."""
        target, address = delivery.target, delivery.target.get("response_url")
        told = _to_speaker(text)
        where = {"channel": target["channel"], "user": target["user"]}
        try:
            if address:
                await self._api.respond(str(address), {**told, "replace_original": False})
                return
            thread = {"thread_ts": target.get("thread"), "text": told["text"]}
            await self._api.call("chat.postEphemeral", {**where, **thread})
        except NotDelivered as error:
            _LOG.warning("a press was not answered: %s", error)

    async def _submitted(self, told: Submitted, reception: Reception) -> dict[str, Any]:
        if told.view.callback != windows.CALLBACK:
            return {}
        behind = windows.behind_of(told.view.metadata)
        place = behind.where
        self._check(place.team)
        place = place.model_copy(update={"user": told.user.id})
        press = press_of(behind.press)
        delivery = submitted_delivery(told, press, place, self._clock.now())
        try:
            return await self._filled(told, delivery, reception)
        except KNOWN as error:
            if reception.knows(delivery):  # by another delivery of it, in the meantime
                return {}
            reason = sentence(error, reception.language(delivery))
            return {"response_action": "errors", "errors": {windows.name_of(0): reason}}

    async def _filled(
        self, told: Submitted, delivery: Delivery, reception: Reception
    ) -> dict[str, Any]:
        """Takes the values, or says below each field why it cannot be."""
        assert delivery.press is not None, "it was pressed"
        form, language = reception.form(delivery)
        values, problems = windows.values_of(form, told.typed, language)
        press = delivery.press.model_copy(update={"values": values})
        filled = delivery.model_copy(update={"press": press})
        if not problems:
            try:
                problems = await asyncio.wait_for(reception.problems(filled), _IN_TIME)
            except TimeoutError:
                _LOG.info("values were not looked at in time: the run does it")
        if problems:
            return windows.told_inline(form, problems)
        await reception.receive(filled)
        return {}

    def _place(self, told: Pressed) -> Place:
        """Where a button was pressed."""
        team = told.team.id if told.team else told.user.team or ""
        self._check(team)
        if told.channel is None:
            raise InvalidRequest("channels.bad_event", reason="channel")
        return Place(
            team=team,
            home=told.user.team or team,
            user=told.user.id,
            channel=told.channel.id,
            thread=told.container.thread or told.message.thread,
        )

    @property
    def team(self) -> str | None:
        """The workspace, once it is known."""
        return self._team or self._api.team

    def _check(self, *teams: str | None) -> None:
        if self.team is not None and self.team not in teams:
            raise NotPermitted("channels.foreign")


def _to_speaker(text: str) -> dict[str, Any]:
    return {"response_type": "ephemeral", "text": notification(text, _LONGEST)}
