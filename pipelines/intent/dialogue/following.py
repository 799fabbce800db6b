"""Follow-ups as a reader hears them: a turn of the dialogue, and what it makes of the state."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from pipelines.contracts.limits import TurnLimits
from pipelines.contracts.message import FollowUpPatches, Patch, Reply, ResolvedMessage
from pipelines.contracts.reader import FollowUp, IntentReader, Turn
from pipelines.contracts.readings import put_plainly
from pipelines.contracts.reply_names import APPROVAL
from pipelines.contracts.request import Request
from pipelines.intent.dialogue.agreeing import agreed, comes_to, of_row, stands_alone
from pipelines.intent.dialogue.another import names_the_missing
from pipelines.intent.dialogue.closed_values import only_value
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.making import asked_of, is_made
from pipelines.intent.dialogue.named_view import (
    by_its_name,
    is_elsewhere,
    names_shown,
    same_for_view,
    shows_another,
    with_view,
)
from pipelines.intent.dialogue.past import Past
from pipelines.intent.dialogue.patching import patches
from pipelines.intent.dialogue.references import elsewhere
from pipelines.intent.dialogue.resolving import POINTS, Resolved, resolved, which_there
from pipelines.intent.dialogue.standing import open_state, state_of
from pipelines.intent.dialogue.state import DialogueState, Ground
from pipelines.intent.dialogue.things import Thing
from pipelines.intent.dialogue.turns import as_meant
from pipelines.intent.dialogue.unasked import has_noun, is_request_of_its_own
from pipelines.intent.dialogue.undoing import taking_back, undoes
from pipelines.intent.dialogue.updates import Said
from pipelines.messages import Language, say
from pipelines.runs.memory import OpenQuestion
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue

_ITSELF = ("new", "ask")
"""Turns that are a request of their own; the others say slots of an earlier one."""


@dataclass(frozen=True, slots=True)
class Following:
    """Hears follow-ups by a reader."""

    catalogue: Catalogue
    reader: IntentReader
    limits: TurnLimits = field(default_factory=TurnLimits)
    plain: Callable[[str], str] = str
    """Puts misspelt and colloquial words of a sentence plainly."""

    def message(
        self, request: Request, pending: OpenQuestion | None, past: Past, language: Language
    ) -> ResolvedMessage | FollowUpPatches | None:
        """What the message is to what was said before; None for a request of its own. One that
        goes on from it, but comes to nothing so, has no patches."""
        waits = pending is not None and APPROVAL in pending.missing
        if pending is None or waits or shows_another(past):
            # Behind a question it may sound like an answer: it is none to what another page showed.
            before = past.said if pending is None else past.said[:1]
            if same := self._same_for_view(request, past, before, language):
                return same
        if not past.said or self._asks_of_view(request, past):
            return self._at_first(request, past)
        heard = self._heard(request, pending, past, past.said, language)
        if past.brief != past.said:
            heard = agreed(heard, self._heard(request, pending, past, past.brief, language))
        if isinstance(heard, FollowUpPatches) and not heard.patches:
            heard = self._with_value(request, pending, past, language) or heard
        alone = self.reader.read(request.text, environment=request.environment)
        if alone and pending is None and undoes(alone, past, self.catalogue.lexicon):
            return self._resolved(request, alone, past)
        if heard is None:
            return of_row(self._resolved(request, alone, past)) if alone else None
        return None if comes_to(heard, alone) or stands_alone(heard, alone) else heard

    def _with_value(
        self, request: Request, pending: OpenQuestion | None, past: Past, language: Language
    ) -> FollowUpPatches | None:
        """What waits with the one value of a closed set that the message says."""
        waits = pending is not None and APPROVAL in pending.missing
        reading = pending.reading if pending is not None and waits else None
        value = only_value(request.text, reading, self.catalogue) if reading is not None else None
        told = request.model_copy(update={"text": value})
        found = self._heard(told, pending, past, past.said, language) if value else None
        return found if isinstance(found, FollowUpPatches) and found.patches else None

    def ending(self, request: Request, past: Past, language: Language) -> ResolvedMessage | None:
        """What would refuse something that waits, as the end of the thing that was spoken of, where
        nothing waits and a tool of its kind is called by that verb: the person is asked."""
        heard = self.message(request, None, past, language)
        if not isinstance(heard, FollowUpPatches) or not heard.patches:
            return None
        goals = heard.patches[0].reading.goals
        if not all(one.object.identifiers and self._is_done_to(one) for one in goals):
            return None
        return replace(heard.message, followed=replace(heard, is_sure=False, otherwise=None))

    def _is_done_to(self, goal: Goal) -> bool:
        tools = self.catalogue.tools.values()
        return any(goal.action in t.actions and goal.object.type in t.objects for t in tools)

    def _heard(
        self,
        request: Request,
        pending: OpenQuestion | None,
        past: Past,
        before: tuple[str, ...],
        language: Language,
    ) -> ResolvedMessage | FollowUpPatches | None:
        """What it is behind these messages."""
        read = self.reader.follow_up(
            request.text, before=before, environment=request.environment, language=language
        )
        if read is None:
            return None
        by_itself = partial(self.reader.read, environment=request.environment)
        read = as_meant(read, pending.reading if pending else past.last, by_itself)
        sure = read.sure >= self.limits.turn
        if self._takes_back(read, pending, past):
            return taking_back(request.text, language)
        makes = pending is not None and self._is_made(read.said, pending)
        if not (makes or _says_more(read.said)):
            found = self._gesture(request.text, read, pending, past, language) if sure else None
            found = None if shows_another(past) and read.turn == "thanks" else found
            if found is not None or read.turn in _ITSELF:
                return found
            return FollowUpPatches((), ResolvedMessage(request.text), is_sure=False)
        if pending is not None and not makes and self._is_unasked(request, read, pending):
            return ResolvedMessage(request.text)
        turn = "answer" if makes else self._turn(read, pending, past)
        own = self._resolved(request, self._alone(request, read), past)
        if own is not None:
            known = sure or turn != read.turn
            exact = known and read.alone.confidence >= self.limits.whole
            own = replace(own, is_sure=own.is_sure and exact)
        if turn in _ITSELF:
            return own
        found = self._patched(request, replace(read, turn=turn), pending, past)
        if isinstance(found, FollowUpPatches):
            exact = not read.said.unread and read.said.confidence >= self.limits.slots
            return replace(found, is_sure=sure and exact, otherwise=own)
        return found or own or FollowUpPatches((), ResolvedMessage(request.text), is_sure=False)

    def _alone(self, request: Request, read: FollowUp) -> IntentResult:
        """What it says as a request of its own. A question forbids nothing: one in which something
        seems to be forbidden is read once more without what was said before it."""
        if read.turn != "ask" or not read.alone.negative:
            return read.alone
        return self.reader.read(request.text, environment=request.environment) or read.alone

    def _at_first(self, request: Request, past: Past) -> FollowUpPatches | None:
        """A message by itself, which can only point at what is in view; it is asked which one is
        meant where the page shows one of another environment."""
        said = self._beside_view(request) if past.in_view else None
        if said is None:
            return None
        by_name = by_its_name(request, said, past, self._read_in, self.catalogue)
        if by_name is not None:
            return by_name
        apart = resolved(said, past, self.catalogue)
        if isinstance(apart, Thing):
            asks = Patch(which_there(said, apart, self.catalogue))
            return FollowUpPatches((asks,), ResolvedMessage(request.text))
        own = self._resolved(request, said, past)
        if own is None:
            return None
        sure = said.text == request.text and said.confidence >= self.limits.whole
        return replace(own, is_sure=own.is_sure and sure)

    def _beside_view(self, request: Request) -> IntentResult | None:
        """What it says by itself, where unclear words are put plainly."""
        read = partial(self.reader.read, environment=request.environment)
        said = read(request.text)
        return said and put_plainly(said, self.plain(request.text), read)

    def _same_for_view(
        self, request: Request, past: Past, before: tuple[str, ...], language: Language
    ) -> FollowUpPatches | None:
        """The same once more, for the thing that the page shows by now."""
        if not shows_another(past):
            return None
        read = self.reader.follow_up(
            request.text, before=before, environment=request.environment, language=language
        )
        sure = read is not None and read.turn == "more" and read.sure >= self.limits.turn
        for text in same_for_view(request, read, past, self.catalogue):
            named = request.model_copy(update={"text": text})
            found = self._heard(named, None, past, before, language)
            if (same := with_view(found, request, past)) is not None:
                return replace(same, is_sure=same.is_sure and sure)
        return None

    def _read_in(self, text: str, environment: str) -> IntentResult | None:
        return self.reader.read(text, environment=environment)

    def _asks_of_view(self, request: Request, past: Past) -> bool:
        """True where it says what is to be done with what the page shows: another thing than what
        was spoken of before, and a request of its own."""
        if not past.in_view:
            return False
        said = self._beside_view(request)
        if said is not None and names_shown(request.text, past, self.catalogue):
            named = by_its_name(request, said, past, self._read_in, self.catalogue)
            if named is not None:
                return True
        goals = said.goals if said is not None else ()
        acts = any(goal.action_words or goal.asked for goal in goals)
        return acts and any(_means_view(ref, goal, past) for goal in goals for ref in refs_of(goal))

    def _is_made(self, said: IntentResult, pending: OpenQuestion) -> bool:
        """True where the reply is to make what was asked for."""
        state = open_state(pending)
        if state is None or state.phase != "asked":
            return False
        asked, lexicon = asked_of(state.reading, state.missing), self.catalogue.lexicon
        return is_made(said, state.reading, asked, lexicon)

    def _is_unasked(self, request: Request, read: FollowUp, pending: OpenQuestion) -> bool:
        """True for a request of its own that comes in place of the reply; what names no thing in
        its own words is about the one that was spoken of."""
        names = any(has_noun(ref) for goal in read.said.goals for ref in refs_of(goal))
        if read.turn not in _ITSELF and not names:
            return False
        said = self.reader.read(request.text, environment=request.environment)
        before, lexicon = pending.reading, self.catalogue.lexicon
        if said is None or before is None:
            return False
        points = any(ref.reference == POINTS for goal in said.goals for ref in refs_of(goal))
        return not points and is_request_of_its_own(said, before, pending.missing, lexicon)

    def _turn(self, read: FollowUp, pending: OpenQuestion | None, past: Past) -> Turn:
        """What the message is by what it says: with an action of its own it is a new request,
        whatever it begins with; an answer where nothing was asked is another value."""
        said, state = read.said, state_of(read, pending, past)
        slots = Said(read.rest, 0, self.catalogue.lexicon)
        before = state.reading.goals if state is not None else ()
        if state is not None and state.phase == "asked" and _is_reply(read, state):
            return "answer"
        if read.turn not in _ITSELF and any(slots.acts_apart(one, before) for one in said.goals):
            return "new"
        if read.turn not in _ITSELF and said.goals and all(one.asked for one in said.goals):
            return "ask"
        if read.turn == "answer" and (state is None or state.phase != "asked"):
            return "change"
        if read.turn == "new" and state is not None and _names_alone(read):
            return "change"
        if read.turn not in ("yes", "no", "thanks"):
            return read.turn
        if read.turn == "thanks":
            return "more" if said.goals else "change"
        return "drop" if said.negative and not said.goals else "change"

    # ---- gestures ----------------------------------------------------------------------

    def _gesture(
        self,
        text: str,
        read: FollowUp,
        pending: OpenQuestion | None,
        past: Past,
        language: Language,
    ) -> ResolvedMessage | None:
        """A no or thanks, and nothing else. What agrees to a plan is exact: no reader's guess."""
        if read.said.unread or read.said.production:
            return None
        if read.turn == "thanks":
            return ResolvedMessage(text, reply=Reply(say(language, "consult.thanks")))
        if read.turn == "no" and pending is None:
            return ResolvedMessage(text, reply=refused_nothing(past, language))
        if read.turn == "no" and pending is not None:
            return ResolvedMessage(pending.text, {**pending.given, APPROVAL: read.turn})
        return None

    def _takes_back(self, read: FollowUp, pending: OpenQuestion | None, past: Past) -> bool:
        """Whether it asks to take back what was done last, with nothing said of other things. The
        person is asked before anything is: what names nothing need not be sure."""
        goals = read.said.goals
        names = any(ref.identifiers or ref.constraints for goal in goals for ref in refs_of(goal))
        counts = any(goal.object.quantity is not None for goal in goals)
        undoes = read.turn == "undo" and read.sure >= self.limits.undo
        bare = read.turn == "undo" and not (goals or read.said.unread)
        other = names or counts or read.said.environment or read.said.production
        return (undoes or bare) and pending is None and past.last_done and not other

    # ---- requests of their own ---------------------------------------------------------

    def _resolved(self, request: Request, said: IntentResult, past: Past) -> FollowUpPatches | None:
        """A request about what the conversation spoke of; what is to be deleted and was not made
        in it is asked about."""
        found = resolved(said, past, self.catalogue)
        if not isinstance(found, Resolved):
            return None
        if is_elsewhere(said, found.reading.environment, past):
            return None
        stays = None if said.environment else found.reading.environment
        origin = "page" if found.seen else "conversation"
        message = ResolvedMessage(
            request.text,
            environment=stays,
            environment_from=origin if stays else None,
            recalled=found.recalled,
            seen=found.seen,
        )
        deletes = any(goal.function is FunctionType.DELETE for goal in found.reading.goals)
        return FollowUpPatches((Patch(found.reading),), message, is_sure=found.made or not deletes)

    # ---- patches -----------------------------------------------------------------------

    def _patched(
        self,
        request: Request,
        read: FollowUp,
        pending: OpenQuestion | None,
        past: Past,
    ) -> ResolvedMessage | FollowUpPatches | None:
        state = state_of(read, pending, past)
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
        message = ResolvedMessage(
            first.reading.text,
            first.given,
            environment=stays,
            environment_from="conversation" if stays else None,
            own=request.text,
        )
        made = any(goal.function is FunctionType.CREATE for goal in first.reading.goals)
        stays = state.phase == "done" and read.turn == "change" and made
        return FollowUpPatches(found, message, stays=stays)


def refused_nothing(past: Past, language: Language) -> Reply:
    """The reply to a no where nothing is open: what was made before it stays."""
    stays = past.last_done and past.last is not None and past.last == past.last_change
    key = "conversation.stays" if stays else "conversation.cancelled"
    return Reply(say(language, key), Status.CANCELLED)


def _means_view(ref: EntityRef, goal: Goal, past: Past) -> bool:
    """It points, or it is a bare noun for what the page shows, and not for what is to be made."""
    if ref.identifiers or ref.type not in (None, *past.in_view):
        return False
    made = ref is goal.object and goal.function is FunctionType.CREATE
    bare = ref.type is not None and not (made or ref.constraints or ref.quantity)
    return ref.reference == POINTS or (bare and ref.reference is None)


def _names_alone(read: FollowUp) -> bool:
    """It says by name what something is about, and nothing that is to be done with it."""
    goals = read.said.goals
    bare = all(
        goal.object.identifiers and not (goal.action_words or goal.asked or goal.target_state)
        for goal in goals
    )
    return bool(goals) and bare


def _says_more(said: IntentResult) -> bool:
    where = said.environment is not None and said.environment_words is not None
    return bool(said.goals or where or said.production or said.negative)


def _is_reply(read: FollowUp, state: DialogueState) -> bool:
    """It says values alone, with no word beside them, or names what was asked for."""
    acts = read.turn in _ITSELF or any(goal.action_words for goal in read.said.goals)
    bare = not acts and not read.rest.strip()
    return bare or names_the_missing(read.said, asked_of(state.reading, state.missing))


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
