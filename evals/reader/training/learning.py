"""The loop that makes the loss smaller."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from evals.reader.business import Business
from evals.reader.training.book import NameBook
from evals.reader.training.examples import Example, batches
from evals.reader.training.losses import losses
from evals.reader.training.network import Network
from pipelines.models.tokenizer import Tokenizer

WEIGHTS = {
    "roles": 1.0,
    "asides": 1.0,
    "type": 0.6,
    "turn": 0.3,
    "heads": 1.0,
    "ties": 1.0,
    "functions": 0.4,
    "operators": 0.1,
    "action": 0.5,
    "entity": 0.7,
    "attribute": 0.6,
    "value": 0.5,
}
"""How much each part counts."""


_AS_SHOWN = 2
"""Epochs in which names keep their words and vectors."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast to learn."""

    epochs: int = 6
    pieces: int = 320
    """Of the texts of a batch together."""
    rate: float = 1.2e-4
    head_rate: float = 1e-3
    warm_up: float = 0.06
    seed: int = 7
    minutes: float | None = None
    """The learning rate reaches zero at that time, if not at the end of the epochs."""


def learn(
    network: Network,
    draw: Callable[[int], list[Example]],
    businesses: Sequence[Business],
    tokenizer: Tokenizer,
    schedule: Schedule,
    report: Callable[[str], None],
) -> None:
    """Trains in place; `draw(epoch)` gives the examples of an epoch, varied anew."""
    rng = random.Random(schedule.seed)
    seed_all(schedule.seed)
    pace = _Pace(network, schedule)
    book = NameBook(network, tokenizer, rng)
    network.train()
    for epoch in range(schedule.epochs):
        if pace.is_over:
            break
        held = batches(draw(epoch), schedule.pieces, rng)
        if epoch % _AS_SHOWN == 0:
            book.clear()
        sums: dict[str, float] = {}
        for number, batch in enumerate(held):
            if not pace.set((epoch + number / len(held)) / schedule.epochs):
                break
            parts = losses(network, batch, businesses, book)
            pace.step(sum((WEIGHTS[k] * part for k, part in parts.items()), torch.tensor(0.0)))
            pace.seen += len(batch)
            for name, part in parts.items():
                sums[name] = sums.get(name, 0.0) + float(part.detach()) / len(held)
        told = " ".join(f"{name} {value:.3f}" for name, value in sums.items())
        report(f"epoch {epoch + 1}: {told} ({pace.seen} requests in {pace.spent:.1f} min)")
    network.eval()


def seed_all(seed: int) -> None:
    """The same draws each time."""
    torch.manual_seed(seed)  # pyright: ignore[reportUnknownMemberType]


class _Pace:
    """The optimiser, with rates that rise for a moment and then fall to nothing."""

    def __init__(self, network: Network, schedule: Schedule) -> None:
        inside = {id(p) for p in network.encoder.parameters()}
        trunk = [p for p in network.encoder.parameters() if p.requires_grad]
        heads = [p for p in network.parameters() if id(p) not in inside]
        self.learning = [*trunk, *heads]
        self.rates = (schedule.rate, schedule.head_rate)
        groups = [{"params": held} for held in (trunk, heads)]
        self.optimiser = torch.optim.AdamW(groups, lr=schedule.rate, weight_decay=0.01)
        self.schedule, self.begun, self.seen = schedule, time.monotonic(), 0

    @property
    def spent(self) -> float:
        """Minutes."""
        return (time.monotonic() - self.begun) / 60

    @property
    def is_over(self) -> bool:
        """The time that was given is spent."""
        return self.schedule.minutes is not None and self.spent >= self.schedule.minutes

    def set(self, done: float) -> bool:
        """The rates for a share of the way, 0 to 1; False where the time is over."""
        if self.schedule.minutes is not None:
            done = max(done, self.spent / self.schedule.minutes)
        scale = min(done / self.schedule.warm_up, 1.0) * max(0.0, 1 - done) if done else 0.01
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * scale
        return done < 1

    def step(self, loss: Tensor) -> None:
        """One step down."""
        self.optimiser.zero_grad()
        loss.backward()  # pyright: ignore[reportUnknownMemberType]
        torch.nn.utils.clip_grad_norm_(self.learning, 1.0)
        self.optimiser.step()  # pyright: ignore[reportUnknownMemberType]
