"""The project's own labelled requests as sets: evaluation cases, and lists of requests by tool."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from evals.case import Case, Suite
from evals.filtering.sets import Labelled, ToolSet
from tool_registry.base.yaml_files import packaged
from tool_registry.model import RawTool

_BLANK = re.compile(r"\{\w+\}")
_ANY = "10086"
"""Stands for drawn values: a number tells no tool from another."""


def case_set(name: str, suites: Sequence[Suite], tools: Sequence[RawTool]) -> ToolSet:
    """Every wording of every first turn whose expectation names the tools that do it."""
    requests = tuple(each for suite in suites for case in suite.cases for each in _labelled(case))
    return ToolSet(name, tuple(tools), requests)


def by_tool(name: str, tools: Sequence[RawTool]) -> ToolSet:
    """The requests of `data/NAME.yaml`, each for one tool."""
    file = Path(__file__).with_name("data") / f"{name}.yaml"
    held: dict[str, dict[str, list[str]]] = packaged(file)
    requests = tuple(
        Labelled(f"{tool}.{number}", text, frozenset({tool}), frozenset({tool}))
        for tool, texts in held["requests"].items()
        for number, text in enumerate(texts)
    )
    return ToolSet(f"own_{name}", tuple(tools), requests)


def _labelled(case: Case) -> Iterator[Labelled]:
    chain = case.expect[0].chain
    if chain is None or not chain.goal:
        return
    gold = frozenset(chain.goal)
    for number, turns in enumerate(case.variants()):
        text = _BLANK.sub(_ANY, turns[0])
        yield Labelled(f"{case.id}.{number}", text, gold, gold | frozenset(case.without))
