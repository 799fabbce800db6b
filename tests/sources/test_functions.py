"""Functions of a Python module as tools: described by hints and docstrings, run elsewhere."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from services.opening import open_source
from tool_registry.base.environment import Environment, Environments
from tool_registry.base.errors import CallNotSent
from tool_registry.sources.entries import PythonConfig
from tool_registry.sources.source import ToolSource

pytestmark = pytest.mark.anyio
ENVIRONMENTS = Environments(configured=(Environment(name="pre"),))
MODULE = '''
import asyncio, os
from dataclasses import dataclass
from datetime import date
from enum import Enum
from os.path import join

print("said while importing")

class Colour(Enum):
    RED = "red"
    BLUE = "blue"

@dataclass
class Part:
    part_id: str
    colour: Colour
    made: date

def make_part(name: str, colour: Colour = Colour.RED, made: date = date(2020, 1, 2)) -> Part:
    """Makes a part.

    It is put on the shelf.

    Args:
        name: What to write on it.
        colour: Its colour.

    Returns:
        The part.
    """
    print("said while working")
    return Part("P-" + name, colour, made)

async def count_parts(names: list[str]) -> int:
    """Counts parts.

    :param names: which ones
    :return: how many
    """
    await asyncio.sleep(0)
    return len(names)

def refuse(name: str) -> None:
    """Says no."""
    raise ValueError(f"no part {name}")

def lose(name: str) -> None:
    """Loses the connection to its store."""
    raise ConnectionError("gone")

def leave() -> None:
    """Ends the process."""
    os._exit(3)

def by_position(a, /): ...
def _private(a: str): ...
'''


@asynccontextmanager
async def opened(folder: Path, module: str = "parts") -> AsyncGenerator[ToolSource]:
    (folder / "parts.py").write_text(MODULE, encoding="utf-8")
    config = PythonConfig(id="team", module=module, path=str(folder))
    source = open_source(config, ENVIRONMENTS)
    try:
        yield source
    finally:
        await source.close()


async def test_public_functions_are_described_and_called(tmp_path: Path) -> None:
    async with opened(tmp_path) as source:
        tools = {tool.name: tool for tool in await source.list_tools()}
        made = await source.call(
            "make_part", {"name": "bolt", "colour": "blue", "made": "2024-05-06"}, environment="pre"
        )
        counted = await source.call("count_parts", {"names": ["a", "b"]}, environment="pre")
    assert list(tools) == ["make_part", "count_parts", "refuse", "lose", "leave"]
    make = tools["make_part"]
    assert make.title == "Makes a part"
    assert make.description == "Makes a part.\n\nIt is put on the shelf."
    properties = make.input_schema["properties"]
    assert make.input_schema["required"] == ["name"]
    assert properties["name"] == {"type": "string", "description": "What to write on it."}
    assert properties["made"] == {"type": "string", "format": "date", "default": "2020-01-02"}
    assert properties["colour"]["default"] == "red"
    assert make.output_schema is not None
    assert set(make.output_schema["properties"]) == {"part_id", "colour", "made"}
    assert made.body == {"part_id": "P-bolt", "colour": "blue", "made": "2024-05-06"}
    assert counted.body == {"result": 2}


async def test_what_goes_wrong_is_said_without_a_traceback(tmp_path: Path) -> None:
    async with opened(tmp_path) as source:
        wrong = await source.call("make_part", {"colour": "green"}, environment="pre")
        refused = await source.call("refuse", {"name": "x"}, environment="pre")
        lost = await source.call("lose", {"name": "x"}, environment="pre")
    assert wrong.failure is not None
    assert wrong.failure.kind == "validation"
    assert set(wrong.failure.fields) == {"name", "colour"}
    assert refused.failure is not None
    assert (refused.failure.kind, refused.failure.message) == ("business", "no part x")
    assert lost.failure is not None
    assert (lost.failure.kind, lost.failure.message) == ("unknown", "ConnectionError: gone")


async def test_code_that_ends_its_process_ends_nothing_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as source:
        left = await source.call("leave", {}, environment="pre")
        again = await source.call("count_parts", {"names": []}, environment="pre")
    assert left.failure is not None
    assert left.failure.kind == "unknown"
    assert again.body == {"result": 0}


async def test_a_module_that_cannot_be_imported_says_why(tmp_path: Path) -> None:
    async with opened(tmp_path, "no_such_module") as source:
        with pytest.raises(CallNotSent, match="No module named 'no_such_module'"):
            await source.list_tools()
