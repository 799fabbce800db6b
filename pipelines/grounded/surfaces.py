"""Which words of a sentence stand for which kinds, operations, values and fields of a world."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pipelines.grounded.words import also, form, listed, named, pattern
from pipelines.grounded.world import Kind, Operation, World
from tool_registry.model import Slot, Yield
from tool_registry.parsing.naming import singular
from tool_registry.vocabulary.bilingual import compounds, translations
from tool_registry.vocabulary.lexicon import Concept, Lexicon
from tool_registry.vocabulary.lexicon import Kind as Sort
from tool_registry.vocabulary.text import fold, is_ideograph, split_identifier

_HAN = re.compile(r"[\u3400-\u9fff]+")
_CODE = re.compile(r"(?<![A-Za-z])([A-Z]{1,5})-?(?:\d|…|\.\.\.|[A-Z]{2,})")
_GLOSSED = re.compile(r"\s*(?:[,，;；/|。]|→|->|\bor\b|\band\b|\n)\s*")
_LATIN = re.compile(r"^\s*(?:=|\(|:)?\s*([A-Za-z]{3,}(?: [A-Za-z]+){0,2})(?=\s*(?:$|[^A-Za-z\s]))")
_NEAR = 2
"""How far a dictionary's word may be from the heart of its group."""


@dataclass(frozen=True, slots=True)
class Option:
    """A fixed value: of a kind's field, or of an argument of that name."""

    kind: str
    key: str
    raw: str


@dataclass
class Words:
    """Surface forms, folded, and what they can stand for."""

    nouns: defaultdict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    """→ kinds, with how far from their own words they are."""
    verbs: defaultdict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    """→ operations."""
    values: defaultdict[str, set[Option]] = field(default_factory=lambda: defaultdict(set))
    labels: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """→ names of fields and arguments."""
    glosses: defaultdict[Option, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The author's own words for a value."""


def words_of(world: World, lexicon: Lexicon) -> Words:
    """All words by which people speak of this world."""
    found = _words_of(world, lexicon)
    for option, own in found.glosses.items():
        for bare in perfects(own) - own - set(found.nouns):
            if len(bare) > 1:
                found.values[bare].add(option)
    for word in list(found.labels):
        found.labels[word] -= {option.key for option in found.values.get(word, ())}
        if not found.labels[word] or len(word) < 2:
            del found.labels[word]
    return found


def perfects(glosses: Iterable[str]) -> set[str]:
    """The author's words for a state without what makes a state of a deed: `has been`."""
    return {pattern("perfect").sub("", gloss) for gloss in glosses if gloss}


def add_states(found: Words, kind: str, key: str, raw: str, operation: str) -> None:
    """What has been done to a thing is said by the word for the deed."""
    for word in [w for w, told in found.verbs.items() if told.get(operation, 9) <= 1]:
        state = form("done").format(deed=word) if is_ideograph(word[0]) else word
        found.values[state].add(Option(kind, key, raw))


def _words_of(world: World, lexicon: Lexicon) -> Words:
    found = Words()
    for kind in world.kinds.values():
        for word, far in _nouns(kind, lexicon):
            _nearest(found.nouns[word], kind.key, far)
        for one in kind.fields.values():
            _values(found, kind, one.told, lexicon)
            _labels(found, one.told.key, one.told.description)
    for operation in world.operations:
        kind = world.kinds[operation.kind]
        for arg in operation.args:
            _values(found, kind, arg.slot, lexicon)
            _labels(found, arg.key, arg.slot.description)
        for word, far in _verbs(operation, _own_nouns(world), lexicon):
            _nearest(found.verbs[word], operation.name, far)
    return found


def _nearest(told: dict[str, int], key: str, far: int) -> None:
    told[key] = min(far, told.get(key, far))


# ---- kinds ---------------------------------------------------------------------------------


def _nouns(kind: Kind, lexicon: Lexicon) -> Iterator[tuple[str, int]]:
    stem = singular(" ".join(split_identifier(kind.key.rpartition("/")[2])))
    own = {stem, fold(kind.entity), *_id_nouns(kind), *_title_nouns(kind)}
    own |= _type_names(kind) | _opening_nouns(kind)
    for word in sorted(own):
        yield word, 0
        yield from _said_otherwise(word, 1)
        concept = lexicon.concept(Sort.ENTITY, word)
        if concept is not None:
            yield from ((fold(w), 1) for w in (concept.name, *concept.surfaces))
    for word in sorted(own):
        for other, far in translations(word):
            if far <= 1:
                yield from ((fold(w), 3 + d) for w, d in translations(other) if d <= 1)


def _said_otherwise(word: str, least: int) -> Iterator[tuple[str, int]]:
    for other, far in (*translations(word), *compounds(word)):
        if far <= _NEAR:
            yield fold(other), least + far


def _id_nouns(kind: Kind) -> set[str]:
    """`the number of a case`: what the identifying field is told to be of."""
    found: set[str] = set()
    texts = [kind.fields[kind.id_key].told.description] if kind.id_key in kind.fields else []
    texts += [arg.slot.description for one in kind.operations for arg in one.args if arg.subject]
    endings = sorted((fold(w) for w in named("noun_endings")), key=len, reverse=True)
    for text in texts:
        for part in re.split(r"[,，;；.。()（）/、…:：]", text):
            words = fold(_CODE.sub("", part)).strip(" -–")
            ending = next((e for e in endings if words.endswith(e) and len(words) > len(e)), None)
            stem = words.removesuffix(ending).strip() if ending else ""
            if stem and len(stem.split()) <= 2 and len(stem) > 1:
                found.add(stem.removesuffix(form("of")))
    key = split_identifier(kind.id_key)
    if len(key) > 1 and key[-1] in listed("id_endings"):
        found.add(" ".join(key[:-1]))
    return found


def _title_nouns(kind: Kind) -> set[str]:
    """What the titles of its lists speak of, without the word for looking."""
    found: set[str] = set()
    idle = sorted((fold(w) for w in named("list_words")), key=len, reverse=True)
    for one in kind.of("list"):
        for part in re.split(r"[,，/&()（）、|]", one.tool.title):
            words = fold(part)
            for word in idle:
                words = words.removeprefix(word).removesuffix(word).strip()
            if words and len(words.split()) <= 2 and len(words) > 1:
                found.add(singular(words))
    return found


def _type_names(kind: Kind) -> set[str]:
    """Words that results' totals and the like belong to: the kind by its tools' main object."""
    mains = [one.tool.objects[0] for one in kind.of("list", "read") if one.tool.objects]
    return {fold(main) for main in mains}


_OPENING = re.compile(r"^([A-Z][a-z]+s)\b(?: by| of| with| that|,|\.)")


def _opening_nouns(kind: Kind) -> set[str]:
    """`Appointments by number, …`: what the text on a list begins with."""
    hits = (_OPENING.match(one.tool.description) for one in kind.of("list"))
    return {singular(fold(hit[1])) for hit in hits if hit}


def _own_nouns(world: World) -> frozenset[str]:
    return frozenset(
        word
        for kind in world.kinds.values()
        for word in (*_id_nouns(kind), *_title_nouns(kind), fold(kind.entity))
    )


# ---- values --------------------------------------------------------------------------------


def _values(found: Words, kind: Kind, told: Yield | Slot, lexicon: Lexicon) -> None:
    if not told.values:
        return
    glosses = glosses_of(told.description, list(told.values))
    for raw, canonical in told.values.items():
        option = Option(kind.key, told.key, raw)
        plain = fold(" ".join(split_identifier(raw)))
        own = {plain, *(fold(g) for g in glosses.get(raw, ()))}
        own |= {fold(word) for word in canonical if len(word) <= 12 and "→" not in word}
        found.glosses[option] |= own
        words = {*own, *also("spoken").get(plain, ()), *_written(plain)}
        for word in own:
            near = {other for other, far in _said_otherwise(word, 0) if far <= 1}
            words |= near | {w for other in near for w, far in translations(other) if not far}
            concept = lexicon.concept(Sort.VALUE, word)
            words |= set(concept.surfaces) if concept is not None else set()
        for word in words:
            found.values[fold(word)].add(option)
            bare = word.removesuffix(form("of"))
            if bare and bare != word:
                found.values[fold(bare)].add(option)


_ORDINALS = (("first", "1st"), ("second", "2nd"), ("third", "3rd"))
_WITHIN = ("in ", "on ", "at ")


def _written(plain: str) -> Iterator[str]:
    """Other spellings: `x ray` in one word, `1st` for first, `in transit` without `in`."""
    if " " in plain and plain.isascii():
        yield plain.replace(" ", "")
    for word, short in _ORDINALS:
        if word in plain.split():
            yield plain.replace(word, short)
    for lead in _WITHIN:
        rest = plain.removeprefix(lead)
        if rest != plain and len(rest) > 6:
            yield rest
            yield from also("spoken").get("in progress", ())


def glosses_of(description: str, raws: list[str]) -> dict[str, list[str]]:
    """The words that stand beside each of the raw values, or one for each in their order."""
    parts = [part for part in _GLOSSED.split(description) if part.strip()]
    found: dict[str, list[str]] = {}
    for part in parts:
        inside = [raw for raw in raws if re.search(rf"(?<![\w-]){re.escape(raw)}(?![\w-])", part)]
        if len(inside) == 1:
            rest = part.replace(inside[0], " ")
            own = [hit[1].lower() for hit in _LATIN.finditer(part.partition(inside[0])[2])]
            found.setdefault(inside[0], []).extend((*_HAN.findall(rest), *own))
    han = [part.strip() for part in parts if _HAN.fullmatch(part.strip())]
    if not any(found.values()) and len(han) == len(raws):
        found = {raw: [word] for raw, word in zip(raws, han, strict=True)}
    return found


def _labels(found: Words, key: str, description: str) -> None:
    plain = fold(" ".join(split_identifier(key)))
    words = {plain, *(word for word, _ in _said_otherwise(plain, 0))}
    head = re.split(r"[,，;；.。()（）/:：]", description)[0]
    words |= {fold(w) for w in _HAN.findall(head) if 1 < len(w) <= 6}
    if head and head.isascii() and len(head.split()) <= 2:
        words.add(fold(head))
    words |= {fold(hit) for hit in re.findall(r"\bthe ([a-z]{4,}) of (?:the|a)\b", description)}
    for word in words:
        found.labels[word].add(key)


# ---- operations ----------------------------------------------------------------------------


def _verbs(
    operation: Operation, nouns: Iterable[str], lexicon: Lexicon
) -> Iterator[tuple[str, int]]:
    own = _own_verbs(operation, frozenset(nouns))
    if operation.role == "create":
        stem = singular(" ".join(split_identifier(operation.kind.rpartition("/")[2])))
        yield from ((fold(word), 1) for word in also("verbs").get(stem, ()))
    for word in sorted(own):
        yield word, 0
        if word.isascii() and word.rpartition(" ")[2] in listed("particles"):
            yield word.replace(" ", ""), 0
        for other in also("verbs").get(word, ()):
            yield fold(other), 1
        yield from _said_otherwise(word, 1)
        concept = lexicon.concept(Sort.ACTION, word)
        if concept is not None and concept.name not in listed("idle_verbs"):
            yield from ((fold(w), 2) for w in (concept.name, *concept.surfaces))


def _own_verbs(operation: Operation, nouns: frozenset[str]) -> set[str]:
    """What its path and its name call the deed, and its title, without the thing."""
    tool, found = operation.tool, set[str]()
    last = (tool.path or "").rstrip("/").rpartition("/")[2]
    if operation.role == "act" and "{" not in last:
        found.add(fold(" ".join(split_identifier(last))))
    found.add(_first_words(split_identifier(tool.name)))
    for part in re.split(r"[,，/&()（）、|–—-]", tool.title):
        found |= _deed(fold(part), nouns)
    return {w for w in found if w and w not in listed("idle_verbs") and w not in nouns}


def _first_words(name: list[str]) -> str:
    """The verb that a name begins with, with the particle that belongs to it: `check out`."""
    parted = len(name) > 1 and name[1] in listed("particles")
    return " ".join(name[: 2 if parted else 1])


def _deed(words: str, nouns: frozenset[str]) -> set[str]:
    """A Chinese fragment of a title, and what is left of it without the thing."""
    words = words.strip()
    if not words or not is_ideograph(words[0]) or len(words) > 8:
        return set()
    found = {words}
    for noun in nouns:
        if noun and is_ideograph(noun[0]) and noun in words and noun != words:
            rest = words.replace(noun, "").strip()
            found |= {rest} if len(rest) > 1 else set()
    return found


# ---- the words as a lexicon ----------------------------------------------------------------

MARK, NOUN, VERB, VALUE, LABEL = "mark", "noun", "verb", "value", "label"
_SORTS = {NOUN: Sort.ENTITY, VERB: Sort.ACTION, VALUE: Sort.VALUE, LABEL: Sort.ATTRIBUTE}


_IDLE = (
    "polite", "function", "filler", "classifier", "article", "definite", "genitive", "auxiliary",
    "be", "preposition", "copula", "perfect", "verbal_measure", "capability", "complementizer",
)  # fmt: skip
"""Grammar words of the packs that say nothing by themselves."""


def lexicon_of(words: Words, general: Lexicon) -> Lexicon:
    """A lexicon that finds all of them; a concept is called by its sort and its word."""
    concepts = [
        Concept(_SORTS[sort], f"{sort}:{word}", (word,))
        for sort, told in (
            (NOUN, words.nouns),
            (VERB, words.verbs),
            (VALUE, words.values),
            (LABEL, words.labels),
        )
        for word in told
    ]
    marks = [
        Concept(Sort.MARKER, f"{MARK}:{name}", tuple(said)) for name, said in named("marks").items()
    ]
    marks += [
        Concept(Sort.MARKER, f"{MARK}:light/{one.name}", one.surfaces)
        for one in general.concepts_of(Sort.MARKER)
        if one.name in _IDLE
    ]
    return Lexicon([*concepts, *marks])
