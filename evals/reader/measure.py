"""How much of labelled requests is read rightly: marks, what they belong to, what they mean."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from evals.reader.corpus import Trade
from evals.reader.marks import Mark as Gold
from evals.reader.marks import Marked
from evals.reader.names import names_in
from pipelines.intent.reader.decoding import Decoder
from pipelines.intent.reader.labels import ROLES
from pipelines.intent.reader.marks import Mark, Marks
from pipelines.intent.reader.names import NameTable


@dataclass(slots=True)
class Tally:
    """Counts of one measure."""

    right: int = 0
    wanted: int = 0
    given: int = 0

    @property
    def f1(self) -> float:
        """Of spans; for single choices, where as many are given as wanted, the share right."""
        return 2 * self.right / max(1, self.wanted + self.given)


@dataclass(slots=True)
class Measure:
    """All measures of some requests."""

    tallies: dict[str, Tally] = field(default_factory=dict[str, Tally])
    requests: int = 0
    wrong: list[tuple[str, list[str]]] = field(default_factory=list[tuple[str, list[str]]])
    """Texts that are not wholly right, with what is wrong."""

    def count(self, name: str, right: int, wanted: int = 1, given: int = 1) -> None:
        """Adds to one measure."""
        tally = self.tallies.setdefault(name, Tally())
        tally.right += right
        tally.wanted += wanted
        tally.given += given


def measured(decoder: Decoder, trades: Iterable[Trade]) -> Measure:
    """What the decoder reads of these requests, beside what they say."""
    found = Measure()
    for trade in trades:
        names = NameTable(names_in(trade.business), decoder.encoder)
        for one in trade.requests:
            request = one.request
            before = (*request.before[-1:], *((request.said,) if request.said else ()))
            _compare(found, one, decoder.read(request.t, names, before))
    return found


def _compare(found: Measure, gold: Marked, read: Marks) -> None:
    found.requests += 1
    wrong: list[str] = []
    request = gold.request
    if request.type is not None:
        found.count("type", read.type is request.type)
        wrong += [] if read.type is request.type else [f"type {read.type}"]
    if request.turn is not None:
        found.count("turn", read.turn == request.turn)
    own, said = {_place(m): m for m in gold.marks}, {_place(m): m for m in read.marks}
    for role in ROLES:
        wanted = {p for p in own if p[2] == role}
        given = {p for p in said if p[2] == role}
        if wanted or given:
            found.count(f"span {role}", len(wanted & given), len(wanted), len(given))
    both = own.keys() & said.keys()
    found.count("spans", len(both), len(own), len(said))
    wrong += [f"missed {p[2]} {request.t[p[0] : p[1]]!r}" for p in sorted(own.keys() - said.keys())]
    wrong += [f"extra {p[2]} {request.t[p[0] : p[1]]!r}" for p in sorted(said.keys() - own.keys())]
    for place in both:
        wrong += _labels(found, gold.marks, read.marks, own[place], said[place])
    asides = {(a.start, a.end, a.kind) for a in gold.asides}
    given_asides = {(a.start, a.end, a.kind) for a in read.asides}
    found.count("asides", len(asides & given_asides), len(asides), len(given_asides))
    touched = sum(any(_meets(a, b) for b in given_asides) for a in asides)
    found.count("asides, touched", touched, len(asides), len(given_asides))
    wrong += [f"missed {kind} {request.t[a:b]!r}" for a, b, kind in sorted(asides - given_asides)]
    wrong += [f"extra {kind} {request.t[a:b]!r}" for a, b, kind in sorted(given_asides - asides)]
    found.count("spans and asides all right", own.keys() == said.keys() and asides == given_asides)
    found.count("whole", not wrong)
    if wrong:
        found.wrong.append((request.t, wrong))


def _labels(
    found: Measure, golds: Sequence[Gold], reads: Sequence[Mark], own: Gold, said: Mark
) -> list[str]:
    wrong: list[str] = []
    head = _place(golds[own.head]) if own.head >= 0 else None
    given = _place(reads[said.head]) if said.head >= 0 else None
    found.count("head", head == given)
    found.count("tie", own.tie == said.tie)
    if head != given or own.tie != said.tie:
        wrong.append(f"{said.text!r} is {said.tie} of {given}, not {own.tie} of {head}")
    wanted = {"action": own.action, "entity": own.entity, "attribute": own.attribute}
    if own.role == "VAL" and own.value and own.attribute and own.value not in ("true", "false"):
        wanted["value"] = f"{own.attribute}={own.value}"
    for kind, name in wanted.items():
        if name is not None:
            found.count(kind, said.link(kind) == name)
            if said.link(kind) != name:
                wrong.append(f"{kind} of {said.text!r}: {said.link(kind)}, not {name}")
    return wrong


def _place(mark: Gold | Mark) -> tuple[int, int, str]:
    return mark.start, mark.end, mark.role


def _meets(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    return one[2] == other[2] and one[0] < other[1] and other[0] < one[1]


def told(found: Measure) -> str:
    """The measures as lines."""
    rows = Counter({name: round(100 * tally.f1, 1) for name, tally in found.tallies.items()})
    return "\n".join(
        f"  {name:28} {rows[name]:5}  (of {found.tallies[name].wanted})" for name in rows
    )
