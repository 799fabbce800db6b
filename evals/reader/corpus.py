"""The corpus: businesses with their requests, one folder an author."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from evals.errors import SuiteError
from evals.reader.business import Business, read_business
from evals.reader.marks import Marked, Unmarked, marked
from evals.reader.request import Request

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True, slots=True)
class Trade:
    """A business with its labelled requests."""

    business: Business
    requests: tuple[Marked, ...]
    author: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that does not fit."""

    file: Path
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


def read_corpus(folder: Path = CORPUS) -> list[Trade]:
    """All businesses of a folder, by name; SuiteError names the first line that does not fit."""
    found = [read_trade(file) for file in sorted(folder.rglob("*.yaml"))]
    for _, faults in found:
        if faults:
            raise SuiteError(str(faults[0]))
    return sorted((trade for trade, _ in found), key=lambda one: one.business.name)


def read_trade(file: Path) -> tuple[Trade, list[Fault]]:
    """The business of a YAML file with the requests beside it, and the lines that do not fit."""
    business = read_business(file)
    lines = file.with_suffix(".jsonl")
    requests: list[Marked] = []
    faults: list[Fault] = []
    for number, line in _lines(lines):
        try:
            requests.append(marked(Request.model_validate_json(line), business))
        except (ValidationError, Unmarked, json.JSONDecodeError) as error:
            faults.append(Fault(lines, number, " ".join(str(error).split())))
    return Trade(business, tuple(requests), file.parent.name), faults


def pools(trades: Sequence[Trade]) -> dict[str, list[str]]:
    """Attribute → the values that requests give it: names, titles, free texts."""
    found: dict[str, dict[str, None]] = {}
    for trade in trades:
        for one in trade.requests:
            for mark in one.marks:
                free = mark.role in ("VAL", "ID") and mark.value is None
                if free and mark.attribute:
                    said = one.request.t[mark.start : mark.end]
                    found.setdefault(mark.attribute, {})[said] = None
    return {attribute: list(said) for attribute, said in found.items()}


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    if not file.exists():
        return
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if line.strip():
            yield number, line
