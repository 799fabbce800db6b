"""Two runs of the same cases, in pairs: what was gained and lost, and whether it is chance."""

from collections import Counter
from collections.abc import Iterable, Mapping

from evals.records import Part, Record, Try
from evals.score import STAGES, Stage
from evals.statistics import Count, count, mcnemar

Tries = Mapping[str, Stage | None]
"""Conversation with its repetition → where it was lost; None: it passed."""


class Comparison(Part):
    """What `eval compare --json` prints."""

    before: str
    after: str
    pairs: int
    """Conversations that both runs have."""
    only_before: int
    only_after: int
    rate_before: Count
    """Of the pairs."""
    rate_after: Count
    gains: tuple[str, ...]
    losses: tuple[str, ...]
    unseen_gains: int = 0
    """How many more were gained that are not named, as nobody has read them."""
    unseen_losses: int = 0
    p: float
    """The exact test of McNemar, two-sided."""
    lost: dict[Stage, int]
    """Stage → how many of the losses it lost."""
    stages: dict[Stage, int]
    """Stage → how many more it loses than before, over all pairs; less is better."""

    @property
    def gain_count(self) -> int:
        """How many, named or not."""
        return len(self.gains) + self.unseen_gains

    @property
    def loss_count(self) -> int:
        """How many passed before and do no more, named or not."""
        return len(self.losses) + self.unseen_losses

    @property
    def worst(self) -> Stage | None:
        """The stage that lost most of what was lost; None where nothing was."""
        lost = max(STAGES, key=lambda stage: (self.lost[stage], self.stages[stage]))
        return lost if self.loss_count else None


def tries_of(records: Iterable[Record | Try]) -> dict[str, Stage | None]:
    """The records of a run, as they are compared."""
    return {f"{one.id} #{one.repetition + 1}": one.lost for one in records}


def compare(before: str, old: Tries, after: str, new: Tries) -> Comparison:
    """Pairs by conversation and repetition."""
    both = [key for key in old if key in new]
    losses = [key for key in both if old[key] is None and new[key] is not None]
    gains = [key for key in both if old[key] is not None and new[key] is None]
    at_new = Counter(new[key] for key in both)
    at_old = Counter(old[key] for key in both)
    lost = Counter(new[key] for key in losses)
    return Comparison(
        before=before,
        after=after,
        pairs=len(both),
        only_before=len(old) - len(both),
        only_after=len(new) - len(both),
        rate_before=count(old[key] is None for key in both),
        rate_after=count(new[key] is None for key in both),
        gains=tuple(gains),
        losses=tuple(losses),
        p=round(mcnemar(len(gains), len(losses)), 6),
        lost={stage: lost[stage] for stage in STAGES},
        stages={stage: at_new[stage] - at_old[stage] for stage in STAGES},
    )


def as_text(one: Comparison) -> str:
    """The comparison for a terminal."""
    change = 100 * (one.rate_after.rate - one.rate_before.rate)
    lines = [
        f"{one.before} → {one.after}: {one.pairs} pairs",
        f"{'before':<12}{_line(one.rate_before)}",
        f"{'after':<12}{_line(one.rate_after)}  {change:+.1f} points",
        f"{'in pairs':<12}{one.gain_count} gained, {one.loss_count} lost, p = {one.p:.4g} "
        f"({'no chance at 5 %' if one.p < 0.05 else 'may be chance'})",
    ]
    moved = [f"{stage} {number:+d}" for stage, number in one.stages.items() if number]
    lines.append(f"{'lost at':<12}{', '.join(moved) or 'as before'}")
    if one.only_before or one.only_after:
        lines.append(f"{'unpaired':<12}{one.only_before} only before, {one.only_after} only after")
    lines += [f"GAINED {key}" for key in one.gains]
    lines += ["GAINED an unseen case"] * one.unseen_gains
    lines += [f"LOST {key}" for key in one.losses]
    lines += ["LOST an unseen case"] * one.unseen_losses
    return "\n".join(lines)


def _line(one: Count) -> str:
    return f"{one.passed} of {one.total}, {100 * one.rate:.1f} %"


def unseen_of(records: Iterable[Record | Try]) -> frozenset[str]:
    """What of a run nobody has read: a comparison that is shown does not name it."""
    return frozenset(f"{one.id} #{one.repetition + 1}" for one in records if one.unseen)


def hidden(one: Comparison, unseen: frozenset[str]) -> Comparison:
    """The comparison as it is shown: of unseen cases only how many."""

    gains, losses = (
        tuple(key for key in keys if key not in unseen) for keys in (one.gains, one.losses)
    )
    return one.model_copy(
        update={
            "gains": gains,
            "losses": losses,
            "unseen_gains": one.gain_count - len(gains),
            "unseen_losses": one.loss_count - len(losses),
        }
    )
