"""Prompts are files: one Markdown file a stage, in named sections, with strict placeholders.

`render("intent", environments=…, …)` takes `intent.md` and puts the values in place of
`{{environments}}` and the others. A section is what stands between `<name>` and `</name>`.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
SECTIONS = ("role", "background", "task", "principles", "tools", "examples", "output_schema")
"""What the prompt of a stage has, in this order."""
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_SECTION = re.compile(r"^<(\w+)>\n(.*?)\n</\1>$", re.DOTALL | re.MULTILINE)


class PromptError(LookupError):
    """A program asked for a prompt that does not exist, or with the wrong values."""


def render(name: str, **values: str) -> str:
    """The prompt with its values; PromptError where they are not exactly those that it names."""
    template = read(name)
    wanted = placeholders(name)
    if wanted != values.keys():
        reason = f"{name}: the prompt takes {sorted(wanted)}, but was given {sorted(values)}"
        raise PromptError(reason)
    return _PLACEHOLDER.sub(lambda found: values[found.group(1)], template)


def names() -> tuple[str, ...]:
    """Of all prompts, sorted."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.md")))


def placeholders(name: str) -> frozenset[str]:
    """The names of the values that a prompt takes."""
    return frozenset(_PLACEHOLDER.findall(read(name)))


def sections(text: str) -> Mapping[str, str]:
    """Name → content of the outermost sections, in order."""
    return {found.group(1): found.group(2) for found in _SECTION.finditer(text)}


@cache
def read(name: str) -> str:
    """The file as it is, placeholders and all."""
    file = FOLDER / f"{name}.md"
    if not file.is_file():
        raise PromptError(f"{name}: no such prompt: pipelines/prompts/{name}.md")
    return file.read_text("utf-8").strip()
