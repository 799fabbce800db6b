"""The intent stage by a model: `understand_by_model`."""

from dataclasses import dataclass
from functools import partial

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.intent.contradictions import enforceable
from pipelines.intent.facts import Facts
from pipelines.intent.model.candidates import (
    candidates_text,
    environments_text,
    labels,
    marks,
    words_text,
)
from pipelines.intent.model.check import check, doubts
from pipelines.intent.model.convert import goals_of, kind_of, negatives_of, supplements_of
from pipelines.intent.model.form import ModelIntent
from pipelines.intent.model.sentence import Sentence, read_sentence
from pipelines.intent.overview import told
from pipelines.models import prompts
from pipelines.models.errors import ModelError
from pipelines.models.model import LanguageModel, Message
from pipelines.models.typed_answers import (
    AskOptions,
    Checks,
    Typed,
    Untyped,
    ask_typed,
    quoted,
    schema_text,
)
from tool_registry.base.environment import Environments
from tool_registry.base.types import IntentType
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Fallback:
    """The model's reading cannot be used."""

    problems: tuple[str, ...] = ()
    """What the referee said of the last answer."""
    error: ModelError | None = None
    """Why there was no answer."""
    repairs: int = 0


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """What a sentence is understood with."""

    lexicon: Lexicon
    environments: Environments
    knowledge: str = ""
    """What was retrieved for this sentence, as text."""
    names: frozenset[str] | None = None
    """Actions, entities and attributes that some tool has; None: all of the lexicon."""
    added: str = ""
    """The end of the sentence that was a message of its own: the reply to what was asked."""


async def understand_by_model(
    own: IntentResult,
    reading_context: ReadingContext,
    model: LanguageModel,
    *,
    environment: str | None = None,
    options: AskOptions | None = None,
) -> IntentResult | Fallback:
    """What the sentence means, as a model reads it and the program checks it.

    `own` is the local reader's reading of it: it adds doubt.
    `environment` is the one chosen beside the sentence; another one in the sentence contradicts it.
    """
    sentence = read_sentence(own, reading_context.lexicon, reading_context.environments)
    messages = intent_messages(sentence, reading_context)
    checks = Checks(partial(check, sentence), partial(doubts, sentence))
    found = await ask_typed(model, messages, ModelIntent, checks, options)
    match found:
        case Typed(value, _):
            return to_intent(value, sentence, environment)
        case Untyped(problems, error, repairs):
            return Fallback(problems, error, repairs)


def intent_messages(sentence: Sentence, reading_context: ReadingContext) -> tuple[Message, Message]:
    """The prompt of the stage, and the sentence and its words as data."""
    system = prompts.render(
        "intent",
        environments=environments_text(reading_context.environments),
        candidates=candidates_text(sentence, reading_context.lexicon, reading_context.names),
        knowledge=reading_context.knowledge,
        example=prompts.nearest("intent", marks(sentence)).text,
        schema=schema_text(ModelIntent),
        reply="reply" if reading_context.added else "",
        **labels(sentence),
    )
    said = f"<sentence>{quoted(sentence.words.text.removesuffix(reading_context.added))}</sentence>"
    said += f"\n<reply>{quoted(reading_context.added)}</reply>" if reading_context.added else ""
    user = f"{said}\n<words>\n{words_text(sentence) or '-'}\n</words>"
    return Message("system", system), Message("user", user)


def to_intent(form: ModelIntent, sentence: Sentence, chosen: str | None) -> IntentResult:
    """The result behind a form that passed the referee; questions are the program's."""
    words, where = sentence.words, sentence.setting
    kind = kind_of(form)
    keeps = kind.is_data or kind is IntentType.OPERATE_PROJECT
    made = goals_of(form, words) if keeps else ()
    denied = negatives_of(form, words)
    flat = frozenset((o.span.start, o.span.end) for o in denied if sentence.is_flat(o.span))
    facts = Facts(
        text=words.text,
        language=language_of(words.text),
        kind=kind,
        environment=_place(form, sentence, chosen, made),
        chosen=chosen,
        setting=where,
        environments=sentence.environments,
        goals=made,
        supplements=supplements_of(form, words),
        lexicon=words.lexicon,
        negative=tuple(enforceable(one, made, flat) for one in denied),
        flat=flat,
        together=sentence.together,
        programs=sentence.programs,
    )
    unread = sentence.programs if made else ()
    return told(facts, form.production_words).model_copy(update={"unread": unread})


def _place(
    form: ModelIntent, sentence: Sentence, chosen: str | None, made: tuple[Goal, ...]
) -> str | None:
    """The environment, if exactly one is meant; production is none."""
    where, known = sentence.setting, sentence.environments
    if where.production is not None or form.production_words:
        return None
    picked = chosen if chosen is None or known.get(chosen) else known.by_word(chosen)
    named = {*where.named, *([picked] if picked else [])}
    if len(named) == 1:
        return named.pop()
    implied = where.stress is not None and kind_of(form) is not IntentType.CREATE_DATA and made
    return known.stress if implied and not named and where.unknown is None else None
