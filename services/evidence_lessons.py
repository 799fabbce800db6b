"""The requests from which `zhizao bench testers --learn` learns, put together."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from evals.case import load_suite
from evals.filtering.own import by_tool, case_set
from evals.filtering.sets import ToolSet, read_sets
from evals.filtering.testers import read_testers
from evals.filtering.testers_learning import SHOP, STAFF, TESTERS, Asked, Lessons, is_open
from services.bench_wiring import WITHOUT_LESSONS, Offer, catalogue_of, sandbox_offer
from services.settings import Settings

_MOST = 60
"""So many requests of a set at most."""
_ELSEWHERE = 5
"""So many requests of each set are asked to the other catalogues."""


def evidence_lessons(settings: Settings, data: Path | None) -> list[Lessons]:
    """The open half of the testers' requests, the project's own, and those of a folder of sets."""
    commerce, staff = (sandbox_offer(settings, trade) for trade in ("commerce", "staff"))
    shop = catalogue_of(commerce, settings)
    cases = case_set(SHOP, [load_suite("seed"), load_suite("more")], commerce.tools)
    found = [
        Lessons(TESTERS, shop, tuple(_testers())),
        Lessons(cases.name, shop, tuple(_asked(cases))),
        Lessons(STAFF, catalogue_of(staff, settings), tuple(_staff(staff))),
    ]
    for one in read_sets(data) if data else ():
        if one.name not in WITHOUT_LESSONS:
            offer = Offer(one.tools, ())
            found.append(Lessons(one.name, catalogue_of(offer, settings), tuple(_asked(one))))
    return [_with_others(one, found) for one in found]


def _with_others(own: Lessons, sets: Iterable[Lessons]) -> Lessons:
    """A set, and some requests of the others, which its catalogue does not serve."""
    others = [
        Asked(asked.text, kind="elsewhere")
        for one in sets
        if one.catalogue is not own.catalogue
        for asked in [each for each in one.requests if each.kind == "served"][:_ELSEWHERE]
    ]
    return Lessons(own.name, own.catalogue, (*own.requests, *others))


def _testers() -> Iterator[Asked]:
    for one in read_testers():
        if is_open(one.text) and (one.tools or one.none):
            names = frozenset(name for need in one.tools for name in need.split("|"))
            yield Asked(one.text, names, "other_trade" if one.none else "served")


def _asked(found: ToolSet) -> Iterator[Asked]:
    usable = [one for one in found.requests if is_open(one.text)]
    for one in usable[:: max(1, len(usable) // _MOST)]:
        yield Asked(one.text, frozenset(name.rpartition("/")[2] for name in one.gold))


def _staff(offer: Offer) -> Iterator[Asked]:
    yield from _asked(case_set(STAFF, [load_suite("staff")], offer.tools))
    yield from _asked(by_tool("staff", offer.tools))
