"""Serves deliveries of chat platforms: each once, those of one conversation one after the other."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from pipelines.contracts.answer import Answer, Form
from pipelines.contracts.request import Attachment
from pipelines.messages import Language, listed, say
from pipelines.runs.errors import RunNotFound
from pipelines.runs.store import Run
from services.attachments import KINDS, checked, read_attachment
from services.channels.admission import Admission
from services.channels.cards import Card, card_of, notice
from services.channels.channel import Channel, Watch
from services.channels.delivery import Delivery
from services.channels.files import WaitingFiles
from services.channels.forms import answer_language, form_of, problems_of
from services.channels.inbox import HELD, Inbox
from services.channels.incoming import incoming_of
from services.channels.members import Members
from services.channels.outbox import Outbox
from services.channels.writer import Work
from services.data import is_undoable_run
from services.errors import KNOWN, InvalidRequest, Unavailable, sentence
from services.http.live import LiveRuns
from services.progress import Progress
from services.replies import replied_to
from services.requests import check_length, make_request
from tool_registry.base.caller import Caller
from tool_registry.base.clock import Clock
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.language import language_of

_LOG = logging.getLogger(__name__)
_SWEEP = 10.0
"""Seconds between looks for what a process has left behind."""


class Dispatcher:
    """Takes deliveries from channels, has them carried out, and hands the answers to the outbox."""

    def __init__(
        self,
        live: LiveRuns,
        inbox: Inbox,
        outbox: Outbox,
        channels: Mapping[str, Channel],
        members: Members,
        files: WaitingFiles,
    ) -> None:
        self.channels = channels
        self._live = live
        self._inbox = inbox
        self._outbox = outbox
        self._members = members
        self._files = files
        self._admission = Admission()
        self._order: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def clock(self) -> Clock:
        """Tells when something was received."""
        return self._live.system.store.clock

    async def receive(self, delivery: Delivery) -> bool:
        """Returns once the delivery is on the disk: then it may be acknowledged. False where it
        has come before. Raises Unavailable where it cannot be written."""
        self._admission.arrived()
        fresh = await self._inbox.put(delivery)
        if fresh:
            self._begin(self._work(delivery))
        return fresh

    def knows(self, delivery: Delivery) -> bool:
        """True for one that came before, and so is served or is going to be."""
        return self._inbox.knows(delivery.id)

    def language(self, delivery: Delivery) -> Language:
        """Of a press: that of the run whose button it is."""
        with suppress(RunNotFound):
            if delivery.press is not None:
                return language_of(self._live.system.store.get(delivery.press.run).request.text)
        return "zh"

    def form(self, delivery: Delivery) -> tuple[Form, Language]:
        """The form that a press opens, for whoever was asked; InvalidRequest for all others, and
        where the question is no longer open."""
        run = self._asking(delivery)
        return form_of(delivery, run), answer_language(run)

    async def problems(self, delivery: Delivery) -> dict[str, str]:
        """Path of a field → why the value that was pressed for it cannot be; InvalidRequest as in
        `form`."""
        run = self._asking(delivery)
        catalogue = await self._live.system.catalogue(run.request.caller)
        return problems_of(delivery, run, catalogue)

    def _asking(self, delivery: Delivery) -> Run:
        """The run whose question is answered by a press of its asker."""
        caller = self._members.known(delivery)
        if delivery.press is None or caller is None:
            raise InvalidRequest("agui.stale")
        store, request = self._live.system.store, delivery.request_id
        return replied_to(store, delivery.press.run, caller, request)[0]

    async def sweep(self) -> None:
        """Takes up what a process left behind when it ended, until it is cancelled."""
        while True:
            for delivery in await asyncio.to_thread(self._inbox.left_behind):
                if delivery.channel in self.channels:
                    self._begin(self._work(delivery))
            await asyncio.sleep(_SWEEP)

    async def close(self) -> None:
        """Ends what is worked on: it is taken up again by the next process."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _LOG.error("a delivery broke off; it is taken up again", exc_info=error)

    async def _work(self, delivery: Delivery) -> None:
        held = asyncio.create_task(self._hold(delivery))
        order = self._order.setdefault(delivery.session_id, asyncio.Lock())
        try:
            async with order, self._admission.admitted():
                served = await self._served(delivery) if self._is_meant(delivery) else None
            await self._inbox.done(delivery.id, self._answering(delivery, served))
            self._outbox.look()
        except asyncio.CancelledError:
            await self._inbox.release(delivery.id)
            raise
        finally:
            held.cancel()

    def _answering(
        self, delivery: Delivery, served: tuple[Card, dict[str, JsonValue]] | None
    ) -> Work[None]:
        """Keeps the answer to be sent; nothing where there is none."""
        if served is None:
            return lambda connection: None
        card, target = served
        payload = self.channels[delivery.channel].render(card, delivery)
        return self._outbox.post(delivery.id, delivery.channel, target, payload)

    def _is_meant(self, delivery: Delivery) -> bool:
        """False for words among people, of somebody who does not talk with the bot there."""
        if delivery.named:
            return True
        caller = self._members.known(delivery)
        store = self._live.system.store
        return caller is not None and bool(store.of_session(caller, delivery.session_id, 1))

    async def _hold(self, delivery: Delivery) -> None:
        while True:
            await asyncio.sleep(HELD / 3)
            await self._inbox.renew(delivery.id)

    async def _served(self, delivery: Delivery) -> tuple[Card, dict[str, JsonValue]]:
        """What is answered, and where to."""
        language = language_of(delivery.text) if delivery.text else self.language(delivery)
        try:
            caller = self._members.caller(await self._identified(delivery))
            return await self._run(delivery, caller, language)
        except KNOWN as error:
            return notice(sentence(error, language), language), delivery.target

    async def _identified(self, delivery: Delivery) -> Delivery:
        """With what the platform knows of a speaker who would be let in."""
        if not self._members.may_join(delivery):
            return delivery
        speaker = await self.channels[delivery.channel].identify(delivery.speaker)
        return delivery.model_copy(update={"speaker": speaker})

    async def _run(
        self, delivery: Delivery, caller: Caller, language: Language
    ) -> tuple[Card, dict[str, JsonValue]]:
        system, channel = self._live.system, self.channels[delivery.channel]
        check_length(delivery.text, system.settings.body_limit)
        files = await self._attachments(delivery)
        if not delivery.text and delivery.press is None:
            return self._kept(delivery, files, language), delivery.target
        incoming = incoming_of(delivery, system.store, caller, files)
        request = make_request(incoming, system.environments, caller)
        progress = Progress(await system.catalogue(caller), language)
        run_id = await self._live.start(request)
        watch = channel.watch(delivery, progress)
        try:
            answer = await self._followed(run_id, progress, watch)
        finally:
            shown = await watch.end()
        undoable = is_undoable_run(system.store, progress.catalogue, answer)
        return card_of(answer, progress, undoable=undoable), {**delivery.target, **shown}

    def _kept(self, delivery: Delivery, files: Sequence[Attachment], language: Language) -> Card:
        """Files without a word wait for one; InvalidRequest where there is nothing at all."""
        if not files:
            raise InvalidRequest("channels.only_text", kinds=", ".join(KINDS))
        self._files.keep(delivery, checked(files))
        rows = sum(1 for one in files for line in one.text.splitlines() if line.strip())
        names = listed(language, (one.name for one in files))
        return Card(language, text=say(language, "channels.file_kept", names=names, rows=rows))

    async def _followed(self, run_id: str, progress: Progress, watch: Watch) -> Answer:
        store = self._live.system.store
        async for event in self._live.follow(run_id):
            await watch(event, progress(event))
        answer = store.get(run_id).answer
        if answer is None:
            raise Unavailable("agui.cut_off", run=run_id)
        return answer

    async def _attachments(self, delivery: Delivery) -> tuple[Attachment, ...]:
        channel = self.channels[delivery.channel]
        sent = [read_attachment(await channel.fetch(one)) for one in delivery.files]
        waiting = self._files.take(delivery) if delivery.text and delivery.press is None else ()
        return (*waiting, *sent)
