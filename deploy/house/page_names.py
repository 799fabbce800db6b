"""Files, and names in them, that a page names as code are there: a page moves with the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from deploy.house.pages import FENCE
from deploy.house.tree import FOREIGN, Finding, Tree

HISTORY = Path("CHANGELOG.md")
"""Tells what was; what it names may be gone."""
CODE = re.compile(r"`([^`\s]+)`")
FILE = re.compile(r"([\w.{},*/-]+\.(?:py|sh|toml|tsv|ya?ml))(?::([A-Za-z_][\w.]*))?")
FOLDER = re.compile(r"([\w.-]+/)+[\w.-]*")
PLACEHOLDER = re.compile(r"(.*/)?[A-Z]+/.*")
"""`NAME/application.yaml`: for any name."""
ALTERNATIVES = re.compile(r"(.*)\{([^}]*)\}(.*)")


def check(tree: Tree) -> Iterator[Finding]:
    """Files and folders of ours that are not there, and names that their file does not define.

    `a/b.py` and `b.py` stand for any file whose path ends so, `a/b.py:Class.method` for a name in
    it; a folder is told from other words with a slash by its first part, a folder at the top.
    """
    known = {file.as_posix() for file in tree.files}
    tops = {file.parts[0] for file in tree.files if len(file.parts) > 1}
    folders = {parent.as_posix() for file in tree.files for parent in file.parents}
    for page in tree.under(suffixes=(".md",)):
        if page != HISTORY:
            for number, word in _words(tree.text(page)):
                problem = _file(tree, known, word) or _folder(tree, known | folders, tops, word)
                if problem is not None:
                    yield Finding(f"{page}:{number}", f"{word}: {problem}")


def _words(text: str) -> Iterator[tuple[int, str]]:
    """What stands as code in a page, with its line; blocks of code are examples."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield from ((number, word) for word in CODE.findall(line))


def _file(tree: Tree, known: set[str], word: str) -> str | None:
    found = FILE.fullmatch(word)
    if found is None or PLACEHOLDER.fullmatch(found[1]):
        return None
    for path in _written_out(found[1]):
        files = [file for file in known if PurePosixPath(file).match(path)]
        if not files:
            return "there is no such file: correct the page"
        name = found[2]
        if name and not any(name in _names(tree.parse(Path(file)).body) for file in files):
            return f"the file defines no {name}: correct the page"
    return None


def _folder(tree: Tree, known: set[str], tops: set[str], word: str) -> str | None:
    if FOLDER.fullmatch(word) is None or word.partition("/")[0] not in tops:
        return None
    foreign = FOREIGN in Path(word).parents and (tree.root / word).exists()
    if foreign or word.rstrip("/") in known:
        return None
    return "there is no such folder: correct the page"


def _written_out(path: str) -> Iterator[str]:
    """`a/{b,c}.py` as `a/b.py` and `a/c.py`."""
    found = ALTERNATIVES.fullmatch(path)
    if found is None:
        yield path
    else:
        for one in found[2].split(","):
            yield from _written_out(f"{found[1]}{one}{found[3]}")


def _names(body: list[ast.stmt], owner: str = "") -> set[str]:
    """What a module or class defines, with what its classes define: `Class.method`."""
    names: set[str] = set()
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(f"{owner}{node.name}")
        if isinstance(node, ast.ClassDef):
            names |= _names(node.body, f"{owner}{node.name}.")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            names |= {f"{owner}{one.id}" for one in _targets(node) if isinstance(one, ast.Name)}
    return names


def _targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]
