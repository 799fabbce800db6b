"""Words that point back: which things of the conversation they mean."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import EntityRef, IntentResult
from pipelines.conversation.past import Past, Thing
from pipelines.conversation.words import first, is_whole, ordinal, says, stretches
from pipelines.intent import setting
from pipelines.intent.tokens import Token, tokenise
from pipelines.messages import Language, listed, say
from pipelines.messages.labels import entity_label
from pipelines.planner.frame import is_person
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind

_MANY = 100


@dataclass(frozen=True, slots=True)
class Pointer:
    """A phrase that points back."""

    start: int
    end: int
    text: str
    entity: str | None
    """The kind of thing that its noun names; None for a pronoun."""
    weak: bool = False
    """A noun with an article: it may as well mean any."""
    personal: bool = False
    """A pronoun for people."""
    own: bool = False
    """A possessive: it may speak of what stands beside it."""


def pointers(text: str, past: Past, catalogue: Catalogue) -> list[Pointer]:
    """The phrases of the text that point back, in order."""
    lexicon = catalogue.lexicon
    tokens = tokenise(text, lexicon, setting.words(catalogue.environments, lexicon))
    spoken = set(stretches("pointer", text))
    found: list[Pointer] = []
    place = 0
    while place < len(tokens):
        end = _end(tokens, place, spoken, past)
        if end > place:
            pointer = _pointer(text, tokens[place:end], past, catalogue)
            after = tokens[end] if end < len(tokens) else None
            named = after is not None and after.shape in ("number", "code")
            if pointer is not None and not (named and pointer.entity):
                found.append(pointer)
        place = max(end, place + 1)
    return found


def _end(tokens: Sequence[Token], begin: int, spoken: set[tuple[int, int]], past: Past) -> int:
    """Behind the phrase that begins there; the beginning itself where none does."""
    place, points = begin, False
    while place < len(tokens):
        token = tokens[place]
        here = _points(token) or any(a <= token.start and token.end <= b for a, b in spoken)
        if place == begin and _places(tokens, place):
            place += 1
            continue
        if points and _acts(token, past):
            break
        if token.of(Kind.ENTITY) or (points and token.of(Kind.ATTRIBUTE) and not here):
            return place + 1 if place > begin else begin
        made = (
            points and token.of(Kind.ACTION) and "reference:previous" in tokens[place - 1].markers
        )
        joins = place > begin and (
            token.is_("genitive", "classifier") or token.shape == "number" or made
        )
        joins = joins or (place > begin and token.of(Kind.ENVIRONMENT) is not None)
        if not (here or joins or token.is_("definite")):
            break
        points, place = points or here, place + 1
    while place > begin and tokens[place - 1].is_("genitive"):
        place -= 1
    points = points or (place > begin + 2 and _places(tokens, begin))
    told = any(_points(one) for one in tokens[begin:place])
    pronoun = all(not one.is_("definite") for one in tokens[begin:place])
    counted = place > begin + 1 and tokens[place - 1].shape == "number"
    return place if points and (told or pronoun or counted) else begin


def _places(tokens: Sequence[Token], place: int) -> bool:
    """True for `last` ahead of what points, or of one with its classifier."""
    after = tokens[place + 1 : place + 3]
    if not tokens[place].is_("first", "last") or not after:
        return False
    one = len(after) > 1 and after[1].is_("classifier") and _is_one(after[0])
    return _points(after[0]) or one


def _is_one(token: Token) -> bool:
    return token.shape == "number" and [value.value for value in token.values] == [1]


def _acts(token: Token, past: Past) -> bool:
    """True for a word that is done to what is pointed at: no such thing is known to be meant."""
    noun = token.of(Kind.ENTITY)
    return noun is not None and bool(token.of(Kind.ACTION)) and not past.of(noun.name, None)


def _points(token: Token) -> bool:
    names = token.markers
    return "reference:me" not in names and any(
        name.startswith(("reference:", "ordinal:")) for name in names
    )


def _pointer(
    text: str, tokens: Sequence[Token], past: Past, catalogue: Catalogue
) -> Pointer | None:
    start, end = tokens[0].start, tokens[-1].end
    noun, attribute = tokens[-1].of(Kind.ENTITY), tokens[-1].of(Kind.ATTRIBUTE)
    weak = not any(_points(token) for token in tokens)
    entity = noun.name if noun else None
    if entity is None and attribute is not None and not _points(tokens[-1]):
        entity = _known_by(attribute.name, past, catalogue)
        if entity is None:
            end = tokens[-2].end if len(tokens) > 1 else end
    article = tokens[0].is_("definite") and not any(one.shape == "number" for one in tokens)
    if weak and entity is None and article:
        return None
    alone = len(tokens) == 1 and entity is None
    personal = alone and tokens[0].is_("person_pronoun")
    own = alone and tokens[0].is_("possessive")
    return Pointer(start, end, text[start:end], entity, weak, personal, own)


def _known_by(attribute: str, past: Past, catalogue: Catalogue) -> str | None:
    """The kind of thing of the conversation that such an attribute singles out."""
    kinds = dict.fromkeys(one.entity for one in reversed(past.things))
    return next((k for k in kinds if attribute in catalogue.graph.identifiers(k)), None)


def meant(
    pointer: Pointer, past: Past, environment: str | None, catalogue: Catalogue
) -> list[list[Thing]]:
    """What it can mean in that environment, the likeliest first; each meaning several things
    where many are spoken of."""
    if pointer.entity is not None:
        found = _chosen(pointer.text, pointer.entity, past, environment)
        return [found] if found else []
    told = past.spoken(None, environment)
    if pointer.personal:
        told = [one for one in told if is_person(catalogue, one.entity)] or told
    elif says("counts_things", pointer.text):
        told = [one for one in told if not is_person(catalogue, one.entity)] or told
    kinds = dict.fromkeys(one.entity for one in sorted(told, key=_recent))
    options = [_chosen(pointer.text, kind, past, environment) for kind in kinds]
    return [one for one in options if one]


def _recent(thing: Thing) -> tuple[int, bool, bool]:
    return thing.run, not thing.asked, not thing.made


def _chosen(words: str, kind: str, past: Past, environment: str | None) -> list[Thing]:
    """Those of one kind that the words pick."""
    known, row = past.of(kind, environment), past.row(kind, environment)
    if not known:
        return []
    number = ordinal(words)
    if number is not None:
        series = row if len(row) >= number else known
        return [series[number - 1]] if len(series) >= number else []
    if says("last", words):
        return [known[-1]]
    if says("plural", words):
        return row[-_MANY:] or known
    told = past.spoken(kind, environment)
    return [[one for one in told if one.run == told[0].run][-1]]


def internal(pointer: Pointer, own: IntentResult) -> bool:
    """True where the same sentence says before it what is meant. What a pronoun means stands in
    another clause than its own: in `add a page to it`, it is no page."""
    for goal in own.goals:
        refs = [ref for ref in (goal.object, *goal.related) if ref.span is not None]
        if not pointer.own and any(_covers(ref, pointer) for ref in refs):
            continue
        for ref in refs:
            before = ref.span is not None and ref.span.end <= pointer.start
            same = pointer.entity in (None, ref.type)
            if before and same and ref.type is not None and ref.reference is None:
                return True
    return False


def _covers(ref: EntityRef, pointer: Pointer) -> bool:
    span = ref.span
    return span is not None and span.start <= pointer.start and pointer.end <= span.end


def named(things: Sequence[Thing], language: Language, catalogue: Catalogue) -> str:
    """The things as a sentence names them: the noun once, then the ids."""
    first = things[0]
    label = entity_label(catalogue.lexicon, first.entity, language)
    ids = listed(language, [one.id for one in things])
    return say(language, "conversation.thing", entity=label, id=ids)


def people_first(options: list[list[Thing]], catalogue: Catalogue) -> list[list[Thing]]:
    """The options with those for people ahead."""
    return sorted(options, key=lambda one: not is_person(catalogue, one[0].entity))


def used_for(text: str, pointer: Pointer) -> str | None:
    """What is to be done, where the sentence says to use the thing for it."""
    before = is_whole("use", text[: pointer.start]) if text[: pointer.start].strip() else False
    purpose = first("purpose", text[pointer.end :]) if before else None
    return text[pointer.end + purpose.end() :].strip() if purpose else None


def replaced(text: str, pointer: Pointer, words: str) -> str:
    """The text with the words instead of the pointer."""
    before, after = text[: pointer.start], text[pointer.end :]
    joint = " " if before[-1:].isascii() and before[-1:].isalnum() else ""
    behind = " " if after[:1].isascii() and after[:1].isalnum() else ""
    return f"{before}{joint}{words}{behind}{after}"
