"""Foreign tools beside the catalogue: of a folder of benchmark catalogues, or the shipped ones."""

import json
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from evals.benchmarks import read_tools
from evals.errors import SuiteError
from evals.filtering.sets import CATALOGUES
from tool_registry.base.environment import Environments
from tool_registry.model import RawTool

_CORPUS = CATALOGUES.with_name("corpus")


def read_distractors(folder: Path, environments: Environments) -> tuple[RawTool, ...]:
    """All tools of all `*/tools.jsonl`; SuiteError where there is none.

    Their authors name no environment, which would make them fall at the first filter: a line in
    the usual template says that they run in every one."""
    files = sorted(folder.glob("*/tools.jsonl"))
    if not files:
        raise SuiteError(
            f"no catalogues (*/tools.jsonl) in {folder}; name their folder with --data"
        )
    note = _note(environments)
    tools = {tool.id: tool for file in files for tool in read_tools(file, note)}
    return tuple(tools.values())


def shipped_distractors(environments: Environments, count: int) -> tuple[RawTool, ...]:
    """So many tools of other trades: real servers' first, then those that the filter learned from,
    in English and, as tools of their own, in Chinese."""
    note = _note(environments)
    real = (
        tool for file in sorted(CATALOGUES.glob("*/tools.jsonl")) for tool in read_tools(file, note)
    )
    written = (
        tool
        for language in ("en", "zh")
        for file in sorted(_CORPUS.glob("*.json"))
        for tool in _corpus_tools(file, language, note)
    )
    tools = {tool.id: tool for tool in chain(real, written)}
    return tuple(islice(tools.values(), count))


def _corpus_tools(file: Path, language: str, note: str) -> Iterator[RawTool]:
    listed = json.loads(file.read_text("utf-8"))["tools"]
    for raw in (one for one in listed if language in one):
        fields = {name: {"description": str(one)} for name, one in raw["parameters"].items()}
        yield RawTool(
            source=f"{file.stem}_{language}",
            name=raw["name"],
            description=f"{raw[language]}\n{note}",
            input_schema={"type": "object", "properties": fields},
        )


def _note(environments: Environments) -> str:
    words = "、".join(one.words[0] if one.words else one.name for one in environments.configured)
    return f"##运行环境:{words}"
