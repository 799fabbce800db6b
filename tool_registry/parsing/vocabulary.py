"""The words of a catalogue: packs, what documents define, what its tools speak of."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tool_registry.base.environment import Environments
from tool_registry.base.types import FunctionType
from tool_registry.model import Document, StateChange
from tool_registry.parsing.attributes import (
    AttributeNames,
    attribute_concepts,
    name_attributes,
    side_by_side,
)
from tool_registry.parsing.entities import name_entities
from tool_registry.parsing.environments import environment_values
from tool_registry.parsing.frame import Frame, read_frame, refined
from tool_registry.parsing.glossary import read_glossary
from tool_registry.parsing.meaning import ID, Meaning, Owners, Reader, learn_owners
from tool_registry.parsing.modifiers import modifier_concepts
from tool_registry.parsing.reading import Reading, is_service
from tool_registry.parsing.schema import Field
from tool_registry.parsing.states import StateTable, read_states, state_table
from tool_registry.parsing.values import ValueUse, uses, with_values
from tool_registry.parsing.words import phrase_set
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold

IDENTIFYING_FLAGS = frozenset({"identifier", "person"})


@dataclass(frozen=True, slots=True)
class Understanding:
    """The catalogue's words, and what they make of every tool."""

    reader: Reader
    frames: dict[str, Frame]
    meanings: dict[str, tuple[list[Meaning], list[Meaning]]]
    """Tool id → meanings of its arguments and of its result fields, in order."""
    changes: dict[str, tuple[StateChange, ...]]
    """Tool id → states before and after; tools that only read have none."""

    @property
    def lexicon(self) -> Lexicon:
        """All words."""
        return self.reader.lexicon


def understand(
    readings: Sequence[Reading],
    documents: Sequence[Document],
    environments: Environments,
    packs: Sequence[Concept],
) -> Understanding:
    """Find entities, then values and attributes, then the modifiers that tell twins apart."""
    named = name_entities(readings, packs, read_glossary(documents), environments)
    plain = Reader(named.lexicon, named.identified)
    frames = {r.raw.id: read_frame(r, plain.lexicon) for r in readings}
    first = _meanings(readings, frames, plain)
    frames = _refined(readings, frames, first, {})
    first = _meanings(readings, frames, plain)
    owned = plain.knowing(_owners(readings, frames, first, plain))
    second = _meanings(readings, frames, owned)
    valued = _with_value_attributes(readings, second, owned.lexicon)
    unnamed = [i for r in readings for i, m in _paired(r, valued) if m.attribute is None]
    names = name_attributes([i for i in unnamed if not _is_service(i, environments)], owned)
    found = _value_uses(readings, _named(readings, valued, names, owned), environments)
    concepts = with_values(owned.lexicon, found, named.terms, named.kinds)
    more = attribute_concepts(names, owned.lexicon)
    reader = owned.speaking(Lexicon([*concepts, *more]))
    frames = {r.raw.id: read_frame(r, reader.lexicon) for r in readings}
    modifiers = modifier_concepts(readings, frames)
    if modifiers:
        reader = owned.speaking(reader.lexicon.extended(modifiers))
        frames |= {
            r.raw.id: read_frame(r, reader.lexicon)
            for r in readings
            if any(not token.concepts for token in frames[r.raw.id].modifiers)
        }
    meanings = _named(readings, valued, names, owned)
    states = _states(readings, meanings, reader.lexicon)
    changes = {
        r.raw.id: read_states(r, frames[r.raw.id].main, states, reader)
        for r in readings
        if r.raw.read_only is not True
    }
    frames = _refined(readings, frames, meanings, changes)
    return Understanding(reader, frames, meanings, changes)


def _refined(
    readings: Sequence[Reading],
    frames: dict[str, Frame],
    meanings: dict[str, tuple[list[Meaning], list[Meaning]]],
    changes: dict[str, tuple[StateChange, ...]],
) -> dict[str, Frame]:
    """Frames in the light of what goes in and comes out."""
    result: dict[str, Frame] = {}
    for reading in readings:
        inputs, outputs = meanings[reading.raw.id]
        taken = {m.entity for m in inputs if m.entity and m.attribute == ID}
        needed = {
            m.entity
            for item, m in zip(reading.inputs, inputs, strict=True)
            if m.entity and item.required and m.told and m.attribute
        }
        made = {m.entity for m in outputs if m.entity and m.attribute == ID} - taken
        moved = {s.entity for s in changes.get(reading.raw.id, ()) if s.after}
        result[reading.raw.id] = refined(
            frames[reading.raw.id], frozenset(needed), frozenset(made), frozenset(moved)
        )
    return result


def _meanings(
    readings: Sequence[Reading], frames: dict[str, Frame], reader: Reader
) -> dict[str, tuple[list[Meaning], list[Meaning]]]:
    found: dict[str, tuple[list[Meaning], list[Meaning]]] = {}
    for reading in readings:
        frame = frames[reading.raw.id]
        inputs = [(i, reader.read(i, frame, result=False)) for i in reading.inputs]
        outputs = [(o, reader.read(o, frame, result=True)) for o in reading.outputs]
        found[reading.raw.id] = (
            [meaning for _, meaning in side_by_side(inputs)],
            [meaning for _, meaning in side_by_side(outputs)],
        )
    return found


def _paired(
    reading: Reading, meanings: dict[str, tuple[list[Meaning], list[Meaning]]]
) -> list[tuple[Field, Meaning]]:
    inputs, outputs = meanings[reading.raw.id]
    return [
        *zip(reading.inputs, inputs, strict=True),
        *zip(reading.outputs, outputs, strict=True),
    ]


def _owners(
    readings: Sequence[Reading],
    frames: dict[str, Frame],
    meanings: dict[str, tuple[list[Meaning], list[Meaning]]],
    reader: Reader,
) -> Owners:
    """Which attribute singles out which entity, by records and by what look-ups ask for."""
    seen: list[tuple[str, Meaning]] = []
    lookups: Counter[tuple[str, str]] = Counter()
    for reading in readings:
        frame, (inputs, outputs) = frames[reading.raw.id], meanings[reading.raw.id]
        if frame.main is None:
            continue
        seen.extend((frame.main, meaning) for meaning in outputs)
        asked = [
            meaning
            for item, meaning in zip(reading.inputs, inputs, strict=True)
            if item.required and not is_service(item) and meaning.attribute
        ]
        if frame.function is FunctionType.QUERY and len(asked) == 1 and asked[0].attribute:
            lookups[(frame.main, asked[0].attribute)] += 1
    flagged = {
        c.name
        for c in reader.lexicon.concepts
        if c.kind is Kind.ATTRIBUTE and c.flags & IDENTIFYING_FLAGS
    }
    return learn_owners(seen, lookups, frozenset(flagged), reader.id)


def _is_service(item: Field, environments: Environments) -> bool:
    return is_service(item) or bool(environment_values(item, environments))


def _value_uses(
    readings: Sequence[Reading],
    meanings: dict[str, tuple[list[Meaning], list[Meaning]]],
    environments: Environments,
) -> list[ValueUse]:
    return [
        use
        for reading in readings
        for item, meaning in _paired(reading, meanings)
        if not _is_service(item, environments)
        for use in uses(item, meaning.attribute, meaning.entity)
    ]


def _with_value_attributes(
    readings: Sequence[Reading],
    meanings: dict[str, tuple[list[Meaning], list[Meaning]]],
    lexicon: Lexicon,
) -> dict[str, tuple[list[Meaning], list[Meaning]]]:
    """A closed set of known values tells the attribute better than an unknown name does.

    All sets under one key count together, so that one key means one attribute."""
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    fields = [item for reading in readings for item in reading.fields]
    for key, words in sorted({(i.key, use.words) for i in fields for use in uses(i, None, None)}):
        sizes[key] += 1
        known = [c for word in words for c in lexicon.lookup(word, Kind.VALUE)]
        told[key].update({c.attribute for c in known if c.attribute})
    chosen = {
        key: attribute
        for key, counted in told.items()
        for attribute, count in sorted(counted.most_common(), key=lambda p: (-p[1], p[0]))[:1]
        if count * 2 > sizes[key]
    }
    generic = _generic(lexicon)

    def better(item: Field, meaning: Meaning) -> Meaning:
        own = meaning.attribute
        known = chosen.get(item.key) if own is None or own in generic else None
        return replace(meaning, attribute=known, exact=True) if known else meaning

    return {
        r.raw.id: (
            [better(i, m) for i, m in zip(r.inputs, meanings[r.raw.id][0], strict=True)],
            [better(o, m) for o, m in zip(r.outputs, meanings[r.raw.id][1], strict=True)],
        )
        for r in readings
    }


def _generic(lexicon: Lexicon) -> frozenset[str]:
    """Attributes so general that a closed set of values says more: type, kind, category."""
    words = ("type", "kind", "category")
    return frozenset(
        c.name for c in lexicon.concepts if c.kind is Kind.ATTRIBUTE and fold(c.name) in words
    )


def _named(
    readings: Sequence[Reading],
    meanings: dict[str, tuple[list[Meaning], list[Meaning]]],
    names: AttributeNames,
    reader: Reader,
) -> dict[str, tuple[list[Meaning], list[Meaning]]]:
    def named(item: Field, meaning: Meaning) -> Meaning:
        if meaning.attribute is not None:
            return meaning
        own = names.of(item, reader) or None
        return Meaning(meaning.entity, own, meaning.role, meaning.confidence, True, meaning.told)

    return {
        r.raw.id: (
            [named(i, m) for i, m in zip(r.inputs, meanings[r.raw.id][0], strict=True)],
            [named(o, m) for o, m in zip(r.outputs, meanings[r.raw.id][1], strict=True)],
        )
        for r in readings
    }


def _states(
    readings: Sequence[Reading],
    meanings: dict[str, tuple[list[Meaning], list[Meaning]]],
    lexicon: Lexicon,
) -> StateTable:
    status = phrase_set("naming", "status_attributes") | {
        c.name
        for word in phrase_set("naming", "status_attributes")
        for c in lexicon.lookup(word, Kind.ATTRIBUTE)
    }
    found: list[tuple[tuple[str, ...], str, str | None, str | None]] = []
    for reading in readings:
        for item, meaning in _paired(reading, meanings):
            words = fold(meaning.attribute or "")
            if words in status or any(words.endswith(word) for word in status):
                for use in uses(item, meaning.attribute, meaning.entity):
                    name = lexicon.canonical(Kind.VALUE, use.words[0]) or use.words[0]
                    found.append((use.words, name, meaning.attribute, meaning.entity))
    known = [c for c in lexicon.concepts if c.kind is Kind.VALUE and c.attribute in status]
    words = {w for c in known for w in (c.name, *c.surfaces)}
    verbs = frozenset(w for w in words if lexicon.lookup(w, Kind.ACTION))
    return state_table(found, known, verbs)
