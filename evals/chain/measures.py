"""Measures of chains: what agrees, and how sure that is."""

import hashlib
import random
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict

from evals.statistics import wilson
from tool_registry.base.types import JsonValue, as_list

Half: TypeAlias = Literal["a", "b", "all"]
HALVES: tuple[Half, ...] = ("a", "b", "all")
"""`a` may be looked at while the product is changed; `b` is only scored."""
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


def half_of(name: str) -> Half:
    """The half of the data that a request belongs to, by the hash of its id."""
    return "a" if hashlib.sha256(name.encode()).digest()[-1] % 2 == 0 else "b"


def agreement(found: Iterable[Hashable], wanted: Iterable[Hashable]) -> Agreement:
    """Counted as often as each occurs."""
    one, other = Counter(found), Counter(wanted)
    return Agreement(right=(one & other).total(), found=one.total(), wanted=other.total())


def share(name: str, measure: str, held: Sequence[tuple[str, bool]]) -> Iterator[Figure]:
    """How many (id of the request, whether) hold, for each half; Wilson's interval."""
    for half in HALVES:
        own = [value for id, value in held if half in ("all", half_of(id))]
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
            requests=len({id for id, _ in held if half in ("all", half_of(id))}),
        )


def scores(name: str, what: str, held: Mapping[str, Agreement]) -> Iterator[Figure]:
    """Precision, recall and F1 over all requests together; intervals by drawing requests anew."""
    for half in HALVES:
        own = [one for id, one in held.items() if half in ("all", half_of(id))]
        for kind in ("precision", "recall", "F1"):
            low, high = _interval(own, kind)
            right, total = _counted(own, kind)
            yield Figure(
                set=name,
                measure=f"{what}: {kind}",
                half=half,
                value=_rate(right, total),
                low=low,
                high=high,
                right=right,
                total=total,
                requests=len(own),
            )


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


def _counted(held: Sequence[Agreement], kind: str) -> tuple[int, int]:
    right = sum(one.right for one in held)
    found, wanted = sum(one.found for one in held), sum(one.wanted for one in held)
    if kind == "F1":
        return 2 * right, found + wanted
    return right, found if kind == "precision" else wanted


def _rate(right: int, total: int) -> float:
    return round(right / total, 4) if total else 0.0


def _interval(held: Sequence[Agreement], kind: str) -> tuple[float, float]:
    if not held:
        return 0.0, 1.0
    draw = random.Random(0)
    drawn = sorted(_rate(*_counted(draw.choices(held, k=len(held)), kind)) for _ in range(_DRAWS))
    return drawn[int(_EDGE * _DRAWS)], drawn[int((1 - _EDGE) * _DRAWS) - 1]
