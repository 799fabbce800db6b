"""A raw tool read once: its sections, its argument fields and its result fields."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tool_registry.base.environment import Environments
from tool_registry.model import RawTool
from tool_registry.parsing.naming import read_key
from tool_registry.parsing.outputs import told_outputs
from tool_registry.parsing.schema import Field, flatten
from tool_registry.parsing.sections import Sections, read_sections, says
from tool_registry.parsing.words import phrase_set, phrases
from tool_registry.vocabulary.text import split_identifier


@dataclass(frozen=True, slots=True)
class Reading:
    """What all later steps look at, so that nothing is taken apart twice."""

    raw: RawTool
    sections: Sections
    inputs: tuple[Field, ...]
    outputs: tuple[Field, ...]
    outputs_declared: bool
    """False where the result fields come from the author's prose, not from a schema."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """Arguments and results."""
        return (*self.inputs, *self.outputs)

    @property
    def titles(self) -> tuple[str, ...]:
        """What names the tool, the most telling first: title, name, summary."""
        return tuple(t for t in (self.raw.title or "", self.raw.name) if t)


def read_tools(tools: Iterable[RawTool], environments: Environments) -> list[Reading]:
    """Read tools in the order of their ids."""
    return [read_tool(tool, environments) for tool in sorted(tools, key=lambda tool: tool.id)]


def read_tool(tool: RawTool, environments: Environments) -> Reading:
    """Take one tool's texts and schemas apart."""
    sections = read_sections(tool.description, environments)
    declared = flatten(tool.output_schema, list_marks=True)
    return Reading(
        raw=tool,
        sections=sections,
        inputs=tuple(flatten(tool.input_schema)),
        outputs=tuple(declared or told_outputs(sections)),
        outputs_declared=bool(declared),
    )


def is_service(item: Field) -> bool:
    """True for values of the call itself: paging, envelope, idempotency, hidden parameters."""
    return _service(item.key, item.description, item.required)


@lru_cache(maxsize=16384)
def _service(key: str, description: str, required: bool) -> bool:
    words = " ".join(split_identifier(key))
    return (
        is_hidden(key)
        or _keyed(key, description, required)
        or words in phrase_set("naming", "paging")
        or words in phrase_set("naming", "envelope")
    )


def is_hidden(key: str) -> bool:
    """True for parameters that users never see."""
    return key.casefold().startswith(phrases("slots", "hidden_prefixes"))


def is_idempotency_key(item: Field) -> bool:
    """True for an idempotency key: the author says so, or an optional argument has such a name."""
    return _keyed(item.key, item.description, item.required)


@lru_cache(maxsize=16384)
def _keyed(key: str, description: str, required: bool) -> bool:
    if says(description, "slots", "idempotency_phrases"):
        return True
    named = " ".join(split_identifier(key)) in phrase_set("slots", "idempotency_keys")
    return named and not required


def is_environment_key(key: str) -> bool:
    """True for names under which tools take the environment of a call."""
    words = " ".join(read_key(key).words)
    names = phrase_set("slots", "environment_keys")
    return words in names or words.removeprefix("mcp ") in names
