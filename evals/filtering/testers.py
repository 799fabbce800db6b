"""Requests as testers say them, against the whole filter: intent, candidates, "no tool fits".

They were written by somebody who had not seen the tools, then labelled. One without tools and
without `none` is of the sandbox's own trade, but it has no tool that does it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from evals.benchmarks import entries
from pipelines.contracts.answer import Candidate
from pipelines.filter import Finder, candidates
from pipelines.intent.reader import read_alone
from tool_registry.catalogue import Catalogue

FILE = Path(__file__).with_name("data") / "testers.jsonl"


class TesterRequest(BaseModel):
    """A request and what it needs: of each entry of `tools` one (`a|b`: either)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    lang: Literal["zh", "en", "mixed"]
    style: str
    text: str
    tools: tuple[str, ...] = ()
    none: bool = False
    """True where it is of another trade."""


class TesterFigures(BaseModel):
    """Shares in per cent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    requests: int
    served: int
    """Requests that some tool serves; the next ones are of these."""
    all_included: float
    """All that is needed is among mains and helpers."""
    in_mains: float
    mean_mains: float
    """Mains a step."""
    mean_helpers: float
    refused: float
    """Of the requests of other trades: those without any main."""
    missed: tuple[str, ...] = Field(default=())
    """Ids of the served requests of which something is not included."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One request: whether all is included, all in mains, and how many were offered."""

    request: TesterRequest
    included: bool
    in_mains: bool
    mains: int
    helpers: int
    steps: int


def read_testers(file: Path = FILE) -> tuple[TesterRequest, ...]:
    """All requests, in order."""
    return tuple(TesterRequest.model_validate(entry) for entry in entries(file))


def try_testers(
    requests: Sequence[TesterRequest],
    catalogue: Catalogue,
    finder: Finder | None = None,
    names: Path | None = None,
) -> list[Outcome]:
    """Filters each request; `names`: where the reader keeps the vectors of names."""
    return [_try(one, catalogue, finder, names) for one in requests]


def tester_figures(outcomes: Sequence[Outcome]) -> TesterFigures:
    """Means over the requests."""
    served = [one for one in outcomes if one.request.tools]
    others = [one for one in outcomes if one.request.none]
    return TesterFigures(
        requests=len(outcomes),
        served=len(served),
        all_included=_percent([one.included for one in served]),
        in_mains=_percent([one.in_mains for one in served]),
        mean_mains=round(fmean(one.mains / one.steps for one in served), 2),
        mean_helpers=round(fmean(one.helpers / one.steps for one in served), 2),
        refused=_percent([not one.mains for one in others]),
        missed=tuple(one.request.id for one in served if not one.included),
    )


def _try(
    request: TesterRequest, catalogue: Catalogue, finder: Finder | None, names: Path | None
) -> Outcome:
    intent = read_alone(request.text, catalogue, folder=names)
    found = candidates(intent, catalogue, finder=finder)
    mains = _names(found, "main")
    helpers = _names(found, "helper")
    return Outcome(
        request,
        all(_has(need, mains | helpers) for need in request.tools),
        all(_has(need, mains) for need in request.tools),
        len(mains),
        len(helpers),
        max(1, len(intent.goals)),
    )


def _has(need: str, names: set[str]) -> bool:
    return not names.isdisjoint(need.split("|"))


def _names(found: Sequence[Candidate], role: str) -> set[str]:
    return {one.tool.rpartition("/")[2] for one in found if one.role == role}


def _percent(hits: Sequence[bool]) -> float:
    return round(100 * fmean(hits), 1) if hits else 0.0
