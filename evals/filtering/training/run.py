"""The encoder, from what it learns of to the file that is shipped."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from evals.filtering.training.encoder import Hidden, Upper, export, pretrained
from evals.filtering.training.learning import Draw, Schedule, learn
from evals.filtering.training.lessons import CORPUS, businesses, public, written
from pipelines.filter.index.encoder import REQUEST, TOOL

_OFTEN = (6.0, 1.0, 0.3)
"""How often catalogues of the corpus, businesses of the reader's and public sets are drawn."""
READERS_LEFT_OUT = ("smart_home_iot", "social_feed", "video_streaming", "parking", "e_learning")
"""Businesses that the reader is judged by."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to learn from, for how long, and where the result goes."""

    out: Path
    corpora: Path | None = None
    corpus: Path = CORPUS
    minutes: float = 50.0
    threads: int = 2


def train_encoder(plan: Plan, report: Callable[[str], None]) -> int:
    """Trains and writes the encoder; the bytes of its file."""
    torch.set_num_threads(plan.threads)
    trunk, lower, tokenizer = pretrained()
    kinds = [
        written(plan.corpus),
        list(businesses(READERS_LEFT_OUT)),
        list(public(plan.corpora)) if plan.corpora else [],
    ]
    every = [lesson for lessons in kinds for lesson in lessons]
    counts = [sum(len(one.requests) for one in lessons) for lessons in kinds]
    report(f"{len(every)} catalogues, requests by kind: {counts}")
    hidden = Hidden(lower, tokenizer)
    hidden.add([text for one in every for told in one.tools.values() for text in told], TOOL)
    hidden.add([text for one in every for text, _ in one.requests], REQUEST)
    report("what does not learn is computed")
    upper, schedule = Upper(trunk), Schedule(plan.minutes)
    draw = Draw(list(zip(_OFTEN, kinds, strict=True)), schedule.seed)
    learn(upper, hidden, draw, schedule, report)
    return export(upper, trunk, plan.out)
