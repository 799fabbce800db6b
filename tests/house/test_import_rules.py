"""Cycles, late imports, the sandbox, and who reads the process environment."""

from collections.abc import Callable

import pytest

from deploy.house.import_rules import check
from deploy.house.tree import Tree

Plant = Callable[[dict[str, str]], Tree]

CLEAN = {
    "tool_registry/base/ids.py": "import uuid\n",
    "tool_registry/model.py": "from tool_registry.base import ids\n",
    "pipelines/road.py": "def road():\n    import mcp\n\n    return mcp\n",
    "services/cli.py": "import os\n\ndef f():\n    from services import app\n    os.getenv(app)\n",
    "services/app.py": "from pipelines.road import road\n",
    "services/sandbox/server.py": "from services.sandbox.state import rows\n",
    "services/sandbox/state.py": "rows = 1\n",
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


def test_the_sandbox_imports_nothing_of_ours(plant: Plant) -> None:
    [found] = check(plant({**CLEAN, "services/sandbox/state.py": "import tool_registry.model\n"}))
    assert found.place == "services/sandbox/state.py:1"
    assert found.message == "the sandbox imports tool_registry.model: it must stand alone"


def test_nobody_imports_the_sandbox(plant: Plant) -> None:
    [found] = check(plant({**CLEAN, "services/app.py": "from services.sandbox import server\n"}))
    assert found.message.startswith(
        "imports services.sandbox.server: reach the sandbox as a process"
    )


def test_the_model_service_stands_alone_too(plant: Plant) -> None:
    service = {**CLEAN, "services/fake_model/server.py": "port = 1\n"}
    assert list(check(plant(service))) == []
    peeks = {"services/fake_model/server.py": "import pipelines.road\n"}
    [inward] = check(plant({**service, **peeks}))
    assert inward.message == "the model service imports pipelines.road: it must stand alone"
    [outward] = check(plant({**service, "services/app.py": "import services.fake_model.server\n"}))
    assert outward.message.startswith(
        "imports services.fake_model.server: reach the model service as a process"
    )


@pytest.mark.parametrize("read", ["import os\nX = os.getenv('A')\n", "from os import environ\n"])
def test_only_services_reads_the_process_environment(plant: Plant, read: str) -> None:
    [found] = check(plant({**CLEAN, "pipelines/road.py": read}))
    assert found.message.startswith("reads the process environment: only services does")
