"""Names for attributes that no pack knows: from the key, and from what its descriptions call it."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tool_registry.parsing.description_terms import phrases
from tool_registry.parsing.meaning import Meaning, Reader, spoken_head
from tool_registry.parsing.naming import is_chinese, read_key
from tool_registry.parsing.phrase import is_idle
from tool_registry.parsing.reading import is_environment_key, is_service
from tool_registry.parsing.schema import Field
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold

_LONGEST = 8


@dataclass(frozen=True, slots=True)
class AttributeNames:
    """Canonical names of attributes by the stem of the key."""

    by_stem: dict[str, str]

    def of(self, item: Field, reader: Reader) -> str:
        """The canonical attribute of a field that no pack knows."""
        stem = attribute_stem(item, reader)
        return self.by_stem.get(stem, stem)


def attribute_stem(item: Field, reader: Reader) -> str:
    """The words of the key without the entity in front: `bookTitle` → title."""
    words = read_key(item.key).words
    for cut in range(len(words) - 1, 0, -1):
        if reader.lexicon.lookup(" ".join(words[:cut]), Kind.ENTITY):
            return " ".join(words[cut:])
    return " ".join(words)


def stems(items: Iterable[Field], reader: Reader) -> list[tuple[str, str]]:
    """(stem, what the description calls it) of fields; the latter is empty where it does not."""
    return [(attribute_stem(item, reader), attribute_noun(item, reader) or "") for item in items]


def name_attributes(told: Iterable[tuple[str, str]]) -> AttributeNames:
    """Choose a name for every stem: what most descriptions call it, else the stem itself."""
    nouns: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for stem, noun in told:
        nouns[stem][noun] += 1
    return AttributeNames({stem: _chosen(stem, counted) for stem, counted in nouns.items()})


def _chosen(stem: str, counted: Counter[str]) -> str:
    told = Counter({noun: n for noun, n in counted.items() if noun})
    if not told:
        return stem
    best = max(told, key=lambda noun: (_ending_so(noun, told), told[noun], -len(noun), noun))
    return best if _ending_so(best, told) * 2 >= sum(told.values()) else stem


def _ending_so(noun: str, told: Counter[str]) -> int:
    return sum(count for other, count in told.items() if other.endswith(noun))


def attribute_noun(item: Field, reader: Reader) -> str | None:
    """What a Chinese description calls the value, without entity and idle words; else None."""
    head = spoken_head(item.description)
    if not is_chinese(head):
        return None
    for mark in phrases("naming", "of_phrases", "zh"):
        head = head.rsplit(mark, 1)[-1]
    entities = [m for m in reader.scan(head) if m.of(Kind.ENTITY)]
    if entities and entities[-1].end < len(head):
        head = head[entities[-1].end :]
    head = fold(head).strip(" _-")
    if not 1 < len(head) <= _LONGEST or is_idle(head) or not is_chinese(head[-1]):
        return None
    return head


def attribute_concepts(names: AttributeNames, lexicon: Lexicon) -> list[Concept]:
    """A concept for every name, spoken by its stem as well."""
    stems: defaultdict[str, list[str]] = defaultdict(list)
    for stem, name in names.by_stem.items():
        if name:
            stems[name].append(stem)
    return [
        Concept(
            Kind.ATTRIBUTE,
            name,
            tuple(s for s in given if s != name and not lexicon.lookup(s, Kind.ATTRIBUTE)),
            source="tools",
        )
        for name, given in sorted(stems.items())
        if not lexicon.lookup(name, Kind.ATTRIBUTE)
    ]


def side_by_side(
    fields: list[tuple[Field, Meaning]],
) -> list[tuple[Field, Meaning]]:
    """Two fields of one record never hold one attribute: the less exact ones lose theirs."""
    own = [(i, m) for i, m in fields if m.attribute and not _of_the_call(i)]
    counted = Counter(_place(item, meaning) for item, meaning in own)
    exact = Counter(_place(item, meaning) for item, meaning in own if meaning.exact)
    kept: list[tuple[Field, Meaning]] = []
    for item, meaning in fields:
        place = _place(item, meaning)
        crowded = meaning.attribute is not None and counted[place] > 1
        loses = crowded and not (meaning.exact and exact[place] == 1)
        kept.append((item, _without_attribute(meaning) if loses else meaning))
    return kept


def _of_the_call(item: Field) -> bool:
    return is_service(item) or is_environment_key(item.key)


def _place(item: Field, meaning: Meaning) -> tuple[str, str | None, str | None, str | None]:
    parent = item.path.rpartition(".")[0]
    return (parent, meaning.entity, meaning.attribute, meaning.role)


def _without_attribute(meaning: Meaning) -> Meaning:
    return Meaning(meaning.entity, None, meaning.role, meaning.confidence, False, meaning.told)
