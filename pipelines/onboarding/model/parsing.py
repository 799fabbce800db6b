"""The parsing stage by a model: values for what the rules left open in one tool, checked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from pipelines.messages import say
from pipelines.models import prompts
from pipelines.models.model import LanguageModel, Message
from pipelines.models.typed_answers import (
    AskOptions,
    Typed,
    Untyped,
    as_data,
    ask_typed,
    schema_text,
)
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.governance.poison import tricks
from tool_registry.governance.texts import Text
from tool_registry.model import ToolEssentialModel
from tool_registry.parsing.description_terms import groups
from tool_registry.parsing.filling import Asked, Fill, Gap
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold

MOST = 30
"""Gaps of one tool that are asked at once; more would only confuse."""
SUREST = 0.9
"""What a model says is never as sure as what an author declares."""
_NAMES = 80
"""Candidates of one kind that are listed."""
_LONGEST = 4000
"""Characters of a tool's text that are shown."""
_KINDS: Mapping[Asked, Kind] = {
    "action": Kind.ACTION,
    "entity": Kind.ENTITY,
    "attribute": Kind.ATTRIBUTE,
}


class FilledField(BaseModel):
    """One gap as the model fills it in; `value` null: the tool's text does not say."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    field: str
    value: str | None
    words: str = ""
    confidence: float = Field(default=0.5, ge=0, le=1)


class ModelParse(BaseModel):
    """What a model fills in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fields: tuple[FilledField, ...] = Field(max_length=MOST)


@dataclass(frozen=True)
class Candidates:
    """The values that a gap may have, by what is asked."""

    of: Mapping[Asked, tuple[str, ...]]
    functions: Mapping[str, FunctionType]
    """Action → what it does."""

    @classmethod
    def in_words(cls, lexicon: Lexicon, tool: ToolEssentialModel) -> "Candidates":
        """Names of the lexicon, those first that look most like something in the tool."""
        signs = set(fold(_text(tool)))
        units = tuple(dict.fromkeys(name for name, _ in groups("slots", "units")))
        found: dict[Asked, tuple[str, ...]] = {
            "function": tuple(one.value for one in FunctionType),
            "unit": units,
        }
        for asked, kind in _KINDS.items():
            named = {
                one.name: max(len(signs & set(fold(said))) for said in (one.name, *one.surfaces))
                for one in lexicon.concepts_of(kind)
            }
            found[asked] = tuple(sorted(named, key=lambda name: (-named[name], name))[:_NAMES])
        known = lexicon.concepts_of(Kind.ACTION)
        return cls(found, {one.name: one.function for one in known if one.function})


async def fill_by_model(
    tool: ToolEssentialModel,
    open_fields: Sequence[Gap],
    lexicon: Lexicon,
    model: LanguageModel,
    options: AskOptions | None = None,
) -> tuple[Fill, ...] | Untyped:
    """Values for the first `MOST` of these gaps, as far as the tool's own text says them.

    A tool whose texts read like orders to a model is shown to none.
    """
    shown = tuple(open_fields[:MOST])
    if found := tricks(Text("tool", _text(tool))):
        return Untyped(tuple(found))
    candidates = Candidates.in_words(lexicon, tool)
    referee = _Referee(tool, {gap.field: gap for gap in shown}, candidates)
    messages = parsing_messages(tool, shown, candidates)
    match await ask_typed(model, messages, ModelParse, referee.check, options):
        case Typed(form, _):
            return tuple(
                Fill(
                    field=one.field,
                    value=one.value,
                    confidence=min(one.confidence, SUREST),
                    words=one.words,
                )
                for one in form.fields
                if one.value is not None
            )
        case Untyped() as none:
            return none


def parsing_messages(
    tool: ToolEssentialModel, open_fields: Sequence[Gap], candidates: Candidates
) -> tuple[Message, Message]:
    """The prompt of the stage, and the tool as data."""
    kinds: dict[Asked, None] = dict.fromkeys(gap.asked for gap in open_fields)
    gaps = [{"field": g.field, "kind": g.asked, "guess": g.guess} for g in open_fields]
    system = prompts.render(
        "parsing",
        candidates="\n".join(f"<{k}>\n{', '.join(candidates.of[k])}\n</{k}>" for k in kinds),
        schema=schema_text(ModelParse),
    )
    return Message("system", system), Message(
        "user", f"<tool>{as_data(_declared(tool))}</tool>\n<gaps>{as_data(gaps)}</gaps>"
    )


@dataclass(frozen=True)
class _Referee:
    tool: ToolEssentialModel
    gaps: Mapping[str, Gap]
    candidates: Candidates

    def check(self, form: ModelParse) -> list[str]:
        """What is wrong with the form, one sentence a fault."""
        names = [one.field for one in form.fields]
        twice = sorted({name for name in names if names.count(name) > 1})
        faults = [say("zh", "filling.twice", field=name) for name in twice]
        for one in form.fields:
            faults += self._field(one)
        return [*faults, *self._function(form)]

    def _field(self, one: FilledField) -> Iterator[str]:
        gap = self.gaps.get(one.field)
        if gap is None:
            yield say("zh", "filling.not_asked", field=one.field)
        elif one.value is not None:
            if one.value not in self.candidates.of[gap.asked]:
                yield say("zh", "filling.no_candidate", field=one.field, value=one.value)
            if not fold(one.words) or fold(one.words) not in fold(_text(self.tool)):
                yield say("zh", "filling.no_words", field=one.field, words=one.words)

    def _function(self, form: ModelParse) -> Iterator[str]:
        """The function has to be that of the action, and a reader changes nothing."""
        told = {one.field: one.value for one in form.fields if one.value is not None}
        function = told.get("function", self.tool.function.value)
        action = self.candidates.functions.get(told.get("actions", ""))
        if action is not None and action.value != function:
            values = {"action": told["actions"], "function": function, "own": action.value}
            yield say("zh", "filling.other_function", **values)
        writes = any(one.writes for one in FunctionType if one.value == function)
        if self.tool.method == "GET" and writes:
            yield say("zh", "filling.only_reads", function=function)
        if self.tool.destructive and not writes:
            yield say("zh", "filling.destroys", function=function)


def _declared(tool: ToolEssentialModel) -> dict[str, JsonValue]:
    """What of the tool is shown: its author's words, nothing of where it runs or how."""
    told: dict[str, JsonValue] = {"name": tool.name, "title": tool.title}
    described = tool.description[:_LONGEST]
    needs, yields = _lines(tool)
    return {**told, "description": described, "needs": [*needs], "yields": [*yields]}


def _lines(tool: ToolEssentialModel) -> tuple[list[str], list[str]]:
    """Arguments and results, a line each."""
    needs = [f"{s.path} ({s.type}): {s.description}" for s in tool.needs if not s.hidden]
    return needs, [f"{y.path} ({y.type}): {y.description}" for y in tool.yields]


def _text(tool: ToolEssentialModel) -> str:
    needs, yields = _lines(tool)
    return "\n".join((tool.name, tool.title, tool.description[:_LONGEST], *needs, *yields))
