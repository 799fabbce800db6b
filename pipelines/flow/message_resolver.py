"""What a message means in its conversation: a sentence of its own, a reply, or more of the same."""

from dataclasses import dataclass, replace

from pipelines.clarification.picking import number_for, picked
from pipelines.contracts.intent import IntentResult, is_project_work
from pipelines.contracts.message import FollowUpPatches, Reply, ResolvedMessage
from pipelines.contracts.reply_names import APPROVAL, IN_WORDS
from pipelines.contracts.request import Request
from pipelines.execution.undo import undoing_in_words
from pipelines.flow.beside_plan import is_idle, is_stray, pointed
from pipelines.flow.for_page import asks_for_page, said_for_page
from pipelines.flow.no_consent import agreed_to_nothing, beside_another, reported
from pipelines.flow.out_of_production import elsewhere
from pipelines.flow.page_again import EarlierCalls
from pipelines.flow.plan_fields import by_argument_names
from pipelines.flow.timed_plans import TimedPlans
from pipelines.flow.typed_values import open_question
from pipelines.intent.dialogue.agreeing import Heard
from pipelines.intent.dialogue.dismissing import behind_dismissal, points
from pipelines.intent.dialogue.following import Following, refused_nothing
from pipelines.intent.dialogue.lead_in import behind_lead_in
from pipelines.intent.dialogue.listing import listed_in
from pipelines.intent.dialogue.named_before import named_before
from pipelines.intent.dialogue.named_view import in_page, shows_another, still_there, where_it_is
from pipelines.intent.dialogue.past import past_of
from pipelines.intent.dialogue.preference_texts import kept_alone
from pipelines.intent.dialogue.preferring import is_about_preferences, preferred
from pipelines.intent.dialogue.reply_patterns import first, is_whole, ordinal
from pipelines.intent.dialogue.turns import is_made_for_somebody
from pipelines.intent.goals import MOST_GOALS
from pipelines.intent.rules.small_talk import asks_abilities, manners
from pipelines.intent.undo_request import undo_request, without_undoing
from pipelines.messages import Language, say
from pipelines.onboarding.commands import continued, is_work
from pipelines.runs.memory import Memory, OpenQuestion
from pipelines.runs.preferences import keep_preferences, preferences_of
from pipelines.runs.store import RunStore
from tool_registry.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class MessageResolver:
    """Makes messages whole with what the conversation was about and what it left open; what a
    message says of preferences is kept."""

    catalogue: Catalogue
    store: RunStore
    memory: Memory
    has_registry: bool
    """True where sentences about tools change the registry."""
    following: Following
    """Hears what goes on from what was said before."""
    timed: TimedPlans
    """Hears another time for a plan that waits to be agreed to."""
    most: int = MOST_GOALS
    """Entries of a list that one request can serve."""

    def whole(
        self, request: Request, language: Language, *, follows: bool = True
    ) -> ResolvedMessage:
        """The message as a whole sentence, or the reply to it where it asks for no work; `follows`:
        with what it makes of what was understood before, where a reader tells."""
        message = self._whole(request, language, follows=follows)
        undo, rest = message.undo or undo_request(message.text), without_undoing(request.text)
        if message.text == request.text and undo is None and message.reply is None:
            said = self.following.reader.read(message.text)
            undo = undoing_in_words(rest, said, request, self.store, self.catalogue)
        return replace(message, undo=undo)

    def _whole(self, request: Request, language: Language, *, follows: bool) -> ResolvedMessage:
        pending = open_question(self.memory, request, self.store, self.catalogue)
        anew = self._anew(request, pending)
        if anew is not None:
            self.memory.settle(request)
            request, pending = request.model_copy(update={"text": anew.text}), None
            follows = follows and points(anew)
        if pending is not None:
            agrees = is_whole("assent", request.text)
            place = ordinal(request.text) if undo_request(request.text) is None else None
            text = number_for(pending, request.text, agrees=agrees, place=place)
            request = request.model_copy(update={"text": text})
        found = picked(request, pending, self.catalogue, self.store, language)
        if isinstance(found, ResolvedMessage):
            return still_there(found, pending)
        if found is not None:
            request = request.model_copy(update={"text": found.text})
        told = self._preference(request)
        message = told or self._resolved(request, pending, language, follows=follows)
        place = found.environment if found is not None else None
        return replace(message, environment=place) if place else still_there(message, pending)

    def _anew(self, request: Request, pending: OpenQuestion | None) -> IntentResult | None:
        """What is wanted in place of what is open or came to nothing; what was carried out is
        refused by taking it back."""
        done = pending is None and past_of(self.store, request, self.catalogue).last_done
        reader, place = self.following.reader, request.environment
        return None if done else behind_dismissal(request.text, reader, place, self.catalogue)

    def _preference(self, request: Request) -> ResolvedMessage | None:
        """The reply to a sentence that sets or shows what the user prefers."""
        if not is_about_preferences(request.text):
            return None
        before = preferences_of(self.store, request.caller)
        places, keep = self.catalogue.environments, not request.plan_only
        found = preferred(request.text, before, places, self.catalogue.lexicon, keep=keep)
        if found is None:
            sets = first("from_now_on", request.text) is not None and not self._acts(request.text)
            return kept_alone(request.text) if sets else None
        message, after = found
        if after != before:
            keep_preferences(self.store, request.caller, after)
        return message

    def _resolved(
        self, request: Request, pending: OpenQuestion | None, language: Language, *, follows: bool
    ) -> ResolvedMessage:
        moved = self.timed.message(request, pending, language)
        if moved is not None:
            return moved
        reader = self.following.reader
        earlier = EarlierCalls(request, self.store, self.catalogue, reader, language)
        said = None if pending else earlier.replied(agrees=is_whole("assent", request.text))
        said = said or self._manners(request, pending, language)
        said = said or (self._replied(request, pending) if pending is not None else None)
        said = said or said_for_page(
            request, pending, self.catalogue, language, self._acts, earlier
        )
        if said is not None:
            if said.page is not None and pending and APPROVAL not in pending.missing:
                self.memory.settle(request)  # what was asked before is left behind
            return said
        if asks_for_page(pending):
            # A sentence of its own: what was asked for the page is not wanted any more.
            self.memory.settle(request)
            pending = None
        if self.is_registry_command(request.text) or undo_request(request.text) is not None:
            return ResolvedMessage(request.text)
        meant = pending and self._pointed(request.text, pending, language)
        if meant:
            return meant
        found = listed_in(request, pending, self.store, self.catalogue, self.most, reader)
        if found.message is not None:
            return found.message
        if found.text != request.text or found.attached:
            return ResolvedMessage(found.text, attached=found.attached)
        if not follows:
            answered = pending and self._answering(request.text, pending)
            return answered or ResolvedMessage(request.text)
        asked = pending and pending.reading
        return in_page(self._in_context(request, pending, language), request, asked, self.catalogue)

    def _replied(self, request: Request, pending: OpenQuestion) -> ResolvedMessage | None:
        """A reply that needs no reading; nothing said beside another thing agrees to a plan."""
        replied = continued(pending, request.text, self.catalogue.environments)
        agreed = self._consent(request.text, pending)
        if agreed and shows_another(past_of(self.store, request, self.catalogue)):
            agreed = beside_another(request, pending, agreed)
        return agreed or (ResolvedMessage(*replied) if replied else None)

    def _pointed(
        self, text: str, pending: OpenQuestion, language: Language
    ) -> ResolvedMessage | None:
        """The undoing that waits, of what is said to be meant."""
        if undo_request(pending.text) is None or is_stray(text):
            return None
        refuses = APPROVAL not in pending.missing or first("refusal", text) is not None
        return pointed(text, self.following.reader.read(text), ordinal(text), language, refuses)

    def _in_context(
        self, request: Request, pending: OpenQuestion | None, language: Language
    ) -> ResolvedMessage:
        """The message as what it is to what was said before it."""
        text = request.text
        past = past_of(self.store, request, self.catalogue)
        if (past.begun or pending) and asks_abilities(text):
            return ResolvedMessage(text, asks_abilities=True)
        if pending is None and (said := self._where_nothing_waits(request, language)) is not None:
            return said
        if pending is not None and pending.reading and is_project_work(pending.reading):
            return reported(text, pending, language)
        waits = pending is not None and APPROVAL in pending.missing and request.plan is None
        plan = pending if waits else None
        if plan is not None and is_stray(text):
            return ResolvedMessage(plan.text, dict(plan.given), idle=text)
        stays = plan if plan is not None and not shows_another(past) else None
        named = stays and by_argument_names(request, stays, self.store, self.catalogue)
        followed = named or behind_lead_in(
            self.following, request, pending, past, language, _replies
        )
        back = self._points_back(text, followed, pending.reading if pending else past.undone)
        if back is not None:
            followed = replace(ResolvedMessage(text), followed=back)
        if isinstance(followed, ResolvedMessage):
            return followed
        whole = self._answering(text, pending) if pending is not None else None
        patched = followed is not None and bool(followed.patches)
        if whole is not None and not patched:
            # Two messages as one sentence are never surely what is meant.
            joined = pending is not None and whole.text != pending.text
            unsure = FollowUpPatches((), whole, is_sure=False)
            return replace(whole, followed=unsure) if joined else whole
        read, known = self.following.reader.read(text), self.catalogue.lexicon
        if stays is not None and is_idle(text, read, known, followed):
            return ResolvedMessage(stays.text, dict(stays.given), idle=text)
        alone = where_it_is(ResolvedMessage(text), past, self.following.reader)
        return replace(whole or alone, followed=followed)

    def _points_back(
        self, text: str, heard: Heard, before: IntentResult | None
    ) -> FollowUpPatches | None:
        """A request of its own with who is named in what is open or came to nothing."""
        patched = isinstance(heard, FollowUpPatches) and heard.patches
        if (
            before is None
            or patched
            or (isinstance(heard, ResolvedMessage) and heard != ResolvedMessage(text))
        ):
            return None
        said = self.following.reader.read(text)
        return named_before(said, before) if said is not None else None

    def _where_nothing_waits(self, request: Request, language: Language) -> ResolvedMessage | None:
        """A yes to nothing, or another environment than the one that was refused."""
        agreed = is_whole("assent", request.text) and agreed_to_nothing(request.text, language)
        return agreed or elsewhere(request, self.store, self.following.reader)

    def _answering(self, text: str, pending: OpenQuestion) -> ResolvedMessage | None:
        """The message as the reply to what was asked, where it asks for nothing itself."""
        asked = [name for name in pending.missing if name not in (APPROVAL, IN_WORDS)]
        names = len(asked) == 1 and asked[0].endswith(".id") and is_whole("assent", text)
        if APPROVAL in pending.missing or names or self._acts(text) or self._makes(text):
            return None
        if len(asked) == 1:
            return ResolvedMessage(pending.text, {**pending.given, asked[0]: text.strip()})
        return ResolvedMessage(f"{pending.text},{text}", dict(pending.given), added=text)

    def _acts(self, text: str) -> bool:
        """True where the sentence says what is to be done."""
        read = self.following.reader.read(text)
        return read is not None and any(goal.action_words for goal in read.goals)

    def _makes(self, text: str) -> bool:
        """True where the sentence says without a verb what is to be made for whom."""
        read = self.following.reader.read(text)
        return read is not None and any(map(is_made_for_somebody, read.goals))

    def is_registry_command(self, text: str) -> bool:
        """True for work on the registry, in which the command of a source is no foreign code."""
        return self.has_registry and is_work(text, self.catalogue.environments)

    def _manners(
        self, request: Request, pending: OpenQuestion | None, language: Language
    ) -> ResolvedMessage | None:
        """Thanks, a greeting, a refusal of nothing: answered in kind, and nothing else changes."""
        text = request.text
        kind = manners(text)
        if kind is not None and not (pending is not None and kind == "noted"):
            return ResolvedMessage(text, reply=Reply(say(language, f"consult.{kind}")))
        if pending is None and is_whole("refusal", text):
            past, off = past_of(self.store, request, self.catalogue), self.timed.drops(request)
            meant = off or self.following.ending(request, past, language)
            return meant or ResolvedMessage(text, reply=refused_nothing(past, language))
        return None

    def _consent(self, text: str, pending: OpenQuestion) -> ResolvedMessage | None:
        """A yes or no to what was shown; a no may also give up a question."""
        refused = is_whole("refusal", text)
        agreed = "no" if refused else "yes" if is_whole("assent", text) else None
        if agreed is None or (agreed == "yes" and APPROVAL not in pending.missing):
            return None
        return ResolvedMessage(pending.text, {**pending.given, APPROVAL: agreed})


def _replies(text: str) -> bool:
    return is_whole("refusal", text) or is_whole("assent", text)
