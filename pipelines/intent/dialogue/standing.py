"""Where a conversation stands: what is open of it, else what was last wanted."""

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reader import FollowUp
from pipelines.contracts.reply_names import APPROVAL, IN_WORDS, READING
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.past import Past
from pipelines.intent.dialogue.resolving import POINTS
from pipelines.intent.dialogue.state import DialogueState
from pipelines.runs.memory import OpenQuestion


def state_of(read: FollowUp, pending: OpenQuestion | None, past: Past) -> DialogueState | None:
    """What is open, else what was last wanted; more of the same is of what was made."""
    if pending is not None:
        return open_state(pending)
    if _means_another(read.said, past):
        return None
    counts = any(goal.object.quantity is not None for goal in read.said.goals)
    more = read.turn == "more" and counts and past.last_change is not None
    reading, run = (past.last_change, past.change_run) if more else (past.last, past.last_run)
    if reading is None or not reading.goals or reading.production:
        return None
    made: dict[str, tuple[str, ...]] = {}
    for one in past.things:
        if one.made and one.run == run:
            made[one.entity] = (*made.get(one.entity, ()), one.id)
    return DialogueState(reading, "done" if past.last_done else "undone", made=made)


def _means_another(said: IntentResult, past: Past) -> bool:
    """True where words point at one of a kind of which the user has taken one off the page, and
    none was spoken of since: what was wanted before is not about that one."""
    kinds = {one.entity for one in past.aside}.difference(o.entity for o in past.meant(None, None))
    refs = (ref for goal in said.goals for ref in refs_of(goal))
    return any(ref.reference == POINTS and ref.type in kinds for ref in refs)


def open_state(pending: OpenQuestion) -> DialogueState | None:
    """What a question has left open; None where its reading is not what counts."""
    reading = pending.reading
    other = {IN_WORDS, READING} & set(pending.missing)
    if reading is None or other or not reading.goals or reading.production:
        return None
    if APPROVAL in pending.missing:
        return DialogueState(reading, "waiting")
    return DialogueState(reading, "asked", pending.missing, pending.given)
