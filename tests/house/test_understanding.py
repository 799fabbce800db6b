"""What reads a user's words is counted, and keeps its size."""

from collections.abc import Callable
from pathlib import Path

import pytest

from deploy.house import understanding
from deploy.house.tree import Finding, Tree

Plant = Callable[[dict[str, str]], Tree]
TREE = {
    "pipelines/intent/reader/goals.py": "x = 1\n" * 6,
    "pipelines/intent/undo_request.py": "x = 1\n" * 2,
    "pipelines/execution/undo/stage.py": "from pipelines.intent.undo_request import x\n",
    "pipelines/execution/undo/plan.py": "x = 1\n" * 50,
    "services/a.py": "from pipelines.intent.undo_request import x\n",
    "pipelines/intent/undo_request.yaml": "undo: '(?:take|bring) back|undo'\nall: [all, both]\n",
    "tool_registry/vocabulary/packs/general/markers.yaml": (
        "markers:\n- {name: negation, flags: [content], zh: [一], en: [not, never]}\n"
    ),
}


def test_what_reads_a_message_is_counted_and_what_stands_on_its_patterns(plant: Plant) -> None:
    assert understanding.read_by(plant(TREE)) == {
        Path("pipelines/intent/reader/goals.py"),
        Path("pipelines/intent/undo_request.py"),
        Path("pipelines/execution/undo/stage.py"),
    }


@pytest.mark.parametrize(("lines", "phrases", "told"), [(9, 8, []), (8, 8, [9]), (9, 7, [8])])
def test_more_than_the_limit_is_told(
    plant: Plant, monkeypatch: pytest.MonkeyPatch, lines: int, phrases: int, told: list[int]
) -> None:
    monkeypatch.setattr(understanding, "LINES", lines)
    monkeypatch.setattr(understanding, "PHRASES", phrases)
    found: list[Finding] = list(understanding.check(plant(TREE)))
    assert [int(one.message.split(" ", maxsplit=1)[0]) for one in found] == told
