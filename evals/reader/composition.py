"""Longer requests out of those of the corpus: two of them in a row, with what somebody else said
beside a request, and with a slip that is taken back at once. All labels are kept."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from evals.reader.corpus import Trade
from evals.reader.marks import Mark, Marked, Stretch
from evals.reader.variation import edited, tongue
from tool_registry.base.yaml_files import packaged

_DATA = Path(__file__).parent / "composition.yaml"
_LONGEST = 150
"""Characters of a request that is made longer."""
_ANYWHERE = ("reason", "pasted", "supply", "exact")
"""Asides that can stand beside the requests of any business."""
_SHARES = {"joined": 0.12, "aside": 0.2, "taken_back": 0.12}
"""How often each is done to a request."""
_ENDS = re.compile(r"[\s,\uff0c]+$")
_COUNT = re.compile(r"\d{1,4}|[两三四五六七八九十]|two|three|four|five|six|ten", re.IGNORECASE)

Said: TypeAlias = tuple[Marked, Stretch]
"""An aside, and the request in which it was said."""


def _data() -> dict[str, Any]:
    return packaged(_DATA)


class Composition:
    """Makes requests longer at random, with material of these trades alone."""

    def __init__(self, trades: Sequence[Trade], rng: random.Random) -> None:
        self.rng = rng
        self.asides = _asides(trades)
        self.requests = {trade.business.name: trade.requests for trade in trades}

    def of(self, one: Marked, business: str) -> Marked:
        """The request as it is, or longer."""
        rng, made = self.rng, one
        if one.request.before or not one.request.steps:
            return one
        if rng.random() < _SHARES["joined"]:
            made = self._with_another(made, business)
        if rng.random() < _SHARES["taken_back"]:
            made = self._taken_back(made)
        if rng.random() < _SHARES["aside"] and len(made.request.t) < _LONGEST:
            made = self._with_aside(made, business)
        return made

    # ---- two in a row ------------------------------------------------------------------

    def _with_another(self, one: Marked, business: str) -> Marked:
        other = self.rng.choice(self.requests[business])
        spoken = tongue(one.request.t)
        fits = other.request.steps and not other.request.before and not other.request.env
        short = len(one.request.t) + len(other.request.t) < _LONGEST
        if not (fits and short) or other is one or tongue(other.request.t) != spoken:
            return one
        between = self.rng.choice(_data()["then"][spoken])
        return joined(one, between, other)

    # ---- asides ------------------------------------------------------------------------

    def _with_aside(self, one: Marked, business: str) -> Marked:
        spoken = tongue(one.request.t)
        own = self.asides.get((business, spoken), ())
        kind = self.rng.choice(_ANYWHERE)
        held = own if own and self.rng.random() < 0.3 else self.asides.get((kind, spoken), ())
        if not held:
            return one
        said, stretch = self.rng.choice(held)
        inside = cut(said, stretch.start, stretch.end)
        gap = self.rng.choice(_data()["between"][spoken])
        before = stretch.kind in ("reason", "pasted") and self.rng.random() < 0.5
        return joined(inside, gap, one) if before else joined(one, gap, inside)

    # ---- slips -------------------------------------------------------------------------

    def _taken_back(self, one: Marked) -> Marked:
        """Another count, number, place or name right before the one that is meant."""
        spots = [m for m in one.marks if self._slip(one.request.t[m.start : m.end], m)]
        spots = [m for m in spots if not any(_within(m, a) for a in one.asides)]
        if not spots:
            return one
        spot = self.rng.choice(spots)
        said = one.request.t[spot.start : spot.end]
        slip = self._slip(said, spot)
        words = self.rng.choice(_data()["taken_back"][tongue(one.request.t)])
        taken = f"{slip}{words}"
        made = edited(one, [(spot.start, spot.start, taken)])
        end = spot.start + len(_ENDS.sub("", taken))
        return replace(made, asides=[*made.asides, Stretch(spot.start, end, "retract")])

    def _slip(self, said: str, mark: Mark) -> str | None:
        """What might be said by mistake instead; None where nothing comes to mind."""
        rng = random.Random(f"{said}{self.rng.random()}")
        match mark.role:
            case "ENV":
                return rng.choice([e for e in _data()["environments"] if e != said])
            case "QTY" | "VAL" | "ID":
                found = _COUNT.match(said) if mark.role == "QTY" else re.match(r"\d+", said)
                if found is None or (mark.role != "QTY" and found[0] != said):
                    return None
                return _other_number(found[0], rng) + said[found.end() :]
            case _:
                return None


def joined(one: Marked, between: str, other: Marked) -> Marked:
    """One request, some characters, then another one: of the type of the one that has steps."""
    shift, many = len(one.request.t) + len(between), len(one.marks)
    marks = [
        replace(
            m, start=m.start + shift, end=m.end + shift, head=m.head + many if m.head >= 0 else -1
        )
        for m in other.marks
    ]
    asides = [replace(a, start=a.start + shift, end=a.end + shift) for a in other.asides]
    lead, tail = (one, other) if one.request.steps else (other, one)
    told = {
        "t": one.request.t + between + other.request.t,
        "steps": (*lead.request.steps, *tail.request.steps),
        "env": lead.request.env or tail.request.env,
    }
    request = lead.request.model_copy(update=told)
    return Marked(request, [*one.marks, *marks], [*one.asides, *asides])


def cut(one: Marked, start: int, end: int) -> Marked:
    """An aside with the marks inside it, as a text of its own without steps."""
    kept = [i for i, m in enumerate(one.marks) if start <= m.start and m.end <= end]
    place = {index: at for at, index in enumerate(kept)}
    marks = [
        replace(m, start=m.start - start, end=m.end - start, head=place.get(m.head, -1))
        for m in (one.marks[index] for index in kept)
    ]
    asides = [
        replace(a, start=a.start - start, end=a.end - start)
        for a in one.asides
        if start <= a.start and a.end <= end
    ]
    told = {"t": one.request.t[start:end], "steps": (), "env": None, "aside": ()}
    return Marked(one.request.model_copy(update=told), marks, asides)


def _asides(trades: Sequence[Trade]) -> Mapping[tuple[str, str], Sequence[Said]]:
    """(Business or kind of aside, language) → what was said beside requests."""
    found: dict[tuple[str, str], list[Said]] = {}
    for trade in trades:
        for one in trade.requests:
            for stretch in one.asides:
                spoken = tongue(one.request.t[stretch.start : stretch.end])
                if stretch.kind in _ANYWHERE:
                    found.setdefault((stretch.kind, spoken), []).append((one, stretch))
                elif stretch.kind in ("forbid", "keep"):
                    found.setdefault((trade.business.name, spoken), []).append((one, stretch))
    return found


def _within(mark: Mark, stretch: Stretch) -> bool:
    return stretch.start <= mark.start and mark.end <= stretch.end


def _other_number(said: str, rng: random.Random) -> str:
    """Another number, written alike."""
    if not said.isdigit():
        held: Sequence[str] = _data()["numerals"][tongue(said)]
        return rng.choice([one for one in held if one != said.lower()])
    many = len(said)
    return str(rng.choice([n for n in (1, 2, 3, 5, 8, 9) if str(n) != said])) + "".join(
        str(rng.randint(0, 9)) for _ in range(many - 1)
    )
