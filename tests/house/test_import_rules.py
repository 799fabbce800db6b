"""Cycles and late imports."""

from collections.abc import Callable

import pytest

from deploy.house.import_rules import check
from deploy.house.tree import Tree

Plant = Callable[[dict[str, str]], Tree]

CLEAN = {
    "tool_registry/base/ids.py": "import uuid\n",
    "tool_registry/model.py": "from tool_registry.base import ids\n",
    "pipelines/flow/road.py": "def road():\n    import mcp\n\n    return mcp\n",
    "services/cli.py": "def f():\n    from services import app\n\n    return app\n",
    "services/app.py": "from pipelines.flow.road import road\n",
}


def test_a_clean_tree_passes(plant: Plant) -> None:
    assert list(check(plant(CLEAN))) == []


@pytest.mark.parametrize(
    "back",
    [
        "from tool_registry import model\n",
        "import tool_registry.model\n",
        "from ..model import Tool\n",
        "import typing\nif typing.TYPE_CHECKING:\n    from tool_registry.model import T\n",
    ],
)
def test_a_cycle_is_found_however_it_is_written(plant: Plant, back: str) -> None:
    [found] = check(plant({**CLEAN, "tool_registry/base/ids.py": back}))
    assert "import cycle tool_registry." in found.message
    assert "move what they share below both" in found.message


def test_a_late_import_does_not_hide_a_cycle(plant: Plant) -> None:
    late = "def new():\n    from tool_registry import model\n\n    return model\n"
    messages = [f.message for f in check(plant({**CLEAN, "tool_registry/base/ids.py": late}))]
    assert len(messages) == 2
    assert any("import cycle" in message for message in messages)
    assert any("inside a function" in message for message in messages)
