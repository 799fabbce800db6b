"""Asking with patience: a few more tries within the request's limits, then a clear error."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from pipelines.models.breaker import Breakers
from pipelines.models.errors import (
    BudgetSpent,
    Cut,
    DeadlinePassed,
    ModelError,
    Nonsense,
    Throttled,
    Unreachable,
)
from pipelines.models.model import Ask, LanguageModel, Reply, Show, Usage
from tool_registry.base.clock import Clock

_HARMFUL = (Unreachable, Throttled, Cut, Nonsense, DeadlinePassed)
"""Failures that speak against the model, not against the question."""


@dataclass(slots=True)
class Budget:
    """What one request may still spend on models, over all its stages, and what it has spent."""

    calls: int = 12
    """Questions, at most; a try again is not one."""
    retries: int = 3
    """Tries again, at most, over all questions."""
    deadline: float | None = None
    """By the steady clock; None where the request has none."""
    asked: int = 0
    attempts: int = 0
    usage: Usage = field(default_factory=Usage)

    def spend(self, model: str) -> None:
        """One more question; BudgetSpent where none is left."""
        if self.asked >= self.calls:
            raise BudgetSpent(f"{self.calls} questions to models were asked", model=model)
        self.asked += 1


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait between tries: anything up to `first` · 2ⁿ seconds, and to `longest`."""

    first: float = 0.5
    longest: float = 8.0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    draw: Callable[[], float] = random.random
    """0 to 1."""

    def pause(self, tries: int, error: ModelError) -> float:
        """Seconds before the next try; never less than the server asked for."""
        jittered = self.draw() * min(self.longest, self.first * 2.0**tries)
        asked = error.retry_after if isinstance(error, Throttled) else None
        return max(jittered, asked or 0.0)


@dataclass(slots=True)
class _Told:
    """Passes the text on, and remembers that there was some."""

    show: Show
    shown: bool = False

    def __call__(self, text: str) -> None:
        self.shown = True
        self.show(text)


@dataclass(slots=True)
class SteadyModel:
    """A model asked with patience, under one request's budget and the process's breakers."""

    model: LanguageModel
    breakers: Breakers
    budget: Budget = field(default_factory=Budget)
    patience: Patience = Patience()
    clock: Clock = field(default_factory=Clock)

    @property
    def name(self) -> str:
        """The name of the model that is asked."""
        return self.model.name

    async def answer(self, ask: Ask, show: Show | None = None) -> Reply:
        """See `LanguageModel`. What was shown is never shown again: then there is no other try."""
        self.budget.spend(self.name)
        until = self._until(ask)
        told = _Told(show) if show else None
        tries = 0
        while True:
            left = until - self.clock.monotonic()
            if left <= 0:
                raise DeadlinePassed("no time is left for it", model=self.name)
            try:
                reply = await self._try(replace(ask, seconds=left), told)
            except ModelError as error:
                pause = self._pause(error, tries, until, told)
                if pause is None:
                    raise
                tries += 1
                await self.patience.sleep(pause)
            else:
                self.budget.usage += reply.usage
                return reply

    async def close(self) -> None:
        """Ends the model's connections."""
        await self.model.close()

    def _until(self, ask: Ask) -> float:
        until = self.clock.monotonic() + ask.seconds
        return until if self.budget.deadline is None else min(until, self.budget.deadline)

    async def _try(self, ask: Ask, told: _Told | None) -> Reply:
        self.breakers.enter(self.name)
        self.budget.attempts += 1
        failed: bool | None = None
        try:
            reply = await self.model.answer(ask, told)
            failed = False
        except ModelError as error:
            failed = isinstance(error, _HARMFUL)
            raise
        finally:
            self.breakers.leave(self.name, failed)
        return reply

    def _pause(
        self, error: ModelError, tries: int, until: float, told: _Told | None
    ) -> float | None:
        """Seconds until the next try; None where there is to be none."""
        shown = told is not None and told.shown
        if shown or not error.passing or self.breakers.rests(self.name):
            return None
        pause = self.patience.pause(tries, error)
        if self.budget.retries <= 0 or self.clock.monotonic() + pause >= until:
            return None
        self.budget.retries -= 1
        return pause
