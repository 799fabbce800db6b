"""Measures of chains: what agrees, and how sure that is."""

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict

from evals.links_measured import HALVES, Half, is_in
from evals.statistics import wilson
from tool_registry.base.types import JsonValue, as_list

Kind: TypeAlias = Literal["precision", "recall", "F1"]
KINDS: tuple[Kind, ...] = ("precision", "recall", "F1")
Counted: TypeAlias = tuple[int, int]
"""Of one request: how many were right, and of how many."""
_DRAWS = 1000
_EDGE = 0.025


class Figure(BaseModel):
    """One measure on one half of one set, as shares from 0 to 1 with their 95 % interval."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    set: str
    measure: str
    half: Half
    value: float
    low: float
    high: float
    right: int
    total: int
    """Of what `right` are counted: for F1, what was found and what was wanted together."""
    requests: int


class Agreement(BaseModel):
    """What was found beside what was wanted, of one request."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    right: int
    found: int
    wanted: int


def agreement(found: Iterable[Hashable], wanted: Iterable[Hashable]) -> Agreement:
    """Counted as often as each occurs."""
    one, other = Counter(found), Counter(wanted)
    return Agreement(right=(one & other).total(), found=one.total(), wanted=other.total())


def share(name: str, measure: str, held: Mapping[str, bool]) -> Iterator[Figure]:
    """Of how many requests it holds, for each half; Wilson's interval."""
    for half in HALVES:
        own = [value for id, value in held.items() if is_in(id, half)]
        one = wilson(sum(own), len(own))
        yield Figure(
            set=name,
            measure=measure,
            half=half,
            value=round(one.rate, 4),
            low=one.low,
            high=one.high,
            right=one.passed,
            total=one.total,
            requests=one.total,
        )


def pooled(name: str, measure: str, held: Mapping[str, Sequence[bool]]) -> Iterator[Figure]:
    """How many of all that the requests have (several each) hold; intervals by drawing whole
    requests anew, as what one request has goes well or badly together."""
    for half in HALVES:
        own = [(sum(one), len(one)) for id, one in held.items() if is_in(id, half)]
        yield _drawn(name, measure, half, own)


def scores(
    name: str, what: str, held: Mapping[str, Agreement], kinds: Sequence[Kind] = KINDS
) -> Iterator[Figure]:
    """Precision, recall and F1 over all requests together; intervals by drawing requests anew."""
    for half in HALVES:
        own = [one for id, one in held.items() if is_in(id, half)]
        for kind in kinds:
            yield _drawn(name, f"{what}: {kind}", half, [_counted(one, kind) for one in own])


def leaves(value: JsonValue, path: str = "") -> Iterator[tuple[str, str]]:
    """(path, value) of everything that an argument holds: a list of plain values is one value, a
    list of objects is as many as there are."""
    if isinstance(value, dict):
        for name, inner in cast("dict[str, JsonValue]", value).items():
            yield from leaves(inner, f"{path}.{name}" if path else name)
    elif any(isinstance(one, dict) for one in as_list(value)):
        for number, inner in enumerate(as_list(value)):
            yield from leaves(inner, f"{path}[{number}]")
    else:
        yield path, plain(value)


def plain(value: JsonValue) -> str:
    """A value as it is compared: without case and runs of spaces; 85, 85.0 and "85" are one."""
    if isinstance(value, list):
        return " | ".join(plain(one) for one in cast("list[JsonValue]", value))
    if isinstance(value, bool) or value is None:
        return str(value).casefold()
    text = " ".join(str(value).casefold().split())
    try:
        return f"{float(text):g}" if text[-1:].isdigit() and not _is_code(text) else text
    except ValueError:
        return text


def _is_code(text: str) -> bool:
    """`007` and numbers too long to be counted stay what they are."""
    digits = text.lstrip("-")
    return len(digits) > 15 or (digits[:1] == "0" and digits[1:2].isdigit())


def _counted(one: Agreement, kind: Kind) -> Counted:
    if kind == "F1":
        return 2 * one.right, one.found + one.wanted
    return one.right, one.found if kind == "precision" else one.wanted


def _drawn(name: str, measure: str, half: Half, own: Sequence[Counted]) -> Figure:
    low, high = _interval(own)
    right, total = _sum(own)
    return Figure(
        set=name,
        measure=measure,
        half=half,
        value=_rate(right, total),
        low=low,
        high=high,
        right=right,
        total=total,
        requests=len(own),
    )


def _sum(own: Sequence[Counted]) -> Counted:
    return sum(right for right, _ in own), sum(total for _, total in own)


def _rate(right: int, total: int) -> float:
    return round(right / total, 4) if total else 0.0


def _interval(own: Sequence[Counted]) -> tuple[float, float]:
    right, total = _sum(own)
    if right in (0, total):
        # Nothing varies, so that drawing anew says nothing: Wilson's of requests in place of it.
        telling = sum(1 for _, count in own if count)
        one = wilson(telling if right else 0, telling)
        return one.low, one.high
    draw = random.Random(0)
    drawn = sorted(_rate(*_sum(draw.choices(own, k=len(own)))) for _ in range(_DRAWS))
    return drawn[int(_EDGE * _DRAWS)], drawn[int((1 - _EDGE) * _DRAWS) - 1]
