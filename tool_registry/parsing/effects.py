"""What repeating a call does, whether it destroys, and whether one call makes many."""

from tool_registry.base.types import Effect, FunctionType
from tool_registry.model import Slot
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.parsing.frame import Frame
from tool_registry.parsing.reading import Reading
from tool_registry.parsing.sections import says
from tool_registry.vocabulary.text import split_identifier


def effect_of(reading: Reading, function: FunctionType, slots: tuple[Slot, ...]) -> Effect:
    """None for reads; idempotent where the author declares it or takes a key; else once.

    What is called a check but is no safe method on one record of an HTTP API may change it:
    `POST /bookings/{id}/confirm`.
    """
    raw, operation = reading.raw, reading.operation
    acts = operation is not None and operation.acts_on_one
    if not function.writes and not acts:
        return Effect.NONE
    prose = reading.sections.prose
    if says(prose, "effects", "not_idempotent"):
        return Effect.ONCE
    if operation and operation.repeatable:
        return Effect.IDEMPOTENT
    keyed = any(slot.idempotency_key for slot in slots)
    if keyed or raw.idempotent or says(prose, "effects", "idempotent"):
        return Effect.IDEMPOTENT
    return Effect.ONCE


def is_destructive(reading: Reading, function: FunctionType) -> bool:
    """By annotation; else deletions and what the author calls irreversible."""
    if reading.raw.destructive is not None:
        return reading.raw.destructive and function.writes
    return function is FunctionType.DELETE or (
        function.writes and says(reading.sections.prose, "effects", "destructive")
    )


def bulk_slot(reading: Reading, frame: Frame, slots: tuple[Slot, ...]) -> str | None:
    """The argument by which one call of a creating tool makes several, or None.

    A count (`batchSize`), or a list of recipients where the tool calls itself bulk."""
    if frame.function is not FunctionType.CREATE:
        return None
    titles = " ".join((*reading.titles, " ".join(split_identifier(reading.raw.name))))
    batch = says(titles, "slots", "bulk_phrases")
    counts = [slot for slot in slots if _counts(slot) and slot.entity in (None, frame.main)]
    for slot in counts:
        if batch or says(slot.description, "slots", "bulk_phrases"):
            return slot.path
    lists = [slot for slot in slots if slot.many and slot.required]
    return lists[0].path if batch and lists else None


def _counts(slot: Slot) -> bool:
    if slot.type not in ("integer", "number"):
        return False
    words = split_identifier(slot.key)
    keys = phrase_set("slots", "count_keys")
    return " ".join(words) in keys or words[-1] in keys or slot.attribute in keys
