"""The summary stage by a model: it words the outcome and points at what nobody looked after.

Verdicts are the program's: the form has no place for one, and what stands in the form is checked
against the facts before a word of it is shown.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from pipelines.contracts.answer import Verdict
from pipelines.contracts.intent import IntentResult, Span
from pipelines.filter.index.terms import terms
from pipelines.messages import listed, say
from pipelines.models import prompts
from pipelines.models.grounding import Grounds, claims_success, copied, is_forbidden
from pipelines.models.model import LanguageModel, Message
from pipelines.models.typed_answers import (
    AskOptions,
    Typed,
    Untyped,
    as_data,
    ask_typed,
    quoted,
    schema_text,
)
from pipelines.summary.wording import Account
from tool_registry.governance.poison import tricks
from tool_registry.governance.texts import Text
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Lexicon

LONGEST = 1200
"""Characters of the wording."""
MOST_IDS = 20
"""So many ids have to stand in the wording; more are told as a number."""
_NOTHING = "-"


class ModelSummary(BaseModel):
    """What a model fills in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = Field(max_length=LONGEST)
    doubts: tuple[int, ...] = Field(default=(), max_length=20)
    """Numbers of requirements, from 1."""
    uncovered: tuple[str, ...] = Field(default=(), max_length=5)


async def word_by_model(
    account: Account,
    lexicon: Lexicon,
    model: LanguageModel,
    *,
    knowledge: str = "",
    options: AskOptions | None = None,
) -> Typed[ModelSummary] | Untyped:
    """The wording that passed every check. Nothing is asked where facts read like orders."""
    if found := _orders(account):
        return Untyped((found,))
    referee = _Referee(account, lexicon)
    messages = summary_messages(account, knowledge)
    return await ask_typed(model, messages, ModelSummary, referee.check, options)


def summary_messages(account: Account, knowledge: str = "") -> tuple[Message, Message]:
    """The prompt of the stage, and the sentence as data."""
    lines = account.lines
    facts = [lines.headline, *lines.wrong, *lines.made, *lines.read, *lines.rest]
    verdicts = (
        f"{number}. [{one.verdict}] {_one_line(one.text)}"
        for number, one in enumerate(account.requirements, 1)
    )
    system = prompts.render(
        "summary",
        environment=account.environment or _NOTHING,
        verdicts="\n".join(verdicts) or _NOTHING,
        facts=as_data(facts),
        outputs=as_data(account.outputs) if account.outputs else "",
        knowledge=knowledge,
        language=account.intent.language,
        example=prompts.nearest("summary", {account.intent.language}).text,
        schema=schema_text(ModelSummary),
    )
    said = f"<sentence>{quoted(account.intent.text)}</sentence>"
    return Message("system", system), Message("user", said)


@dataclass(frozen=True)
class _Referee:
    """Checks a filled form; each fault is a sentence for the model."""

    account: Account
    lexicon: Lexicon

    def check(self, form: ModelSummary) -> list[str]:
        """What is wrong with the form; nothing where it is right."""
        return [*self._text(form.text), *self._doubts(form), *self._uncovered(form)]

    def _text(self, text: str) -> Iterator[str]:
        account, language = self.account, self.account.intent.language
        if not text.strip():
            yield say("zh", "wording.empty")
            return
        if language_of(text) != language:
            yield say("zh", "wording.language", wanted=language)
        if (found := is_forbidden(text) or _trick(text)) is not None:
            yield say("zh", "wording.forbidden", words=found)
        if (found := copied(text, "\n".join(account.outputs))) is not None:
            yield say("zh", "wording.copied", words=found)
        if not account.satisfied and (found := claims_success(text, language)) is not None:
            yield say("zh", "wording.success", words=found)
        if wrong := self._grounds().ungrounded(text):
            yield say("zh", "wording.ungrounded", words=listed("zh", wrong))
        missing = [id for id in account.made[:MOST_IDS] if id not in text]
        if missing:
            yield say("zh", "wording.missing", ids=listed("zh", missing))

    def _grounds(self) -> Grounds:
        account = self.account
        kinds = [item.entity for item in account.data]
        counts = {len(kinds), len(account.requirements), *map(kinds.count, kinds)}
        return Grounds(
            account.grounds,
            account.intent.text,
            self.lexicon,
            account.functions,
            frozenset(counts),
        )

    def _doubts(self, form: ModelSummary) -> Iterator[str]:
        held = self.account.requirements
        for number in form.doubts:
            if not 1 <= number <= len(held):
                yield say("zh", "wording.no_requirement", number=number)
            elif held[number - 1].verdict in (Verdict.UNVERIFIED, Verdict.CONTRADICTED):
                yield say("zh", "wording.open_already", number=number)

    def _uncovered(self, form: ModelSummary) -> Iterator[str]:
        intent = self.account.intent
        for words in form.uncovered:
            if not words.strip() or words not in intent.text:
                yield say("zh", "wording.not_said", words=words)
            elif not says_more(intent, words):
                yield say("zh", "wording.covered", words=words)


def says_more(intent: IntentResult, words: str) -> bool:
    """True where the words hold content that no value of the intent came from."""
    at = intent.text.find(words)
    rest = list(words)
    for span in _spans(intent):
        for place in range(max(span.start, at), min(span.end, at + len(words))):
            rest[place - at] = " "
    return any(len(term) > 1 for term in terms("".join(rest)))


def _spans(intent: IntentResult) -> Iterator[Span]:
    """The words of every value that was understood; whole clauses are no value."""
    yield from intent.spans.values()
    for one in (*intent.negative, *intent.supplements):
        yield one.span
    for goal in intent.goals:
        at = intent.text.find(goal.action_words) if goal.action_words else -1
        if at >= 0:
            yield Span(start=at, end=at + len(goal.action_words), text=goal.action_words)
        for ref in (goal.object, *goal.related):
            said = (*ref.identifiers, *ref.constraints)
            yield from (each.span for each in said)
            yield from ([ref.span] if ref.span else [])
        if goal.target_state is not None:
            yield goal.target_state.span


def _orders(account: Account) -> str | None:
    """An excerpt of the facts that reads like an order to whoever reads them."""
    told = (*account.lines.made, *account.lines.read, *account.lines.rest, *account.outputs)
    return next((found for text in told if (found := _trick(text)) is not None), None)


def _trick(text: str) -> str | None:
    found = tricks(Text("answer", text))
    return next((f"{kind}: {said}" for kind, said in found.items()), None)


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("<", "\u2039")
