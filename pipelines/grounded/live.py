"""What the lists of a world hold: read while planning, each list once, without any effect."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pipelines.executor.pages import first_page, next_arguments
from pipelines.grounded.world import Kind, Operation, World
from pipelines.planner.probe import Reader
from pipelines.planner.resources.rows import RawRow, rows_in
from tool_registry.base.types import JsonValue
from tool_registry.sources.paths import nested
from tool_registry.vocabulary.sounds import sound
from tool_registry.vocabulary.text import fold, is_ideograph, split_identifier

_PAGES = 5
MOST_LISTS = 12
"""Lists that are read for one sentence."""
_TITLES = frozenset({"dr", "mr", "mrs", "ms", "prof", "the", "and", "of"})
_SHORTEST = 3
_ALIAS = re.compile(
    r"(?<![\w-])(?P<code>[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)+|[A-Z]+\d+)\s+"
    r"(?P<words>[^,，;；。.()（）]{1,40})"
)


@dataclass(frozen=True, slots=True)
class Record:
    """A record that exists."""

    kind: str
    id: str
    row: RawRow = field(hash=False, compare=False, default_factory=dict[str, JsonValue])

    def value(self, key: str) -> JsonValue:
        """What one of its fields holds."""
        return self.row.get(key)


@dataclass(slots=True)
class Live:
    """The records that were read so far, by kind."""

    world: World
    read: Reader
    found: dict[str, list[Record]] = field(default_factory=dict[str, list[Record]])
    aliases: dict[str, set[tuple[str, str]]] = field(
        default_factory=dict[str, set[tuple[str, str]]]
    )
    """Words for identifiers that authors explain: → (kind, id)."""

    async def load(self, kinds: Iterable[Kind]) -> None:
        """Reads the lists of these kinds."""
        for kind in list(kinds)[:MOST_LISTS]:
            if kind.key not in self.found and kind.listing is not None:
                self.found[kind.key] = await self._rows(kind, kind.listing)
                self._learn(kind)

    def records(self, kind: str) -> list[Record]:
        """All records of a kind that its list shows."""
        return self.found.get(kind, [])

    def record(self, kind: str, id: str) -> Record | None:
        """The record with that identifier, whatever its capitals."""
        return next((r for r in self.records(kind) if r.id.lower() == id.lower()), None)

    async def _rows(self, kind: Kind, listing: Operation) -> list[Record]:
        tool = listing.tool
        slot = tool.environment_slot
        asked: dict[str, JsonValue] = {}
        if slot is not None:
            asked[slot.path] = slot.environment_value(self.world.environment)
        asked |= {a.slot.path: True for a in listing.args if _widens(a.key, a.slot.type)}
        result = await self.read(tool, self.world.environment, asked)
        if not result.ok:
            return []
        page = first_page(dict(asked), result.body)
        for _ in range(_PAGES - 1):
            more = next_arguments(tool, page)
            if more is None:
                break
            result = await self.read(tool, self.world.environment, nested(more))
            if not result.ok:
                break
            page = page.with_next(more, result.body, tool)
        rows = (row for row in rows_in(page.whole)[0] if row.get(kind.id_key) is not None)
        return [Record(kind.key, str(row[kind.id_key]), row) for row in rows]

    def _learn(self, kind: Kind) -> None:
        """`CF-9 espresso, CF-10 filter`: what an author says that codes of the kind stand for."""
        ids = {record.id for record in self.records(kind.key)}
        for one in self.world.operations:
            for arg in one.args:
                if arg.target != kind.key:
                    continue
                for hit in _ALIAS.finditer(arg.slot.description):
                    if hit["code"] in ids:
                        for word in _alias_words(hit["words"]):
                            self.aliases.setdefault(word, set()).add((kind.key, hit["code"]))


def _widens(key: str, type: str) -> bool:
    """`include_archived`: what would be left out is wanted as well."""
    return type == "boolean" and split_identifier(key)[0] in ("include", "with", "show")


def _alias_words(words: str) -> Iterator[str]:
    for word in words.replace("/", " ").split():
        if len(word) >= 2:
            yield fold(word)


def name_keys(kind: Kind) -> list[str]:
    """Fields that people call its records by."""
    return [
        key
        for key, one in kind.fields.items()
        if one.told.type in ("string", "any")
        and not one.told.values
        and (
            one.told.attribute in ("name", "title")
            or split_identifier(key)[-1] in ("name", "title", "label")
        )
    ]


@dataclass(frozen=True, slots=True)
class Called:
    """A way of calling records: how surely it is a name, and of which."""

    words: str
    sure: int
    """3 the whole name, 2 its sound, 1 a part of it."""
    record: Record


def callings(live: Live, kind: Kind, nouns: Iterable[str]) -> Iterator[Called]:
    """All the ways of calling the records of a kind."""
    own = sorted((n for n in nouns if n and is_ideograph(n[0])), key=len, reverse=True)
    for record in live.records(kind.key):
        for key in name_keys(kind):
            name = record.value(key)
            if isinstance(name, str) and len(name.strip()) > 1:
                yield from _names(fold(name), record, own)


def _names(name: str, record: Record, nouns: Iterable[str]) -> Iterator[Called]:
    yield Called(name, 3, record)
    if not is_ideograph(name[0]):
        for part in re.split(r"[^\w]+", name):
            if len(part) >= _SHORTEST and part not in _TITLES and not part.isdigit():
                yield Called(part, 1, record)
        return
    bare = next((name.removesuffix(n) for n in nouns if name.endswith(n) and name != n), name)
    spoken = [sound(char) for char in bare]
    if all(spoken) and len("".join(filter(None, spoken))) >= _SHORTEST:
        syllables = [one for one in spoken if one]
        first, rest = syllables[0], "".join(syllables[1:])
        for words in {" ".join(syllables), first + rest, f"{first} {rest}", f"{rest} {first}"}:
            yield Called(words, 2 if len(syllables) > 1 else 1, record)
