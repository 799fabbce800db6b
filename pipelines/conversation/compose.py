"""A request said once more with some of its parts replaced or added."""

import re
from collections.abc import Sequence

from pipelines.contracts.intent import EntityRef, Goal, IntentResult, Span
from pipelines.conversation.parts import Parts
from pipelines.conversation.words import classifier, joins, spelled
from pipelines.intent import setting, understand
from pipelines.intent.tokens import Token, tokenise
from pipelines.messages import Language, listed, say
from pipelines.planner.frame import is_person
from tool_registry.catalogue import Catalogue


def composed(frame: IntentResult, parts: Parts, catalogue: Catalogue) -> str:
    """The frame's sentence with what the message says of it instead, environment included."""
    text, language = frame.text, frame.language
    if parts.ids:
        text = _for(text, frame, parts.ids, catalogue)
        frame = _again(text, frame, catalogue)
    if parts.phrase:
        text = _of_sort(text, frame, parts.phrase)
    elif parts.count is not None:
        text = _counted(text, frame, parts.count, catalogue)
    if parts.values:
        text = _corrected(text, frame, parts.values, catalogue)
    where = parts.environment or parts.production
    if where is not None:
        text = somewhere(text, where, language, catalogue)
    return text


def somewhere(text: str, where: str, language: Language, catalogue: Catalogue) -> str:
    """The sentence with that environment in place of any that it names."""
    plain = without_environment(text, catalogue)
    named = say(language, "intent.in_environment", environment=_word(where, language, catalogue))
    joint = say(language, "intent.clause_join")
    return f"{plain.rstrip(_ENDINGS)}{joint}{named}"


_ENDINGS = " \uff0c,。.!\uff01?\uff1f;\uff1b"


def _word(name: str, language: Language, catalogue: Catalogue) -> str:
    """A word by which sentences name the environment; a production word stays as it is."""
    label = catalogue.environments.label(name, language)
    return re.split(r"[((]", label)[0].strip() or name


def without_environment(text: str, catalogue: Catalogue) -> str:
    """The sentence without the words that say where it is to happen."""
    tokens = tokenise(
        text, catalogue.lexicon, setting.words(catalogue.environments, catalogue.lexicon)
    )
    _, rest = setting.read(tokens)
    kept = {id(one) for one in rest}
    for token in reversed(tokens):
        if id(token) not in kept:
            before = text[: token.start].rstrip()
            text = before.rstrip("\uff0c,") + " " + text[token.end :].lstrip()
    return text.strip().lstrip("\uff0c, ")


def _again(text: str, frame: IntentResult, catalogue: Catalogue) -> IntentResult:
    return understand(
        text, catalogue.lexicon, catalogue.environments, environment=frame.environment
    )


def _for(text: str, frame: IntentResult, ids: Sequence[str], catalogue: Catalogue) -> str:
    """Other receivers or owners in place of the frame's, or added where it names none."""
    spans = _replaced_by(ids, frame, people(frame, catalogue))
    told = listed(frame.language, ids)
    if not spans:
        return f"{text.rstrip(_ENDINGS)}{say(frame.language, 'conversation.for', ids=told)}"
    start, end = spans[0].start, spans[0].end
    for span in spans[1:]:
        if joins(text[end : span.start]):
            end = span.end
    return text[:start] + told + text[end:]


def _replaced_by(ids: Sequence[str], frame: IntentResult, somebody: list[Span]) -> list[Span]:
    """Whom the ids stand for instead; another thing of the sentence where they look like it."""
    others = [
        one.span
        for goal in frame.goals
        for ref in (goal.object, *goal.related)
        for one in ref.identifiers
        if one.span not in somebody and one.span.text == one.value
    ]
    nearest = min(others, key=lambda span: _unlike(ids[0], span.text), default=None)
    if nearest is None or not somebody:
        return somebody
    far = min(_unlike(ids[0], span.text) for span in somebody)
    return [nearest] if _unlike(ids[0], nearest.text) < far else somebody


def _unlike(one: str, other: str) -> int:
    """How much two ids differ in looks: in their numbers of letters, digits and signs."""
    return sum(abs(here - there) for here, there in zip(_signs(one), _signs(other), strict=True))


def _signs(text: str) -> tuple[int, int, int]:
    letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdigit, text))
    return letters, digits, len(text) - letters - digits


def people(frame: IntentResult, catalogue: Catalogue) -> list[Span]:
    """Where the sentence singles out whom it is for, without repetition, in order."""
    found: dict[tuple[int, int], Span] = {}
    for goal in frame.goals:
        for ref in _others(goal):
            if ref.type is None or is_person(catalogue, ref.type):
                found |= {(i.span.start, i.span.end): i.span for i in ref.identifiers}
    return [span for _, span in sorted(found.items())]


def _others(goal: Goal) -> tuple[EntityRef, ...]:
    return goal.related if goal.function.value == "create" else (*goal.related, goal.object)


def _of_sort(text: str, frame: IntentResult, phrase: str) -> str:
    """Another thing in place of what the frame's first request is about."""
    span = next((goal.object.span for goal in frame.goals if goal.object.span), None)
    return text if span is None else _in_place(text, span, phrase)


def _in_place(text: str, span: Span, words: str) -> str:
    """The words in the span's place, with blanks between words of letters."""
    before, after = text[: span.start], text[span.end :]
    if before[-1:].isascii() and before[-1:].isalnum() and words[:1].isascii():
        before += " "
    if after[:1].isascii() and after[:1].isalnum() and words[-1:].isascii():
        after = " " + after
    return before + words + after


def _counted(text: str, frame: IntentResult, count: int, catalogue: Catalogue) -> str:
    span = next((goal.object.span for goal in frame.goals if goal.object.span), None)
    if span is None:
        return text
    inside = tokenise(
        span.text, catalogue.lexicon, setting.words(catalogue.environments, catalogue.lexicon)
    )
    place = _number_in(inside)
    unit = next((t.text for t in inside if t.is_("classifier") and not t.text.isascii()), None)
    words = f"{count}{unit or classifier()}" if frame.language == "zh" else f"{_spelled(count)} "
    start, end = place or (0, 0)
    return text[: span.start + start] + words + text[span.start + end :].lstrip(" ")


def _number_in(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """Where the phrase says how many: a number, an article or a classifier that it begins with."""
    for place, token in enumerate(tokens):
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if token.shape == "number":
            classified = after is not None and after.is_("classifier")
            return token.start, after.end if classified and after else token.end
        if token.is_("article") or (place == 0 and token.is_("classifier")):
            return token.start, token.end
    return None


def _spelled(count: int) -> str:
    """As a word where there is one: a figure may stand beside others."""
    return spelled(count) or str(count)


def _corrected(text: str, frame: IntentResult, values: str, catalogue: Catalogue) -> str:
    """The sentence as its own correction would have it."""
    plain = without_environment(text, catalogue)
    said = say(frame.language, "conversation.corrected", text=plain.rstrip(_ENDINGS), said=values)
    meant = _again(said, frame, catalogue).meant
    where = frame.environment_words
    return somewhere(meant, where, frame.language, catalogue) if where else meant
