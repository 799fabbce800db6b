"""To which resource's records a field refers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tool_registry.graph.resources.api_terms import spoken, words
from tool_registry.graph.resources.model import Field, Resource
from tool_registry.parsing.naming import singular
from tool_registry.vocabulary.text import fold

_FORMED = ("date", "date-time", "email", "uri", "url", "time")


@dataclass(frozen=True, slots=True)
class Targets:
    """Finds them among the resources of one source."""

    resources: Sequence[Resource]

    def of(self, one: Field, own: Resource) -> Field:
        """The field with the resource that it refers to, where there is one."""
        told = one.told
        closed = told.values or told.type in ("boolean", "number", "object")
        formed = getattr(told, "format", None) in _FORMED
        if closed or formed or one.place == own.id_place:
            return one
        key = self._key(one, own)
        return replace(one, target=key) if key is not None else one

    def _key(self, one: Field, own: Resource) -> str | None:
        named = self._named(one.name)
        if named is not None and (named is not own or one.refers):
            return None if named is own and not _around(one) else named.key
        if one.name in _singulars("selves"):
            return own.key
        if one.refers or one.told.entity not in (None, own.entity):
            return self._told(one, own)
        return self._person(one)

    def _named(self, name: str) -> Resource | None:
        """The resource whose noun the name is, or ends with."""
        parts = name.split(" ")
        for start in range(len(parts)):
            noun = " ".join(parts[start:])
            found = [r for r in self.resources if noun in (r.noun, fold(r.entity))]
            if found:
                return min(found, key=lambda r: len(r.key))
        return None

    def _told(self, one: Field, own: Resource) -> str | None:
        """By the entity that is known of it, by what its author says, or because it is a person."""
        entity = one.told.entity if one.told.attribute in ("id", "name", "code", "email") else None
        same = [r for r in self.resources if r.entity == entity and r is not own]
        if len(same) == 1:
            return same[0].key
        said = f" {' '.join(map(singular, fold(one.told.description).rstrip('.').split()))} "
        told = [r for r in self.resources if any(f" {noun} " in said for noun in _nouns(r))]
        first = min(told, key=lambda r: _first(said, r), default=None)
        return first.key if first is not None else self._person(one)

    def _person(self, one: Field) -> str | None:
        if one.name not in _singulars("people"):
            return None
        people = [r for r in self.resources if _nouns(r) & _singulars("person_nouns")]
        return people[0].key if len(people) == 1 else None


def _around(one: Field) -> bool:
    """The record's own name leads somewhere else only where it stands around the value."""
    return len(one.place) > 1


def _nouns(resource: Resource) -> frozenset[str]:
    return frozenset({resource.noun, fold(resource.entity)})


def _first(said: str, resource: Resource) -> int:
    return min((at for noun in _nouns(resource) if (at := said.find(f" {noun} ")) >= 0), default=0)


def _singulars(name: str) -> frozenset[str]:
    return frozenset(words(name)) | {spoken(word) for word in words(name)}


def linked(fields: Iterable[Field], own: Resource, targets: Targets) -> tuple[Field, ...]:
    """The fields of a resource with what they refer to."""
    return tuple(targets.of(one, own) for one in fields)
