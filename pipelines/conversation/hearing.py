"""What a message means in its conversation: a sentence of its own, a reply, or more of the same."""

from dataclasses import dataclass, replace

from pipelines.answer import Status
from pipelines.choices.picking import only_reading, picked
from pipelines.consult.talk import asks_abilities, manners
from pipelines.contracts.intent import is_project_work
from pipelines.conversation.following import Following
from pipelines.conversation.heard import Followed, Heard, Reply
from pipelines.conversation.listing import listed_in
from pipelines.conversation.past import Past, past_of
from pipelines.conversation.preferring import is_about_preferences, preferred
from pipelines.conversation.words import is_whole
from pipelines.intent.goals import MOST_GOALS
from pipelines.messages import Language, say
from pipelines.registry_work import continued, is_work
from pipelines.replies import APPROVAL, IN_WORDS
from pipelines.request import Request
from pipelines.runs.memory import Memory, OpenQuestion
from pipelines.runs.preferences import keep_preferences, preferences_of
from pipelines.runs.store import RunStore
from pipelines.undo.asked import undo_wish
from tool_registry.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Hearing:
    """Hears messages with what the conversation was about and what it left open."""

    catalogue: Catalogue
    store: RunStore
    memory: Memory
    has_desk: bool
    """True where sentences about tools change the registry."""
    following: Following
    """Hears what goes on from what was said before."""
    most: int = MOST_GOALS
    """Entries of a list that one request can serve."""

    def whole(self, request: Request, language: Language, *, follows: bool = True) -> Heard:
        """The message as a whole sentence, or the reply to it where it asks for no work; `follows`:
        with what it makes of what was understood before, where a reader tells."""
        pending = self.memory.open_question(request)
        if pending is not None and is_whole("assent", request.text):
            only = only_reading(pending)
            request = request.model_copy(update={"text": only}) if only else request
        found = picked(request, pending, self.catalogue, self.store, language)
        if isinstance(found, Heard):
            return found
        if found is not None:
            request = request.model_copy(update={"text": found})
        told = self._preference(request)
        return told or self._heard(request, pending, language, follows=follows)

    def _preference(self, request: Request) -> Heard | None:
        """The reply to a sentence that sets or shows what the user prefers."""
        if not is_about_preferences(request.text):
            return None
        before = preferences_of(self.store, request.caller)
        places, keep = self.catalogue.environments, not request.plan_only
        found = preferred(request.text, before, places, self.catalogue.lexicon, keep=keep)
        if found is None:
            return None
        heard, after = found
        if after != before:
            keep_preferences(self.store, request.caller, after)
        return heard

    def _heard(
        self, request: Request, pending: OpenQuestion | None, language: Language, *, follows: bool
    ) -> Heard:
        said = self._manners(request.text, pending, language)
        if said is not None:
            return said
        if pending is not None:
            agreed = self._consent(request.text, pending)
            if agreed is not None:
                return agreed
            replied = continued(pending, request.text, self.catalogue.environments)
            if replied is not None:
                return Heard(*replied)
        if self.is_for_desk(request.text) or undo_wish(request.text) is not None:
            return Heard(request.text)
        found = listed_in(request, pending, self.store, self.catalogue, self.most, self._acts)
        if found.reply is not None:
            return found.reply
        if found.text != request.text or found.attached:
            return Heard(found.text, attached=found.attached)
        if not follows:
            return (pending and self._answering(request.text, pending)) or Heard(request.text)
        return self._in_context(request, pending, language)

    def _in_context(
        self, request: Request, pending: OpenQuestion | None, language: Language
    ) -> Heard:
        """The message as what it is to what was said before it."""
        text = request.text
        past = past_of(self.store, request, self.catalogue)
        if (past.begun or pending) and asks_abilities(text):
            return Heard(text, asks_abilities=True)
        reading = pending.reading if pending is not None else None
        if pending is not None and reading is not None and is_project_work(reading):
            return _reported(text, pending, language)
        followed = self.following.heard(request, pending, past, language)
        if isinstance(followed, Heard):
            return followed
        whole = self._answering(text, pending) if pending is not None else None
        if whole is not None and not (followed and followed.patches):
            # Two messages as one sentence are never surely what is meant.
            joined = whole.text != pending.text if pending is not None else False
            return replace(whole, followed=Followed((), whole, is_sure=False)) if joined else whole
        heard = whole or self._stays(Heard(text), past)
        return replace(heard, followed=followed)

    def _stays(self, heard: Heard, past: Past) -> Heard:
        """A question stays where the conversation is; what changes data says where."""
        place = past.last.environment if past.last is not None else None
        read = self.following.reader.read(heard.text) if place is not None else None
        if read is None or any(goal.function.writes for goal in read.goals):
            return heard
        return replace(heard, environment=place, environment_from="conversation")

    def _answering(self, text: str, pending: OpenQuestion) -> Heard | None:
        """The message as the reply to what was asked, where it asks for nothing itself."""
        asked = [name for name in pending.missing if name not in (APPROVAL, IN_WORDS)]
        if APPROVAL in pending.missing or self._acts(text):
            return None
        if len(asked) == 1:
            return Heard(pending.text, {**pending.given, asked[0]: text.strip()})
        return Heard(f"{pending.text},{text}", dict(pending.given), added=text)

    def _acts(self, text: str) -> bool:
        """True where the sentence says what is to be done."""
        read = self.following.reader.read(text)
        return read is not None and any(goal.action_words for goal in read.goals)

    def is_for_desk(self, text: str) -> bool:
        """True for work on the registry, in which the command of a source is no foreign code."""
        return self.has_desk and is_work(text, self.catalogue.environments)

    def _manners(self, text: str, pending: OpenQuestion | None, language: Language) -> Heard | None:
        """Thanks, a greeting, a refusal of nothing: answered in kind, and nothing else changes."""
        kind = manners(text)
        if kind is not None and not (pending is not None and kind == "noted"):
            return Heard(text, reply=Reply(say(language, f"consult.{kind}")))
        if pending is None and is_whole("refusal", text):
            cancelled = say(language, "conversation.cancelled")
            return Heard(text, reply=Reply(cancelled, Status.CANCELLED))
        return None

    def _consent(self, text: str, pending: OpenQuestion) -> Heard | None:
        """A yes or no to what was shown; a no may also give up a question."""
        refused = is_whole("refusal", text)
        if APPROVAL not in pending.missing:
            return Heard(pending.text, {**pending.given, APPROVAL: "no"}) if refused else None
        agreed = "no" if refused else "yes" if is_whole("assent", text) else None
        if agreed is None:
            return None
        return Heard(pending.text, {**pending.given, APPROVAL: agreed})


def _reported(text: str, pending: OpenQuestion, language: Language) -> Heard:
    """What is said to a report that waits: the one thing that was asked for, else what it tells."""
    if len(pending.missing) == 1:
        return Heard(pending.text, {**pending.given, pending.missing[0]: text.strip()})
    told = say(language, "conversation.told", report=pending.text, told=text)
    return Heard(told, dict(pending.given), added=text)
