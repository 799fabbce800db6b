"""Names of a business beside its requests: what marks can mean, in words that change each time."""

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from evals.reader.business import Business
from evals.reader.names import names_in
from pipelines.intent.reader.evidence import Name
from pipelines.intent.reader.mentions import Mentions

_BESIDE = 14
"""Names of a kind that are not meant, at most."""
_FOREIGN = 3
"""Names of a kind of another business, at most."""
_KEPT = 0.97
_SURFACES = 4
"""Words of a name that are shown at once, at most."""
_LOOKS = 0.7
"""How often a catalogue tells what identifiers look like."""
_SPELLED = (0.3, 0.7, 0.9)
"""Shares of its words that a catalogue has."""


def shown(business: Business, rng: random.Random) -> list[Name]:
    """All names of a business, each by some of its words."""
    return [_name(one, rng) for one in names_in(business)]


def spelled_out(business: Business, others: Iterable[Name], rng: random.Random) -> Mentions:
    """The words by which names are found in requests: not all of them, and some of others."""
    share = rng.choice(_SPELLED)
    kept = [
        replace(one, words=tuple(word for word in one.words if rng.random() < share))
        for one in names_in(business)
    ]
    return Mentions([*kept, *others])


def picked(
    own: Sequence[Name], strange: Sequence[Name], meant: Collection[str], rng: random.Random
) -> tuple[list[int], list[int]]:
    """Positions in both lists of the names that stand beside requests: those that are meant (now
    and then one is left out: then none of them is right), and some that are not."""
    kept = [i for i, one in enumerate(own) if one.key in meant and rng.random() < _KEPT]
    left = [i for i, one in enumerate(own) if one.key not in meant]
    known = {one.key for one in own}
    foreign = [i for i, one in enumerate(strange) if one.key not in known]
    left = rng.sample(left, min(len(left), _BESIDE))
    return [*kept, *left], rng.sample(foreign, min(len(foreign), _FOREIGN))


def _name(name: Name, rng: random.Random) -> Name:
    """Some of its words: seldom all of them, so that no word is learned by heart."""
    return replace(
        name,
        words=_some(name.words, rng, _SURFACES),
        values=_some(name.values, rng, max(1, len(name.values))),
        looks=name.looks if rng.random() < _LOOKS else (),
    )


def _some(words: Sequence[str], rng: random.Random, most: int) -> tuple[str, ...]:
    held = list(dict.fromkeys(words))
    rng.shuffle(held)
    return tuple(held[: rng.randint(1, most)])
