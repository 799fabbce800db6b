"""Prompts are files: one Markdown file a stage, in named sections, a Jinja template.

`render("intent", environments=…, …)` takes `intent.md` and puts the values in place of
`{{environments}}` and the others. A section is what stands between `<name>` and `</name>`. Lines
between `{% if name %}` and `{% endif %}` are left out where that value is empty: a model reads
nothing that says nothing. Examples stand beside, in `examples.yaml`, and the nearest are shown.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tool_registry.base.yaml_files import packaged

if TYPE_CHECKING:
    from jinja2 import Environment, Template

FOLDER = Path(__file__).parent
SECTIONS = ("role", "background", "task", "principles", "tools", "examples", "output_schema")
"""What the prompt of a stage has, in this order."""
_SECTION = re.compile(r"^<(\w+)>\n(.*?)\n</\1>$", re.DOTALL | re.MULTILINE)


class PromptError(LookupError):
    """A program asked for a prompt that does not exist, or with the wrong values."""


def render(name: str, **values: str) -> str:
    """The prompt with its values; PromptError where they are not exactly those that it names."""
    wanted = placeholders(name)
    if wanted != values.keys():
        reason = f"{name}: the prompt takes {sorted(wanted)}, but was given {sorted(values)}"
        raise PromptError(reason)
    return _template(name).render(values)


def names() -> tuple[str, ...]:
    """Of all prompts, sorted."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.md")))


@cache
def placeholders(name: str) -> frozenset[str]:
    """The names of the values that a prompt takes."""
    from jinja2.meta import find_undeclared_variables

    return frozenset(find_undeclared_variables(_environment().parse(read(name))))


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
    entries: list[dict[str, Any]] = packaged(FOLDER / "examples.yaml")[name]
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
        raise PromptError(f"{name}: no such prompt: pipelines/models/prompts/{name}.md")
    return file.read_text("utf-8").strip()


@cache
def _template(name: str) -> "Template":
    return _environment().from_string(read(name))


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, StrictUndefined

    # What is filled in is for a model and no page, so that nothing is escaped.
    return Environment(undefined=StrictUndefined, trim_blocks=True, autoescape=False)
