"""Prompts are files: one Markdown file a stage, in named sections, with strict placeholders.

`render("intent", environments=…, …)` takes `intent.md` and puts the values in place of
`{{environments}}` and the others. A section is what stands between `<name>` and `</name>`. Lines
between `{{#name}}` and `{{/name}}` are left out where that value is empty: a model reads nothing
that says nothing. Examples stand beside, in `examples.yaml`, and the nearest are shown.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import yaml

FOLDER = Path(__file__).parent
SECTIONS = ("role", "background", "task", "principles", "tools", "examples", "output_schema")
"""What the prompt of a stage has, in this order."""
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_BLOCK = re.compile(r"^\{\{#(\w+)\}\}\n(.*?)^\{\{/\1\}\}(?:\n|\Z)", re.DOTALL | re.MULTILINE)
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
    kept = _BLOCK.sub(lambda found: found.group(2) if values[found.group(1)] else "", template)
    return _PLACEHOLDER.sub(lambda found: values[found.group(1)], kept)


def names() -> tuple[str, ...]:
    """Of all prompts, sorted."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.md")))


def placeholders(name: str) -> frozenset[str]:
    """The names of the values that a prompt takes."""
    text = read(name)
    return frozenset((*_PLACEHOLDER.findall(text), *(block[0] for block in _BLOCK.findall(text))))


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence and its answer, and what it is an example of."""

    marks: frozenset[str]
    sentence: str
    answer: str
    before: str = ""
    """What has to be known of it."""

    @property
    def text(self) -> str:
        """As a prompt shows it."""
        said = f'<sentence>"{self.sentence}"</sentence>'
        return "\n".join(filter(None, (self.before, said, self.answer)))


def nearest(name: str, marks: Set[str]) -> Example:
    """The stage's example that shares most marks with what is asked and has fewest others."""
    return max(examples(name), key=lambda one: len(one.marks & marks) - len(one.marks - marks))


@cache
def examples(name: str) -> tuple[Example, ...]:
    """All of a stage."""
    loaded = yaml.safe_load((FOLDER / "examples.yaml").read_text("utf-8"))
    entries = cast("list[dict[str, Any]]", loaded[name])
    return tuple(
        Example(frozenset(one["marks"]), one["sentence"], one["answer"], one.get("before", ""))
        for one in entries
    )


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
