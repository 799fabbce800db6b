"""Reading what a server says of the arguments that it did not accept."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, cast

from tool_registry.base.yaml_files import packaged
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.result import Failure

Kind: TypeAlias = Literal["unwanted", "values", "absent", "required", "format"]
_KINDS: tuple[Kind, ...] = ("unwanted", "values", "absent", "required", "format")
_DATA = Path(__file__).with_name("complaints.yaml")
_INDEX = re.compile(r"\[\d*\]|(?<=\.)\d+\.?|\.$")
_MARKS = "'\"`\u2018\u2019\u201c\u201d"
_QUOTED = re.compile(f"[{_MARKS}]([^{_MARKS}]+)[{_MARKS}]")


@dataclass(frozen=True, slots=True)
class Complaint:
    """One argument, what is wrong with it, and what the server tells of how it should be."""

    slot: Slot
    kind: Kind
    words: str
    format: str | None = None
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None


def complaints(failure: Failure, tool: ToolEssentialModel) -> list[Complaint]:
    """What the failure says of arguments of the tool; of others, and in other words, nothing."""
    said = failure.fields or _named_in(failure.message, tool)
    found: list[Complaint] = []
    for path, words in said.items():
        slot = _slot(path, tool)
        kind = _kind(words)
        if slot is not None and kind is not None:
            found.append(_complaint(slot, kind, words))
    return found


def _complaint(slot: Slot, kind: Kind, words: str) -> Complaint:
    numbers = {name: _bound(words, name) for name in ("minimum", "maximum")}
    choices = tuple(_choices(words)) if kind == "values" else ()
    return Complaint(slot, kind, words, _format(words), choices, **numbers)


def _slot(path: str, tool: ToolEssentialModel) -> Slot | None:
    """The slot of that path, however the server marks list positions; else of that last name."""
    plain = _plain(path)
    exact = [slot for slot in tool.needs if _plain(slot.path) == plain]
    last = plain.rpartition(".")[2]
    named = exact or [slot for slot in tool.needs if slot.key == last]
    if len(named) != 1 or named[0].environment or named[0].hidden:
        return None
    return named[0]


def _plain(path: str) -> str:
    return _INDEX.sub("", path).strip(".")


def _named_in(message: str, tool: ToolEssentialModel) -> dict[str, str]:
    """The arguments whose names stand in a message, with the sentence in which they stand."""
    found: dict[str, str] = {}
    for sentence in re.split(r"[\n;\uff1b\u3002]|\.\s", message):
        names = set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", sentence))
        for slot in tool.needs:
            if slot.key in names:
                found.setdefault(slot.path, sentence)
    return found


def _kind(words: str) -> Kind | None:
    said = words.casefold()
    if _format(words) and any(word in said for word in cast("list[str]", _data()["form"])):
        return "format"
    for kind in _KINDS:
        if any(phrase in said for phrase in cast("list[str]", _data()[kind])):
            return kind
    return None


def _format(words: str) -> str | None:
    said = words.casefold()
    formats = cast("dict[str, list[str]]", _data()["formats"])
    for name, phrases in formats.items():
        if any(_stands_in(phrase, said) for phrase in phrases):
            return name
    return None


def _stands_in(phrase: str, said: str) -> bool:
    if not phrase.isascii():
        return phrase in said
    return re.search(rf"(?<![a-z]){re.escape(phrase)}(?![a-z])", said) is not None


def _bound(words: str, name: str) -> float | None:
    for pattern in cast("list[str]", _data()[name]):
        match = re.search(pattern, words, re.IGNORECASE)
        if match:
            return float(match[1])
    return None


def _choices(words: str) -> Iterator[str]:
    for pattern in cast("list[str]", _data()["choices"]):
        match = re.search(pattern, words, re.IGNORECASE)
        if match is None:
            continue
        listed = match[1]
        quoted: Sequence[str] = _QUOTED.findall(listed)
        plain = re.split(r"[,|/\u3001\uff0c]|\s+(?:or|and)\s+", listed)
        for each in quoted or plain:
            value = each.strip(" .[]()'\"")
            if value and " " not in value:
                yield value
        return


def _data() -> dict[str, object]:
    return packaged(_DATA)
