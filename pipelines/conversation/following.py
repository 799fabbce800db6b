"""Follow-ups as a reader hears them: a turn of the dialogue, and what it makes of the state."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pipelines.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reading import FollowUp, IntentReader
from pipelines.conversation.gathering import refs_of
from pipelines.conversation.heard import Followed, Heard, Reply
from pipelines.conversation.past import Past, Thing
from pipelines.conversation.patching import patches
from pipelines.conversation.references import elsewhere
from pipelines.conversation.resolving import resolved
from pipelines.conversation.state import DialogueState, Ground, Patch
from pipelines.messages import Language, say
from pipelines.referee import TurnLimits
from pipelines.replies import APPROVAL, IN_WORDS, READING
from pipelines.request import Request
from pipelines.runs.memory import OpenQuestion
from tool_registry.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Following:
    """Hears follow-ups by a reader."""

    catalogue: Catalogue
    reader: IntentReader
    limits: TurnLimits = field(default_factory=TurnLimits)

    def heard(
        self, request: Request, pending: OpenQuestion | None, past: Past, language: Language
    ) -> Heard | Followed | None:
        """What the message is to what was said before; None for a request of its own. One that
        goes on from it, but comes to nothing so, has no patches."""
        if not past.said:
            return None
        read = self.reader.follow_up(
            request.text, before=past.said, environment=request.environment, language=language
        )
        if read is None:
            return None
        sure, read = read.sure >= self.limits.turn, _by_what_it_says(read)
        if not _says_more(read.said):
            found = self._gesture(request.text, read, pending, past, language) if sure else None
            apart = found is not None or read.turn in ("new", "ask")
            return found if apart else Followed((), Heard(request.text), is_sure=False)
        if read.turn in ("new", "ask"):
            found = self._resolved(request, read.said, past)
            return found and replace(found, is_sure=sure and self._is_whole_sure(read.said))
        found = self._patched(request, read, pending, past)
        if isinstance(found, Followed):
            exact = not read.said.unread and read.said.confidence >= self.limits.slots
            return replace(found, is_sure=sure and exact)
        return found or self._apart(request, read.said, past)

    def _is_whole_sure(self, said: IntentResult) -> bool:
        return said.confidence >= self.limits.whole

    def _apart(self, request: Request, said: IntentResult, past: Past) -> Followed:
        """What is no patch of what was said before may be about it all the same."""
        found = self._resolved(request, said, past) if said.goals else None
        if found is None:
            return Followed((), Heard(request.text), is_sure=False)
        return replace(found, is_sure=self._is_whole_sure(said))

    # ---- gestures ----------------------------------------------------------------------

    def _gesture(
        self,
        text: str,
        read: FollowUp,
        pending: OpenQuestion | None,
        past: Past,
        language: Language,
    ) -> Heard | None:
        """A yes, a no, thanks, or the wish to take it back, and nothing else."""
        if read.said.unread or read.said.production:
            return None
        sure = read.sure >= self.limits.consent
        waits = pending is not None and APPROVAL in pending.missing
        if read.turn == "thanks":
            return Heard(text, reply=Reply(say(language, "conversation.thanks")))
        if read.turn == "no" and pending is None:
            cancelled = say(language, "conversation.cancelled")
            return Heard(text, reply=Reply(cancelled, Status.CANCELLED))
        if pending is not None and (read.turn == "no" or (read.turn == "yes" and waits and sure)):
            return Heard(pending.text, {**pending.given, APPROVAL: read.turn})
        if read.turn == "undo" and pending is None and past.last_done and sure:
            return Heard(say(language, "conversation.undo"))
        return None

    # ---- requests of their own ---------------------------------------------------------

    def _resolved(self, request: Request, said: IntentResult, past: Past) -> Followed | None:
        """A request about what the conversation spoke of."""
        found = resolved(said, past, self.catalogue)
        if found is None:
            return None
        stays = None if said.environment else found.reading.environment
        heard = Heard(
            request.text,
            environment=stays,
            environment_from="conversation" if stays else None,
            recalled=found.recalled,
        )
        return Followed((Patch(found.reading),), heard)

    # ---- patches -----------------------------------------------------------------------

    def _patched(
        self,
        request: Request,
        read: FollowUp,
        pending: OpenQuestion | None,
        past: Past,
    ) -> Heard | Followed | None:
        state = _state(read, pending, past)
        if state is None:
            return None
        ground = Ground(self.catalogue.lexicon, self.catalogue.environments)
        found = patches(state, read, ground)
        if not found:
            return None
        first = found[0]
        foreign = _foreign(first.reading, request.text, past)
        if foreign is not None:
            place = first.reading.environment or ""
            return elsewhere(first.reading.text, foreign, place, self.catalogue)
        stays = None if read.said.environment else first.reading.environment
        heard = Heard(
            first.reading.text,
            first.given,
            environment=stays,
            environment_from="conversation" if stays else None,
            own=request.text,
        )
        return Followed(found, heard)


def _by_what_it_says(read: FollowUp) -> FollowUp:
    """A gesture that says more is what it says: other values, less, or once more."""
    said = read.said
    if read.turn not in ("yes", "no", "thanks") or not _says_more(said):
        return read
    if read.turn == "thanks":
        acts = any(goal.action_words for goal in said.goals)
        return replace(read, turn="new" if acts else "more")
    return replace(read, turn="drop" if said.negative and not said.goals else "change")


def _says_more(said: IntentResult) -> bool:
    where = said.environment is not None and said.environment_words is not None
    return bool(said.goals or where or said.production or said.negative)


def _state(read: FollowUp, pending: OpenQuestion | None, past: Past) -> DialogueState | None:
    """What is open, else what was last wanted; more of the same is of what was made."""
    if pending is not None:
        return _open_state(pending)
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


def _open_state(pending: OpenQuestion) -> DialogueState | None:
    reading = pending.reading
    other = {IN_WORDS, READING} & set(pending.missing)
    if reading is None or other or not reading.goals or reading.production:
        return None
    if APPROVAL in pending.missing:
        return DialogueState(reading, "waiting")
    return DialogueState(reading, "asked", pending.missing, pending.given)


def _foreign(reading: IntentResult, text: str, past: Past) -> Thing | None:
    """Something made in another environment, which this one has none of."""
    known = {(one.id, one.environment) for one in past.things}
    for name in _names(reading):
        for one in past.things:
            apart = one.made and one.id == name and one.environment != reading.environment
            if apart and name not in text and (name, reading.environment) not in known:
                return one
    return None


def _names(reading: IntentResult) -> Iterator[str]:
    for goal in reading.goals:
        for ref in refs_of(goal):
            yield from (one.value for one in ref.identifiers)
