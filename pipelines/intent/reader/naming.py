"""What a value is called, where the reader has put it into the value: `nick Lily`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pipelines.intent.reader.marks import Mark, Marks
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

_AHEAD = re.compile(r"([^\W\d_]+)(?:\s*[:=\uff1a]\s*|\s+)(?=\S)")


def names_of_values(
    tools: Iterable[ToolEssentialModel], lexicon: Lexicon
) -> Mapping[str, frozenset[str]]:
    """Word → the attributes that are called so: by the arguments of the tools, and by the words
    of the catalogue."""
    found: dict[str, set[str]] = {}
    for tool in tools:
        for slot in tool.needs:
            concept = lexicon.concept(Kind.ATTRIBUTE, slot.attribute or "")
            for word in (*split_identifier(slot.key)[-1:], *(concept.surfaces if concept else ())):
                found.setdefault(fold(word), set()).add(slot.attribute or "")
    return {word: frozenset(held - {""}) for word, held in found.items()}


def without_names(read: Marks, called: Mapping[str, frozenset[str]]) -> Marks:
    """The marks of values without what they are called."""
    return replace(read, marks=tuple(_bare(one, called) for one in read.marks))


def _bare(mark: Mark, called: Mapping[str, frozenset[str]]) -> Mark:
    ahead = _AHEAD.match(mark.text) if mark.role in ("VAL", "ID") else None
    if ahead is None or mark.link("attribute") not in called.get(fold(ahead[1]), ()):
        return mark
    cut = ahead.end()
    return replace(mark, start=mark.start + cut, text=mark.text[cut:])
