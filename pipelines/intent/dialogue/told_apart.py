"""Things of the conversation told apart by what is said of them: `the one for 25` of two."""

import re
from dataclasses import replace

from pipelines.contracts.intent import EntityRef
from pipelines.intent.dialogue.past import Past
from pipelines.intent.dialogue.things import Thing

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def of_those_values(ref: EntityRef, past: Past) -> Past:
    """The past with those things of the kind only that have the numbers which are said of it: of
    others nobody speaks so, and what is in view is no other for being there."""
    said = {
        float(one.value)
        for one in ref.constraints
        if one.operator == "eq" and isinstance(one.value, int | float)
    }
    if not said:
        return past

    def fits(thing: Thing) -> bool:
        if ref.type not in (None, thing.entity):
            return True
        return said <= {float(n) for value in thing.told for n in _NUMBER.findall(value)}

    return replace(
        past,
        things=tuple(one for one in past.things if fits(one)),
        told=tuple(one for one in past.told if fits(one)),
    )
