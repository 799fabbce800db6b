"""What mocked tools answer: written by hand in a scenario file, or taken from recorded runs."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

from pydantic import Field

from evals.errors import SuiteError
from evals.expected import Part, Values
from evals.score import short_name
from evals.yaml_files import read_as
from pipelines.contracts.answer import ChainStep
from tool_registry.base.types import JsonValue
from tool_registry.sources.result import CallResult, FailureKind


class ScriptedFailure(Part):
    """A call that does not succeed."""

    kind: FailureKind = "business"
    code: str | None = None
    message: str = "refused by the scenario"


class ScriptedAnswer(Part):
    """What a tool answers to calls with these arguments; the first one that fits counts."""

    when: Values = Field(default_factory=dict)
    """Top-level argument → value; empty: every call."""
    times: int | None = None
    """How many calls; None: all."""
    answer: JsonValue = None
    fails: ScriptedFailure | None = None

    def fits(self, arguments: Mapping[str, JsonValue]) -> bool:
        """True for a call with the arguments that it names."""
        return all(str(arguments.get(name)) == str(value) for name, value in self.when.items())

    def result(self) -> CallResult:
        """As a source gives it."""
        if self.fails is None:
            return CallResult.success(self.answer)
        told = self.fails
        return CallResult.failed(told.kind, told.message, code=told.code, body=self.answer)


class Scenario(Part):
    """Tool name → its answers."""

    tools: dict[str, tuple[ScriptedAnswer, ...]] = Field(default_factory=dict)


def read_scenario(file: Path) -> Scenario:
    """The scenario of a YAML file; SuiteError says what is wrong and where."""
    if not file.is_file():
        raise SuiteError(f"there is no scenario {file}")
    return read_as(Scenario, file)


def recorded_answers(file: Path) -> Scenario:
    """What tools answered in recorded runs: a JSONL file whose lines are answers of `zhizao`, or
    records of an evaluation, which hold such."""
    tools: dict[str, list[ScriptedAnswer]] = {}
    try:
        lines = file.read_text("utf-8").splitlines()
        for step in (one for line in lines if line.strip() for one in _steps(json.loads(line))):
            known = tools.setdefault(short_name(step.tool), [])
            known.append(ScriptedAnswer(when=_plain(step.arguments), answer=step.output))
    except (OSError, ValueError) as error:
        raise SuiteError(f"{file} holds no recorded answers: {error}") from error
    return Scenario(tools={name: tuple(known) for name, known in tools.items()})


def _steps(line: object) -> Iterable[ChainStep]:
    """The calls that were done, wherever an answer stands in the line."""
    if not isinstance(line, dict):
        return
    found = cast("dict[str, object]", line)
    for turn in cast("list[dict[str, object]]", found.get("turns") or []):
        yield from _steps(turn.get("answer"))
    for raw in cast("list[object]", found.get("chain") or []):
        step = ChainStep.model_validate(raw)
        if step.status in ("done", "verified") and step.output is not None:
            yield step


def _plain(arguments: Mapping[str, JsonValue]) -> Values:
    return {k: v for k, v in arguments.items() if isinstance(v, str | int | float | bool)}
