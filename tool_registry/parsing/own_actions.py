"""Actions as a catalogue calls them: they count before what the same words mean at large."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tool_registry.model import StateChange, ToolEssentialModel
from tool_registry.parsing.description_terms import phrase_set, phrases
from tool_registry.parsing.naming import is_chinese
from tool_registry.vocabulary.concept import DOES
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

_PART = re.compile(r"[()（）/|,，、\s]+")
_MOST_SIGNS = 4
Tools = Mapping[str, ToolEssentialModel]


@dataclass(frozen=True, slots=True)
class OwnActions:
    """The tools with the actions that are their own, and the words for these."""

    tools: dict[str, ToolEssentialModel]
    lexicon: Lexicon


def with_own_actions(tools: Tools, lexicon: Lexicon) -> OwnActions:
    """Each tool that changes one thing gets the words that its path, title and outcome have.

    A word that elsewhere only looks (to confirm) is told what it does here."""
    looking: defaultdict[str, set[str]] = defaultdict(set)
    own: list[Concept] = []
    found = dict(tools)
    for tool in tools.values():
        thing = _thing(tool)
        if thing is None:
            continue
        action = lexicon.concept(Kind.ACTION, tool.actions[0]) if tool.actions else None
        if action is not None and action.function is not None and not action.function.writes:
            looking[action.name].add(thing)
        words = tuple(dict.fromkeys(_words(tool, lexicon)))
        if words:
            action = Concept(
                Kind.ACTION,
                f"{words[0]}: {thing}",
                words,
                function=tool.function,
                flags=frozenset({f"{DOES}{thing}"}),
                source="tools",
            )
            own.append(action)
            found[tool.id] = tool.model_copy(update={"actions": (*tool.actions, action.name)})
    own += _unknown(tools, lexicon)
    if not own and not looking:
        return OwnActions(found, lexicon)
    return OwnActions(found, Lexicon([*(_doing(c, looking) for c in lexicon.concepts), *own]))


def _unknown(tools: Tools, lexicon: Lexicon) -> Iterator[Concept]:
    """The verbs of writing HTTP operations that no pack knows: to post."""
    told = {
        action: tool.function
        for tool in tools.values()
        if tool.function.writes and tool.path
        for action in tool.actions
        if not lexicon.lookup(action)
    }
    for action, function in sorted(told.items()):
        yield Concept(Kind.ACTION, action, function=function, source="tools")


def _thing(tool: ToolEssentialModel) -> str | None:
    """The one thing that the tool changes and is told by an identifier."""
    named = {slot.entity for slot in tool.needs if slot.required and slot.attribute == "id"}
    return next((t for t in tool.objects if t in named and tool.function.writes), None)


def _words(tool: ToolEssentialModel, lexicon: Lexicon) -> Iterator[str]:
    yield from _of_path(tool, lexicon)
    yield from _of_title(tool, lexicon)
    for change in tool.states:
        yield from _of_outcome(change, lexicon)


def _of_path(tool: ToolEssentialModel, lexicon: Lexicon) -> Iterator[str]:
    """`/stays/{id}/check-in`: to check in; its particle may stand behind the thing."""
    *before, last = [part for part in (tool.path or "").split("/") if part] or [""]
    words = split_identifier(last)
    if len(words) < 2 or "{" in last or not before or "{" not in before[-1]:
        return
    if any(lexicon.lookup(words[-1], kind) for kind in (Kind.ENTITY, Kind.ATTRIBUTE)):
        return
    yield " ".join(words)
    if len(words) == 2 and words[1] in phrase_set("verbs", "particles"):
        yield f"{words[0]} * {words[1]}"


def _of_title(tool: ToolEssentialModel, lexicon: Lexicon) -> Iterator[str]:
    """A light verb and a noun: the noun alone says it."""
    for part in filter(is_chinese, _PART.split(tool.title)):
        verb = next((part[:n] for n in (2, 1) if lexicon.lookup(part[:n], Kind.ACTION)), "")
        light = any("light" in concept.flags for concept in lexicon.lookup(verb, Kind.ACTION))
        noun = part.removeprefix(verb)
        if light and 1 < len(noun) <= _MOST_SIGNS and not lexicon.lookup(noun, Kind.ENTITY):
            yield noun


def _of_outcome(change: StateChange, lexicon: Lexicon) -> Iterator[str]:
    """Whoever brings about that a thing is *done* does it."""
    state = lexicon.concept(Kind.VALUE, change.after) if change.after else None
    for word in (state.name, *state.surfaces) if state else ():
        for mark in phrases("effects", "states", "done"):
            action = fold(word).removeprefix(mark)
            if action != fold(word) and len(action) > 1 and not lexicon.lookup(action):
                yield action


def _doing(concept: Concept, things: Mapping[str, set[str]]) -> Concept:
    told = things.get(concept.name) if concept.kind is Kind.ACTION else None
    return replace(concept, flags=concept.flags | {f"{DOES}{t}" for t in told}) if told else concept
