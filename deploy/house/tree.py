"""What every check is given: the files of a checkout, and what it hands back: findings."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

PACKAGES = ("services", "evals", "pipelines", "tool_registry")
"""The import packages, upper layer first."""
FOREIGN = Path("evals/trades")
"""Services of other teams, as their authors wrote them: no rule of ours binds them."""

# Several times faster; missing only where PyYAML was built without libyaml.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One broken rule: where, and what to do about it."""

    place: str
    """Path relative to the root, with `:line` where there is one."""
    message: str


@dataclass(frozen=True, slots=True)
class Tree:
    """A checkout: its root and the files that are, or would be, committed (relative paths)."""

    root: Path
    files: tuple[Path, ...]

    def under(self, *folders: str, suffixes: tuple[str, ...] = (".py",)) -> Iterator[Path]:
        """Files with one of the suffixes in the given top folders; all folders without any."""
        for file in self.files:
            if file.suffix in suffixes and (not folders or file.parts[0] in folders):
                yield file

    def text(self, file: Path) -> str:
        """The file's text; bytes that are no UTF-8 are replaced."""
        return (self.root / file).read_text(encoding="utf-8", errors="replace")

    def data(self, file: Path) -> Any:
        """What a YAML file holds."""
        return cast("Any", yaml).load(self.text(file), Loader=_LOADER)

    def parse(self, file: Path) -> ast.Module:
        """The syntax tree of a Python file; SyntaxError where it is none."""
        return ast.parse(self.text(file), filename=str(file))


def read_tree(root: Path) -> Tree:
    """The tree at `root`: what git tracks or would add, or every file where there is no git."""
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            capture_output=True,
            check=True,
            text=True,
        ).stdout.split("\0")
        files = [Path(name) for name in listed if name]
    else:
        files = [path.relative_to(root) for path in root.rglob("*")]
    own = (file for file in files if (root / file).is_file() and FOREIGN not in file.parents)
    return Tree(root, tuple(sorted(own)))
