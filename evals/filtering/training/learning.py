"""How the encoder learns: which tools of a few catalogues serve which requests."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from evals.filtering.training.encoder import Hidden, Upper
from evals.filtering.training.lessons import Lesson
from pipelines.filter.index.encoder import REQUEST, TOOL

_CATALOGUES, _REQUESTS, _OTHERS = 6, 12, 5
"""A batch has so many catalogues, of each so many requests and besides their tools so many others:
tools of the same catalogue are the hard ones to tell apart."""
_WARM_UP = 40
"""Steps."""
_BACK, _NONE = 0.5, 0.4
"""What it counts that a tool finds its requests, and that a request is nearer to its tools than to
nothing, and to nothing than to all others: so a cosine means the same for every request."""
_SHARPEST = 60.0
_AT_FIRST = (3.0, 10.0)
"""Logarithm of the sharpness, and where nothing stands."""
_TOLD_EVERY = 50


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast to learn."""

    minutes: float = 50.0
    rate: float = 1e-4
    head_rate: float = 5e-4
    seed: int = 7


@dataclass(frozen=True, slots=True)
class Batch:
    """Requests, tools, and which serve which (requests × tools, 0 or 1)."""

    requests: list[str]
    tools: list[str]
    gold: Tensor


class Draw:
    """Draws batches: a kind of lessons by its weight, of it a catalogue, of it requests."""

    def __init__(self, kinds: Sequence[tuple[float, Sequence[Lesson]]], seed: int) -> None:
        self._kinds = [(weight, lessons) for weight, lessons in kinds if lessons]
        self._draw = random.Random(seed)

    def batch(self) -> Batch:
        """The next one."""
        requests: list[str] = []
        gold: list[list[int]] = []
        places: dict[tuple[str, str], int] = {}
        tools: list[str] = []
        for _ in range(_CATALOGUES):
            lesson = self._lesson()
            chosen = self._draw.sample(lesson.requests, min(_REQUESTS, len(lesson.requests)))
            needed = dict.fromkeys(name for _, names in chosen for name in names)
            others = [name for name in lesson.tools if name not in needed]
            others = self._draw.sample(others, min(_OTHERS, len(others)))
            for name in (*needed, *others):
                if (lesson.name, name) not in places:
                    places[lesson.name, name] = len(tools)
                    tools.append(self._draw.choice(lesson.tools[name]))
            for text, names in chosen:
                requests.append(text)
                gold.append([places[lesson.name, name] for name in names])
        told = torch.zeros(len(requests), len(tools))
        for row, columns in enumerate(gold):
            told[row, columns] = 1
        return Batch(requests, tools, told)

    def _lesson(self) -> Lesson:
        weights = [weight for weight, _ in self._kinds]
        [(_, lessons)] = self._draw.choices(self._kinds, weights)
        [lesson] = self._draw.choices(lessons, [len(one.requests) ** 0.5 for one in lessons])
        return lesson


class Loss(nn.Module):
    """How far requests are from their tools, in comparison with all others of the batch."""

    def __init__(self) -> None:
        super().__init__()
        self.sharp, self.none = (nn.Parameter(torch.tensor(one)) for one in _AT_FIRST)

    def forward(self, cosines: Tensor, gold: Tensor) -> Tensor:
        """requests × tools, both."""
        scores = cosines * self.sharp.exp().clamp(max=_SHARPEST)
        there, others = _apart(scores, gold)
        back, _ = _apart(scores.T, gold.T)
        nearer = _mean(F.softplus(self.none - scores), gold) + F.softplus(others - self.none)
        serving = gold.sum(0) > 0
        return there.mean() + _BACK * back[serving].mean() + _NONE * nearer.mean()


def _apart(scores: Tensor, gold: Tensor) -> tuple[Tensor, Tensor]:
    """By row how far its gold is from standing out, and what all that is no gold sums up to."""
    others = torch.logsumexp(scores.masked_fill(gold > 0, -1e4), 1)
    return _mean(F.softplus(others[:, None] - scores), gold), others


def _mean(scores: Tensor, gold: Tensor) -> Tensor:
    return (scores * gold).sum(1) / gold.sum(1).clamp(min=1)


def learn(
    upper: Upper, hidden: Hidden, draw: Draw, schedule: Schedule, report: Callable[[str], None]
) -> None:
    """Trains in place, until the minutes are over; the rate falls to nothing by then."""
    torch.manual_seed(schedule.seed)  # pyright: ignore[reportUnknownMemberType]
    loss = Loss()
    slow = list(upper.layers.parameters())
    quick = [upper.side, *upper.head.parameters(), loss.sharp]
    groups = [
        {"params": slow, "base": schedule.rate},
        {"params": quick, "base": schedule.head_rate},
        {"params": [loss.none], "base": _NONE_RATE},
    ]
    optimiser = torch.optim.AdamW(groups, lr=schedule.rate, weight_decay=0.01)
    begun, step, total = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - begun) / 60 / schedule.minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = group["base"] * min(1, (step + 1) / _WARM_UP) * max(0.02, 1 - done)
        batch = draw.batch()
        value = loss(_cosines(upper, hidden, batch), batch.gold)
        optimiser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(upper.parameters(), 1.0)
        optimiser.step()  # pyright: ignore[reportUnknownMemberType]
        step, total = step + 1, total + float(value.detach())
        if step % _TOLD_EVERY == 0:
            report(f"{step} steps, {done:.0%}: loss {total / _TOLD_EVERY:.3f}")
            total = 0.0


_NONE_RATE = 2e-2


def _cosines(upper: Upper, hidden: Hidden, batch: Batch) -> Tensor:
    requests = hidden.of(batch.requests, REQUEST)
    tools = hidden.of(batch.tools, TOOL)
    with torch.autocast("cpu", torch.bfloat16):
        asked = upper(*requests, REQUEST)
        told = upper(*tools, TOOL)
    return asked.float() @ told.float().T
