"""A small checkout to plant faults in."""

from collections.abc import Callable
from pathlib import Path

import pytest

from deploy.house.tree import Tree, read_tree

Plant = Callable[[dict[str, str]], Tree]


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Writes files (relative path → text) and reads the tree that they make."""

    def write(files: dict[str, str]) -> Tree:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return read_tree(tmp_path)

    return write
