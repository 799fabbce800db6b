"""Outputs: what a tool gives, declared by its author or told by its name."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tool_registry.base.confidence import GUESS
from tool_registry.graph.entities import asked
from tool_registry.graph.inputs import NUMBERS, WORDS
from tool_registry.graph.naming import Words, core, is_bare, kinds_of, words_of
from tool_registry.model import ToolEssentialModel, Yield
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.vocabulary.text import split_identifier

_NUMERIC = ("number", "integer")
_TOLD = 0.9
"""How sure it is that a tool returns what its name tells."""


@dataclass(frozen=True, slots=True)
class Give:
    """One value of a tool's result, by the names under which others may ask for it."""

    tool: ToolEssentialModel
    item: Yield
    names: tuple[Words, ...]
    kinds: frozenset[str]
    sort: str | None
    """WORDS or NUMBERS, where the value is known to be one."""
    ambient: bool
    """A single value of the surroundings that is there without asking: the present date."""


def gives_of(tool: ToolEssentialModel) -> Iterator[Give]:
    """Everything that a tool's result holds; what its name tells where nothing is declared."""
    told = told_words(tool.name)
    for item in tool.yields:
        yield _declared(tool, item, told)
    if told and all(is_guessed(item) for item in tool.yields):
        item = Yield(path="", attribute=" ".join(told), confidence=_TOLD)
        yield Give(tool, item, (told,), kinds_of(told), None, bool(ambient_kinds(tool, told)))


def is_guessed(item: Yield) -> bool:
    """True for a result that no author declares, only supposed of tools that make something."""
    return item.type == "any" and not item.description and item.confidence <= GUESS


def ambient_kinds(tool: ToolEssentialModel, told: Words) -> frozenset[str]:
    """What a reading tool that asks for nothing tells of the surroundings: the present date."""
    alone = not tool.function.writes and not asked(tool) and len(core(told)) == 1 < len(told)
    return kinds_of(told) if alone and told[0] in phrase_set("joins", "ambient") else frozenset()


def _declared(tool: ToolEssentialModel, item: Yield, told: Words) -> Give:
    own = words_of(item.key) or words_of(item.attribute or "") or ("result",)
    names = [own]
    if is_bare(own):
        names += [(*owner, *core(own)) for owner in _owners(item, told) if owner[-1] not in own]
    kinds = frozenset[str]().union(*(kinds_of(name) for name in names))
    ambient = bool(kinds & ambient_kinds(tool, told))
    return Give(tool, item, tuple(dict.fromkeys(names)), kinds, _sort(item, own, kinds), ambient)


def _sort(item: Yield, own: Words, kinds: frozenset[str]) -> str | None:
    if item.type in _NUMERIC or kinds & phrase_set("joins", "numeric_kinds"):
        return NUMBERS
    prose = item.type == "string" and own[-1] not in phrase_set("joins", "no_prose")
    return WORDS if prose else None


def _owners(item: Yield, told: Words) -> Iterator[Words]:
    """What a bare name belongs to: the object around it, its entity, the tool's own object."""
    parts = item.path.split(".")
    if len(parts) > 1 and (around := words_of(parts[-2].removesuffix("[]"))):
        yield around
    if entity := words_of(item.entity or ""):
        yield entity
    if len(parts) == 1 and told:
        yield told[:1] if told[-1] in words_of(item.key) else told


@lru_cache(maxsize=65536)
def told_words(name: str) -> Words:
    """What a tool's name says that it returns: `get_stock_ticker_by_name` → stock ticker."""
    words = split_identifier(name)
    verbs = phrase_set("joins", "gives_verbs")
    at = next((n for n, word in enumerate(words) if word in verbs), None)
    if at is None:
        return ()
    kept: list[str] = []
    for word in words[at + 1 :]:
        if kept and word in phrase_set("joins", "asked_with"):
            break
        if word not in phrase_set("joins", "idle_words"):
            kept.append(word)
    return words_of("_".join(kept))
