"""Conditions: what has to hold, or is to be known, before a tool is called."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from tool_registry.base.types import FunctionType
from tool_registry.graph.inputs import need_of
from tool_registry.graph.naming import Words, core, words_of
from tool_registry.graph.outputs import told_words
from tool_registry.graph.values import Link
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.parsing.description_terms import groups, mentions, phrase_set, phrases
from tool_registry.vocabulary.text import fold, split_identifier

_SESSION, _SWITCH, _CHECK, _CONVERT, _SURROUNDINGS = 0.9, 0.8, 0.8, 0.7, 0.65


class Conditions:
    """The tools of a catalogue that log in, switch, check, convert, or tell the surroundings."""

    def __init__(self, tools: Iterable[ToolEssentialModel]) -> None:
        self._tools = tuple(tools)

    def links(self, tool: ToolEssentialModel) -> tuple[Link, ...]:
        """Tools that establish or tell what this one depends on, the surest first."""
        found = {
            (link.provider, link.slot): link
            for link in (
                *self._surrounded(tool),
                *self._converted(tool),
                *self._checked(tool),
                *self._switched(tool),
                *self._logged_in(tool),
            )
            if link.provider != tool.id and link.provider.partition("/")[0] == tool.source
        }
        return tuple(sorted(found.values(), key=lambda k: (-k.confidence, k.provider)))

    def _logged_in(self, tool: ToolEssentialModel) -> Iterator[Link]:
        slot = next((s for s in tool.needs if _is_session(s)), None)
        if tool.id in self._logins:
            return
        words = {*words_of(tool.name), *words_of(slot.description if slot else "")}
        for login, brand in self._logins.items():
            if brand <= words and (brand or slot):
                yield Link(tool.id, login, "session", _SESSION, slot.path if slot else None)

    def _switched(self, tool: ToolEssentialModel) -> Iterator[Link]:
        name, thing = _verb_and_thing(tool.name)
        sides = (
            phrase_set("conditions", "switch", "sets"),
            phrase_set("conditions", "switch", "reads"),
        )
        if not thing or not any(name in side for side in sides):
            return
        for other_name, other in self._by_thing[thing]:
            if any(name in one and other_name in two for one, two in (sides, sides[::-1])):
                yield Link(tool.id, other, "switch", _SWITCH)

    def _checked(self, tool: ToolEssentialModel) -> Iterator[Link]:
        for slot in tool.needs:
            need = need_of(slot)
            for name in need.names if need else ():
                for checker in self._checkers.get(core(name)[-1], ()):
                    yield Link(tool.id, checker, "check", _CHECK, slot.path)

    def _converted(self, tool: ToolEssentialModel) -> Iterator[Link]:
        units = phrase_set("conditions", "convert", "unit_words")
        for slot in tool.needs:
            words = split_identifier(slot.key)
            if len(words) > 1 and words[-1] in units:
                for other in self._converters:
                    yield Link(tool.id, other, "convert", _CONVERT, slot.path)

    def _surrounded(self, tool: ToolEssentialModel) -> Iterator[Link]:
        for state, tellers in self._tellers.items():
            if tellers and tool.id not in tellers and self._depends(tool, state):
                for teller in tellers:
                    yield Link(tool.id, teller, "surroundings", _SURROUNDINGS)

    def _depends(self, tool: ToolEssentialModel, state: str) -> bool:
        place = ("conditions", "surroundings", state)
        [how] = phrases(*place, "depends")
        if how == "gives":
            given = set(told_words(tool.name)[-1:])
            return not tool.needs and bool(given & phrase_set(*place, "gives"))
        if how == "verbs":
            return mentions(" ".join(split_identifier(tool.name)), *place, "verbs") is not None
        verb, _ = _verb_and_thing(tool.name)
        return bool(tool.needs) and verb not in phrase_set(*place, "verbs")

    @cached_property
    def _logins(self) -> dict[str, frozenset[str]]:
        """Tools that log in → the words that say where."""
        idle = phrase_set("conditions", "session", "idle")
        return {
            tool.id: frozenset(words_of(tool.name)) - idle
            for tool in self._tools
            if mentions(" ".join(split_identifier(tool.name)), "conditions", "session", "verbs")
        }

    @cached_property
    def _by_thing(self) -> dict[Words, list[tuple[str, str]]]:
        found: defaultdict[Words, list[tuple[str, str]]] = defaultdict(list)
        for tool in self._tools:
            verb, thing = _verb_and_thing(tool.name)
            found[thing].append((verb, tool.id))
        return found

    @cached_property
    def _checkers(self) -> dict[str, list[str]]:
        """What is checked → tools that do nothing but tell whether it is right."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for tool in self._tools:
            verb, thing = _verb_and_thing(tool.name)
            if verb in phrase_set("conditions", "check", "verbs") and len(tool.needs) == 1:
                own = words_of(tool.needs[0].key)
                if thing and own and core(own)[-1] == thing[-1] and _tells_validity(tool):
                    found[thing[-1]].append(tool.id)
        return found

    @cached_property
    def _converters(self) -> list[str]:
        things = phrase_set("conditions", "convert", "things")
        verbs = phrase_set("conditions", "convert", "verbs")
        return [
            tool.id
            for tool in self._tools
            if set(words_of(tool.name)) & things and set(words_of(tool.name)) & verbs
        ]

    @cached_property
    def _tellers(self) -> dict[str, list[str]]:
        """State of the surroundings → tools that ask for nothing and tell it."""
        return {
            state: [tool.id for tool in self._tools if _tells(tool, state)]
            for state, _ in groups("conditions", "surroundings")
        }


def _is_session(slot: Slot) -> bool:
    return bool(set(words_of(slot.key)) & phrase_set("conditions", "session", "arguments"))


def _verb_and_thing(name: str) -> tuple[str, Words]:
    words = split_identifier(name)
    return (words[0], words_of("_".join(words[1:]))) if words else ("", ())


def _tells_validity(tool: ToolEssentialModel) -> bool:
    told = mentions(fold(f"{tool.name} {tool.summary}"), "conditions", "check", "tells")
    return tool.function is FunctionType.VERIFY or told is not None


def _tells(tool: ToolEssentialModel, state: str) -> bool:
    """True for a tool that asks for nothing and tells that state, and nothing more."""
    words = split_identifier(tool.name)
    if tool.function.writes or tool.needs or not words:
        return False
    thing = " ".join(w for w in words[1:] if w not in phrase_set("conditions", "state_words"))
    reads = words[0] in phrase_set("conditions", "switch", "reads")
    return reads and thing in phrase_set("conditions", "surroundings", state, "states")
