"""Arguments of calls whose tool is known: how many are exactly what the benchmark has."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evals.chain.binding import Picked, bound
from evals.chain.measures import Agreement, Figure, agreement, leaves, scores, share
from tool_registry.base.types import Object
from tool_registry.model import RawTool

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Call:
    """A call as the benchmark wants it; arguments that come of other calls are left out."""

    tool: str
    arguments: Object


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request with the calls that serve it."""

    id: str
    text: str
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the product's binder made of a request."""

    wanted: Wanted
    made: tuple[Object, ...]

    @property
    def agreement(self) -> Agreement:
        """Values, each at its place of its call."""
        return agreement(_placed(self.made), _placed(one.arguments for one in self.wanted.calls))

    @property
    def said(self) -> Agreement:
        """The same of those wanted values alone that stand in the text as they are."""
        wanted = [
            leaf
            for leaf in _placed(one.arguments for one in self.wanted.calls)
            if _stands(leaf[2], self.wanted.text)
        ]
        right = agreement(_placed(self.made), wanted).right
        return Agreement(right=right, found=right, wanted=len(wanted))


def bind_all(requests: Sequence[Wanted], tools: Mapping[str, RawTool]) -> Iterator[Outcome]:
    """Each request bound by itself, with no other tools than its own."""
    for one in requests:
        picked = Picked(one.text, tuple(tools[call.tool] for call in one.calls))
        yield Outcome(one, tuple(bound(picked)))


def figures(name: str, outcomes: Sequence[Outcome]) -> Iterator[Figure]:
    """Whole requests, values, and values among those that stand in the text."""
    told = {one.wanted.id: one.agreement for one in outcomes}
    whole = {id: one.right == one.found == one.wanted for id, one in told.items()}
    yield from share(name, "requests with all arguments exact, tools given", whole)
    yield from scores(name, "values, tools given", told)
    said = {one.wanted.id: one.said for one in outcomes}
    yield from scores(name, "values that stand in the text, tools given", said, ("recall",))


def _placed(calls: "Sequence[Object] | Iterator[Object]") -> Iterator[tuple[int, str, str]]:
    for number, arguments in enumerate(calls):
        yield from ((number, path, value) for path, value in leaves(arguments))


def _stands(value: str, text: str) -> bool:
    folded = " ".join(text.casefold().split())
    return all(re.search(rf"(?<!\d){re.escape(one)}(?!\d)", folded) for one in value.split(" | "))
