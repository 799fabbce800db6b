"""What reads a user's words keeps its size: language is learned, and not written by hand again.

Counted is all Python whose input is a user's words: the folders that read a message (the learned
reader, facts of single words, what a request lacks, the early rules, the judge of a model's
reading), and every module with a table of patterns for messages or on top of one (how people go
on, undo, consult, work on the registry). Of the data, the hand-written words and the alternatives
of patterns. Not counted: what was learned (weights, `leftover.json`), and what tools and their
documents are read with, too (the vocabulary of things, actions and values, numerals, shapes), and
how a value is put into a field of the page around the chat: nobody can learn what it calls them.
Nor what fills the form of a picked tool by the names of its arguments (`beside`, `naming` and
`places` of `pipelines/reasoning/arguments`), whose fields are looked at before they are sent: what
was to learn it was not better when it was measured.

The goal is 3,000 lines and 500 phrases. Until both are met, the limits are what has been reached:
they may be lowered, never raised.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from deploy.house.imports import module_name, own_imports
from deploy.house.tree import Finding, Tree

LINES = 7525
PHRASES = 1_267
ROOM = Path("pipelines/intent")
FOLDERS = tuple(ROOM / name for name in ("reader", "lexical", "rules", "model"))
"""With these and the modules of the room itself; its `dialogue` as far as it has patterns."""
SHOWN = ROOM / "model/candidates.py"
"""What a model is shown beside a sentence; it decides nothing."""
MARKERS = Path("tool_registry/vocabulary/packs/general/markers.yaml")
TABLES = {
    Path("pipelines") / module: Path("pipelines") / data
    for module, data in (
        ("intent/dialogue/reply_patterns.py", "intent/dialogue/reply_patterns.yaml"),
        ("intent/undo_request.py", "intent/undo_request.yaml"),
        ("intent/lexical/topics.py", "intent/lexical/topics.yaml"),
        ("onboarding/commands/forms.py", "onboarding/commands/forms.yaml"),
    )
}
"""Modules that look for patterns in messages, and the patterns."""
DATA = (MARKERS, *TABLES.values())
LANGUAGES = ("zh", "en")


def check(tree: Tree) -> Iterator[Finding]:
    """Too many lines, or too many phrases."""
    lines = sum(len(tree.text(file).splitlines()) for file in read_by(tree))
    if lines > LINES:
        told = f"{lines} lines read a user's words, at most {LINES}: let the reader learn it"
        yield Finding("pipelines", told)
    phrases = sum(_phrases(tree, file) for file in DATA if file in tree.files)
    if phrases > PHRASES:
        told = f"{phrases} phrases for a user's words, at most {PHRASES}: let the reader learn it"
        yield Finding(str(MARKERS), told)


def read_by(tree: Tree) -> set[Path]:
    """The Python that reads a user's words."""
    names = {module_name(file) for file in TABLES}
    above = {one.file for one in own_imports(tree) if one.target in names}
    inside = {
        file
        for file in tree.under()
        if file.parent == ROOM or any(one in file.parents for one in FOLDERS)
    }
    inside.discard(SHOWN)
    product = {file for file in above if file.parts[0] == "pipelines"}
    return {*inside, *product, *(file for file in TABLES if file in tree.files)}


def _phrases(tree: Tree, file: Path) -> int:
    return sum(len(re.split(r"(?<!\\)\|", words)) for words in _words(tree.data(file)))


def _words(node: object) -> Iterable[str]:
    """Words in lists, and patterns; of a named entry only what is said in a language."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for one in cast("list[object]", node):
            yield from _words(one)
    elif isinstance(node, dict):
        fields = cast("dict[object, object]", node)
        named = "name" in fields and not fields.keys().isdisjoint(LANGUAGES)
        for key, value in fields.items():
            if not named or key in LANGUAGES:
                yield from _words(value)
