"""Conflicts by a model: how two tools stand to one another that the rules cannot tell apart.

It is an opinion for their authors: it neither lets a tool into a pool nor keeps one out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from pipelines.messages import Language, say
from pipelines.models import prompts
from pipelines.models.grounding import is_forbidden
from pipelines.models.model import LanguageModel, Message
from pipelines.models.typed_answers import (
    AskOptions,
    Typed,
    Untyped,
    as_data,
    ask_typed,
    schema_text,
)
from tool_registry.governance.overlap import Comparison, Verdict
from tool_registry.governance.poison import tricks
from tool_registry.governance.texts import Text
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.text import fold

_LONGEST = 3000
"""Characters of a tool's description that are shown."""


class ModelConflict(BaseModel):
    """What a model fills in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Literal["duplicate", "twin", "specialises", "contradictory"]
    reason: str = Field(min_length=1, max_length=300)
    new_words: str = ""
    """Of the new tool's text: what it has of its own."""
    other_words: str = ""


def is_unsure(one: Comparison) -> bool:
    """True where the rules found no word that tells two tools apart, or took them for one and the
    same though their authors describe them in other words."""
    told = next((row for row in one.rows if row.aspect == "summary"), None)
    otherwise = told is not None and told.new != told.other
    unsaid = one.verdict in (Verdict.UNMARKED, Verdict.ALIKE)
    return unsaid or (one.verdict is Verdict.DUPLICATE and otherwise)


async def judge_by_model(
    new: ToolEssentialModel,
    other: ToolEssentialModel,
    model: LanguageModel,
    *,
    language: Language,
    options: AskOptions | None = None,
) -> ModelConflict | Untyped:
    """The model's opinion, with words that stand in the tools' own texts."""
    texts = (_text(new), _text(other))
    if found := [kind for text in texts for kind in tricks(Text("tool", text))]:
        return Untyped(tuple(found))
    referee = _Referee(*texts, language)
    messages = conflict_messages(new, other, language)
    match await ask_typed(model, messages, ModelConflict, referee.check, options):
        case Typed(form, _):
            return form
        case Untyped() as none:
            return none


def conflict_messages(
    new: ToolEssentialModel, other: ToolEssentialModel, language: Language
) -> tuple[Message, Message]:
    """The prompt, and the two tools as data."""
    system = prompts.render("conflicts", language=language, schema=schema_text(ModelConflict))
    tools = (
        f"<{name}>{as_data(_declared(one))}</{name}>"
        for name, one in (("new", new), ("other", other))
    )
    return Message("system", system), Message("user", "\n".join(tools))


@dataclass(frozen=True)
class _Referee:
    new: str
    other: str
    language: Language

    def check(self, form: ModelConflict) -> list[str]:
        """What is wrong with the form, one sentence a fault."""
        return [*self._reason(form.reason), *self._quotes(form), *self._apart(form)]

    def _reason(self, reason: str) -> Iterator[str]:
        found = is_forbidden(reason) or next(iter(tricks(Text("reason", reason))), None)
        if found is not None:
            yield say("zh", "conflicts.forbidden", words=found)
        if language_of(reason) != self.language:
            yield say("zh", "conflicts.language", wanted=self.language)

    def _quotes(self, form: ModelConflict) -> Iterator[str]:
        for name, words, text in (
            ("new_words", form.new_words, self.new),
            ("other_words", form.other_words, self.other),
        ):
            if words and fold(words) not in fold(text):
                yield say("zh", "conflicts.no_words", field=name, words=words)

    def _apart(self, form: ModelConflict) -> Iterator[str]:
        """What tells two tools apart is said by one of them and not by the other."""
        own = form.new_words and fold(form.new_words) not in fold(self.other)
        others = form.other_words and fold(form.other_words) not in fold(self.new)
        both = form.verdict in ("twin", "contradictory")
        if both and not (own and others):
            yield say("zh", "conflicts.not_apart", verdict=form.verdict)
        if form.verdict == "specialises" and not (own or others):
            yield say("zh", "conflicts.not_special")


def _declared(tool: ToolEssentialModel) -> dict[str, object]:
    needs = [f"{s.path} ({s.type}): {s.description}" for s in tool.needs if not s.hidden]
    yields = [f"{y.path} ({y.type}): {y.description}" for y in tool.yields]
    told = {"name": tool.name, "title": tool.title, "description": tool.description[:_LONGEST]}
    return {**told, "needs": needs, "yields": yields}


def _text(tool: ToolEssentialModel) -> str:
    needs = (f"{slot.path} {slot.description}" for slot in tool.needs if not slot.hidden)
    yields = (f"{item.path} {item.description}" for item in tool.yields)
    return "\n".join((tool.name, tool.title, tool.description[:_LONGEST], *needs, *yields))
