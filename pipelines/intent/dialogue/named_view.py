"""A message beside a page that says nothing by itself ("how is this one doing"): read as one about
what the page shows, by that thing's name."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.message import FollowUpPatches, Patch, ResolvedMessage
from pipelines.contracts.reader import FollowUp, IntentReader
from pipelines.contracts.reply_names import APPROVAL
from pipelines.contracts.request import Request
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.past import Past
from pipelines.intent.dialogue.references import named
from pipelines.intent.dialogue.shown import shown_beside
from pipelines.intent.dialogue.things import Thing
from pipelines.messages import say
from pipelines.runs.memory import OpenQuestion
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Kind, Match

_PLACES = ("of_shown", "of_shown_behind")
Reading = Callable[[str, str], IntentResult | None]
"""Reads a text in an environment."""


def thing_shown(past: Past) -> Thing | None:
    """What the page around the chat shows."""
    return next((one for one in past.told if one.seen), None)


def in_page(
    message: ResolvedMessage, request: Request, asked: IntentResult | None, catalogue: Catalogue
) -> ResolvedMessage:
    """The message in the environment of the page around the chat, where it is in none yet; as it is
    without a page, and where nobody knows that environment. A reply to what was `asked` about the
    thing in view stays about that thing."""
    shown = shown_beside(request, catalogue, {})
    known = shown is not None and catalogue.environments.get(shown.environment) is not None
    if shown is None or not known:
        return message
    replies = asked is not None and message.text == asked.text and message.given
    if asked is not None and replies and message.reading is None:
        left = tuple(one for one in asked.missing if one.name not in message.given)
        whole, seen = asked.model_copy(update={"missing": left}), seen_in(request, asked)
        message = replace(message, reading=whole, seen=seen) if seen else message
    if message.environment is not None:
        return message
    return replace(message, environment=shown.environment, environment_from="page")


def seen_in(request: Request, reading: IntentResult) -> dict[str, str]:
    """The id of what the page shows, where words of the reading point at it and none of them names
    it: a plan tells where it is from."""
    view = request.in_view
    if view is None or view.id in reading.text:
        return {}
    names = [one for goal in reading.goals for ref in refs_of(goal) for one in ref.identifiers]
    return {one.value: one.span.text or view.entity for one in names if one.value == view.id}


def where_it_is(message: ResolvedMessage, past: Past, reader: IntentReader) -> ResolvedMessage:
    """A question stays where the conversation is; what changes data says where, unless it names
    what the conversation spoke of, and only there."""
    place = past.last.environment if past.last is not None and not past.in_view else None
    read = reader.read(message.text) if place is not None else None
    if read is None:
        return message
    writes = [goal for goal in read.goals if goal.function.writes]
    if not all(_is_known_there(goal, place, past) for goal in writes):
        return message
    return replace(message, environment=place, environment_from="conversation")


def _is_known_there(goal: Goal, place: str | None, past: Past) -> bool:
    """One of the things that it changes was spoken of, in this environment and in no other."""
    names = {one.value for one in goal.object.identifiers}
    places = {one.environment for one in past.things if one.id in names}
    return goal.function is not FunctionType.CREATE and places == {place}


def still_there(message: ResolvedMessage, pending: OpenQuestion | None) -> ResolvedMessage:
    """A reply to what was asked for stays in the environment that was chosen for the request."""
    place = pending.reading.environment if pending is not None and pending.reading else None
    if pending is None or place is None or APPROVAL in pending.missing:
        return message
    replies = message.text == pending.text or bool(message.added)
    if not replies or message.reading is not None or message.environment is not None:
        return message
    return replace(message, environment=place)


def by_its_name(
    request: Request, said: IntentResult, past: Past, read: Reading, catalogue: Catalogue
) -> FollowUpPatches | None:
    """The message with the shown thing's name ahead of it, where only then something is asked or
    done. A change is asked about; what names no kind of thing and is no request stays what it is.

    `said`: the message by itself."""
    shown = thing_shown(past)
    if shown is None or said.goals or said.production or said.environment:
        return None
    if not (said.intent_type.is_data or _names(request.text, shown, catalogue)):
        return None
    reading = _read(request.text, shown, read, catalogue)
    if reading is None:
        return None
    looks = not any(goal.function.writes for goal in reading.goals)
    if not (looks or said.intent_type.is_data):
        return None
    message = about_shown(request, reading, shown, catalogue)
    left = tuple(one for one in reading.unread if not _names(one.text, shown, catalogue))
    whole = reading.model_copy(update={"unread": left})
    return FollowUpPatches((Patch(whole),), message, is_sure=looks and not left)


def about_shown(
    request: Request, reading: IntentResult, shown: Thing, catalogue: Catalogue
) -> ResolvedMessage:
    """The message as what the reading, of its words with the shown thing's name, makes of it."""
    return ResolvedMessage(
        reading.text,
        environment=shown.environment,
        environment_from="page",
        seen={shown.id: named([shown], language_of(request.text), catalogue)},
        own=request.text,
    )


def readings_by_name(
    text: str, shown: Thing, read: Reading, catalogue: Catalogue
) -> Iterator[IntentResult]:
    """The readings of the message with the shown thing's name in it, that are about that thing and
    no other one of its kind."""
    for told in texts_by_name(text, shown, catalogue):
        reading = read(told, shown.environment)
        if reading is not None and shown.id in _ids(reading):
            yield reading


def texts_by_name(text: str, shown: Thing, catalogue: Catalogue) -> list[str]:
    """The message with the shown thing's name in place of a noun for its kind, ahead and behind."""
    return [*dict.fromkeys(_named_in(text, shown, catalogue))]


def is_elsewhere(said: IntentResult, place: str | None, past: Past) -> bool:
    """What words point at is of another environment than what the page shows, and they name none:
    who looks at that page means what it shows. `place`: of what was pointed at."""
    shown = thing_shown(past)
    return shown is not None and said.environment is None and place not in (None, shown.environment)


_SAME = ("more", "answer")
"""What more of the same may sound like, where nothing is asked."""


def shows_another(past: Past) -> bool:
    """True where the page shows another thing of a kind of which one was worked on last, or that
    one in another environment."""
    shown, last = thing_shown(past), past.last
    if shown is None or last is None:
        return False
    kinds = {ref.type for goal in last.goals for ref in refs_of(goal) if ref.identifiers}
    there = last.environment not in (None, shown.environment)
    return shown.entity in kinds and (there or shown.id not in _ids(last))


def same_for_view(
    request: Request, read: FollowUp | None, past: Past, catalogue: Catalogue
) -> Sequence[str]:
    """More of the same, for the thing that the page shows by now and not the one before it: the
    message with that one's name. Nothing for any other message. `read`: the message, where the page
    `shows_another`."""
    shown = thing_shown(past)
    if shown is None or past.last is None or read is None:
        return ()
    if read.turn not in _SAME or _says_what(read.said):
        return ()
    return texts_by_name(request.text, shown, catalogue)


def _says_what(said: IntentResult) -> bool:
    """It has an action of its own, or tells which or how many."""
    refs = [ref for goal in said.goals for ref in refs_of(goal)]
    told = any(ref.identifiers or ref.constraints or ref.quantity for ref in refs)
    return told or any(goal.action_words or goal.asked for goal in said.goals)


def with_view(
    found: ResolvedMessage | FollowUpPatches | None, request: Request, past: Past
) -> FollowUpPatches | None:
    """What that message comes to, where it is the same that was done, for what the page shows."""
    shown = thing_shown(past)
    if not isinstance(found, FollowUpPatches) or not found.patches or shown is None:
        return None
    reading, last = found.patches[0].reading, past.last
    same = last is not None and [g.action for g in reading.goals] == [g.action for g in last.goals]
    if not same or shown.id not in _ids(reading):
        return None
    if shown.environment != reading.environment:
        said = last.environment_words if last is not None else None
        if _ids(reading) != {shown.id} or reading.environment_words not in (None, said):
            return None
        place = {"environment": shown.environment, "environment_words": None}
        reading = reading.model_copy(update=place)
    # Words for "the same" are used up by what they come to.
    left = tuple(one for one in reading.unread if one.text not in request.text)
    reading = reading.model_copy(update={"unread": left})
    message = replace(
        found.message,
        own=request.text,
        seen={**found.message.seen, shown.id: shown.id},
        environment=shown.environment,
        environment_from="page",
    )
    return replace(found, patches=(Patch(reading),), message=message)


def _ids(intent: IntentResult) -> set[str]:
    refs = (ref for goal in intent.goals for ref in refs_of(goal))
    return {one.value for ref in refs for one in ref.identifiers}


def _read(text: str, shown: Thing, read: Reading, catalogue: Catalogue) -> IntentResult | None:
    """The reading with the name in the message, ahead of it or behind it, whichever leaves least
    over."""
    texts = texts_by_name(text, shown, catalogue)
    readings = (read(one, shown.environment) for one in texts)
    found = [one for one in readings if one is not None and _is_about(one, shown)]
    return min(found, key=lambda one: len(one.unread), default=None)


def _named_in(text: str, shown: Thing, catalogue: Catalogue) -> Iterator[str]:
    language = language_of(text)
    thing = named([shown], language, catalogue)
    for match in catalogue.lexicon.scan(text):
        if _is_of(match, shown):
            noun = say(language, "conversation.thing", entity=match.text, id=shown.id)
            yield f"{text[: match.start]}{noun}{text[match.end :]}"
    for key in _PLACES:
        yield say(language, f"conversation.{key}", thing=thing, text=text)


def names_shown(text: str, past: Past, catalogue: Catalogue) -> bool:
    """True where the words name the kind of thing that the page shows."""
    return (shown := thing_shown(past)) is not None and _names(text, shown, catalogue)


def _names(text: str, shown: Thing, catalogue: Catalogue) -> bool:
    return any(_is_of(match, shown) for match in catalogue.lexicon.scan(text))


def _is_of(match: Match, shown: Thing) -> bool:
    kind = match.of(Kind.ENTITY)
    return kind is not None and kind.name == shown.entity


def _is_about(reading: IntentResult, shown: Thing) -> bool:
    """It says what is to be done with that one thing, and with nothing else."""
    ids = {one.value for goal in reading.goals for one in goal.object.identifiers}
    nothing = any(_checks_nothing(goal) for goal in reading.goals)
    return len(reading.goals) == 1 and ids == {shown.id} and not nothing


def _checks_nothing(goal: Goal) -> bool:
    return goal.function is FunctionType.VERIFY and not goal.object.constraints
