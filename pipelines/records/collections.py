"""The collections of an HTTP API: which operations belong together, and what their fields are."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import cast

from pipelines.records.words import phrase_set
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.parsing.naming import is_chinese, singular
from tool_registry.vocabulary.bilingual import compounds, translations
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

_BODY = "body."
_ROLES = {
    ("GET", False): "listing",
    ("POST", False): "create",
    ("GET", True): "retrieve",
    ("PATCH", True): "change",
    ("PUT", True): "replace",
    ("DELETE", True): "delete",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a record: `name`, `status`, `owner`."""

    name: str
    """In words: `device type`."""
    slot: Slot
    """The argument that carries it."""
    target: str | None = None
    """Key of the collection whose records it refers to."""
    required: bool = False

    @property
    def path(self) -> str:
        """Slot path of that argument."""
        return self.slot.path


@dataclass(frozen=True)
class Collection:
    """All operations on the records of one kind."""

    key: str
    """Source and path: unique."""
    noun: str
    """One record in words, in the singular."""
    operations: Mapping[str, ToolEssentialModel]
    """listing, create, retrieve, change, replace, delete → tool."""
    of: "Collections" = field(repr=False, compare=False)

    @property
    def entity(self) -> str:
        """The canonical entity of its records."""
        tools = (self.operations.get(name) for name in ("create", "listing", "retrieve", "delete"))
        return next((tool.objects[0] for tool in tools if tool and tool.objects), self.noun)

    @cached_property
    def parts(self) -> dict[str, Part]:
        """What a new record may be given, by name."""
        return self.of.parts_of(self.operations.get("create"), self)

    @cached_property
    def changes(self) -> dict[str, Part]:
        """What may be changed of a record, by name."""
        tool = self.operations.get("change") or self.operations.get("replace")
        return self.of.parts_of(tool, self)

    @cached_property
    def filters(self) -> dict[str, Part]:
        """What its list can be asked for, by name."""
        return self.of.parts_of(self.operations.get("listing"), self)

    @cached_property
    def naming(self) -> Part | None:
        """The field that new records are named by."""
        plain = [part for part in self.parts.values() if _names(part)]
        usual = {part.name: part for part in plain}
        for word in _NAMING:
            if word in usual:
                return usual[word]
        ending = [part for part in plain if part.name.rpartition(" ")[2] in _NAMING[:2]]
        own = [part for part in plain if part.name in {self.noun, self.noun.split(" ")[-1]}]
        first = [part for part in ending if part.required or part.name.startswith(self.noun)]
        required = [part for part in plain if part.required]
        return next(iter([*first, *own, *required, *ending]), None)

    def part(self, words: str) -> Part | None:
        """The field of that name, whether made or changed."""
        return self.parts.get(words) or self.changes.get(words)


_NAMING = ("name", "title", "display name", "full name", "label", "username", "table name", "slug")


class Collections:
    """All collections of a catalogue, in one environment."""

    def __init__(
        self, tools: Iterable[ToolEssentialModel], lexicon: Lexicon, environment: str
    ) -> None:
        self.lexicon = lexicon
        grouped: defaultdict[str, dict[str, ToolEssentialModel]] = defaultdict(dict)
        for tool in tools:
            if environment in tool.environments and (place := _place(tool)) is not None:
                grouped[place[0]].setdefault(place[1], tool)
        self.by_key = {
            key: Collection(key, _noun(key), operations, self)
            for key, operations in sorted(grouped.items())
            if "listing" in operations and (len(operations) > 1 or _is_plural(key))
        }
        self.by_noun: dict[str, list[Collection]] = {}
        for one in self.by_key.values():
            self.by_noun.setdefault(one.noun, []).append(one)
        for same in self.by_noun.values():
            same.sort(key=lambda one: (one.key.count("{"), -len(one.operations), len(one.key)))

    def named(self, noun: str, near: Collection | None = None) -> Collection | None:
        """The collection of that noun; of several the one beside `near`, else the plainest."""
        same = self.by_noun.get(noun, [])
        if near is not None:
            root = near.key.rpartition("/")[0]
            same = sorted(same, key=lambda one: not one.key.startswith(root))
        return next(iter(same), None)

    def parts_of(self, tool: ToolEssentialModel | None, of: Collection) -> dict[str, Part]:
        """The fields that a tool's arguments carry."""
        found: dict[str, Part] = {}
        if tool is None:
            return found
        owners = dict(_owners(tool.path or ""))
        for slot in tool.needs:
            if slot.path in owners:
                part = self._owner(slot, owners[slot.path], of)
            elif slot.hidden or slot.environment or "__" in slot.key:
                continue
            else:
                part = self._part(slot, of, _about(tool, slot))
            if part is not None:
                needed = slot.required or _required(tool, slot.path)
                found.setdefault(part.name, replace(part, required=needed))
        return found

    def _owner(self, slot: Slot, path: str, of: Collection) -> Part | None:
        """A parameter of the path that names whose the record is; None for the record's own."""
        key = f"{of.key.partition(':')[0]}:{path}"
        if key == of.key:
            return None
        if key not in self.by_key:
            said = [w for w in split_identifier(slot.key) if w not in _ID_WORDS]
            named = self.named(" ".join(said), of)
            return Part(named.noun, slot, named.key) if named and named is not of else None
        return Part(self.by_key[key].noun, slot, key)

    def _part(self, slot: Slot, of: Collection, about: str) -> Part | None:
        path = slot.path.removeprefix(_BODY)
        first, _, rest = path.partition(".")
        words = split_identifier(first.removesuffix("[]"))
        if rest:
            if rest not in phrase_set("fields", "identifiers"):
                return None
            name = " ".join(words)
            target = self._target(words, about, of)
            return Part(singular(name) if "[]" in first else name, slot, target)
        bare = words[:-1] if len(words) > 1 and words[-1] in _ID_ENDINGS else words
        name = " ".join(bare)
        refers = bare != words or _may_refer(slot, name, self)
        own = words == ["id"] or (name == of.noun and bare == words)
        target = self._target(bare, about, of) if refers and not own else None
        return Part(name if target or bare == words else " ".join(words), slot, target)

    def _target(self, words: list[str], about: str, of: Collection) -> str | None:
        """The collection that a field refers to, by its name, else by what its author says."""
        for start in range(len(words)):
            noun = singular(" ".join(words[start:]))
            found = self.named(noun, of)
            if found is not None:
                return found.key
        if words in (["parent"], ["children"]):
            return self._told(about, of) or of.key
        return self._told(about, of)

    def _told(self, description: str, of: Collection) -> str | None:
        said = fold(description).rstrip(".")
        nouns = sorted((n for n in self.by_noun if n != of.noun), key=len, reverse=True)
        found = next((n for n in nouns if re.search(rf"\b{re.escape(n)}\b", said)), None)
        return self.by_noun[found][0].key if found else None

    def nouns(self, word: str) -> tuple[str, ...]:
        """Nouns of the collections that a word, also in the plural, can stand for."""
        folded = fold(word)
        return tuple(self.spoken.get(folded) or self.spoken.get(singular(folded)) or ())

    @cached_property
    def spoken(self) -> dict[str, list[str]]:
        """Word of any language → nouns of the collections that it can stand for, nearest first."""
        ranked: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for noun in self.by_noun:
            for word, distance in _words_for(noun, self.lexicon):
                ranked[word][noun] = min(distance, ranked[word].get(noun, distance))
        return {
            word: [n for n, rank in sorted(told.items()) if rank == min(told.values())]
            for word, told in ranked.items()
        }


_ID_WORDS = ("id", "ids", "uuid", "pk", "name", "or", "slug")
_ID_ENDINGS = ("id", "ids", "uuid", "pk")


def _words_for(noun: str, lexicon: Lexicon) -> list[tuple[str, int]]:
    told = (*translations(noun), *compounds(noun))
    found = [(noun, 0), *((fold(word), 1 + rank) for word, rank in told)]
    concept = lexicon.concept(Kind.ENTITY, noun)
    if concept is not None and concept.name == noun:
        found += [(fold(w), 0) for w in concept.surfaces if is_chinese(w)]
    return found


def labels_for(name: str) -> list[str]:
    """What people may call a field: its own name, and its translations."""
    return [name, *(fold(word) for word, _ in (*translations(name), *compounds(name)))]


def _may_refer(slot: Slot, name: str, known: Collections) -> bool:
    if slot.values or slot.type in ("boolean", "number"):
        return False
    return singular(name) in known.by_noun or (slot.format == "uuid" and slot.attribute != "id")


def _required(tool: ToolEssentialModel | None, path: str) -> bool:
    """True where the whole that an argument is part of is required, if not each value in it."""
    schema = tool.input_schema if tool else {}
    first = path.removeprefix(_BODY).partition(".")[0].removesuffix("[]")
    if path.startswith(_BODY):
        inner = _object(_object(schema.get("properties")).get("body"))
        schema = inner or schema
    names = schema.get("required")
    return isinstance(names, list) and first in names


def _object(value: JsonValue) -> dict[str, JsonValue]:
    return cast("dict[str, JsonValue]", value) if isinstance(value, dict) else {}


def _names(part: Part) -> bool:
    slot = part.slot
    plain = slot.type in ("string", "any") and not slot.values and not slot.many
    return plain and part.target is None and slot.format in (None, "hostname", "ipv4", "ip")


def _place(tool: ToolEssentialModel) -> tuple[str, str] | None:
    """(key of its collection, its part there) of an operation that is one of the usual ones."""
    if not tool.method or not tool.path:
        return None
    segments = [part for part in tool.path.split("/") if part]
    item = bool(segments) and "{" in segments[-1]
    base = segments[:-1] if item else segments
    if not base or "{" in base[-1]:
        return None
    role = _ROLES.get((tool.method, item))
    return (f"{tool.source}:{_plain_path(base)}", role) if role else None


def _plain_path(segments: Iterable[str]) -> str:
    """The path with all its parameters alike: what they are called is nobody's business."""
    return "".join("/{}" if "{" in part else f"/{part}" for part in segments)


def _owners(path: str) -> list[tuple[str, str]]:
    """(parameter, plain path of the collection that it singles one out of)."""
    segments = [part for part in path.split("/") if part]
    return [
        (name, _plain_path(segments[:place]))
        for place, part in enumerate(segments)
        for name in re.findall(r"\{([^{}]+)\}", part)
    ]


def _about(tool: ToolEssentialModel, slot: Slot) -> str:
    """What the author says of a field, or of the object that it stands in."""
    schema = tool.input_schema
    if slot.path.startswith(_BODY):
        schema = _object(_object(schema.get("properties")).get("body")) or schema
    first = slot.path.removeprefix(_BODY).partition(".")[0].removesuffix("[]")
    told = _object(_object(schema.get("properties")).get(first)).get("description")
    return slot.description or (told if isinstance(told, str) else "")


def _noun(key: str) -> str:
    return singular(" ".join(split_identifier(key.rpartition("/")[2])))


def _is_plural(key: str) -> bool:
    return _noun(key) != " ".join(split_identifier(key.rpartition("/")[2]))
