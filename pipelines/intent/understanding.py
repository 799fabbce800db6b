"""From a sentence to its IntentResult, stage by stage."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import (
    EntityRef,
    Goal,
    IntentResult,
    Missing,
    Span,
)
from pipelines.intent import gates, project, setting
from pipelines.intent.acts import Gathered, gather
from pipelines.intent.clauses import Clause, clauses
from pipelines.intent.corrections import resolve
from pipelines.intent.each import for_each_made
from pipelines.intent.facts import Facts
from pipelines.intent.folding import folded
from pipelines.intent.goals import MOST_GOALS, Reading, goals, suppose
from pipelines.intent.instructions import narrowed, negatives, supplements
from pipelines.intent.kinds import Sentence, intent_type
from pipelines.intent.objects import settle
from pipelines.intent.order import in_time
from pipelines.intent.overview import conditions_of, related_of, summary_of
from pipelines.intent.phrases import Noun, Said
from pipelines.intent.provisos import conditioned, with_provisos
from pipelines.intent.ranges import spread
from pipelines.intent.remarks import with_remarks
from pipelines.intent.short_verbs import in_full
from pipelines.intent.spans import same_words, spans, unread, without_aside
from pipelines.intent.steps import execution_plan
from pipelines.intent.tokens import Token, tokenise
from tool_registry.base.environment import Environments
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.vocabulary.language import Language, language_of
from tool_registry.vocabulary.lexicon import Kind, Lexicon


@dataclass(frozen=True, slots=True)
class _Parsed:
    """The stages' results."""

    text: str
    lexicon: Lexicon
    resolved: list[Token]
    """Corrected, with everything that is said."""
    tokens: list[Token]
    setting: setting.Setting
    parts: list[Clause]
    found: Gathered
    goals: tuple[Goal, ...]
    programs: tuple[Span, ...]
    """Code and commands, which are no words of the request."""


def understand(
    text: str,
    lexicon: Lexicon,
    environments: Environments,
    *,
    environment: str | None = None,
    language: Language | None = None,
) -> IntentResult:
    """What the sentence means. Pure; never raises on any text.

    `environment` is the one chosen beside the sentence; another one in the sentence contradicts it.
    `language` is that of the answer, where it is not the sentence's own.
    """
    parsed = _parse(text, lexicon, environments)
    language = language or language_of(text)
    functions = [goal.function for goal in parsed.goals] or [FunctionType.QUERY]
    kind = intent_type(
        Sentence(parsed.tokens, parsed.found.acts, functions, bool(parsed.setting.named))
    )
    kept = parsed.goals if kind.is_data or kind is IntentType.OPERATE_PROJECT else ()
    chosen = _configured(environment, environments)
    place = _place(parsed, kind, kept, chosen, environments)
    added = supplements(parsed.parts, text)
    production = parsed.setting.production is not None
    facts = Facts(
        text=text,
        language=language,
        kind=kind,
        environment=place,
        chosen=chosen,
        setting=parsed.setting,
        environments=environments,
        goals=kept,
        supplements=added,
        lexicon=lexicon,
        clauses=parsed.parts,
        negative=negatives(parsed.parts, text, lexicon, kept),
        programs=parsed.programs,
    )
    return _result(parsed, facts, () if production else gates.missing(facts))


def _parse(text: str, lexicon: Lexicon, environments: Environments) -> _Parsed:
    said = in_full(tokenise(text, lexicon, setting.words(environments, lexicon)), lexicon)
    programs = tuple(token.span for token in said if token.shape == "program")
    tokens = resolve([token for token in said if token.shape != "program"])
    reported, rest = project.content(spread(tokens, lexicon), text, lexicon)
    where, plain = setting.read(rest)
    parts = with_remarks(with_provisos(clauses(plain)))
    positive = [part for part in parts if part.kind == "positive"]
    give = lexicon.concept(Kind.ACTION, "issue")
    found = gather(positive, text, give)
    if not found.acts:
        told = reported is not None
        act = suppose(found, positive or parts, lexicon, reporting=told) if found.topics else None
        found.acts += [act] if act else []
    denied = gather([part for part in parts if part.kind == "forbid"], text, None)
    aside = [
        *gather([part for part in parts if part.kind == "proviso"], text, None).acts,
        *denied.acts,
    ]
    settle(aside, lexicon, text)
    _same_sort(found, denied, _taken_back(said, tokens))
    settle(found.acts, lexicon, text, aside)
    _report(found, reported or project.told(plain, text, lexicon))
    found.acts = in_time(folded(found.acts))
    made = narrowed(goals(Reading(text, lexicon, found.acts, positive)), parts, text, lexicon)
    made = for_each_made(conditioned(made, parts, text), MOST_GOALS)
    return _Parsed(text, lexicon, tokens, plain, where, parts, found, made, programs)


def _taken_back(said: Sequence[Token], kept: Sequence[Token]) -> list[Noun]:
    """The things of a sentence that a correction has taken out of it."""
    left = {token.start for token in kept}
    gone = [token for token in said if token.start not in left]
    return [
        Noun(type=thing.name, concept=thing, head=token)
        for token in gone
        if (thing := token.of(Kind.ENTITY)) is not None
    ]


def _same_sort(found: Gathered, denied: Gathered, gone: Sequence[Noun]) -> None:
    """`not the red card, a blue one`: what is denied says what is wanted instead."""
    act = found.acts[0] if found.acts else None
    if act is None or not act.hands_over or act.action.entity is not None:
        return
    named = [n for n in act.nouns if n.role is None and n.headed]
    things = [
        n for n in (*denied.topics, *(o for a in denied.acts for o in a.objects), *gone) if n.type
    ]
    if things and not named:
        thing = things[-1]
        act.left = [*act.left, Noun(type=thing.type, concept=thing.concept, head=thing.head)]


def _report(found: Gathered, reported: Said | None) -> None:
    if reported is not None and found.acts and found.acts[0].objects:
        found.acts[0].objects[0].said.append(reported)


def _configured(name: str | None, environments: Environments) -> str | None:
    if name is None:
        return None
    return name if environments.get(name) else environments.by_word(name)


def _place(
    parsed: _Parsed,
    kind: IntentType,
    made: Sequence[Goal],
    chosen: str | None,
    environments: Environments,
) -> str | None:
    """The environment, if exactly one is meant."""
    where = parsed.setting
    if where.production is not None:
        return None
    named = {*where.named, *([chosen] if chosen else [])}
    if len(named) == 1:
        return named.pop()
    implied = where.stress is not None and kind is not IntentType.CREATE_DATA and bool(made)
    if not named and implied and where.unknown is None:
        return environments.stress
    return None


def _result(parsed: _Parsed, facts: Facts, lacking: tuple[Missing, ...]) -> IntentResult:
    kind, made = facts.kind, tuple(facts.goals)
    first = made[0] if made else None
    loose = unread(parsed.tokens, parsed.parts, parsed.found.acts) if made else ()
    where = parsed.setting
    words = where.production or where.unknown or (where.spans[0] if where.spans else None)
    return IntentResult(
        text=parsed.text,
        corrected=_corrected(parsed),
        language=facts.language,
        intent_type=kind,
        environment=facts.environment,
        environment_words=words.text if words else None,
        production=where.production is not None,
        stress=where.stress is not None,
        subject=_subject(parsed.found, first),
        action=first.action if first else None,
        object=summary_of(first),
        related=related_of(made),
        conditions=conditions_of(first, kind),
        negative=tuple(facts.negative),
        supplements=tuple(facts.supplements),
        missing=lacking,
        execution_plan=execution_plan(made, facts.language, facts.lexicon),
        goals=made,
        spans=spans(made, where),
        unread=(*loose, *parsed.programs) if made else (),
        confidence=_confidence(kind, parsed.found, len(loose)),
    )


def _corrected(parsed: _Parsed) -> str:
    words = without_aside(parsed.resolved, parsed.parts, parsed.text)
    return "" if same_words(parsed.text, words) else words


def _subject(found: Gathered, goal: Goal | None) -> EntityRef | None:
    """Who acts: somebody named before the first action, without a preposition."""
    if goal is None or not found.acts:
        return None
    spoken = {id(token) for noun in found.acts[0].left if _acts(noun) for token in noun.tokens}
    tokens = [t for noun in found.acts[0].left for t in noun.tokens if id(t) in spoken]
    starts = {token.start for token in tokens}
    return next(
        (ref for ref in goal.related if ref.span is not None and ref.span.start in starts), None
    )


def _acts(noun: Noun) -> bool:
    return noun.person and noun.lead is None


def _confidence(kind: IntentType, found: Gathered, loose: int) -> float:
    """Lower for each word left over, for a supposed action, and for no idea at all."""
    doubt = 0.15 * loose
    if kind is IntentType.OTHER:
        doubt += 0.3
    if found.acts and found.acts[0].supposed:
        doubt += 0.1
    return round(max(0.1, 1.0 - doubt), 2)
