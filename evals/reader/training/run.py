"""Training from the corpus to the shipped file."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch

from evals.reader.calibration import fitted, outcomes
from evals.reader.composition import Composition
from evals.reader.corpus import Trade, pools
from evals.reader.training.examples import Example, example
from evals.reader.training.export import export
from evals.reader.training.learning import Schedule, learn, seed_all
from evals.reader.training.network import Network
from evals.reader.training.trunk import read_trunk, trunk_file
from evals.reader.variation import Variation
from pipelines.intent.reader.local import confidence_file, names_file, opened


@dataclass(frozen=True, slots=True)
class Plan:
    """What is trained and how."""

    out: Path
    schedule: Schedule = field(default_factory=Schedule)
    frozen: int = 6
    threads: int = 2
    copies: int = 2
    """Variants of each request in an epoch; the first epoch also has each one as it is."""


def train(trades: Sequence[Trade], plan: Plan, report: Callable[[str], None]) -> int:
    """Trains on these businesses, writes the file and gives its bytes."""
    torch.set_num_threads(plan.threads)
    random.seed(plan.schedule.seed)
    seed_all(plan.schedule.seed)
    texts = [one.request.t for trade in trades for one in trade.requests]
    words = [word for t in trades for e in _named(t) for word in e]
    trunk = read_trunk(trunk_file()).cut_to([*texts, *words])
    report(f"{len(trades)} businesses, {len(texts)} requests, {len(trunk.pieces)} pieces")
    tokenizer = trunk.tokenizer()
    network = Network(trunk, plan.frozen)
    rng = random.Random(plan.schedule.seed)
    variation = Variation(pools(trades), rng)
    longer = Composition(trades, rng)

    def draw(epoch: int) -> list[Example]:
        made: list[Example] = []
        for trade in trades:
            for one in trade.requests:
                held = [one] if epoch == 0 else []
                for _ in range(plan.copies - len(held)):
                    varied = variation.of(one, trade.business)
                    held.append(longer.of(varied, trade.business.name))
                made += [example(each, trade.business, tokenizer) for each in held]
        return made

    learn(network, draw, [t.business for t in trades], tokenizer, plan.schedule, report)
    names_file(plan.out).unlink(missing_ok=True)
    return export(network, trunk, plan.out)


def calibrate(trades: Sequence[Trade], file: Path) -> int:
    """Learns on these businesses, which were left out, how sure a reading is; their requests."""
    confidence_file(file).unlink(missing_ok=True)
    held = outcomes(opened(file), trades)
    told = [round(weight, 4) for weight in fitted(held)]
    confidence_file(file).write_text(json.dumps(told) + "\n", "utf-8")
    return len(held)


def _named(trade: Trade) -> list[tuple[str, ...]]:
    business = trade.business
    values = [value.words for one in business.attributes for value in one.values]
    return [
        *(e.words for e in (*business.entities, *business.actions, *business.attributes)),
        *values,
    ]
