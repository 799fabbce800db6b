"""Names of a business beside its requests: what marks can mean, in words that change each time."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.fuzz import ratio

from evals.reader.business import Attribute, Business, Named, general

_BESIDE = 9
"""Names of a kind that are not meant, at most."""
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


def names_of(
    business: Business,
    others: Sequence[Business],
    rng: random.Random,
    meant: Mapping[str, Collection[str]],
) -> dict[str, list[Name]]:
    """Kind → names: what is meant, and some that are not, of this business and of another one.

    Now and then one that is meant is left out: then none of them is right."""
    other = rng.choice(others) if others else None
    strange = _all(other, rng, share=0.15) if other is not None else {}
    found: dict[str, list[Name]] = {}
    for kind, held in _all(business, rng, share=1.0).items():
        kept = [name for name in held if name.key in meant[kind] and rng.random() < _KEPT]
        left = [name for name in held if name.key not in meant[kind]]
        known = {name.key for name in held}
        left += [name for name in strange.get(kind, ()) if name.key not in known]
        found[kind] = [*kept, *rng.sample(left, min(len(left), _BESIDE))]
    return found


def _all(business: Business, rng: random.Random, share: float) -> dict[str, list[Name]]:
    attributes = {one.name: one for one in (*general().attributes, *business.attributes)}
    actions = {one.name: one for one in (*general().actions, *business.actions)}
    return {
        "action": [_name(one, rng) for one in actions.values() if rng.random() < share],
        "entity": [_name(one, rng) for one in business.entities if rng.random() < share],
        "attribute": [_name(one, rng) for one in attributes.values() if rng.random() < share],
        "value": [
            n for one in attributes.values() if rng.random() < share for n in _values(one, rng)
        ],
    }


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
