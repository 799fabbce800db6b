"""A raw tool read once: its sections, its argument fields and its result fields."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tool_registry.base.environment import Environments
from tool_registry.model import RawTool
from tool_registry.parsing.description_terms import phrase_set, phrases
from tool_registry.parsing.learning import certainty
from tool_registry.parsing.naming import read_key
from tool_registry.parsing.operations import Operation, read_operation
from tool_registry.parsing.outputs import told_outputs
from tool_registry.parsing.schema import Field, flatten
from tool_registry.parsing.sections import Sections, is_placeholder, read_sections, says
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.text import split_identifier

_LONGEST_TITLE = 3
"""Longer titles that say no more than the name are made from it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What all later steps look at, so that nothing is taken apart twice."""

    raw: RawTool
    sections: Sections
    inputs: tuple[Field, ...]
    outputs: tuple[Field, ...]
    operation: Operation | None
    """What verb and path of an HTTP operation tell."""
    outputs_declared: bool
    """False where the result fields come from the author's prose or from results seen."""
    outputs_learned: float
    """How sure they are where they come from results seen; else 0."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """Arguments and results."""
        return (*self.inputs, *self.outputs)

    @property
    def titles(self) -> tuple[str, ...]:
        """What names the tool, the most telling first: title, name, summary."""
        return tuple(t for t in (self.raw.title or "", self.raw.name) if t)

    def owner_of(self, item: Field) -> str:
        """The thing that a parameter of the path singles out; empty for all other values."""
        return self.operation.owners.get(item.path, "") if self.operation else ""

    def spoken(self, lexicon: Lexicon) -> tuple[str, ...]:
        """What says in words what the tool does: its titles, or what verb and path say instead of
        a name that a program made from them."""
        told = self.operation.phrase(lexicon) if self.operation else ""
        title = self.raw.title or ""
        if not told:
            return self.titles
        made = sorted(split_identifier(title)) == sorted(split_identifier(self.raw.name))
        own = made and self.operation is not None and len(split_identifier(title)) > _LONGEST_TITLE
        return (title, told) if title and not own else (told,)


def read_tool(tool: RawTool, environments: Environments) -> Reading:
    """Take one tool's texts and schemas apart."""
    told = "" if is_placeholder(tool.description) else tool.description
    sections = read_sections(told, environments)
    declared = flatten(tool.output_schema, list_marks=True)
    learned = [] if declared else flatten(tool.learned_output, list_marks=True)
    operation = read_operation(tool)
    owners: Mapping[str, str] = operation.owners if operation else {}
    return Reading(
        raw=tool,
        sections=sections,
        operation=operation,
        inputs=tuple(_placed(item, owners) for item in flatten(tool.input_schema)),
        outputs=tuple(declared or learned or told_outputs(sections)),
        outputs_declared=bool(declared),
        outputs_learned=certainty(tool.learned_output) if learned else 0.0,
    )


def _placed(item: Field, owners: Mapping[str, str]) -> Field:
    """A parameter of the path stands inside the thing that it singles out."""
    owner = owners.get(item.path)
    return replace(item, parents=((owner, ""),)) if owner else item


def is_service(item: Field) -> bool:
    """True for values of the call itself: paging, envelope, idempotency, hidden parameters."""
    # Every step asks it of every field; a field never changes.
    held = vars(item)
    if "is_service" not in held:
        held["is_service"] = _is_service(item)
    return held["is_service"]


def _is_service(item: Field) -> bool:
    if _service(item.key, item.description, item.required) or _is_variant(item):
        return True
    words = " ".join(split_identifier(item.key))
    return _pages(words, item) or _wraps(words, item)


def _pages(words: str, item: Field) -> bool:
    """Paging; where the word may be of the thing (a size), only a plain number is."""
    if words not in phrase_set("naming", "paging") or item.closed:
        return False
    return item.type != "string" or words not in phrase_set("naming", "paging_numbers")


def _wraps(words: str, item: Field) -> bool:
    """A field of the envelope around a result, not of a thing inside it."""
    around = {" ".join(split_identifier(name)) for name, _ in item.parents}
    envelope = phrase_set("naming", "envelope")
    return words in envelope and around <= envelope


def _is_variant(item: Field) -> bool:
    """True for a filter's further comparisons: `name__contains` beside `name`."""
    base, mark, _ = item.key.partition("__")
    return bool(base and mark) and base in item.siblings


@lru_cache(maxsize=16384)
def _service(key: str, description: str, required: bool) -> bool:
    return is_hidden(key) or _keyed(key, description, required)


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
