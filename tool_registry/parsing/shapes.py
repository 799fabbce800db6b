"""What identifiers look like: from patterns and examples, so that a bare code tells its thing."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from tool_registry.base.types import as_list
from tool_registry.parsing.evidence import is_code_pattern
from tool_registry.parsing.meaning import Meaning
from tool_registry.parsing.schema import Field
from tool_registry.vocabulary.concept import LIKE, SHAPE
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon

_CODE = re.compile(r"(?<![A-Za-z0-9_-])[A-Z][A-Z0-9-]{2,30}(?![A-Za-z0-9_-])")
_PREFIX = re.compile(
    r"(?<![A-Za-z0-9_-])([A-Z]{1,6}-?)(?:…|\.{3}|\*{2,}|x{3,}|X{3,}|#{2,})(?![A-Za-z])"
)
"""`AP…`: what the codes begin with."""
_NUMBERED = re.compile(r"\d{2,12}$")
_COUNTED = re.compile(r"\\d\{\d+\}")
_DIGITS = re.compile(r"\d+")


def shapes_of(fields: Iterable[tuple[Field, Meaning]], id_name: str) -> list[tuple[str, str]]:
    """(entity, flag that tells its identifiers) as far as these fields show them."""
    return [
        (meaning.entity, shape)
        for item, meaning in fields
        if meaning.entity and meaning.attribute == id_name and not item.closed
        for shape in _shapes(item)
    ]


def with_shapes(concepts: list[Concept], told: Iterable[tuple[str, str]]) -> list[Concept]:
    """The concepts, entities with what their identifiers look like as flags.

    A pattern that two entities share tells neither."""
    entities: defaultdict[str, set[str]] = defaultdict(set)
    for entity, shape in told:
        entities[shape].add(entity)
    shapes: defaultdict[str, set[str]] = defaultdict(set)
    for shape, names in entities.items():
        if len(names) == 1:
            shapes[next(iter(names))].add(shape)
    known = Lexicon.restored(concepts)
    seen = [known.concept(Kind.ENTITY, name) for name in sorted(shapes)]
    marked = {c: replace(c, flags=c.flags | shapes[c.name]) for c in seen if c}
    return [marked.get(concept, concept) for concept in concepts]


def _shapes(item: Field) -> list[str]:
    pattern = item.schema.get("pattern")
    if isinstance(pattern, str) and is_code_pattern(pattern):
        return [SHAPE + pattern]
    examples = [item.schema.get("example"), *as_list(item.schema.get("examples"))]
    told = [one for one in examples if isinstance(one, str) and _CODE.fullmatch(one)]
    codes = [*told, *_CODE.findall(item.description)]
    begun = set(_PREFIX.findall(item.description))
    numbered = [f"{LIKE}^{re.escape(begun.pop())}\\d+$"] if len(begun) == 1 else []
    exact = [_generalised(code) for code in codes if _NUMBERED.search(code)]
    longer = [LIKE + _COUNTED.sub(r"\\d+", shape) for shape in exact]
    return [*numbered, *(SHAPE + shape for shape in exact), *longer]


def _generalised(example: str) -> str:
    """`QX-0417` → `^QX-\\d{4}$`."""
    parts = _DIGITS.split(example)
    counts = [len(digits) for digits in _DIGITS.findall(example)]
    inner = [
        f"\\d{{{count}}}{re.escape(part)}" for count, part in zip(counts, parts[1:], strict=True)
    ]
    return f"^{re.escape(parts[0])}{''.join(inner)}$"
