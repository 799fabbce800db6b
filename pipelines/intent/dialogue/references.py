"""Words that point back: which things of the conversation they mean."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import EntityRef
from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.intent.dialogue.past import Past
from pipelines.intent.dialogue.reply_patterns import ordinal, says
from pipelines.intent.dialogue.things import Thing
from pipelines.messages import Language, listed, say
from pipelines.messages.labels import entity_label
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of

_MANY = 100


@dataclass(frozen=True, slots=True)
class Pointer:
    """A phrase that points back."""

    start: int
    end: int
    text: str
    entity: str | None
    """The kind of thing that its noun names; None for a pronoun."""
    personal: bool = False
    """A pronoun for people."""
    count: int | None = None
    """How many it says that they are."""


def meant(
    pointer: Pointer, past: Past, environment: str | None, catalogue: Catalogue
) -> list[list[Thing]]:
    """What it can mean in that environment, the likeliest first; each meaning several things
    where many are spoken of."""
    if pointer.entity is not None:
        found = _chosen(pointer, pointer.entity, past, environment)
        return [found] if found else []
    told = past.spoken(None, environment)
    if pointer.personal:
        told = [one for one in told if catalogue.lexicon.is_person(one.entity)] or told
    elif says("counts_things", pointer.text):
        told = [one for one in told if not catalogue.lexicon.is_person(one.entity)] or told
    kinds = dict.fromkeys(one.entity for one in sorted(told, key=_recent))
    options = [_chosen(pointer, kind, past, environment) for kind in kinds]
    return [one for one in options if one]


def picks_one(ref: EntityRef) -> bool:
    """True where it points at one of several that were made."""
    pointed = ref.reference is not None and not ref.identifiers
    return pointed and (ordinal(ref.words) is not None or says("last", ref.words))


def _recent(thing: Thing) -> tuple[int, bool, bool]:
    return thing.run, not thing.asked, not thing.made


def _chosen(pointer: Pointer, kind: str, past: Past, environment: str | None) -> list[Thing]:
    """Those of one kind that the words pick; as many as they say, or none."""
    words, count = pointer.text, pointer.count
    known, row = past.of(kind, environment), past.row(kind, environment)
    if not known:
        return []
    number = ordinal(words)
    if number is not None:
        series = row if len(row) >= number else known
        return [series[number - 1]] if len(series) >= number else []
    if count is not None and count > 1:
        return row if len(row) == count else []
    if says("last", words):
        return [known[-1]]
    if says("plural", words):
        return row[-_MANY:] or known
    told = past.meant(kind, environment)
    return [one for one in told if one.run == told[0].run][-1:]


def named(things: Sequence[Thing], language: Language, catalogue: Catalogue) -> str:
    """The things as a sentence names them: the noun once, then the ids."""
    first = things[0]
    label = entity_label(catalogue.lexicon, first.entity, language)
    ids = listed(language, [one.id for one in things])
    return say(language, "conversation.thing", entity=label, id=ids)


def people_first(options: list[list[Thing]], catalogue: Catalogue) -> list[list[Thing]]:
    """The options with those for people ahead."""
    return sorted(options, key=lambda one: not catalogue.lexicon.is_person(one[0].entity))


def elsewhere(text: str, thing: Thing, place: str, catalogue: Catalogue) -> ResolvedMessage:
    """The question which one is meant in an environment that has none of it."""
    language, label = language_of(text), catalogue.environments.label
    shown = named([thing], language, catalogue)
    there, here = label(thing.environment, language), label(place, language)
    question = say(language, "conversation.elsewhere", words=shown, there=there, here=here)
    return ResolvedMessage(text, reply=Reply(question, Status.NEEDS_INPUT, asks=True))
