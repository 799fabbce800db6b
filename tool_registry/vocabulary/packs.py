"""Reading synonym packs: YAML files of concepts, one list per kind."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.base.yaml_files import read
from tool_registry.vocabulary.lexicon import Concept, Kind

SHIPPED = Path(__file__).parent / "packs"
_KINDS = {
    "actions": Kind.ACTION,
    "entities": Kind.ENTITY,
    "attributes": Kind.ATTRIBUTE,
    "values": Kind.VALUE,
    "markers": Kind.MARKER,
}


def load_packs(names: tuple[str, ...], directory: Path = SHIPPED) -> list[Concept]:
    """Concepts of the named packs, in order. A pack is `NAME.yaml` or all files in `NAME/`.

    What is shipped is read once."""
    reader = _shipped if directory == SHIPPED else _read
    files = ((file, name) for name in names for file in _files(directory, name))
    return [concept for file, name in files for concept in reader(file, name)]


@cache
def _shipped(file: Path, source: str) -> Sequence[Concept]:
    return tuple(_read(file, source))


def _files(directory: Path, name: str) -> list[Path]:
    single = directory / f"{name}.yaml"
    if single.is_file():
        return [single]
    files = sorted((directory / name).glob("*.yaml"))
    if not files:
        raise ConfigurationError(f"synonym pack '{name}' not found in {directory}")
    return files


def _read(file: Path, source: str) -> Sequence[Concept]:
    sections: dict[str, list[dict[str, JsonValue]]] = read(file) or {}
    unknown = set(sections) - set(_KINDS) - {"about"}
    if unknown:
        raise ConfigurationError(f"{file}: unknown section {sorted(unknown)[0]!r}")
    return [
        _concept(file, _KINDS[section], entry, source)
        for section, entries in sections.items()
        if section in _KINDS
        for entry in entries
    ]


def _concept(file: Path, kind: Kind, entry: dict[str, JsonValue], source: str) -> Concept:
    if "name" not in entry:
        raise ConfigurationError(f"{file}: an entry of {kind.value} has no name: {entry}")
    function = entry.get("function")
    return Concept(
        kind=kind,
        name=str(entry["name"]),
        surfaces=_surfaces(file, entry),
        function=FunctionType(function) if function else None,
        attribute=entry.get("attribute"),
        entity=entry.get("entity"),
        flags=frozenset(entry.get("flags", [])),
        source=source,
    )


def _surfaces(file: Path, entry: dict[str, JsonValue]) -> tuple[str, ...]:
    words: list[JsonValue] = [*(entry.get("zh") or []), *(entry.get("en") or [])]
    for word in words:
        if not isinstance(word, str):
            raise ConfigurationError(
                f"{file}: a word of {entry['name']!r} reads as {word!r}: put it in quotes"
            )
    return tuple(words)
