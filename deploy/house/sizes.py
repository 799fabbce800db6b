"""Files of at most 400 lines, functions of at most 60."""

import ast
from collections.abc import Iterator

from deploy.house.tree import Finding, Tree

FILE_LINES = 400
FUNCTION_LINES = 60
CODE = (".py", ".sh", ".js", ".ts", ".tsx", ".css", ".html")


def check(tree: Tree) -> Iterator[Finding]:
    """Findings for code files and Python functions that are too long."""
    for file in tree.under(suffixes=CODE):
        lines = len(tree.text(file).splitlines())
        if lines > FILE_LINES:
            yield Finding(str(file), f"{lines} lines, at most {FILE_LINES}: split it by verb")
    for file in tree.under():
        for node in ast.walk(tree.parse(file)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    yield Finding(
                        f"{file}:{node.lineno}",
                        f"{node.name}() has {lines} lines, at most {FUNCTION_LINES}: "
                        "move its steps into functions of their own",
                    )
