"""Names of a business beside its requests: what marks can mean, in words that change each time."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rapidfuzz.fuzz import ratio

from evals.reader.business import Attribute, Business, Named, general

_BESIDE = 14
"""Names of a kind that are not meant, at most."""
_FOREIGN = 3
"""Names of a kind of another business, at most."""
_KEPT = 0.97
_SURFACES = 3
"""Words of a name that are shown at once, at most."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name that marks can mean, and the words by which it is shown."""

    key: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """As the encoder reads it."""
        return " / ".join(self.words)


def shown(business: Business, rng: random.Random) -> dict[str, list[Name]]:
    """Kind → all names of a business, each by some of its words."""
    attributes = {one.name: one for one in (*general().attributes, *business.attributes)}
    actions = {one.name: one for one in (*general().actions, *business.actions)}
    return {
        "action": [_name(one, rng) for one in actions.values()],
        "entity": [_name(one, rng) for one in business.entities],
        "attribute": [_name(one, rng) for one in attributes.values()],
        "value": [name for one in attributes.values() for name in _values(one, rng)],
    }


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


def _values(attribute: Attribute, rng: random.Random) -> list[Name]:
    return [Name(f"{attribute.name}={one.name}", _name(one, rng).words) for one in attribute.values]


def _name(named: Named, rng: random.Random) -> Name:
    """Some of its words: seldom all of them, so that no word is learned by heart."""
    words = list(dict.fromkeys(named.words))
    rng.shuffle(words)
    return Name(named.name, tuple(words[: rng.randint(1, _SURFACES)]))


def spelled(words: str, name: Name) -> tuple[float, float]:
    """Whether the words are a word of that name, and how alike they are, 0 to 1."""
    said = words.casefold()
    alike = max(ratio(said, one.casefold()) for one in name.words) / 100
    return float(alike == 1.0), alike
