"""Foreign tools beside the catalogue: read from a folder of benchmark catalogues."""

from pathlib import Path

from evals.benchmarks import read_tools
from evals.errors import SuiteError
from tool_registry.base.environment import Environments
from tool_registry.model import RawTool


def read_distractors(folder: Path, environments: Environments) -> tuple[RawTool, ...]:
    """All tools of all `*/tools.jsonl`; SuiteError where there is none.

    Their authors name no environment, which would make them fall at the first filter: a line in
    the usual template says that they run in every one."""
    files = sorted(folder.glob("*/tools.jsonl"))
    if not files:
        raise SuiteError(
            f"no catalogues (*/tools.jsonl) in {folder}; name their folder with --data"
        )
    words = "、".join(one.words[0] if one.words else one.name for one in environments.configured)
    tools = {tool.id: tool for file in files for tool in read_tools(file, f"##运行环境:{words}")}
    return tuple(tools.values())
