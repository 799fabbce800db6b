"""What a sentence can mean in a catalogue: actions, kinds of things, attributes, values."""

from collections.abc import Iterable, Iterator

from pipelines.reader.names import Name
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.concept import Concept, Kind

_WORDS = 24
"""Words of a concept that are compared with what is said."""


def names_of(catalogue: Catalogue) -> list[Name]:
    """The names of a catalogue, in the order of its lexicon."""
    lexicon = catalogue.lexicon
    fields = [one for tool in catalogue.tools.values() for one in (*tool.needs, *tool.yields)]
    things = {one.entity for one in fields} | {
        o for t in catalogue.tools.values() for o in t.objects
    }
    attributes = {one.attribute for one in fields} | {
        mark.attribute for tool in catalogue.tools.values() for mark in tool.discriminators
    }
    return [
        *_named("action", (c for c in lexicon.concepts_of(Kind.ACTION) if c.function is not None)),
        *_named("entity", (c for c in lexicon.concepts_of(Kind.ENTITY) if c.name in things)),
        *_named(
            "attribute", (c for c in lexicon.concepts_of(Kind.ATTRIBUTE) if c.name in attributes)
        ),
        *_values(lexicon.concepts_of(Kind.VALUE), attributes),
    ]


def _named(kind: str, concepts: Iterable[Concept]) -> Iterator[Name]:
    for concept in concepts:
        yield Name(kind, concept.name, _words(concept))


def _values(concepts: Iterable[Concept], attributes: set[str | None]) -> Iterator[Name]:
    for concept in concepts:
        if concept.attribute is not None and concept.attribute in attributes:
            yield Name("value", f"{concept.attribute}={concept.name}", _words(concept))


def _words(concept: Concept) -> tuple[str, ...]:
    """Its name and surfaces, those of both languages among the first."""
    words = dict.fromkeys(
        w.replace("*", " ") for w in (concept.name.replace("_", " "), *concept.surfaces)
    )
    han = [word for word in words if not word.isascii()]
    latin = [word for word in words if word.isascii()]
    mixed = [word for pair in zip(han, latin, strict=False) for word in pair]
    return tuple(dict.fromkeys([*mixed, *words]))[:_WORDS]
