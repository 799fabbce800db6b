"""An HTTP operation's verb and path: what they tell where its author writes little else."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tool_registry.base.types import FunctionType
from tool_registry.model import RawTool
from tool_registry.parsing.description_terms import phrase_set, phrases
from tool_registry.parsing.naming import singular
from tool_registry.parsing.phrase import verb_function
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import split_identifier

BULK = "bulk"
"""Value that tells an operation on many things at once from its twin for one."""
_VERSION = re.compile(r"v\d+([a-z]+\d*)?|\d+(\.\d+)+", re.IGNORECASE)
_READING = ("GET", "HEAD", "OPTIONS")
_CHANGES = FunctionType.OPERATE
_REPEATABLE = ("PUT", "DELETE")


@dataclass(frozen=True, slots=True)
class Operation:
    """A verb on a thing: `POST /users/{id}/addresses` makes an address of a user."""

    method: str
    thing: str
    """The last word of the path that names anything, in the singular; may be empty."""
    before: str
    """The thing named before it; may be empty."""
    owned: bool
    """One instance of the thing before it is addressed: the last one belongs to it."""
    item: bool
    """The path addresses one instance of the thing."""
    plural: bool
    """The path names the thing in the plural: a collection of them."""
    bulk: bool
    """It calls itself bulk."""
    owners: Mapping[str, str]
    """Parameter of the path → the thing that it singles out."""

    @property
    def reads(self) -> bool:
        """The protocol says that nothing changes."""
        return self.method in _READING

    @property
    def acts_on_one(self) -> bool:
        """One record is addressed by a method that the protocol does not call safe."""
        return not self.reads and (self.owned or self.item)

    @property
    def repeatable(self) -> bool:
        """The protocol says that a second call changes nothing more."""
        return self.method in _REPEATABLE

    def function(self, voted: FunctionType | None) -> FunctionType:
        """What it does: the verb of the protocol, refined by what its words say."""
        if self.reads:
            return voted if voted and not voted.writes else FunctionType.QUERY
        if self.method == "DELETE":
            return FunctionType.DELETE
        if self.method == "POST":
            # `POST /stays/{id}/check-in` checks nothing: it changes that one stay.
            looks = voted is not None and not voted.writes
            return FunctionType.OPERATE if looks and self.acts_on_one else voted or _CHANGES
        return FunctionType.OPERATE

    def action(self, lexicon: Lexicon) -> str | None:
        """The last word of the path where it says what is done: cancel, find by status."""
        if not self.before or self.item or not self.thing:
            return None
        if verb_function(self.thing.split(" ")[0]) or lexicon.lookup(self.thing, Kind.ACTION):
            return None if self.plural else self.thing
        named = any(lexicon.lookup(self.thing, kind) for kind in (Kind.ENTITY, Kind.ATTRIBUTE))
        acts = self.owned and self.method == "POST" and not self.plural and not named
        return self.thing if acts else None

    def phrase(self, lexicon: Lexicon) -> str:
        """The operation in words: `list address of user`; empty where the path names nothing."""
        if action := self.action(lexicon):
            verb, _, rest = action.partition(" ")
            if lexicon.lookup(action, Kind.ACTION):
                verb, rest = action, ""
            return " ".join(filter(None, (verb, self.before, rest)))
        if not self.thing:
            return ""
        of = [phrases("operations", "of")[0], self.before] if self.owned else []
        return " ".join([phrases("operations", "spoken", self._verb)[0], self.thing, *of])

    @property
    def _verb(self) -> str:
        if self.reads:
            return "list" if self.plural and not self.item else "get"
        if self.method == "DELETE":
            return "delete"
        return "create" if self.method == "POST" and not self.item else "update"


def read_operation(raw: RawTool) -> Operation | None:
    """What verb and path tell; None for a tool that is no HTTP operation."""
    if not raw.method or not raw.path:
        return None
    segments = [part for whole in raw.path.split("/") for part in _parts(whole)]
    named = [(i, words) for i, part in enumerate(segments) if (words := _words(part))]
    last, text = named[-1] if named else (-1, "")
    marks = phrase_set("operations", "bulk")
    words = {*split_identifier(raw.name), *split_identifier(raw.path)}
    return Operation(
        method=raw.method.upper(),
        thing=singular(text),
        before=singular(named[-2][1]) if len(named) > 1 else "",
        owned=len(named) > 1 and _is_parameter(segments[last - 1]),
        item=any(map(_is_parameter, segments[last + 1 :])) or _own(segments[last + 1 :]),
        plural=singular(text) != text,
        bulk=bool(words & marks),
        owners=dict(_owners(segments)),
    )


def collection_of(raw: RawTool) -> tuple[str, str, str] | None:
    """(source, method, path of the collection) of an operation on one of its instances."""
    if not raw.method or not raw.path or not _is_parameter(raw.path.rstrip("/").split("/")[-1]):
        return None
    return (raw.source, raw.method, raw.path.rstrip("/").rpartition("/")[0])


def collections_in(path: str) -> frozenset[tuple[str, ...]]:
    """The collections that a path goes through, each by its words since the one that owns it.

    `/wiki/pages/{id}/comments` goes through wiki page and comment; words that say what is done
    (`/createPage`, `/pages/search`) and words that name nothing (`/api/v2`) do not count."""
    found: set[tuple[str, ...]] = set()
    run: list[str] = []
    segments = [part for whole in path.split("/") for part in _parts(whole)]
    for segment, after in zip(segments, [*segments[1:], ""], strict=False):
        if _is_parameter(segment):
            found.add(tuple(run))
            run = []
        elif thing := _thing(segment, names=not run or _is_parameter(after)):
            run.append(thing)
    return frozenset(found | {tuple(run)}) - {()}


def _thing(segment: str, *, names: bool) -> str:
    """What a segment names, in the singular, without the verbs around it.

    `names`: one that holds nothing but verbs names something all the same (`/issues/{id}`)."""
    words = _words(segment).split()
    verbs = [verb_function(word) is not None for word in words]
    if not all(verbs):
        first, last = verbs.index(False), len(verbs) - verbs[::-1].index(False)
        words = words[first:last]
    elif not names:
        return ""
    text = " ".join(words)
    return "" if text.isdigit() else singular(text)


def bulk_concepts(operations: Iterable[Operation | None]) -> list[Concept]:
    """The word that tells bulk twins, where there are operations at all."""
    words = phrases("operations", "bulk")
    return [Concept(Kind.VALUE, BULK, words, source="tools")] if any(operations) else []


def _parts(segment: str) -> list[str]:
    """`{id}:cancel` is a parameter and a word."""
    return [part for part in re.split(r"(?<=\}):|(?<=\w):(?=\w)", segment) if part]


def _is_parameter(segment: str) -> bool:
    return "{" in segment or segment.startswith(":")


def _own(segments: list[str]) -> bool:
    return any(segment in phrase_set("operations", "selves") for segment in segments)


def _words(segment: str) -> str:
    """What a segment names; empty for parameters, versions and words that name nothing."""
    words = " ".join(split_identifier(segment.removesuffix(".json")))
    idle = phrase_set("operations", "skipped") | phrase_set("operations", "selves")
    idle |= phrase_set("operations", "bulk")
    return "" if _is_parameter(segment) or words in idle or _VERSION.fullmatch(segment) else words


def _owners(segments: list[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    thing = ""
    for segment in segments:
        if _is_parameter(segment):
            names = re.findall(r"\{([^{}]+)\}", segment) or [segment.removeprefix(":")]
            found += [(name, thing) for name in names if thing]
        else:
            thing = singular(_words(segment)) or thing
    return found
