"""What authors say of other tools: replacements, troubleshooting, polling, undoing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tool_registry.base.types import FunctionType
from tool_registry.model import Poll, ToolEssentialModel
from tool_registry.parsing.reading import Reading
from tool_registry.parsing.sections import is_empty_text, says

_WORD = re.compile(r"[a-z0-9_][a-z0-9_.-]*[a-z0-9_]")


@dataclass(frozen=True, slots=True)
class ToolNames:
    """Names and titles of all tools, to recognise them in texts."""

    latin: Mapping[tuple[str, str], str]
    """(source, name in lower case) → tool id, for names of one word."""
    phrases: Mapping[str, tuple[tuple[str, str], ...]]
    """Source → (folded name or title, tool id), longest first, for all others."""

    def mentioned(self, text: str, source: str, *, besides: str) -> tuple[str, ...]:
        """Ids of the tools named in a text, in order of mention, never the tool itself."""
        if not text.strip(" ,"):
            return ()
        folded = text.lower()
        found: dict[str, int] = {}
        for word in _WORD.finditer(folded):
            if tool := self.latin.get((source, word[0])):
                found.setdefault(tool, word.start())
        for name, tool in self.phrases.get(source, ()):
            at = folded.find(name)
            if at >= 0:
                folded = folded.replace(name, "\0" * len(name))
                found.setdefault(tool, at)
        found.pop(besides, None)
        return tuple(sorted(found, key=lambda tool: found[tool]))


def tool_names(readings: Sequence[Reading]) -> ToolNames:
    """The name index of a catalogue; names of three letters or less are too common to tell."""
    latin: dict[tuple[str, str], str] = {}
    phrases: dict[str, list[tuple[str, str]]] = {}
    for reading in readings:
        source, tool = reading.raw.source, reading.raw.id
        for name in {text.lower() for text in reading.titles if len(text) > 3}:
            if _WORD.fullmatch(name):
                latin[(source, name)] = tool
            else:
                phrases.setdefault(source, []).append((name, tool))
    ordered = {s: tuple(sorted(held, key=lambda p: (-len(p[0]), p))) for s, held in phrases.items()}
    return ToolNames(latin, ordered)


def troubleshooting_of(reading: Reading) -> str | None:
    """The author's own words on finding out what went wrong; None where there are none."""
    text = reading.sections.text("troubleshooting")
    return None if is_empty_text(text) else text.strip()


def replacements_of(reading: Reading, names: ToolNames) -> tuple[str, ...]:
    """Tools that the author declares as substitutes; what he names as a way back is none."""
    text = reading.sections.text("replacement")
    parts = [
        part for part in re.split(r"[,，。;；、\n]", text) if not says(part, "effects", "undo")
    ]
    return names.mentioned(" , ".join(parts), reading.raw.source, besides=reading.raw.id)


def undo_of(reading: Reading, names: ToolNames) -> tuple[str, ...]:
    """Tools that the author names as the way back."""
    texts = [reading.sections.text("undo")]
    texts += [
        c
        for c in re.split(r"[,，。;；\n]|\.\s", reading.raw.description)
        if says(c, "effects", "undo")
    ]
    return names.mentioned(" , ".join(texts), reading.raw.source, besides=reading.raw.id)


def poll_of(
    reading: Reading,
    tool: ToolEssentialModel,
    tools: Mapping[str, ToolEssentialModel],
    names: ToolNames,
) -> Poll | None:
    """How to ask for the outcome of work that a call only starts, or None.

    The author must say that it is so; the asking tool is the query tool that he names, else the
    one that takes a value of this tool's result which nothing else yields."""
    said = reading.sections.prose + "\n" + reading.sections.text("outputs")
    if not tool.function.writes or not says(said, "effects", "poll"):
        return None
    named = names.mentioned(said, reading.raw.source, besides=tool.id)
    askers = [tools[i] for i in named if tools[i].function is FunctionType.QUERY]
    for asker in askers or [t for t in tools.values() if t.function is FunctionType.QUERY]:
        found = _key_between(tool, asker)
        if found and (askers or asker.source == tool.source):
            return Poll(tool=asker.id, key_path=found[0], argument=found[1])
    return None


def _key_between(tool: ToolEssentialModel, asker: ToolEssentialModel) -> tuple[str, str] | None:
    """(path in the result, argument) of the one value that the asking tool requires."""
    required = [
        s
        for s in asker.needs
        if s.required and s.default is None and not s.environment and not s.hidden
    ]
    if len(required) != 1:
        return None
    slot = required[0]
    for item in tool.yields:
        same_key = item.key == slot.key
        same_thing = item.entity and (item.entity, item.attribute) == (slot.entity, slot.attribute)
        if same_key or same_thing:
            return (item.path, slot.path)
    return None
