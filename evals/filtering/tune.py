"""A table of word vectors learns from sentences: the mean of a sentence's words shall mean what
MiniLM says the sentence means.

In some of the sentences words are put in Chinese, by the bilingual lexicon, so that both languages
learn the same. Gradients are written out, so that numpy is enough; every run gives the same.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from pipelines.filter.index.postings import Floats, Numbers
from tool_registry.vocabulary.bilingual import groups

Rows: TypeAlias = Callable[[str], Sequence[int]]
"""A text → the rows of its words."""

_EPOCHS = 10
_BATCH = 2048
_RATE = 0.02
_STAYS = 0.005
"""How much a vector that moves away from where it began costs; of 0, .005, .02 and .05 the one
with which sentences that were held out are nearest to what they mean."""
_APART = 0.02
"""What it counts that a sentence is nearer to its own meaning than to those of others."""
_SHARPLY = 20.0
_SWITCHED = 0.5
"""So many sentences have words in Chinese, …"""
_IN_CHINESE = 0.7
"""… and of these so many that the lexicon knows."""
_HELD_OUT = 20
"""Each of so many sentences is kept to judge by."""
_TINY = 1e-8


@dataclass(frozen=True, slots=True)
class Lesson:
    """Sentences as rows of the table, and what each means (sentences × dimensions, unit length)."""

    rows: Sequence[Sequence[int]]
    meanings: Floats


def tune(table: Floats, lesson: Lesson, rows: Rows, fixed: Sequence[int]) -> Floats:
    """The table as it is once it has learned; rows in `fixed` stay as they are."""
    draw, chinese = random.Random(0), _chinese(rows)
    learner = _Learner(table.copy(), table, fixed)
    order = [number for number in range(len(lesson.rows)) if number % _HELD_OUT]
    for epoch in range(_EPOCHS):
        draw.shuffle(order)
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            said = [_switched(lesson.rows[number], chinese, draw) for number in chosen]
            learner.step(said, lesson.meanings[chosen], _RATE * (1 - epoch / _EPOCHS))
    return learner.table


def nearness(table: Floats, lesson: Lesson) -> float:
    """Mean cosine of the sentences that are held out with what they mean."""
    means, _ = _means(table, lesson.rows[::_HELD_OUT])
    return float((means * lesson.meanings[::_HELD_OUT]).sum(axis=1).mean())


@dataclass(slots=True)
class _Learner:
    """Adam over the rows of a table."""

    table: Floats
    begun: Floats
    fixed: Sequence[int]
    turn: int = 0
    first: Floats = field(init=False)
    second: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.first, self.second = np.zeros_like(self.table), np.zeros_like(self.table)

    def step(self, said: Sequence[Sequence[int]], meanings: Floats, rate: float) -> None:
        """One step down, for some sentences."""
        slope = self._slope(said, meanings)
        self.turn += 1
        self.first += np.float32(0.1) * (slope - self.first)
        self.second += np.float32(0.001) * (slope**2 - self.second)
        steady = np.sqrt(self.second / (1 - 0.999**self.turn)) + _TINY
        self.table -= np.float32(rate) * (self.first / (1 - 0.9**self.turn)) / steady

    def _slope(self, said: Sequence[Sequence[int]], meanings: Floats) -> Floats:
        means, lengths = _means(self.table, said)
        odds = _SHARPLY * means @ meanings.T
        likely = np.exp(odds - odds.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        likely[np.diag_indices(len(said))] -= 1
        pull = (_APART * _SHARPLY * likely @ meanings - meanings) / len(said)
        pull -= means * (means * pull).sum(axis=1, keepdims=True)
        flat = np.concatenate([np.array(each, np.intp) for each in said])
        each = np.repeat(pull / lengths, [len(one) for one in said], axis=0)
        slope = _gathered(flat, each, len(self.table))
        moved = np.unique(flat)
        slope[moved] += 2 * _STAYS * (self.table[moved] - self.begun[moved]) / len(said)
        slope[[*self.fixed]] = 0
        return slope


def _means(table: Floats, said: Sequence[Sequence[int]]) -> tuple[Floats, Floats]:
    """The sum of each sentence's rows, made of unit length, and how long it was before."""
    sizes = np.array([len(each) for each in said])
    flat = np.concatenate([np.array(each, np.intp) for each in said])
    sums = np.add.reduceat(table[flat], np.cumsum(sizes) - sizes)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True) + np.float32(_TINY)
    return sums / lengths, lengths


def _gathered(rows: Numbers, slopes: Floats, count: int) -> Floats:
    order = np.argsort(rows, kind="stable")
    found = np.zeros((count, slopes.shape[1]), np.float32)
    unique, starts = np.unique(rows[order], return_index=True)
    found[unique] = np.add.reduceat(slopes[order], starts)
    return found


def _chinese(rows: Rows) -> Mapping[int, Sequence[Sequence[int]]]:
    """Row of an English word → rows of the Chinese words for it."""
    found: dict[int, list[Sequence[int]]] = {}
    for group in groups():
        for phrase in group.en:
            own = rows(phrase)
            if len(own) == 1:
                found.setdefault(own[0], []).extend(rows(word) for word in group.zh)
    return found


def _switched(
    said: Sequence[int], chinese: Mapping[int, Sequence[Sequence[int]]], draw: random.Random
) -> Sequence[int]:
    if draw.random() >= _SWITCHED:
        return said
    found: list[int] = []
    for row in said:
        put = row in chinese and draw.random() < _IN_CHINESE
        found.extend(draw.choice(chinese[row]) if put else (row,))
    return found


def usable(rows: Sequence[Sequence[int]], silent: frozenset[int]) -> list[int]:
    """The numbers of the sentences with at least two words that say something."""
    return [number for number, each in enumerate(rows) if len(set(each) - silent) > 1]
