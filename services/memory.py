"""What is remembered of a caller beyond one conversation, as people see it."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from pipelines.clarification.form import bare_field
from pipelines.clarification.suggesting import Likeness, described, fused
from pipelines.messages import Language
from pipelines.messages.labels import argument_labels, attribute_label, entity_label
from pipelines.runs.long_term_memory import (
    KEPT,
    UNUSED,
    LongTermMemory,
    Recollection,
    RecollectionKind,
)
from pipelines.runs.memorising import value_of
from tool_registry.base.caller import Caller
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue

_DAY = 86_400


class Part(BaseModel):
    """Base of what is shown."""

    model_config = ConfigDict(frozen=True)


class Known(Part):
    """One thing that is known of an entry."""

    label: str
    value: str


class MemoryEntry(Part):
    """An entry, where it is from, and when it was used."""

    id: str
    kind: RecollectionKind
    environment: str
    environment_label: str
    label: str
    """What kind of thing it is; of a value, for which argument of which tool; empty for a talk."""
    value: str
    """What singles it out; a value in the tool's own unit; a talk's first sentence."""
    unit: str | None
    known: tuple[Known, ...]
    """What else is known of a thing."""
    summary: str
    """What came of a talk."""
    name: str
    words: str
    """The sentence in which it was used last."""
    session_id: str
    """The conversation of that sentence."""
    uses: int
    first_at: float
    last_at: float
    """Seconds since 1970."""


class MemoryView(Part):
    """All that is remembered, what weighs most first, and the rule by which it goes."""

    on: bool
    """False where the caller does not want to be remembered."""
    entries: tuple[MemoryEntry, ...]
    kept: dict[RecollectionKind, int]
    """Kind → so many in one project and environment, at most."""
    unused_days: int
    """After so many days an entry goes that was neither used nor named."""


def memory_view(
    memory: LongTermMemory,
    caller: Caller,
    catalogue: Catalogue,
    language: Language,
    query: str,
    likeness: Likeness | None,
) -> MemoryView:
    """The caller's entries; with a query those that have to do with it, the nearest first."""
    found: Sequence[Recollection] = memory.entries(caller)
    if query.strip():
        found = found_by(query, found, catalogue, likeness)
    return MemoryView(
        on=memory.is_on(caller),
        entries=tuple(entry_view(one, catalogue, language) for one in found),
        kept=dict(KEPT),
        unused_days=int(UNUSED // _DAY),
    )


def found_by(
    query: str, entries: Sequence[Recollection], catalogue: Catalogue, likeness: Likeness | None
) -> list[Recollection]:
    """Entries that hold the words, then those that are alike in meaning."""
    texts = [described(one, catalogue) for one in entries]
    said = query.casefold().strip()
    holding = [one for one, text in zip(entries, texts, strict=True) if said in text.casefold()]
    alike = likeness(query, texts) if likeness is not None else ()
    near = [entries[place] for place in alike if entries[place] not in holding]
    return [*fused(holding, ()), *near]


def entry_view(one: Recollection, catalogue: Catalogue, language: Language) -> MemoryEntry:
    """An entry with its names as the reader calls them."""
    label, value, unit = _named(one, catalogue, language)
    return MemoryEntry(
        id=one.id,
        kind=one.kind,
        environment=one.environment,
        environment_label=catalogue.environments.label(one.environment, language),
        label=label,
        value=value,
        unit=unit,
        known=_known(one, catalogue, language),
        summary=str(one.attributes.get("summary", "")),
        name=one.name,
        words=one.words,
        session_id=one.session_id,
        uses=one.uses,
        first_at=one.first_at,
        last_at=one.last_at,
    )


def _named(
    one: Recollection, catalogue: Catalogue, language: Language
) -> tuple[str, str, str | None]:
    """What it is, its value, and the value's unit."""
    if one.kind == "talk":
        return "", str(one.attributes.get("title", "")), None
    if one.kind == "thing":
        label = entity_label(catalogue.lexicon, one.entity, language)
        return label, value_of(one.attributes), None
    return _argument(one, catalogue, language)


def _argument(
    one: Recollection, catalogue: Catalogue, language: Language
) -> tuple[str, str, str | None]:
    path, raw = str(one.attributes["path"]), one.attributes["value"]
    tool = catalogue.tools.get(str(one.attributes["tool"]))
    slot = next((s for s in tool.needs if s.path == path), None) if tool is not None else None
    if tool is None or slot is None:
        return str(one.attributes["tool"]), str(raw), None
    label = argument_labels(catalogue.lexicon, tool, language).get(path, slot.key)
    field = bare_field(path, slot, label, catalogue, language)
    told = next((o.label for o in field.options if str(o.value) == str(raw)), None)
    return f"{tool.title} · {label}", told or _spoken(raw, field.scale), field.unit


def _spoken(raw: JsonValue, scale: float) -> str:
    if scale == 1 or not isinstance(raw, int | float):
        return str(raw)
    said = raw / scale
    return str(int(said) if said.is_integer() else said)


def _known(one: Recollection, catalogue: Catalogue, language: Language) -> tuple[Known, ...]:
    if one.kind != "thing":
        return ()
    own = value_of(one.attributes)
    return tuple(
        Known(label=attribute_label(catalogue.lexicon, name, language), value=str(value))
        for name, value in one.attributes.items()
        if str(value) != own
    )
