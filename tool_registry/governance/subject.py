"""What the rules of the lint look at: a tool as declared, as read, and as understood."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Literal, TypeAlias, cast

from tool_registry.base.environment import Environments
from tool_registry.governance.data import table
from tool_registry.model import RawTool, Slot, ToolEssentialModel
from tool_registry.parsing.description_terms import phrases
from tool_registry.parsing.naming import singular
from tool_registry.parsing.reading import Reading, is_service, read_tool
from tool_registry.parsing.schema import Field
from tool_registry.parsing.sections import Sections
from tool_registry.vocabulary.bilingual import translations
from tool_registry.vocabulary.concept import TOOLS
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold, is_ideograph, split_identifier

Verb: TypeAlias = Literal["write", "read", "delete", "destroy"]
_VERBS: tuple[Verb, ...] = ("write", "read", "delete", "destroy")
_SMALL_WORD = 2
"""Letters, at most, of words that only tie others together."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a rule is broken, and what its message names."""

    place: str
    values: dict[str, str] = field(default_factory=dict[str, str])
    mended_by: str = ""
    """Path of the form's field by which a person's word mends it; empty: only its source does."""


Hits: TypeAlias = Iterator[Hit]


@dataclass(frozen=True)
class Subject:
    """One tool before the rules."""

    raw: RawTool
    tool: ToolEssentialModel
    environments: Environments
    lexicon: Lexicon

    @cached_property
    def reading(self) -> Reading:
        """Its texts and schemas taken apart."""
        return read_tool(self.raw, self.environments)

    @property
    def sections(self) -> Sections:
        """Its description by headings."""
        return self.reading.sections

    @property
    def said(self) -> str:
        """What a person has set of what it does; empty where nobody has."""
        by = self.tool.filled_by.get("summary")
        return self.tool.summary if by is not None and by.by == "person" else ""

    @cached_property
    def slots(self) -> dict[str, Slot]:
        """Arguments as understood, by path."""
        return {slot.path: slot for slot in self.tool.needs}

    def described_of(self, item: Field) -> str:
        """What a person has set of what an argument is; else its author's words."""
        by = self.tool.filled_by.get(f"needs.{item.path}.description")
        slot = self.slots.get(item.path)
        return slot.description if slot and by and by.by == "person" else item.description

    def understands(self, item: Field) -> bool:
        """True where the name of an argument tells what it is: other data speaks of it too, or a
        person has said so."""
        slot = self.slots.get(item.path)
        said = self.tool.filled_by.get(f"needs.{item.path}.attribute")
        if said is not None and said.by == "person":
            return True
        if slot is None or is_service(item) or slot.environment:
            return True
        concept = self.lexicon.concept(Kind.ATTRIBUTE, slot.attribute or "")
        return concept is not None and (concept.source != TOOLS or bool(concept.surfaces))

    @property
    def is_chinese(self) -> bool:
        """True where the author writes Chinese, so that headings are proposed in it."""
        return any(map(is_ideograph, f"{self.raw.title or ''}{self.raw.description}"))

    @cached_property
    def named(self) -> set[Verb]:
        """What the verbs at the head of name and title say beyond doubt."""
        return verbs_of(self.raw.name) | verbs_of(self.raw.title or "")

    @cached_property
    def described(self) -> set[Verb]:
        """What the first verb of the description says beyond doubt."""
        if not self.raw.description.strip():
            return set()
        return verbs_of(_by_means_of().sub("", fold(self.tool.summary), count=1))


def verbs_of(text: str) -> set[Verb]:
    """The kinds of the verb that a name or a sentence begins with; empty where none is certain."""
    words = split_identifier(text) if text.isascii() else [fold(text)]
    spoken = " ".join(words)
    return {kind for kind in _VERBS if _verb_at_head(kind).match(spoken)}


def is_meaningless(name: str, what: Literal["tools", "parameters"]) -> bool:
    """True for a name that says nothing: `a1`, `param2`, `test`."""
    folded = fold(name)
    return any(pattern.fullmatch(folded) for pattern in _patterns("meaningless", what))


def tells_itself(name: str) -> bool:
    """True for a name of several plain words: `duration_minutes`, `starts_at`."""
    words = split_identifier(name)
    spoken = [word for word in words if len(word) > _SMALL_WORD]
    known = all(any(map(translations, (word, singular(word)))) for word in spoken)
    return len(words) > 1 and bool(spoken) and known


def is_filler(text: str) -> bool:
    """True for a text that stands where there should be one: empty, `todo`, `n/a`."""
    folded = fold(text).strip(" .。:")
    return not folded or any(pattern.fullmatch(folded) for pattern in _patterns("filler"))


def speaks_of(text: str, key: str) -> bool:
    """True where a text has a word of that list, Latin ones as whole words."""
    return _any_word(key).search(fold(text)) is not None


def has_example(text: str) -> bool:
    """True where a text shows what a value looks like."""
    return tells_of(text, "examples")


def tells_of(text: str, key: str) -> bool:
    """True where one of that list of patterns is found in the text."""
    return any(pattern.search(fold(text)) for pattern in _patterns(key))


def limit(name: str) -> int:
    """A number of the table of limits."""
    return int(cast("dict[str, int]", table("lint")["limits"])[name])


@cache
def _by_means_of() -> re.Pattern[str]:
    """`according to the number, …` before the verb of a sentence, where no blanks part words."""
    verbs = [v for kind in ("write", "read") for v in _listed("verbs", kind) if not v.isascii()]
    by = "|".join(map(re.escape, phrases("naming", "by_phrases", "zh")))
    return re.compile(rf"^(?:{by})[^,，。;]{{1,20}}?(?={'|'.join(verbs)})")


@cache
def _verb_at_head(kind: Verb) -> re.Pattern[str]:
    """Any verb of that kind; one of Latin letters as a whole word, in either of its forms."""
    verbs = _listed("verbs", kind)
    whole = "|".join(re.escape(verb) for verb in verbs if verb[0].isascii())
    return re.compile(
        "|".join(
            [
                rf"(?:{whole})(?:s|es)?(?![a-z])",
                *(re.escape(verb) for verb in verbs if not verb[0].isascii()),
            ]
        )
    )


@cache
def _listed(*keys: str) -> tuple[str, ...]:
    place: object = table("lint")
    for key in keys:
        place = cast("dict[str, object]", place)[key]
    return tuple(str(item) for item in cast("list[object]", place))


@cache
def _patterns(*keys: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in _listed(*keys))


@cache
def _any_word(key: str) -> re.Pattern[str]:
    words = [rf"(?<![a-z]){re.escape(w)}(?![a-z])" if w.isascii() else w for w in _listed(key)]
    return re.compile("|".join(words))
