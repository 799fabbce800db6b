"""What a message picks of the choices that the conversation's last answer offered."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pipelines.clarification.building import tools_of
from pipelines.clarification.choosing_time import NOW
from pipelines.clarification.completing import Named, calls_otherwise, completed, completes
from pipelines.clarification.form import ENVIRONMENT, submitted
from pipelines.clarification.moments_said import is_now
from pipelines.clarification.offer import Offer, Offered, offer_of
from pipelines.clarification.phrasing import title_of
from pipelines.clarification.remembered import (
    Taken,
    named_by,
    origins_of,
    shown_as,
    taken_from_memory,
)
from pipelines.contracts.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import Opened, Reply, ResolvedMessage
from pipelines.contracts.request import Chosen, Request
from pipelines.intent.dialogue.named_view import seen_in
from pipelines.messages import Language, listed, say
from pipelines.runs.chosen import remember_choice
from pipelines.runs.memory import OpenQuestion
from pipelines.runs.store import RunStore
from tool_registry.base.environment import Environments
from tool_registry.base.redaction import find_secrets
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of

_NUMBER = re.compile(r"\s*([1-9][0-9]?)\s*[.)]?\s*", re.ASCII)
_BY_NUMBER = ("reading", "tool", "search", "environment")
_VALUE = "value-"
_SHORT = 16
"""Characters of a message that says only which choice is meant, at most."""


@dataclass(frozen=True, slots=True)
class Words:
    """What stands for a choice where it is said as a reply, and the environment beside it."""

    text: str
    environment: str | None = None


def picked(
    request: Request,
    pending: OpenQuestion | None,
    catalogue: Catalogue,
    store: RunStore,
    language: Language,
) -> ResolvedMessage | Words | None:
    """What was picked, as the road goes on with it; the words that it stands for, where it is said
    as a reply; None for a message that is a sentence of its own."""
    offer = offer_of(pending.offer) if pending is not None else None
    if request.choice is None:
        return _numbered(request, pending, offer, catalogue, store, language)
    one = offer.of(request.choice.id) if offer is not None else None
    if pending is None or offer is None or one is None:
        stale = say(language, "choices.stale")
        return ResolvedMessage(request.text, reply=Reply(stale, Status.REFUSED))
    return _taken(request, request.choice, pending, offer, one, catalogue, store)


def number_for(pending: OpenQuestion, text: str, *, agrees: bool, place: int | None) -> str:
    """The number of a choice that a message says in words, else the message: a yes means the only
    reading that was offered (and is no answer to when), `now` the one that runs at once; `place`:
    the first, the second, where the choices are numbered."""
    offer = offer_of(pending.offer)
    ids = [one.choice.id for one in offer.choices] if offer is not None else []
    if NOW in ids and is_now(text):
        return str(ids.index(NOW) + 1)
    kinds = [one.choice.kind for one in offer.choices] if offer is not None else []
    if agrees and NOW not in ids and kinds.count("reading") == 1:
        return str(kinds.index("reading") + 1)
    numbered = bool(kinds) and all(kind in _BY_NUMBER for kind in kinds)
    return str(place) if place and numbered and len(text) <= _SHORT else text


def _numbered(
    request: Request,
    pending: OpenQuestion | None,
    offer: Offer | None,
    catalogue: Catalogue,
    store: RunStore,
    language: Language,
) -> ResolvedMessage | Words | None:
    """`2`: the second choice, where the choices are numbered."""
    number = _NUMBER.fullmatch(request.text)
    if pending is None or offer is None or number is None:
        return None
    if not all(one.choice.kind in _BY_NUMBER for one in offer.choices):
        return None
    place = int(number[1])
    if place > len(offer.choices):
        text = say(language, "choices.no_such", count=len(offer.choices))
        return ResolvedMessage(pending.text, pending.given, reply=Reply(text, Status.NEEDS_INPUT))
    one = offer.choices[place - 1]
    chosen = Chosen(id=one.choice.id)
    return _taken(request, chosen, pending, offer, one, catalogue, store)


def _taken(
    request: Request,
    chosen: Chosen,
    pending: OpenQuestion,
    offer: Offer,
    one: Offered,
    catalogue: Catalogue,
    store: RunStore,
) -> ResolvedMessage | Words:
    """The choice as the road goes on with it; nothing of it is kept where a value is a secret."""
    if any(find_secrets(str(value)) for value in chosen.values.values()):
        secret = say(language_of(pending.text), "rules.secret")
        return ResolvedMessage(pending.text, pending.given, reply=Reply(secret, Status.REFUSED))
    if one.says:
        return Words(one.says)
    message = ResolvedMessage(pending.text, {**pending.given, **one.given})
    reading = one.intent or offer.intent
    place = reading.environment if reading is not None else None
    taken = taken_from_memory(request, chosen, store, place)
    if one.choice.kind in ("environment", "value"):
        places = catalogue.environments
        return _completed(message, chosen, one, offer, pending.missing, places, taken)
    made = _meant(message, request, chosen, offer, one, catalogue, store)
    if isinstance(made, Words) or made.reading is None:
        return made
    made = replace(made, seen=seen_in(request, made.reading))
    if not taken or made.reading is None:
        return made
    return replace(made, remembered=origins_of(made.reading, chosen, taken, catalogue))


def _completed(
    message: ResolvedMessage,
    chosen: Chosen,
    one: Offered,
    offer: Offer,
    asked: tuple[str, ...],
    environments: Environments,
    taken: Taken,
) -> ResolvedMessage | Words:
    """The sentence with the environment or the values that it lacked, as many as were typed."""
    named, reading = one.choice.environment, one.intent
    names = [o.choice.id.removeprefix(_VALUE) for o in offer.choices if o.choice.kind == "value"]
    typed = {name: str(chosen.values.get(name) or "").strip() for name in names}
    typed = {name: value for name, value in typed.items() if value}
    if one.choice.kind == "value":
        place = typed.pop(ENVIRONMENT, None)
        named = environments.by_word(place) if place else None
        if not typed and named is None:
            return _asked_again(message, one)
    meant = reading or offer.intent
    read = {
        name: value
        for name, value in typed.items()
        if completes(name) or (meant is not None and calls_otherwise(meant, name))
    }
    reading = meant if read else reading
    given = {n: v for n, v in typed.items() if (n in asked or reading) and n not in read}
    if reading is None and len(given) < len(typed):
        return Words(listed(language_of(message.text), typed.values()), named)
    whole = replace(message, given={**message.given, **given})
    if reading is None:
        return replace(whole, environment=named)
    lacks = tuple(gap for gap in reading.missing if gap.name not in given)
    reading = reading.model_copy(update={"missing": lacks})
    return _with_read(whole, _in_place(reading, named) if named else reading, read, taken)


def _with_read(
    message: ResolvedMessage, reading: IntentResult, read: Mapping[str, str], taken: Taken
) -> ResolvedMessage:
    """The sentence in a reading that has these values: typed, or taken from memory."""
    named = {
        name: named_by(taken[name], value) if name in taken else Named(value)
        for name, value in read.items()
    }
    shown = {
        value: shown_as(taken[name], value, reading.language)
        for name, value in read.items()
        if name in taken
    }
    return replace(message, reading=completed(reading, named), remembered=shown)


def _meant(
    message: ResolvedMessage,
    request: Request,
    chosen: Chosen,
    offer: Offer,
    one: Offered,
    catalogue: Catalogue,
    store: RunStore,
) -> ResolvedMessage | Words:
    """What the sentence is chosen to mean, as a reading, a form or a search."""
    kind = one.choice.kind
    intent = one.intent or offer.intent
    if kind == "search":
        query = str(chosen.values.get("query", ""))
        return _opened(message, one, intent, query=query) if intent else Words(request.text)
    if intent is None:
        return Words(request.text)
    if request.environment is not None and intent.environment is None:
        intent = _in_place(intent, request.environment)
    values = {**(one.typed or {}), **chosen.values}
    by_line = kind == "tool" and not values
    # The line of a tool tells nothing of other goals and words: they are seen before it is run.
    unseen = one.typed is None and (len(intent.goals) > 1 or bool(intent.unread))
    if (by_line if chosen.form is None else chosen.form) or (by_line and unseen):
        return _opened(message, one, intent, values=values)
    if kind == "reading" and not values:
        filled, more, problems = intent, dict[str, str](), dict[str, str]()
    else:
        filled, more, problems = submitted(intent, values, catalogue)
    if problems:
        return _opened(message, one, intent, values=values, problems=problems)
    words, caller = offer.words, request.caller
    remember_choice(store, caller, words, tools_of(filled), title_of(filled, catalogue))
    return replace(message, given={**message.given, **more}, reading=filled)


def _asked_again(message: ResolvedMessage, one: Offered) -> ResolvedMessage:
    text = one.choice.text
    return replace(message, reply=Reply(text, Status.NEEDS_INPUT))


def _opened(
    message: ResolvedMessage,
    one: Offered,
    intent: IntentResult,
    *,
    query: str | None = None,
    values: dict[str, object] | None = None,
    problems: dict[str, str] | None = None,
) -> ResolvedMessage:
    opened = Opened(one.choice.id, intent, query, values or {}, problems or {})
    return replace(message, reply=Reply(one.choice.text, Status.NEEDS_INPUT), opened=opened)


def _in_place(intent: IntentResult, environment: str | None) -> IntentResult:
    missing = tuple(one for one in intent.missing if one.name != "environment")
    return intent.model_copy(update={"environment": environment, "missing": missing})
