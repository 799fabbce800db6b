"""What a parse leaves behind for the next one: only tools that a change can reach are read again.

A tool's reading at any step depends on its own text and on the words of the lexicon that occur in
it. So a step is done again for a tool that changed, and for one whose text has a word whose
meaning changed; for all others the result of the last parse is the result."""

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar, cast

from tool_registry.base.environment import Environments
from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool
from tool_registry.parsing.naming import singular
from tool_registry.parsing.reading import Reading, read_tool
from tool_registry.vocabulary.lexicon import Lexicon, opening
from tool_registry.vocabulary.text import fold, runs, split_identifier

Result = TypeVar("Result")
Knowledge = Mapping[str, object]
"""What else a step goes by: word → what it stands for."""


@dataclass(slots=True)
class _Step:
    lexicon: Lexicon | None
    knowledge: Knowledge
    results: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(slots=True)
class ParseMemory:
    """Kept between parses of one catalogue by whoever keeps the catalogue; empty at first.

    A parse that is interrupted leaves what it has done, and the next one goes on from there."""

    surroundings: object = None
    """What a parse depends on beside the tools; anything else there, and nothing is reused."""
    readings: dict[str, Reading] = field(default_factory=dict[str, Reading])
    steps: dict[str, _Step] = field(default_factory=dict[str, _Step])
    words: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Tool id → openings of all words that a lexicon could find in the tool."""

    def begin(
        self, tools: Iterable[RawTool], environments: Environments, surroundings: object
    ) -> "Pass":
        """A parse of these tools, in the order of their ids."""
        if surroundings != self.surroundings:
            self.surroundings, self.readings, self.steps = surroundings, {}, {}
        ordered = sorted(tools, key=lambda tool: tool.id)
        self._drop(self.readings.keys() - {raw.id for raw in ordered})
        for raw in ordered:
            held = self.readings.get(raw.id)
            if held is None or held.raw != raw:
                self._drop([raw.id])
                self.readings[raw.id] = read_tool(raw, environments)
        self.readings = {raw.id: self.readings[raw.id] for raw in ordered}
        return Pass(self)

    def _drop(self, tools: Collection[str]) -> None:
        for id in tools:
            self.readings.pop(id, None)
            self.words.pop(id, None)
        self.forget(tools, ())

    def forget(self, tools: Collection[str], done: Collection[str]) -> None:
        """Drop the results of all steps but those that are `done` for these tools."""
        for step in [step for name, step in self.steps.items() if name not in done and tools]:
            for id in tools:
                step.results.pop(id, None)

    def words_of(self, id: str) -> frozenset[str]:
        """Openings of all words in that tool."""
        if id not in self.words:
            self.words[id] = _openings_in(self.readings[id])
        return self.words[id]


@dataclass(slots=True)
class Pass:
    """One parse in the light of what is remembered."""

    memory: ParseMemory
    done: set[str] = field(default_factory=set[str])
    """Steps of this parse so far."""

    @property
    def readings(self) -> list[Reading]:
        """All tools, by id."""
        return list(self.memory.readings.values())

    def each(
        self,
        name: str,
        step: Callable[[Reading], Result],
        lexicon: Lexicon | None = None,
        knowledge: Knowledge = MappingProxyType({}),
    ) -> dict[str, Result]:
        """The step's result for every tool, by id; of remembered tools the remembered one.

        `step` must depend on nothing but the reading, results of earlier steps for the same tool,
        the lexicon and `knowledge`."""
        last = self.memory.steps.get(name)
        if last and (words := _changed(last, lexicon, knowledge)):
            known = [id for id in last.results if not words.isdisjoint(self.memory.words_of(id))]
            self.touch(known)
        self.done.add(name)
        results = last.results if last else {}
        self.memory.steps[name] = _Step(lexicon, dict(knowledge), results)
        for id, reading in self.memory.readings.items():
            if id not in results:
                results[id] = step(reading)
        return cast("dict[str, Result]", {id: results[id] for id in self.memory.readings})

    def given(self, name: str, facts: Mapping[str, object]) -> None:
        """What steps from here on go by for each tool: touches those where it is another now."""
        last = self.memory.steps.get(name)
        if last:
            held = last.results
            self.touch([id for id, fact in facts.items() if id in held and held[id] != fact])
        self.done.add(name)
        self.memory.steps[name] = _Step(None, {}, dict(facts))

    def touch(self, tools: Collection[str]) -> None:
        """Do the steps from here on again for these tools."""
        self.memory.forget(tools, self.done)


def _changed(last: _Step, lexicon: Lexicon | None, told: Knowledge) -> frozenset[str]:
    """Openings of the words that mean something else than last time."""
    words = [w for w in last.knowledge.keys() | told.keys() if last.knowledge.get(w) != told.get(w)]
    if lexicon and last.lexicon:
        words += lexicon.differing(last.lexicon)
    return frozenset(opening(folded) for word in words if (folded := fold(word)))


def _openings_in(reading: Reading) -> frozenset[str]:
    raw = reading.raw
    told: list[JsonValue] = [raw.name, raw.title, raw.description, raw.input_schema]
    found: set[str] = set()
    for text in _texts([*told, raw.output_schema, raw.learned_output, raw.path, list(raw.tags)]):
        for spelling in (fold(text), " ".join(split_identifier(text))):
            pieces = runs(spelling)
            found.update(pieces)
            found.update(map(singular, pieces))
            found.update(
                first + then[0] for first, then in itertools.pairwise(pieces) if len(first) == 1
            )
    return frozenset(found)


def _texts(value: JsonValue) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in cast("dict[str, JsonValue]", value).items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in cast("list[JsonValue]", value):
            yield from _texts(inner)
