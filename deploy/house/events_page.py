"""`deploy/events.md` says what the event classes say: it is written from their source.

`python -m deploy.house.events_page` writes the page.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from deploy.house.tree import Finding, Tree, read_tree

SOURCE = Path("pipelines/contracts/events.py")
PAGE = Path("deploy/events.md")
BASE = "Told"
_HEAD = f"""# Events

What a run tells, in order; chat page, terminal, trace and evaluation read the same ones. An event
is stored before it is shown. Its JSON is `{{type, run_id, seq, at, data}}`; `data` holds what is
listed here. Written from `{SOURCE}` by `python -m deploy.house.events_page`.
"""


def check(tree: Tree) -> Iterator[Finding]:
    """A page that is missing or says something else than the classes."""
    if SOURCE not in tree.files:
        return
    if PAGE not in tree.files or tree.text(PAGE) != page(tree.parse(SOURCE)):
        yield Finding(str(PAGE), "is not what the classes say: python -m deploy.house.events_page")


def page(module: ast.Module) -> str:
    """The page's text."""
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    events = [one for one in classes if any(ast.unparse(base) == BASE for base in one.bases)]
    return "\n".join([_HEAD, *(_section(one) for one in events)])


def _section(event: ast.ClassDef) -> str:
    rows = list(_rows(event))
    told = ast.get_docstring(event) or ""
    lines = [f"## `{_type(event)}`", " ".join(told.split()), ""]
    if rows:
        lines += ["| field | type | |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _type(event: ast.ClassDef) -> str:
    fields = (one for one in event.body if isinstance(one, ast.AnnAssign))
    named = next(one for one in fields if ast.unparse(one.target) == "type")
    assert isinstance(named.value, ast.Constant)
    return str(named.value.value)


def _rows(event: ast.ClassDef) -> Iterator[str]:
    for place, node in enumerate(event.body):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) != "type":
            kind = ast.unparse(node.annotation).replace("|", "\\|")
            yield f"| `{ast.unparse(node.target)}` | `{kind}` | {_said(event.body[place + 1 :])} |"


def _said(behind: list[ast.stmt]) -> str:
    """The text right behind a field."""
    first = behind[0] if behind else None
    text = first.value if isinstance(first, ast.Expr) else None
    said = text.value if isinstance(text, ast.Constant) else ""
    return " ".join(said.split()) if isinstance(said, str) else ""


if __name__ == "__main__":
    found = read_tree(Path.cwd())
    (found.root / PAGE).write_text(page(found.parse(SOURCE)), "utf-8")
