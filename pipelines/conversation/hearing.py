"""What a message means in its conversation: a sentence of its own, a reply, or more of the same."""

from dataclasses import dataclass, replace

from pipelines.answer import Status
from pipelines.choices.picking import picked
from pipelines.contracts.intent import IntentResult
from pipelines.conversation.compose import composed, people
from pipelines.conversation.following import Following
from pipelines.conversation.heard import Heard, Reply
from pipelines.conversation.listing import listed_in
from pipelines.conversation.parts import Parts, parts_of
from pipelines.conversation.past import Past, past_of
from pipelines.conversation.pointing import Pointing
from pipelines.conversation.preferring import is_about_preferences, preferred
from pipelines.conversation.words import LONGEST, is_whole, manners, stretches, without_opener
from pipelines.intent import understand
from pipelines.intent.goals import MOST_GOALS
from pipelines.messages import Language, say
from pipelines.registry_work import continued, is_work
from pipelines.replies import APPROVAL, IN_WORDS, begins_with_action, consent
from pipelines.request import Request
from pipelines.runs.memory import Memory, OpenQuestion
from pipelines.runs.preferences import keep_preferences, preferences_of
from pipelines.runs.store import RunStore
from pipelines.undo.asked import undo_wish
from tool_registry.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Hearing:
    """Reads messages by rules, with what the conversation was about and what it left open."""

    catalogue: Catalogue
    store: RunStore
    memory: Memory
    has_desk: bool
    """True where sentences about tools change the registry."""
    following: Following | None = None
    """Hears follow-ups by a reader, ahead of making them whole sentences."""
    most: int = MOST_GOALS
    """Entries of a list that one request can serve."""

    def whole(self, request: Request, language: Language, *, follows: bool = True) -> Heard:
        """The message as a whole sentence, or the reply to it where it asks for no work; `follows`:
        with what it makes of what was understood before, where a reader tells."""
        pending = self.memory.open_question(request)
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
        own = self.understood(request.text, language=before.language)
        places, keep = self.catalogue.environments, not request.plan_only
        found = preferred(request.text, own, before, places, keep=keep)
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
        past = past_of(self.store, request, self.catalogue)
        listed = request.model_copy(update={"text": found.text})
        by_reader = None
        if self.following is not None and follows and listed == request:
            by_reader = self.following.heard(request, pending, past, language)
        if isinstance(by_reader, Heard):
            return by_reader
        heard = self._with_context(listed, pending, past, language)
        return replace(heard, attached=found.attached, followed=by_reader)

    def _acts(self, text: str) -> bool:
        """True where the sentence says what is to be done."""
        return any(goal.action_words for goal in self.understood(text).goals)

    def is_for_desk(self, text: str) -> bool:
        """True for work on the registry, in which the command of a source is no foreign code."""
        return self.has_desk and is_work(text, self.catalogue.environments)

    def understood(
        self, text: str, environment: str | None = None, language: Language | None = None
    ) -> IntentResult:
        """What the rules understand of a sentence."""
        return understand(
            text,
            self.catalogue.lexicon,
            self.catalogue.environments,
            environment=environment,
            language=language,
        )

    def _manners(self, text: str, pending: OpenQuestion | None, language: Language) -> Heard | None:
        """Thanks, a greeting, a refusal of nothing: answered in kind, and nothing else changes."""
        kind = manners(text)
        if kind is not None and not (pending is not None and kind == "noted"):
            return Heard(text, reply=Reply(say(language, f"conversation.{kind}")))
        if pending is None and is_whole("refusal", without_opener(text)[0]):
            cancelled = say(language, "conversation.cancelled")
            return Heard(text, reply=Reply(cancelled, Status.CANCELLED))
        return None

    def _consent(self, text: str, pending: OpenQuestion) -> Heard | None:
        """A yes or no to what was shown; a no may also give up a question."""
        meant, _ = without_opener(text)
        refused = is_whole("refusal", text) or is_whole("refusal", meant)
        if APPROVAL not in pending.missing:
            return Heard(pending.text, {**pending.given, APPROVAL: "no"}) if refused else None
        agreed = "no" if refused else "yes" if is_whole("assent", text) else None
        if agreed is None and not self._says_more(meant):
            agreed = consent(pending, text)
        if agreed is None:
            return None
        return Heard(pending.text, {**pending.given, APPROVAL: agreed})

    def _says_more(self, text: str) -> bool:
        """True for a message that also says what is wanted instead."""
        parts = parts_of(text, self.catalogue)
        told = parts.count is not None or parts.environment or parts.production
        return bool(told or parts.ids or parts.values or parts.phrase)

    def _with_context(
        self, request: Request, pending: OpenQuestion | None, past: Past, language: Language
    ) -> Heard:
        if len(request.text) > LONGEST or not (past.begun or pending):
            return Heard(request.text)
        text, dropped = without_opener(request.text)
        if dropped:
            pending = None
        own = self.understood(text, request.environment)
        ability = next(iter(stretches("ability", text)), None)
        if ability is not None and not own.production:
            return Heard(text[slice(*ability)], asks_abilities=True)
        parts = parts_of(text, self.catalogue)
        if pending is not None:
            return self._reply(text, own, parts, pending, past)
        frame = past.frame(parts.cues, values=bool(parts.values), acts=bool(parts.actions))
        pointing = Pointing(self.catalogue, past)
        question = pointing.question(text, own, parts, language)
        if question is not None:
            return question
        if frame is not None and self._goes_on(own, parts, frame, past):
            return self._composed(text, frame, parts, past)
        heard = pointing.resolved(text, own, parts, language)
        if heard is not None:
            return heard
        if own.environment is None and frame is not None and "again" in parts.cues and own.goals:
            return Heard(text, environment=frame.environment, environment_from="conversation")
        return Heard(text if dropped or past.begun else request.text)

    def _reply(
        self, text: str, own: IntentResult, parts: Parts, pending: OpenQuestion, past: Past
    ) -> Heard:
        """What the message makes of a sentence that waits for something."""
        asked = [name for name in pending.missing if name not in (APPROVAL, IN_WORDS)]
        lexicon = self.catalogue.lexicon
        begins = begins_with_action(own, lexicon)
        if len(asked) == 1 and not begins:
            return Heard(pending.text, {**pending.given, asked[0]: text.strip()})
        if IN_WORDS in pending.missing and not (begins or own.goals):
            return Heard(f"{pending.text},{text}", dict(pending.given))
        frame = self.understood(pending.text)
        pointing = Pointing(self.catalogue, past)
        found = pointing.question(text, own, parts, own.language)
        if found is not None and (parts.attributes or parts.pointers):
            return found
        if frame.goals and self._goes_on(own, parts, frame, past, waits=True):
            given = {} if APPROVAL in pending.missing else dict(pending.given)
            return self._composed(text, frame, parts, past, given)
        if found is not None:
            return found
        if own.goals or own.intent_type.is_data:
            return pointing.resolved(text, own, parts, own.language) or Heard(text)
        if APPROVAL in pending.missing:
            return Heard(text)
        return Heard(f"{pending.text},{text}", dict(pending.given))

    def _goes_on(
        self,
        own: IntentResult,
        parts: Parts,
        frame: IntentResult,
        past: Past,
        *,
        waits: bool = False,
    ) -> bool:
        """True where the message only says other parts of the same request."""
        kinds = {goal.object.type for goal in frame.goals}
        kinds |= {ref.type for goal in frame.goals for ref in goal.related} if waits else set()
        done = {goal.action for goal in frame.goals}
        acts = all(one.name in done or _is_light(one.name, one.flags) for one in parts.actions)
        if parts.unknown or not acts or (parts.entity and parts.entity not in kinds):
            return False
        if waits and parts.is_request:
            return False
        told = parts.environment or parts.production or parts.count is not None
        if parts.pointers and not waits:
            replaces = parts.cues and parts.entity in (None, *kinds)
            return bool(replaces) and bool(people(frame, self.catalogue))
        if parts.phrase:
            return "again" in parts.cues and not waits
        content = told or parts.ids or parts.values
        if waits:
            return bool(content)
        if parts.cues:
            return bool(content) or "again" in parts.cues
        reads = not any(goal.function.writes for goal in frame.goals)
        if reads and parts.ids and not (parts.actions or parts.entity or own.goals):
            return bool(people(frame, self.catalogue))
        return bool(told) and (reads or bool(parts.actions) or not past.last_done)

    def _composed(
        self,
        text: str,
        frame: IntentResult,
        parts: Parts,
        past: Past,
        given: dict[str, str] | None = None,
    ) -> Heard:
        parts, recalled = Pointing(self.catalogue, past).into_ids(text, parts)
        whole = composed(frame, parts, self.catalogue)
        place = parts.environment or frame.environment
        stays = None if parts.environment or parts.production else frame.environment
        foreign = self._foreign(whole, text, place, past)
        if foreign is not None and place is not None:
            return foreign
        return Heard(
            whole,
            given or {},
            own=text if given is None else None,
            environment=stays,
            environment_from="conversation" if stays else None,
            recalled=recalled,
        )

    def _foreign(self, whole: str, text: str, place: str | None, past: Past) -> Heard | None:
        """The question that stands where something of another environment would be used."""
        known = {(one.id, one.environment) for one in past.things}
        for one in past.things:
            apart = place is not None and one.environment != place and one.made
            if apart and one.id in whole and one.id not in text and (one.id, place) not in known:
                return Pointing(self.catalogue, past).elsewhere(whole, one, place or "")
        return None


def _is_light(name: str, flags: object) -> bool:
    return name in ("create", "execute", "update", "switch") or "weak" in str(flags)
