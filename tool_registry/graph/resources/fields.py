"""Fields of records: arguments and results by where they stand in a record, and what they name."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import cast

from tool_registry.base.types import JsonValue
from tool_registry.graph.resources.api_terms import spoken, words
from tool_registry.graph.resources.model import Field, Place
from tool_registry.model import Slot, ToolEssentialModel, Yield
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.vocabulary.text import split_identifier

_LIST = "[]"
_CONDITIONS = ("filter", "query", "where")


def place_of(path: str, noun: str = "") -> Place:
    """Where a path stands in a record: envelopes and the record's own name around it left out."""
    parts = [part.removesuffix(_LIST) for part in path.split(".")]
    parts = [part for part in parts if part]
    outer = [p for n, p in enumerate(parts[:-1]) if not is_envelope(p, noun, first=n == 0)]
    return (*outer, parts[-1]) if parts else ()


def is_envelope(part: str, noun: str, *, first: bool) -> bool:
    """A layer of a record that says nothing itself."""
    said = " ".join(split_identifier(part))
    return said in words("envelopes") or (first and spoken(part) == noun)


def name_of(place: Place) -> tuple[str, str, bool]:
    """(what it names, what of that, whether it is called as identifiers are)."""
    last = split_identifier(place[-1])
    last = last[1:] if len(last) > 1 and last[0] in _CONDITIONS else last
    endings = words("id_endings")
    if len(place) > 1 and len(last) == 1 and last[0] in (*endings, "name", "slug"):
        return spoken(place[-2]), spoken(place[-1]), True
    if len(last) > 1 and last[-1] in endings:
        return spoken(" ".join(last[:-1])), spoken(last[-1]), True
    return spoken(" ".join(last)), "id", False


def inputs_of(tool: ToolEssentialModel, noun: str, inside: set[str]) -> tuple[Field, ...]:
    """What a tool takes beside the parameters of its path."""
    given = _required(tool)
    return tuple(
        _field(slot, noun, required=slot.required or slot.path in given)
        for slot in tool.needs
        if slot.path not in inside and is_open(slot) and not is_paging(slot, tool)
    )


def is_open(slot: Slot) -> bool:
    """It is for whoever asks to fill it."""
    return not (slot.hidden or slot.environment or slot.idempotency_key)


def is_paging(slot: Slot, tool: ToolEssentialModel) -> bool:
    """It tells which part of a list is wanted, and how long it may be; a word that may be of the
    thing (a size) does so only of what is read, and only as a plain number."""
    words = " ".join(split_identifier(slot.key))
    if words not in phrase_set("naming", "paging"):
        return False
    plain = slot.type != "string" and not (slot.values or tool.function.writes)
    return plain or words not in phrase_set("naming", "paging_numbers")


def _required(tool: ToolEssentialModel) -> set[str]:
    """Paths of the lists that the schema requires as a whole, if not each value in them."""
    names = cast("list[JsonValue]", tool.input_schema.get("required") or [])
    listed = {name for name in names if isinstance(name, str)}
    return {slot.path for slot in tool.needs if slot.path.partition("[")[0] in listed}


def _field(told: Slot | Yield, noun: str, *, required: bool = False) -> Field:
    place = place_of(told.path, noun)
    name, wants, refers = name_of(place)
    return Field(place, name, told, wants=wants, refers=refers, required=required)


def told_by(tool: ToolEssentialModel, noun: str) -> list[Field]:
    """What a result tells of the record, or of each of its records."""
    prefix = record_prefix(tool.yields, noun)
    inside = [one for one in tool.yields if one.path.startswith(prefix)]
    fields = [_field(_cut(one, prefix), noun) for one in inside]
    return [one for one in fields if one.place]


def _cut(one: Yield, prefix: str) -> Yield:
    return one.model_copy(update={"path": one.path[len(prefix) :].removeprefix(".")})


def record_prefix(told: Sequence[Yield], noun: str) -> str:
    """The path of the records in a result: of its longest list, else of what is around them all."""
    heads = Counter(head for one in told if (head := _list_head(one.path)) is not None)
    whole = len(told)
    if heads:
        best, count = max(heads.items(), key=lambda pair: (pair[1], -len(pair[0])))
        if count * 2 > whole and count > 1:
            return best
    return _around(told, noun)


def _list_head(path: str) -> str | None:
    before, mark, behind = path.partition(_LIST)
    return f"{before}{mark}" if mark and behind else None


def _around(told: Sequence[Yield], noun: str) -> str:
    """The layer that holds the record: nearly everything is in it, and it is called after it."""
    heads = Counter(one.path.partition(".")[0] for one in told if "." in one.path)
    for head, count in heads.most_common(1):
        if is_envelope(head, noun, first=True) and count * 2 > len(told):
            return f"{head}."
    return ""


def united(found: Iterable[Field]) -> dict[Place, Field]:
    """One field for each place: the one of which most is known."""
    fields: dict[Place, Field] = {}
    for one in found:
        known = fields.get(one.place)
        if known is None or (not known.told.values and one.told.values):
            fields[one.place] = one
    return fields
