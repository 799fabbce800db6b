"""What a message picks of the choices that the conversation's last answer offered."""

import re
from dataclasses import replace

from pipelines.clarification.building import tools_of
from pipelines.clarification.form import submitted
from pipelines.clarification.offer import Offer, Offered, offer_of
from pipelines.clarification.phrasing import title_of
from pipelines.clarification.remembered import Taken, meant, origins_of, taken_from_memory
from pipelines.contracts.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import Opened, Reply, ResolvedMessage
from pipelines.contracts.request import Chosen, Request
from pipelines.messages import Language, say
from pipelines.runs.chosen import remember_choice
from pipelines.runs.memory import OpenQuestion
from pipelines.runs.store import RunStore
from tool_registry.base.redaction import find_secrets
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of

_NUMBER = re.compile(r"\s*([1-9][0-9]?)\s*[.)]?\s*", re.ASCII)
_BY_NUMBER = ("reading", "tool", "search", "environment")


def picked(
    request: Request,
    pending: OpenQuestion | None,
    catalogue: Catalogue,
    store: RunStore,
    language: Language,
) -> ResolvedMessage | str | None:
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


def only_reading(pending: OpenQuestion) -> str | None:
    """The number of the only reading that was offered: a yes means it."""
    offer = offer_of(pending.offer)
    kinds = [one.choice.kind for one in offer.choices] if offer is not None else []
    return str(kinds.index("reading") + 1) if kinds.count("reading") == 1 else None


def _numbered(
    request: Request,
    pending: OpenQuestion | None,
    offer: Offer | None,
    catalogue: Catalogue,
    store: RunStore,
    language: Language,
) -> ResolvedMessage | str | None:
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
) -> ResolvedMessage | str:
    """The choice as the road goes on with it; nothing of it is kept where a value is a secret."""
    if any(find_secrets(str(value)) for value in chosen.values.values()):
        secret = say(language_of(pending.text), "rules.secret")
        return ResolvedMessage(pending.text, pending.given, reply=Reply(secret, Status.REFUSED))
    message = ResolvedMessage(pending.text, {**pending.given, **one.given})
    reading = one.intent or offer.intent
    place = reading.environment if reading is not None else None
    taken = taken_from_memory(request, chosen, store, place)
    if one.choice.kind in ("environment", "value"):
        return _completed(message, chosen, one, offer, pending.missing, taken)
    made = _meant(message, request, chosen, offer, one, catalogue, store)
    if isinstance(made, str) or made.reading is None or not taken:
        return made
    return replace(made, remembered=origins_of(made.reading, chosen, taken, catalogue))


def _completed(
    message: ResolvedMessage,
    chosen: Chosen,
    one: Offered,
    offer: Offer,
    asked: tuple[str, ...],
    taken: Taken,
) -> ResolvedMessage | str:
    """The sentence with the environment or the value that it lacked."""
    named = one.choice.environment
    if one.choice.kind == "environment" and one.intent is None:
        return replace(message, environment=named)
    if one.choice.kind == "environment" and one.intent is not None:
        return replace(message, reading=_in_place(one.intent, named))
    value = str(chosen.values.get(one.choice.id.removeprefix("value-"), "")).strip()
    name = one.choice.id.removeprefix("value-")
    entity, _, what = name.rpartition(".")
    reading, kept = one.intent or offer.intent, taken.get(name)
    if kept is not None and reading is not None and what in ("recipient", "identifier"):
        return meant(message, name, value, kept, reading)
    if value and what == "identifier" and offer.intent is not None and name not in asked:
        told = {"missing": tuple(m for m in offer.intent.missing if m.name != name)}
        reading = offer.intent.model_copy(update=told)
        return replace(message, given={**message.given, f"{entity}.id": value}, reading=reading)
    return _replied(message, one, value, asked) if value else _asked_again(message, one)


def _meant(
    message: ResolvedMessage,
    request: Request,
    chosen: Chosen,
    offer: Offer,
    one: Offered,
    catalogue: Catalogue,
    store: RunStore,
) -> ResolvedMessage | str:
    """What the sentence is chosen to mean, as a reading, a form or a search."""
    kind = one.choice.kind
    intent = one.intent or offer.intent
    if kind == "search":
        query = str(chosen.values.get("query", ""))
        return _opened(message, one, intent, query=query) if intent else request.text
    if intent is None:
        return request.text
    if request.environment is not None and intent.environment is None:
        intent = _in_place(intent, request.environment)
    opens = kind == "tool" and not chosen.values if chosen.form is None else chosen.form
    # The line of a tool tells nothing of other goals and words: they are seen before it is run.
    unseen = len(intent.goals) > 1 or bool(intent.unread)
    opens = opens or (kind == "tool" and not chosen.values and unseen)
    if opens:
        return _opened(message, one, intent, values=dict(chosen.values))
    if kind == "reading" and not chosen.values:
        filled, more, problems = intent, dict[str, str](), dict[str, str]()
    else:
        filled, more, problems = submitted(intent, chosen.values, catalogue)
    if problems:
        return _opened(message, one, intent, values=dict(chosen.values), problems=problems)
    words, caller = offer.words, request.caller
    remember_choice(store, caller, words, tools_of(filled), title_of(filled, catalogue))
    return replace(message, given={**message.given, **more}, reading=filled)


def _replied(
    message: ResolvedMessage, one: Offered, value: str, asked: tuple[str, ...]
) -> ResolvedMessage | str:
    """The value where planning asked for it by name; else it is said as a reply."""
    name = one.choice.id.removeprefix("value-")
    if one.intent is None and name not in asked:
        return value
    return replace(message, given={**message.given, name: value}, reading=one.intent)


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
