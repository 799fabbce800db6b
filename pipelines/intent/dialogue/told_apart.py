"""Things of the conversation told apart by what is said of them: `the one for 25` of two."""

import re
from dataclasses import replace

from pipelines.contracts.intent import EntityRef
from pipelines.intent.dialogue.past import Past
from pipelines.intent.dialogue.things import Thing

_NUMBER = re.compile(r"(?<![\d.:-])\d+(?:\.\d+)?(?![\d:-])")
"""A number by itself, and no part of a day or a clock."""


def of_those_values(ref: EntityRef, past: Past) -> Past:
    """The past without those things of the kind that are told with other numbers than the words for
    it have; what is said outside of these words is what it shall have."""
    said = _numbers(ref)
    if not said:
        return past

    def fits(thing: Thing) -> bool:
        return ref.type not in (None, thing.entity) or not thing.told or said <= _told(thing)

    return replace(
        past,
        things=tuple(one for one in past.things if fits(one)),
        told=tuple(one for one in past.told if fits(one)),
    )


def tells_one(ref: EntityRef, past: Past) -> bool:
    """True where the numbers in the words for it are those of one thing that was told, and of no
    other one of its kind."""
    said = _numbers(ref)
    known = past.of(ref.type, None) if said and ref.type is not None else []
    return sum(bool(one.told) and said <= _told(one) for one in known) == 1


def _numbers(ref: EntityRef) -> set[float]:
    return {
        float(one.value)
        for one in ref.constraints
        if one.operator == "eq" and isinstance(one.value, int | float)
        if not isinstance(one.value, bool) and ref.span is not None
        if ref.span.start <= one.span.start and one.span.end <= ref.span.end
    }


def _told(thing: Thing) -> set[float]:
    return {float(number) for value in thing.told for number in _NUMBER.findall(value)}
