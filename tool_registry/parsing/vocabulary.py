"""The words of a catalogue: packs, what documents define, what its tools speak of."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tool_registry.base.environment import Environments
from tool_registry.base.types import FunctionType
from tool_registry.model import Document, StateChange
from tool_registry.parsing.attributes import (
    AttributeNames,
    attribute_concepts,
    name_attributes,
    side_by_side,
    stems,
)
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.parsing.entities import Named, name_entities
from tool_registry.parsing.environments import environment_values
from tool_registry.parsing.frame import Frame, read_frame, refined
from tool_registry.parsing.glossary import read_glossary
from tool_registry.parsing.meaning import ID, Meaning, Owners, Reader, learn_owners
from tool_registry.parsing.memory import Pass
from tool_registry.parsing.modifiers import modifier_concepts
from tool_registry.parsing.operations import bulk_concepts
from tool_registry.parsing.reading import Reading, is_service
from tool_registry.parsing.schema import Field
from tool_registry.parsing.shapes import shapes_of, with_shapes
from tool_registry.parsing.states import (
    StateTable,
    StateUse,
    read_states,
    state_table,
    with_outcome,
)
from tool_registry.parsing.values import ValueUse, uses, with_values
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

Meanings: TypeAlias = tuple[list[Meaning], list[Meaning]]
"""Of the arguments and of the result fields of one tool, in order."""
IDENTIFYING_FLAGS = frozenset({"identifier", "person"})


@dataclass(frozen=True, slots=True)
class Understanding:
    """The catalogue's words, and what they make of every tool."""

    reader: Reader
    frames: dict[str, Frame]
    meanings: dict[str, Meanings]
    """By tool id."""
    changes: dict[str, tuple[StateChange, ...]]
    """Tool id → states before and after; tools that only read have none."""

    @property
    def lexicon(self) -> Lexicon:
        """All words."""
        return self.reader.lexicon


def understand(
    tools: Pass, documents: Sequence[Document], environments: Environments, packs: Sequence[Concept]
) -> Understanding:
    """Find entities, then values and attributes, then the modifiers that tell twins apart."""
    named = name_entities(tools, packs, read_glossary(documents), environments)
    owned, first = _owned(tools, named)
    valued = _valued(tools, first, owned)
    unnamed = tools.each("stems", lambda r: _stems(r, valued, environments, owned), owned.lexicon)
    names = name_attributes(pair for pairs in unnamed.values() for pair in pairs)
    meanings = tools.each(
        "meanings",
        lambda r: _named(r, valued[r.raw.id], names, owned),
        owned.lexicon,
        names.by_stem,
    )
    used = tools.each("uses", lambda r: _uses(r, meanings[r.raw.id], environments))
    found = [use for uses in used.values() for use in uses]
    concepts = with_values(owned.lexicon, found, named.terms, named.kinds, named.spoken)
    more = attribute_concepts(names, owned.lexicon)
    shapes = tools.each("shapes", lambda r: _shapes(r, meanings[r.raw.id], owned.id))
    told = [shape for found in shapes.values() for shape in found]
    reader, frames = _framed(
        tools, owned.speaking(Lexicon(with_shapes([*concepts, *more], told))), named.expanded
    )
    states = _states(tools, meanings, reader.lexicon)
    changes = tools.each(
        "states",
        lambda r: _changes(r, frames[r.raw.id], states, reader),
        reader.lexicon,
        states.by_word,
    )
    frames = tools.each(
        "refined", lambda r: _refined(r, frames[r.raw.id], meanings[r.raw.id], changes[r.raw.id])
    )
    return Understanding(reader, frames, meanings, changes)


def _owned(tools: Pass, named: Named) -> tuple[Reader, dict[str, Meanings]]:
    """A reader that knows which attribute singles out what, and what it makes of every field."""
    plain = Reader(named.lexicon, named.identified, identifiers=named.identifiers)
    words = _spoken(named.lexicon, Kind.ENTITY, dict.fromkeys(named.identified, "identified"))
    words |= named.identifiers
    first = tools.each(
        "first", lambda r: _first(r, plain, named.expanded[r.raw.id]), plain.lexicon, words
    )
    owned = plain.knowing(_owners(tools.readings, first, plain))
    words |= _spoken(named.lexicon, Kind.ATTRIBUTE, owned.owners.identifying)
    second = tools.each(
        "second", lambda r: _read(r, first[r.raw.id][0], owned), plain.lexicon, words
    )
    return owned, second


def _spoken(lexicon: Lexicon, kind: Kind, told: Mapping[str, str]) -> dict[str, object]:
    """What is told of concepts, by all words for them."""
    known = [(name, lexicon.concept(kind, name)) for name in told]
    return {
        word: told[name]
        for name, concept in known
        for word in (name, *(concept.surfaces if concept else ()))
    }


def _first(reading: Reading, reader: Reader, expanded: str) -> tuple[Frame, Meanings]:
    """Frame and meanings in the light of each other."""
    frame = read_frame(reading, reader.lexicon, expanded)
    frame = _refined(reading, frame, _read(reading, frame, reader), ())
    return frame, _read(reading, frame, reader)


def _framed(
    tools: Pass, reader: Reader, expanded: Mapping[str, str]
) -> tuple[Reader, dict[str, Frame]]:
    """Frames in all words; the reader then knows the words that tell twins apart, too."""
    frames = tools.each(
        "frames", lambda r: read_frame(r, reader.lexicon, expanded[r.raw.id]), reader.lexicon
    )
    modifiers = modifier_concepts(tools.readings, frames)
    modifiers += bulk_concepts(r.operation for r in tools.readings)
    if not modifiers:
        return reader, frames
    more = reader.speaking(reader.lexicon.extended(modifiers))

    def again(reading: Reading) -> Frame:
        frame = frames[reading.raw.id]
        unknown = any(not token.concepts for token in frame.modifiers)
        said = expanded[reading.raw.id]
        return read_frame(reading, more.lexicon, said) if unknown else frame

    return more, tools.each("modified", again, more.lexicon)


def _changes(
    reading: Reading, frame: Frame, states: StateTable, reader: Reader
) -> tuple[StateChange, ...]:
    if reading.raw.read_only is True:
        return ()
    told = read_states(reading, frame.main, states, reader)
    return with_outcome(told, frame, states) if frame.function.writes else told


def _refined(
    reading: Reading, frame: Frame, meanings: Meanings, changes: tuple[StateChange, ...]
) -> Frame:
    """The frame in the light of what goes in and comes out."""
    inputs, outputs = meanings
    taken = {m.entity for m in inputs if m.entity and m.attribute == ID}
    needed = {
        m.entity
        for item, m in zip(reading.inputs, inputs, strict=True)
        if m.entity and item.required and m.told and m.attribute
    }
    made = {m.entity for m in outputs if m.entity and m.attribute == ID} - taken
    moved = {change.entity for change in changes if change.after}
    return refined(frame, frozenset(needed), frozenset(made), frozenset(moved))


def _read(reading: Reading, frame: Frame, reader: Reader) -> Meanings:
    inputs = [(i, reader.read(i, frame, result=False)) for i in reading.inputs]
    outputs = [(o, reader.read(o, frame, result=True)) for o in reading.outputs]
    return (
        [meaning for _, meaning in side_by_side(inputs)],
        [meaning for _, meaning in side_by_side(outputs)],
    )


def _paired(reading: Reading, meanings: Meanings) -> list[tuple[Field, Meaning]]:
    inputs, outputs = meanings
    return [
        *zip(reading.inputs, inputs, strict=True),
        *zip(reading.outputs, outputs, strict=True),
    ]


def _owners(
    readings: Sequence[Reading], first: Mapping[str, tuple[Frame, Meanings]], reader: Reader
) -> Owners:
    """Which attribute singles out which entity, by records and by what look-ups ask for."""
    seen: list[tuple[str, Meaning]] = []
    lookups: Counter[tuple[str, str]] = Counter()
    for reading in readings:
        frame, (inputs, outputs) = first[reading.raw.id]
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
        c.name for c in reader.lexicon.concepts_of(Kind.ATTRIBUTE) if c.flags & IDENTIFYING_FLAGS
    }
    return learn_owners(seen, lookups, frozenset(flagged), reader.id)


def _is_service(item: Field, environments: Environments) -> bool:
    return is_service(item) or bool(environment_values(item, environments))


def _shapes(reading: Reading, meanings: Meanings, id_name: str) -> list[tuple[str, str]]:
    return shapes_of(_paired(reading, meanings), id_name)


def _uses(reading: Reading, meanings: Meanings, environments: Environments) -> list[ValueUse]:
    return [
        use
        for item, meaning in _paired(reading, meanings)
        if not _is_service(item, environments)
        for use in uses(item, meaning.attribute, meaning.entity)
    ]


def _stems(
    reading: Reading, valued: Mapping[str, Meanings], environments: Environments, reader: Reader
) -> list[tuple[str, str]]:
    paired = _paired(reading, valued[reading.raw.id])
    unnamed = [item for item, meaning in paired if meaning.attribute is None]
    return stems([item for item in unnamed if not _is_service(item, environments)], reader)


def _valued(tools: Pass, meanings: Mapping[str, Meanings], reader: Reader) -> dict[str, Meanings]:
    """A closed set of known values tells the attribute better than an unknown name does.

    All sets under one key count together, so that one key means one attribute."""
    chosen = _chosen_attributes(tools, reader.lexicon)
    generic = _generic(reader.lexicon)

    def better(item: Field, meaning: Meaning) -> Meaning:
        own = meaning.attribute
        known = chosen.get(item.key) if own is None or own in generic else None
        return replace(meaning, attribute=known, exact=True) if known else meaning

    def all_of(reading: Reading) -> Meanings:
        inputs, outputs = meanings[reading.raw.id]
        return (
            [better(i, m) for i, m in zip(reading.inputs, inputs, strict=True)],
            [better(o, m) for o, m in zip(reading.outputs, outputs, strict=True)],
        )

    words = {" ".join(split_identifier(key)): attribute for key, attribute in chosen.items()}
    return tools.each("valued", all_of, reader.lexicon, words)


def _chosen_attributes(tools: Pass, lexicon: Lexicon) -> dict[str, str]:
    """Key → the attribute that most of the known values of its closed sets belong to."""
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    sets = tools.each("sets", _closed_sets)
    for key, words in sorted({one for found in sets.values() for one in found}):
        sizes[key] += 1
        known = [c for word in words for c in lexicon.lookup(word, Kind.VALUE)]
        told[key].update({c.attribute for c in known if c.attribute})
    return {
        key: attribute
        for key, counted in told.items()
        for attribute, count in sorted(counted.most_common(), key=lambda p: (-p[1], p[0]))[:1]
        if count * 2 > sizes[key]
    }


def _closed_sets(reading: Reading) -> set[tuple[str, tuple[str, ...]]]:
    return {(item.key, use.words) for item in reading.fields for use in uses(item, None, None)}


def _generic(lexicon: Lexicon) -> frozenset[str]:
    """Attributes so general that a closed set of values says more: type, kind, category."""
    words = ("type", "kind", "category")
    return frozenset(
        c.name for c in lexicon.concepts if c.kind is Kind.ATTRIBUTE and fold(c.name) in words
    )


def _named(reading: Reading, valued: Meanings, names: AttributeNames, reader: Reader) -> Meanings:
    def named(item: Field, meaning: Meaning) -> Meaning:
        if meaning.attribute is not None:
            return meaning
        own = names.of(item, reader) or None
        return Meaning(meaning.entity, own, meaning.role, meaning.confidence, True, meaning.told)

    return (
        [named(i, m) for i, m in zip(reading.inputs, valued[0], strict=True)],
        [named(o, m) for o, m in zip(reading.outputs, valued[1], strict=True)],
    )


def _states(tools: Pass, meanings: Mapping[str, Meanings], lexicon: Lexicon) -> StateTable:
    status = phrase_set("naming", "status_attributes") | {
        c.name
        for word in phrase_set("naming", "status_attributes")
        for c in lexicon.lookup(word, Kind.ATTRIBUTE)
    }

    def of(reading: Reading) -> list[StateUse]:
        return [
            (use.words, lexicon.canonical(Kind.VALUE, use.words[0]) or use.words[0], *place)
            for item, meaning in _paired(reading, meanings[reading.raw.id])
            if _is_status(fold(meaning.attribute or ""), status)
            for place in [(meaning.attribute, meaning.entity)]
            for use in uses(item, *place)
        ]

    told = tools.each("status", of, lexicon, dict.fromkeys(status, True))
    known = [c for c in lexicon.concepts_of(Kind.VALUE) if c.attribute in status]
    words = {w for c in known for w in (c.name, *c.surfaces)}
    verbs = frozenset(w for w in words if lexicon.lookup(w, Kind.ACTION))
    return state_table([use for found in told.values() for use in found], known, verbs)


def _is_status(attribute: str, status: frozenset[str]) -> bool:
    return attribute in status or any(attribute.endswith(word) for word in status)
