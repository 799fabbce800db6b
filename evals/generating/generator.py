"""Requests for the tools of a catalogue, with what must come of them.

For each tool that its graph reaches: all values given, the same the other way round, with something
that must not be done, without a value that only the person can give, without an environment, and
without a value that another tool provides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from evals.case_files import Written
from evals.generating.values import sample
from tool_registry.base.types import Effect
from tool_registry.base.yaml_files import packaged
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.language import Language, language_of

AUTHOR = "generator"
_SENTENCES = Path(__file__).with_name("sentences.yaml")
_EMPTY = re.compile(r" with\s*(?=$|,| in )|(?<=，)，")
_SPLIT = re.compile(r"[_\-\s]+|(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Generator:
    """Writes cases about the tools that run in one environment."""

    catalogue: Catalogue
    environment: str
    languages: tuple[Language, ...]

    def cases(self, limit: int) -> list[Written]:
        """At most so many, kind by kind of each tool in turn, tools by id."""
        tools = [tool for tool in self.catalogue.in_environment(self.environment) if _named(tool)]
        return [case for tool in tools for case in self._about(tool)][:limit]

    def _about(self, tool: ToolEssentialModel) -> Iterator[Written]:
        needed = [slot for slot in tool.needs if _is_told(slot)]
        values = {slot.path: sample(tool, slot) for slot in needed}
        call = {"tool": tool.name, **({"arguments": values} if values else {})}
        done = self._expected(tool) | {"chain": {"calls": [call]}}
        yield self._case(tool, "all", "plain", needed, done)
        if needed:
            yield self._case(tool, "inverted", "inverted", needed, done)
        yield from self._not(tool, needed, done)
        yield self._missing_environment(tool, needed)
        for slot in needed[:1]:
            yield from self._without(tool, slot, [one for one in needed if one is not slot])

    def _not(
        self, tool: ToolEssentialModel, needed: list[Slot], done: Written
    ) -> Iterator[Written]:
        """With another tool of the same thing that must not be called."""
        others = self.catalogue.in_environment(self.environment)
        same = [
            one
            for one in others
            if one.id != tool.id
            and one.effect is not Effect.NONE
            and _named(one)
            and set(one.objects[:1]) & set(tool.objects[:1])
        ]
        if same:
            chain = {**done["chain"], "never": [same[0].name]}
            yield self._case(tool, "not", "not", needed, done | {"chain": chain}, same[0])

    def _missing_environment(self, tool: ToolEssentialModel, needed: list[Slot]) -> Written:
        expected: Written = {
            "status": "needs_input",
            "question": {"asks": ["environment"]},
            "chain": {"executed": False},
            "effects": [],
        }
        return self._case(tool, "no-environment", "without_env", needed, expected)

    def _without(self, tool: ToolEssentialModel, slot: Slot, rest: list[Slot]) -> Iterator[Written]:
        """Without one value: a question, or the chain that another tool's result completes."""
        makers = [
            one.name
            for one in self.catalogue.graph.creators(slot.entity or "", self.environment)
            if one.id != tool.id
        ]
        if slot.entity and makers and slot.attribute == "id":
            chain = {"steps": ["|".join(makers), tool.name]}
            yield self._case(tool, "chain", "create", rest, self._expected(tool) | {"chain": chain})
        if not self.catalogue.graph.providers(slot, self.environment):
            expected: Written = {"status": "needs_input", "effects": [], "question": {}}
            yield self._case(tool, f"no-{slot.key}", "plain", rest, expected)

    def _expected(self, tool: ToolEssentialModel) -> Written:
        return {"status": "succeeded", "environment": self.environment, "candidates": [tool.name]}

    def _case(
        self,
        tool: ToolEssentialModel,
        kind: str,
        form: str,
        slots: list[Slot],
        expected: Written,
        other: ToolEssentialModel | None = None,
    ) -> Written:
        said = [self._say(one, tool, form, slots, other) for one in self._spoken(tool)]
        case: Written = {"id": f"{tool.name}-{kind}", "turns": [said[0]]}
        if len(said) > 1:
            case["wordings"] = [[text] for text in said[1:]]
        return case | {"expect": [expected]}

    def _spoken(self, tool: ToolEssentialModel) -> tuple[Language, ...]:
        """The languages in which somebody would ask for it: Chinese where its author wrote some."""
        han = any(language_of(text) == "zh" for text in (tool.title, tool.summary) if text)
        return tuple(one for one in self.languages if one == "en" or han) or ("en",)

    def _say(
        self,
        language: Language,
        tool: ToolEssentialModel,
        form: str,
        slots: list[Slot],
        other: ToolEssentialModel | None,
    ) -> str:
        texts = _sentences()[language]
        does, rest = _does(tool, language), list(slots)
        if language == "en":
            does, rest = _named_things(does, tool, rest)
        values = texts["join"].join(
            texts["value"].format(name=_label(slot, language), value=sample(tool, slot))
            for slot in rest
        )
        if not values:
            form = {"plain": "bare", "inverted": "bare_inverted"}.get(form, form)
        text = texts[form].format(
            env=_environment(self.catalogue, self.environment, language),
            does=does,
            values=values,
            other=_lowered(_does(other, language)) if other else "",
        )
        return _EMPTY.sub("", text.strip("，, ")).strip("，, ")


def _is_told(slot: Slot) -> bool:
    """True for what a person has to say."""
    program = slot.hidden or slot.environment or slot.idempotency_key or slot.sentence
    return slot.required and not program and slot.type not in ("object", "array")


def _named(tool: ToolEssentialModel) -> bool:
    return bool(tool.title or tool.name)


def _does(tool: ToolEssentialModel, language: Language) -> str:
    """What the tool does, as its author says it in that language, else its name in words."""
    for text in (tool.title, tool.summary):
        if text and language_of(text) == language:
            return re.split(r"[。.;；\n]", text)[0].strip()
    return " ".join(_SPLIT.split(tool.name)).lower() if language == "en" else tool.title


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _named_things(does: str, tool: ToolEssentialModel, slots: list[Slot]) -> tuple[str, list[Slot]]:
    """`Lend a book to a reader` → `Lend book 7 to reader 9`, as people say it, and what is left."""
    left: list[Slot] = []
    for slot in slots:
        words = _SPLIT.split(slot.key.lower())
        noun = " ".join(words[:-1]) if words[-1] == "id" else ""
        found = re.search(rf"\b(?:an?|the) {re.escape(noun)}\b", does) if noun else None
        if found is None:
            left.append(slot)
        else:
            does = f"{does[: found.start()]}{noun} {sample(tool, slot)}{does[found.end() :]}"
    return re.sub(r"\s+by (?:its )?id\b", "", does), left


def _label(slot: Slot, language: Language) -> str:
    said = re.split(r"[,，。.:：;；(（]", slot.description)[0].strip() if language == "zh" else ""
    if said and len(said) <= 24 and language_of(said) == language:
        return said
    return " ".join(_SPLIT.split(slot.key)).lower()


def _environment(catalogue: Catalogue, name: str, language: Language) -> str:
    if language == "en":
        return name
    found = catalogue.environments.get(name)
    words = found.words if found else ()
    return next((one for one in words if language_of(one) == language), name)


@cache
def _sentences() -> dict[str, dict[str, str]]:
    return cast("dict[str, dict[str, str]]", packaged(_SENTENCES))
