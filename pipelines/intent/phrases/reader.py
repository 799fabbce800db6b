"""Reading a clause token by token; the first reading that fits takes the token."""

from collections.abc import Callable, Sequence

from pipelines.intent.phrases.desk import Desk, Item
from pipelines.intent.phrases.heads import entity
from pipelines.intent.phrases.particles import particle
from pipelines.intent.phrases.values import attribute, modifier, number, shape
from pipelines.intent.tokens import Token

_READINGS: tuple[Callable[[Desk, Token], bool], ...] = (
    number,
    attribute,
    entity,
    shape,
    particle,
    modifier,
)


def phrases(tokens: Sequence[Token], verbs: frozenset[int], text: str) -> list[Item]:
    """The clause as verbs, noun phrases and links, in order. `verbs` are positions in `tokens`."""
    desk = Desk(tokens, verbs, text)
    while desk.i < len(tokens):
        token, place = tokens[desk.i], desk.i
        if place in verbs:
            desk.verb(token)
        else:
            any(reading(desk, token) for reading in _READINGS)
        desk.i = max(desk.i, place + 1)
    desk.close()
    return desk.items
