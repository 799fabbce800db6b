"""What a model is shown: the words of a sentence and what each can be, and names to choose from."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pipelines.contracts.intent import Span
from pipelines.intent.lexical.tokens import Token
from pipelines.intent.model.sentence import PLAIN, Sentence, is_strange
from pipelines.models.typed_answers import quoted
from tool_registry.base.environment import Environments
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold

_MOST = 40
"""Names that are listed of each kind besides those that the sentence has words for; of actions all
that some tool has."""
_LIMITS = ("forbid", "keep")
_NOTES = ("create_missing", "note", "remark")
_BREAKS = ",,。;;!!??\n.…—→"
_SHOWN_FLAGS = ("person", "relation", "project", "tool")
_SAID_KINDS = (Kind.ENTITY, Kind.VALUE, Kind.ATTRIBUTE)
_LISTED = (("actions", Kind.ACTION), ("entities", Kind.ENTITY), ("attributes", Kind.ATTRIBUTE))


def environments_text(environments: Environments) -> str:
    """One line an environment: its name and what users call it."""
    return "\n".join(
        f"- {env.name}: {', '.join(_shortest((env.name, *env.words)))}"
        for env in environments.configured
    )


def _shortest(words: Sequence[str]) -> list[str]:
    """Those that hold no other one of them: `dev` tells of `the dev environment`, too."""
    return [one for one in words if not any(two != one and two in one for two in words)]


def marks(sentence: Sentence) -> frozenset[str]:
    """What the sentence is like, to show an example of the same: its language, what is done to
    data, who gets it, what is forbidden or allowed, whether it names an environment."""
    acts = (one.of(Kind.ACTION) for one in sentence.said)
    done = {one.function.value for one in acts if one is not None and one.function is not None}
    said = {"recipient" for one in sentence.said if one.is_("recipient")}
    kinds = {sentence.aside(token) for token in sentence.said}
    tools = {"tool"} if any(_is_tool(one) for one in sentence.said) else set[str]()
    place = {"environment"} if sentence.setting.named else set[str]()
    language = language_of(sentence.words.text)
    return frozenset({language, *done, *said, *kinds, *tools, *place})


def _is_tool(token: Token) -> bool:
    entity = token.of(Kind.ENTITY)
    return entity is not None and "tool" in entity.flags


def labels(sentence: Sentence) -> dict[str, str]:
    """The labels among the words that a prompt has to explain, as far as they are there."""
    kinds = {sentence.aside(token) for token in sentence.said}
    where = sentence.setting
    outside = {
        "production": where.production,
        "unknown environment": where.unknown,
        "stress": where.stress,
        "reported": sentence.reported,
        "retracted": sentence.retracted,
        "code": sentence.programs,
    }
    return {
        "limits": _labelled(one for one in _LIMITS if one in kinds),
        "notes": _labelled(one for one in _NOTES if one in kinds),
        "outside": _labelled(name for name, found in outside.items() if found),
    }


def _labelled(names: Iterable[str]) -> str:
    return "".join(f"[{name}]" for name in names)


def words_text(sentence: Sentence) -> str:
    """Part by part each word, quoted, and what it can be; then what stands outside of them."""
    lines = [line for kind, tokens in _parts(sentence) for line in _part(sentence, kind, tokens)]
    where = sentence.setting
    named = ", ".join(where.named)
    lines += [f"[environment] {quoted(span.text)} {named}" for span in where.spans]
    outside = (
        ("production", where.production),
        ("unknown environment", where.unknown),
        ("stress", where.stress),
    )
    lines += [f"[{name}] {quoted(span.text)}" for name, span in outside if span]
    if sentence.reported is not None:
        text = quoted(sentence.reported.span.text)
        lines.append(f"[reported] {text} {sentence.reported.attribute or '-'}")
    lines += [f"[retracted] {quoted(one.text)}" for one in _joined(sentence.retracted)]
    lines += [f"[code] {quoted(span.text)}" for span in sentence.programs]
    return "\n".join(lines)


def candidates_text(
    sentence: Sentence, lexicon: Lexicon, known: frozenset[str] | None = None
) -> str:
    """Names of actions, entities and attributes, of many those that look most like the sentence: a
    word that the program knows may mean another one here. `known`: no others than these.

    Names that `words_text` shows are not repeated."""
    shown = {(c.kind, c.name) for token in sentence.said for c in token.concepts}
    signs = frozenset(fold(sentence.words.text))
    most = {Kind.ACTION: None if known else _MOST}
    return "\n".join(
        f"{name}: {', '.join(_nearest(signs, _names(lexicon, kind, known), shown, limit))}"
        for name, kind in _LISTED
        for limit in (most.get(kind, _MOST),)
    )


@dataclass(frozen=True, slots=True)
class _Name:
    """A name that may be chosen, and the signs of each word for it."""

    key: tuple[Kind, str]
    said: str
    signs: tuple[frozenset[str], ...]


@lru_cache(maxsize=32)
def _names(lexicon: Lexicon, kind: Kind, known: frozenset[str] | None) -> tuple[_Name, ...]:
    """All known of a kind but other words for the same, unless a tool is called so; kept for the
    catalogues in use."""
    every, called = lexicon.concepts_of(kind), known or ()
    found = {one.name: one for one in every if one.name in called or not one.flagged("as:")}
    return tuple(
        _Name(
            (kind, name),
            _named(one),
            tuple(frozenset(fold(word)) for word in dict.fromkeys((name, *one.surfaces))),
        )
        for name, one in sorted(found.items())
        if known is None or name in known
    )


def _nearest(
    signs: frozenset[str],
    names: Sequence[_Name],
    shown: set[tuple[Kind, str]],
    most: int | None,
) -> list[str]:
    """As many as are listed (None: all), those first of which most signs are in the sentence."""
    left = [one for one in names if one.key not in shown]
    ordered = sorted(left, key=lambda one: -max(len(signs & word) for word in one.signs))
    return sorted(one.said for one in ordered[:most])


def _parts(sentence: Sentence) -> Iterator[tuple[str, list[Token]]]:
    """The words up to each break and each aside, with how they are meant."""
    kind, tokens = PLAIN, list[Token]()
    for token in sentence.said:
        meant = sentence.aside(token)
        breaks = bool(tokens) and tokens[-1].sign and tokens[-1].text[0] in _BREAKS
        if breaks or meant != kind:
            yield kind, tokens
            tokens = []
        kind = meant
        tokens.append(token)
    yield kind, tokens


def _part(sentence: Sentence, kind: str, tokens: Sequence[Token]) -> Iterator[str]:
    said = [token for token in tokens if not token.sign]
    if said:
        yield f"[{kind}]"
    for token in said:
        notes = _notes(token, _names_action(sentence, token), sentence.words.lexicon)
        known = "; ".join(notes) or ("?" if is_strange(token) else "-")
        yield f"{quoted(token.text)} {known}"


def _names_action(sentence: Sentence, token: Token) -> bool:
    """The local reader takes it for the word of an action, to be done or ruled out; where it finds
    no such word, what does the same, or can be nothing else."""
    if any(span.meets(token.span) for span in sentence.action_spans()):
        return True
    action, own = token.of(Kind.ACTION), sentence.own
    if action is None:
        return False
    ruled = (one.action for one in own.negative if one.span.meets(token.span))
    if (action.flagged("as:") or action.name) in ruled:
        return True
    does = {goal.function for goal in own.goals}
    alone = all(one.kind is Kind.ACTION for one in token.concepts)
    wordless = not any(goal.action_words for goal in own.goals)
    return wordless and (action.function in does if does else alone)


def _notes(token: Token, verb: bool, lexicon: Lexicon) -> Iterator[str]:
    """What a word can be, the likeliest first."""
    action = token.of(Kind.ACTION)
    if verb and action is not None:
        yield f"action {_act(action, lexicon)}"
    yield from _shape(token)
    for kind in _SAID_KINDS:
        if (concept := token.of(kind)) is not None:
            yield f"{kind.value} {_named(concept)}"
    if action is not None and not verb:
        yield f"action? {_act(action, lexicon)}"


def _act(action: Concept, lexicon: Lexicon) -> str:
    """Its name, that of the action that it is another word for, and the thing that it holds."""
    name = action.flagged("as:") or action.name
    thing = action.entity and (lexicon.canonical(Kind.ENTITY, action.entity) or action.entity)
    held = f" of {thing}" if thing else ""
    return f"{name}[{action.function.value}]{held}" if action.function else f"{name}{held}"


def _shape(token: Token) -> Iterator[str]:
    if token.shape != "fact" and token.shape is not None:
        told = token.values[0].attribute if token.values else None
        yield f"{token.shape} {told}" if told else token.shape
    elif token.shape is not None:
        for value in token.values:
            said = token.text[value.start - token.start : value.end - token.start]
            yield f"value-of {value.attribute or '-'} {quoted(said)}"


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Words that follow each other as one."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda one: one.start):
        if found and found[-1].end == span.start:
            last = found.pop()
            found.append(Span(start=last.start, end=span.end, text=last.text + span.text))
        else:
            found.append(span)
    return found


def _named(concept: Concept) -> str:
    note = concept.function.value if concept.function else None
    note = concept.attribute if concept.kind is Kind.VALUE else note
    if concept.kind is Kind.ENTITY:
        note = next((flag for flag in _SHOWN_FLAGS if flag in concept.flags), None)
    return f"{concept.name}[{note}]" if note else concept.name
