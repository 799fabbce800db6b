"""Which attribute of which entity a field is: by its name, its description, and where it stands."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

from tool_registry.base.confidence import GUESS, LIKELY, SURE
from tool_registry.base.types import FunctionType
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.parsing.frame import Frame, root_noun
from tool_registry.parsing.naming import (
    head_of,
    identified_noun,
    is_chinese,
    read_key,
    role_before,
    singular,
)
from tool_registry.parsing.schema import Field
from tool_registry.vocabulary.concept import OWN_SOURCES
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon, Match
from tool_registry.vocabulary.text import fold, split_identifier

_PROSE = 200
"""Signs from which on a text is told, and names nothing."""

ID = "id"
_RAW_PAIR = re.compile(r"[A-Z0-9_]{1,30}\s*[-=—]\s*\S|[A-Z][A-Z0-9_]+$")
_CLAUSE = re.compile(r"[,，;；。\n]|\.\s")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a field holds."""

    entity: str | None
    attribute: str | None
    role: str | None = None
    confidence: float = SURE
    exact: bool = True
    """The words say this attribute and nothing more (`fee`, not `late fee`)."""
    told: bool = True
    """The entity is named by the field itself, not taken from its surroundings."""


@dataclass(frozen=True, slots=True)
class Owners:
    """Who an attribute belongs to, as far as the whole catalogue shows."""

    identifying: Mapping[str, str] = field(default_factory=dict[str, str])
    """Attribute that singles out instances → the one entity that it singles out."""
    homes: frozenset[tuple[str, str]] = frozenset()
    """(entity, attribute) seen in records of the entity."""


class Reader:
    """Resolves fields with one lexicon; remembers what it has scanned."""

    def __init__(
        self,
        lexicon: Lexicon,
        identified: frozenset[str],
        owners: Owners | None = None,
        identifiers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.lexicon = lexicon
        self.identified = identified
        """Entities that have identifying keys of their own."""
        self.owners = owners or Owners()
        self.identifiers = identifiers
        """Names of keys, folded, that identify though they do not look like it → the entity."""
        self.id = lexicon.canonical(Kind.ATTRIBUTE, ID) or ID
        self.scan = lru_cache(maxsize=None)(lexicon.scan)
        self._lookup = lru_cache(maxsize=None)(lexicon.lookup)
        self._own: dict[tuple[str, str, str, bool], Meaning] = {}

    def knowing(self, owners: Owners) -> "Reader":
        """The same reader with owners; what it has scanned stays scanned."""
        other = copy(self)
        other.owners = owners
        return other

    def speaking(self, lexicon: Lexicon) -> "Reader":
        """A reader with more words and the same knowledge of owners."""
        return Reader(lexicon, self.identified, self.owners, self.identifiers)

    def read(self, item: Field, frame: Frame, *, result: bool) -> Meaning:
        """The meaning of one field of a tool."""
        refers = _may_refer(item)
        place = (item.key, item.description, item.type, refers)
        if place not in self._own:
            self._own[place] = self._read_alone(item, refers)
        own = self._own[place]
        return own if own.entity else self._surrounded(own, item, frame, result)

    def _read_alone(self, item: Field, refers: bool) -> Meaning:
        """What the field's own name and description tell."""
        key, head = read_key(item.key), spoken_head(item.description)
        head = "" if head in item.closed or _opens_with_value(head, item) else head
        if (named := self._named_by_role(item)) is not None:
            return named
        role = key.role or self._role(_first_clause(item.description))
        own = self._identifier(item, head) or (self._reference(item) if refers else None)
        own = own or self._attribute(item, head)
        return replace(own, role=role)

    def _named_by_role(self, item: Field) -> Meaning | None:
        """`owner_id` where an owner is a kind of things: no id of what is owned."""
        key, words = read_key(item.key), split_identifier(item.key)
        if key.role is None or not key.identifier or key.stem or len(words) < 2:
            return None
        entity = self._whole(" ".join(words[:-1]), Kind.ENTITY)
        return Meaning(entity, self.id) if entity in self.identified else None

    def _role(self, clause: str) -> str | None:
        """The role word right in front of a thing or an identifying value: new account."""
        for match in self.scan(clause):
            thing = match.of(Kind.ENTITY) or match.of(Kind.ATTRIBUTE)
            role = role_before(fold(clause[: match.start])) if thing and match.start else None
            if role:
                return role
        return None

    def entity_of(self, noun: str) -> str | None:
        """The known entity that a noun phrase ends with: borrowing reader → reader."""
        noun = fold(noun)
        starts = range(len(noun)) if is_chinese(noun) else _word_starts(noun)
        for start in starts:
            found = self._lookup(noun[start:], Kind.ENTITY)
            if found:
                return found[0].name
        return None

    def _identifier(self, item: Field, head: str) -> Meaning | None:
        key = read_key(item.key)
        if named := self.identifiers.get(" ".join(key.words)):
            return Meaning(named, self.id)
        noun = identified_noun(head) if head else None
        told = self.entity_of(noun) if noun and not self._whole(head, Kind.ATTRIBUTE) else None
        by_key = self.entity_of(key.stem) if key.identifier and key.stem else None
        if by_key and told not in self.identified:
            told = None
        if told and (key.identifier or item.type in ("string", "integer", "any", "array")):
            return Meaning(told, self.id)
        if not key.identifier or self._whole(" ".join(key.words), Kind.ATTRIBUTE) not in (
            None,
            self.id,
        ):
            return None
        if by_key is None and head:
            by_key = self._last_entity(head)
        if by_key:
            return Meaning(by_key, self.id, confidence=SURE)
        return Meaning(None, self.id if not key.stem else None, exact=not key.stem)

    def _reference(self, item: Field) -> Meaning | None:
        """A number or uuid named like one thing that has an identifier is that identifier.

        In the plural it is one only in a list: `tickets: 3` counts them."""
        words = " ".join(read_key(item.key).words)
        one = singular(words)
        entity = self._whole(one, Kind.ENTITY) if item.type == "array" or one == words else None
        return Meaning(entity, self.id, confidence=LIKELY) if entity in self.identified else None

    def _attribute(self, item: Field, head: str) -> Meaning:
        key = read_key(item.key)
        by_head = self._in_head(head) if head else None
        by_key = self._in_key(key.words)
        if by_head and by_head.attribute and (by_head.exact or not (by_key and by_key.exact)):
            entity = by_head.entity or (by_key.entity if by_key else None)
            return replace(by_head, entity=entity)
        if by_key and by_key.attribute:
            told = by_head.entity if by_head and self._is_of(head) else None
            return replace(by_key, entity=by_key.entity or told)
        by_key = by_key if by_key and not item.closed else Meaning(None, None)
        names = item.type == "string" and not _is_prose(item) and self._ends(head)
        ends = by_head.entity if by_head and names else None
        return Meaning(ends or by_key.entity, self.id if ends else None, exact=False)

    def _in_key(self, words: tuple[str, ...]) -> Meaning | None:
        """`roomName` → room + name; the whole key as one attribute comes first."""
        if whole := self._lookup(" ".join(words), Kind.ATTRIBUTE):
            own = whole[0].source in OWN_SOURCES and len(words) > 1
            entity = self._whole(" ".join(words[:-1]), Kind.ENTITY) if own else None
            return Meaning(entity, whole[0].name)
        for cut in range(len(words) - 1, 0, -1):
            entity = self._whole(" ".join(words[:cut]), Kind.ENTITY)
            if entity:
                attribute = self._whole(" ".join(words[cut:]), Kind.ATTRIBUTE)
                return Meaning(entity, attribute)
        for start in range(1, len(words)):
            attribute = self._whole(" ".join(words[start:]), Kind.ATTRIBUTE)
            if attribute:
                return Meaning(None, attribute, confidence=LIKELY, exact=False)
        entity = self._whole(" ".join(words), Kind.ENTITY)
        return Meaning(entity, None, exact=False) if entity else None

    def _in_head(self, head: str) -> Meaning | None:
        """`phone of the reader`: entity, attribute, and whether more is said than these."""
        matches = [m for m in self.scan(head) if m.of(Kind.ENTITY) or m.of(Kind.ATTRIBUTE)]
        spots = [m for m in matches if m.of(Kind.ATTRIBUTE)]
        if not spots:
            entity = self._last_entity(head)
            return Meaning(entity, None, exact=False) if entity else None
        chinese = is_chinese(head)
        spot = spots[-1] if chinese else spots[0]
        if chinese and spot.end < len(head.rstrip()) and _content(head[spot.end :]):
            return self._not_attribute(matches)
        if len(spots) > 1 and fold(spot.text) in phrase_set("naming", "generic_attributes"):
            spot = spots[-2] if chinese else spot
        entity = _nearest_entity(matches, spot, chinese)
        attribute, exact = _concept(spot, Kind.ATTRIBUTE).name, self._covers(head, matches)
        if not exact and fold(spot.text) in phrase_set("naming", "empty_attributes"):
            return self._not_attribute(matches)
        return Meaning(entity, attribute, exact=exact)

    def _ends(self, head: str) -> bool:
        """True where the head is a thing with nothing after it."""
        matches = self.scan(head)
        return bool(matches and _thing(matches[-1]) and matches[-1].end == len(head.rstrip()))

    def _is_of(self, head: str) -> bool:
        """False where a thing stands amid an English head: `the day on which an owner calls`."""
        found = [m for m in self.scan(head) if _thing(m)]
        ahead = _content(head[: found[0].start]) if found else ""
        return is_chinese(head) or not ahead or self._ends(head)

    def _not_attribute(self, matches: list[Match]) -> Meaning | None:
        entities = [c.name for m in matches if (c := m.of(Kind.ENTITY))]
        return Meaning(entities[-1], None, exact=False) if entities else None

    def _covers(self, head: str, matches: list[Match]) -> bool:
        rest = list(head)
        for match in matches:
            rest[match.start : match.end] = " " * (match.end - match.start)
        return not _content("".join(rest))

    def _last_entity(self, head: str) -> str | None:
        found = [c.name for m in self.scan(head) if (c := _thing(m))]
        return found[-1] if found else None

    def _whole(self, words: str, kind: Kind) -> str | None:
        found = self._lookup(words, kind)
        return found[0].name if found else None

    def _surrounded(self, own: Meaning, item: Field, frame: Frame, result: bool) -> Meaning:
        """Entity from the schema path, from who owns the attribute, from the tool's object."""
        around = self._parent(item)
        attribute = own.attribute
        owner = self.owners.identifying.get(attribute or "")
        place = around or frame.main
        if attribute and owner and owner != place:
            return replace(own, entity=owner, confidence=LIKELY, told=False)
        if around:
            return replace(own, entity=around, confidence=min(own.confidence, 0.9), told=False)
        if attribute == self.id and not self._owns_id(frame, result):
            return replace(own, confidence=GUESS, told=False)
        if not frame.main:
            return replace(own, confidence=GUESS, told=False)
        return replace(own, entity=frame.main, confidence=min(own.confidence, LIKELY), told=False)

    @staticmethod
    def _owns_id(frame: Frame, result: bool) -> bool:
        return result or frame.function is not FunctionType.CREATE

    def _parent(self, item: Field) -> str | None:
        """The entity of the innermost object around the field that names one."""
        for name, description in reversed(item.parents):
            words = " ".join(read_key(name).words)
            container = words in phrase_set("naming", "containers")
            if description and (found := self._described(description)):
                return found
            if words and not container and (found := self._named(words)):
                return found
        return None

    def _described(self, description: str) -> str | None:
        head = head_of(description)
        return self.entity_of(root_noun(head)) if head else None

    def _named(self, words: str) -> str | None:
        return self.entity_of(words) or self.entity_of(singular(words))


def _opens_with_value(head: str, item: Field) -> bool:
    """True where a description starts with a value of the set: `in_use = somebody has it`."""
    first = re.split(r"\s*[=:→]|\s[-—]", head, maxsplit=1)[0].strip(" `'\"")
    return first in item.closed or head.partition(" ")[0] in item.closed


def _may_refer(item: Field) -> bool:
    """True for values that look like identifiers of something: whole numbers, uuids."""
    if item.closed or item.schema.get("minimum") is not None:
        return False
    kind = item.element if item.type == "array" else item.type
    return kind == "integer" or item.schema.get("format") == "uuid"


def _is_prose(item: Field) -> bool:
    """Room for more than any identifier needs."""
    longest = item.schema.get("maxLength")
    return isinstance(longest, int | float) and longest >= _PROSE


def spoken_head(description: str) -> str:
    """The head phrase, unless it is a list of raw values already (`CASH-in notes …`)."""
    head = head_of(description)
    return "" if _RAW_PAIR.match(head) else head


def _first_clause(description: str) -> str:
    return _CLAUSE.split(description, maxsplit=1)[0][:60]


def _content(text: str) -> str:
    words = [w for w in split_identifier(text) if w not in phrase_set("naming", "idle_modifiers")]
    marks = phrase_set("naming", "of_phrases") | phrase_set("naming", "beneficiary_phrases")
    return "".join(word for word in words if word not in marks)


def _concept(match: Match, kind: Kind) -> Concept:
    concept = match.of(kind)
    assert concept is not None
    return concept


def _thing(match: Match) -> Concept | None:
    """The entity of a stretch that is nothing but a thing: a word may be an action as well."""
    return None if match.of(Kind.ACTION) else match.of(Kind.ENTITY)


def _nearest_entity(matches: list[Match], spot: Match, chinese: bool) -> str | None:
    entities = [m for m in matches if _thing(m) and m is not spot]
    before = [m for m in entities if m.start < spot.start]
    after = [m for m in entities if m.start > spot.start]
    order = [*reversed(before), *after] if chinese or not after else [*after, *reversed(before)]
    return _concept(order[0], Kind.ENTITY).name if order else None


def _word_starts(text: str) -> list[int]:
    return [0, *(i + 1 for i, char in enumerate(text) if char == " ")]


def learn_owners(
    seen: Iterable[tuple[str, Meaning]],
    lookups: Iterable[tuple[str, str]],
    flagged: frozenset[str],
    id_name: str,
) -> Owners:
    """Owners from (record's entity, field's meaning) of all results of the catalogue.

    `lookups`: (entity, attribute) of query tools that ask for that attribute alone. An attribute
    found in two records belongs to the one that the other refers to by id."""
    homes: set[tuple[str, str]] = set()
    refers: defaultdict[str, set[str]] = defaultdict(set)
    for record, meaning in seen:
        if meaning.entity and meaning.attribute:
            homes.add((meaning.entity, meaning.attribute))
            if meaning.attribute == id_name and meaning.entity != record:
                refers[record].add(meaning.entity)
    owner: dict[str, str] = {}
    for attribute in sorted((flagged | {name for _, name in lookups}) - {id_name}):
        entities = {e for e, a in homes if a == attribute}
        left = {e for e in entities if not refers[e] & (entities - {e})}
        if len(left) == 1:
            owner[attribute] = left.pop()
    return Owners(owner, frozenset(homes))
