"""A follow-up as a patch: the reading that counted last, with what the message says of it.

Pure functions on the contract. What the message can mean is told in full: one reading counts,
several are the user's choice, and none means that it is no patch that could be trusted.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.message import Patch
from pipelines.contracts.reader import FollowUp
from pipelines.intent.dialogue.answering import filled
from pipelines.intent.dialogue.denied_names import without_denied
from pipelines.intent.dialogue.dropping import dropped
from pipelines.intent.dialogue.gathering import gathered
from pipelines.intent.dialogue.making import asked_of, is_made, made
from pipelines.intent.dialogue.numbering import numbered
from pipelines.intent.dialogue.repeating import besides, only
from pipelines.intent.dialogue.slots import Draft, likeliest
from pipelines.intent.dialogue.state import DialogueState, Ground, behind, patched
from pipelines.intent.dialogue.turns import is_made_for_somebody
from pipelines.intent.dialogue.updates import MOST_WAYS, Said, made_by
from tool_registry.vocabulary.numerals import number_of, numeral_pattern, words_pattern


def patches(state: DialogueState, read: FollowUp, ground: Ground) -> tuple[Patch, ...]:
    """Every reading that the message can make of the state's, at most `MOST_WAYS`."""
    if _names_unknown_place(read.said):
        return ()
    read = replace(read, said=without_denied(read.said, state.reading, ground.lexicon))
    text, said = behind(state.reading, read.said)
    own = gathered([numbered(goal, ground.lexicon) for goal in said.goals])
    since = len(text) - len(read.said.text)
    waits = state.phase == "waiting"
    slots = Said(read.rest, since, ground.lexicon, read.said.text, waits=waits, whole=text)
    draft = Draft(gathered(state.reading.goals))
    given = dict(state.given)
    asked = asked_of(state.reading, state.missing)
    if state.phase == "asked" and is_made(said, state.reading, asked, ground.lexicon):
        way, said = made(draft, said, asked, ground.lexicon)
        ways = [way]
    elif read.turn == "answer":
        ways, given = _answered(state, draft, own, slots, said)
    elif read.turn == "more":
        ways = _repeated(state, draft, own, slots, said)
    elif read.turn == "drop":
        ways = _dropped(state, draft, own, said)
    else:
        ways = _changed(state, draft, own, slots, said)
    if not 0 < len(ways) <= MOST_WAYS:
        return ()
    readings = [patched(state, read, said, text, way, ground) for way in ways]
    sound = likeliest(readings, lambda one: _opens_nothing(one, state.reading))
    sound = likeliest(sound, lambda one: len(one.unread) <= len(state.reading.unread))
    return tuple(Patch(reading, given) for reading in sound)


def _opens_nothing(reading: IntentResult, before: IntentResult) -> bool:
    """False for one that contradicts itself: there may be another."""
    return {one.name for one in reading.missing} <= {one.name for one in before.missing}


def _names_unknown_place(said: IntentResult) -> bool:
    """It names an environment that is not configured: that is asked about as ever."""
    named = said.environment_words is not None
    return named and said.environment is None and not said.production


def _says_where(said: IntentResult, state: DialogueState) -> bool:
    elsewhere = said.environment is not None and said.environment != state.reading.environment
    return elsewhere or said.production


def _acts_apart(own: Sequence[Goal], draft: Draft, slots: Said) -> bool:
    return any(slots.acts_apart(goal, draft.goals) for goal in own)


def _answered(
    state: DialogueState, draft: Draft, own: Sequence[Goal], slots: Said, said: IntentResult
) -> tuple[list[Draft], dict[str, str]]:
    """The gaps of an open question filled in."""
    given = dict(state.given)
    if state.phase != "asked" or _acts_apart(own, draft, slots):
        return [], given
    draft, replies, rest = filled(state, draft, own)
    ways = made_by(draft, slots.updates(rest))
    some = any(way.edits for way in ways) or replies or said.environment or said.production
    return (ways if some else []), given | replies


def _changed(
    state: DialogueState, draft: Draft, own: Sequence[Goal], slots: Said, said: IntentResult
) -> list[Draft]:
    """Other values. Of what was carried out only the goals that differ are carried out again."""
    if _acts_apart(own, draft, slots):
        return []
    where = _says_where(said, state)
    counts = _limits_count(said) or any(map(is_made_for_somebody, own))
    ways = made_by(draft, slots.updates(own, counts=counts))
    if where or state.phase != "done":
        return [way for way in ways if where or way.touched]
    again = [only(way, way.touched, state) for way in ways if way.touched]
    known = [way for way in again if way is not None]
    return known if len(known) == len(again) else []


def _limits_count(said: IntentResult) -> bool:
    """`only one`: a count of one is no article there."""
    numeral = f"{numeral_pattern()}|{words_pattern()}"
    limits = (one.text.casefold() for one in said.negative if one.object is None)
    return any(number_of(found) == 1 for text in limits for found in re.findall(numeral, text))


def _repeated(
    state: DialogueState, draft: Draft, own: Sequence[Goal], slots: Said, said: IntentResult
) -> list[Draft]:
    """The goals once more, with what is said of them, beside those of a plan that waits. What names
    things that exist already is repeated for other things only."""
    moved = state.phase == "waiting" and _says_where(said, state)
    if state.phase == "asked" or moved or _acts_apart(own, draft, slots):
        return []
    kinds = {goal.object.type for goal in own} - {None}
    wanted = [at for at, goal in enumerate(draft.goals) if goal.object.type in kinds]
    every = range(len(draft.goals))
    ways = made_by(draft, slots.updates(own))
    some = [way for way in ways if _is_new(way, draft) or _says_where(said, state)]
    again = [only(way, wanted or every, state) for way in some]
    known = [way for way in again if way is not None]
    if state.phase == "waiting":
        known = [besides(draft, way) for way in known if way.touched]
    return known if len(known) == len(ways) else []


def _is_new(way: Draft, before: Draft) -> bool:
    """False where something would be done once more to the very same things."""
    same = zip(way.goals, before.goals, strict=True)
    return not any(
        goal.object.identifiers and goal.object.identifiers == old.object.identifiers
        for goal, old in same
    )


def _dropped(
    state: DialogueState, draft: Draft, own: Sequence[Goal], said: IntentResult
) -> list[Draft]:
    """Less of what is not carried out yet."""
    if state.phase in ("done", "undone"):
        return []
    return dropped(draft, said, own)
