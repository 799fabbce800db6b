"""The run of a suite that goes on beside this service: one at a time, in a process of its own."""

import asyncio
import sys
import time
from asyncio.subprocess import PIPE, Process
from typing import Literal

from pydantic import Field

from evals.options import Options, Variant
from evals.records import Part, RunInfo
from services.errors import Conflict, InvalidRequest
from services.evaluation.aside import Order, Told
from services.settings import Settings, child_environment
from tool_registry.base.caller import Caller
from tool_registry.vocabulary.language import Language

_ASIDE = (sys.executable, "-P", "-m", "services.evaluation.aside")
_BEGUN = 60.0
"""Seconds until a start is answered, though it has told nothing yet."""
_ENDED = 30.0
"""Seconds in which a run that is stopped ends its conversations; then it is killed."""
_ENDED_SOON = 5.0
"""The same where the service ends."""
_LONGEST = 1024 * 1024
"""Bytes of a line of its complaint."""


class Wanted(Part):
    """What somebody who starts a run chooses."""

    suite: str = Field(min_length=1, max_length=1024)
    variant: Variant = "configured"
    repetitions: int = Field(default=1, ge=1, le=100)
    label: str = Field(default="", max_length=80)


class Going(Part):
    """The run that goes on, or how the last one ended."""

    wanted: Wanted
    who: str
    started_at: float
    state: Literal["starting", "running", "stopping", "finished", "stopped", "failed"] = "starting"
    run: str = ""
    """Its id, once it has begun."""
    planned: int = 0
    said: int = 0
    passed: int = 0
    seconds_left: float | None = None
    """As it has gone so far; None as long as nobody can tell."""
    why: str = ""
    """Of one that failed."""

    @property
    def is_going(self) -> bool:
        """True until it has ended."""
        return self.state in ("starting", "running", "stopping")


class EvaluationRuns:
    """Starts a run, hears how far it is, and stops it. Each run is its own process's; the store
    alone keeps what it said."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._following: asyncio.Task[None] | None = None
        self._first_at = 0.0
        self._before = 0
        """Said when it began: of a run that is gone on with."""
        self.now: Going | None = None

    async def start(self, wanted: Wanted, caller: Caller, language: Language) -> Going:
        """The run as soon as it has begun. Conflict where one goes on; InvalidRequest with the
        reason where it does not begin."""
        options = Options(
            suite=wanted.suite, variant=wanted.variant, repetitions=wanted.repetitions
        )
        order = Order(options=options, who=caller.user, label=wanted.label, language=language)
        return await self._begun(order, wanted)

    async def resume(self, run: RunInfo, caller: Caller, language: Language) -> Going:
        """The run once it goes on where it was stopped, as it was begun. Conflict and
        InvalidRequest as with a new one, and Conflict for one that is finished."""
        if run.finished_at is not None:
            raise Conflict("services.evaluation_finished", run=run.id)
        options, label = run.options, run.label[:80]
        wanted = Wanted(
            suite=run.suite, variant=options.variant, repetitions=options.repetitions, label=label
        )
        order = Order(options=options, who=caller.user, resume=run.id, language=language)
        return await self._begun(order, wanted)

    async def _begun(self, order: Order, wanted: Wanted) -> Going:
        async with self._turn:
            if self.now is not None and self.now.is_going:
                raise Conflict("services.evaluation_goes_on", who=self.now.who or "?")
            if self._following is not None:
                # It has told that it is finished; how its process ends is not the next one's end.
                await self._following
            self.now = Going(wanted=wanted, who=order.who, started_at=time.time())
            begun = asyncio.Event()
            process = await self._open(order)
            self._following = asyncio.create_task(self._follow(process, begun))
        waits = [self._following, asyncio.create_task(begun.wait())]
        await asyncio.wait(waits, timeout=_BEGUN, return_when=asyncio.FIRST_COMPLETED)
        waits[1].cancel()
        if self.now.state == "failed" and not self.now.run:
            raise InvalidRequest("services.evaluation_not_begun", detail=self.now.why)
        return self.now

    async def stop(self) -> Going:
        """Ends it; what was said is kept. Conflict where nothing goes on."""
        if self.now is None or not self.now.is_going:
            raise Conflict("services.evaluation_nothing_goes_on")
        self._change(state="stopping", seconds_left=None)
        self._end(_ENDED)
        return self.now

    async def close(self) -> None:
        """Ends what goes on, with the service."""
        if self._following is not None and not self._following.done():
            self._end(_ENDED_SOON)
            await self._following

    async def _open(self, order: Order) -> Process:
        changed = {"ZHIZAO_HOME": str(self._settings.home)}
        if self._settings.database:
            changed["ZHIZAO_DATABASE"] = self._settings.database
        process = await asyncio.create_subprocess_exec(
            *_ASIDE,
            env=child_environment(**changed),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            limit=_LONGEST,
        )
        assert process.stdin is not None
        process.stdin.write(order.model_dump_json().encode() + b"\n")
        await process.stdin.drain()
        self._process = process
        return process

    def _end(self, limit: float) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        asyncio.get_running_loop().call_later(limit, _kill, process)

    async def _follow(self, process: Process, begun: asyncio.Event) -> None:
        """Until the process has ended."""
        assert process.stdout is not None
        complaint = asyncio.create_task(_last_line(process))
        async for line in process.stdout:
            self._hear(Told.model_validate_json(line))
            begun.set()
        code = await process.wait()
        self._ended(code, await complaint)

    def _hear(self, told: Told) -> None:
        if told.error:
            self._change(state="failed", why=told.error)
            return
        if self.now is not None and not self.now.run:
            self._first_at, self._before = time.monotonic(), told.said
            self._change(state="running")
        left, said = told.planned - told.said, told.said - self._before
        rest = (time.monotonic() - self._first_at) / said * left if said else None
        self._change(
            run=told.run,
            planned=told.planned,
            said=told.said,
            passed=told.passed,
            seconds_left=rest,
            **({"state": "finished"} if told.finished else {}),
        )

    def _ended(self, code: int, complaint: str) -> None:
        if self.now is None or not self.now.is_going:
            return
        if self.now.state == "stopping" or code == 130:
            self._change(state="stopped", seconds_left=None)
        else:
            why = complaint or f"exit code {code}"
            self._change(state="failed", why=why, seconds_left=None)

    def _change(self, **values: object) -> None:
        assert self.now is not None
        self.now = self.now.model_copy(update=values)


async def _last_line(process: Process) -> str:
    """Of what it complains of: of a traceback, the error."""
    assert process.stderr is not None
    last = ""
    async for line in process.stderr:
        last = line.decode(errors="replace").strip() or last
    return last[:500]


def _kill(process: Process) -> None:
    if process.returncode is None:
        process.kill()
