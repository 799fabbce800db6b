"""Messages that point at things of the conversation: questions about them, and work with them."""

from dataclasses import dataclass, replace

from pipelines.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.conversation.heard import Heard, Reply
from pipelines.conversation.parts import Parts
from pipelines.conversation.past import Past, Thing
from pipelines.conversation.references import (
    Pointer,
    internal,
    meant,
    named,
    people_first,
    pointers,
    replaced,
    used_for,
)
from pipelines.conversation.words import says, without
from pipelines.intent import understand
from pipelines.messages import Language, say
from pipelines.planner.frame import is_person
from tool_registry.base.types import IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of


@dataclass(frozen=True, slots=True)
class Pointing:
    """Resolves references by what a conversation knows."""

    catalogue: Catalogue
    past: Past

    def question(
        self, text: str, own: IntentResult, parts: Parts, language: Language
    ) -> Heard | None:
        """A question about things of the conversation is a look at them, whatever its words."""
        if not says("question", text) or says("request", text) or parts.ids or own.production:
            return None
        if "again" in parts.cues or not self.past.things:
            return None
        found = pointers(text, self.past, self.catalogue)
        nouns = {one.entity for one in found if one.entity}
        if not parts.entities <= nouns:
            known = self.past.of(parts.entity, parts.environment)
            if not (known and not found and own.missing and len(parts.entities) == 1):
                return None
        elif not found and not self._asks(own, parts):
            return None
        environment = parts.environment
        pointer = found[0] if found else Pointer(0, 0, text, parts.entity)
        options = meant(pointer, self.past, environment, self.catalogue)
        if not options:
            return None
        things = next((one for one in options if self._has(one[0], parts.attributes)), options[0])
        whole = say(
            own.language, "conversation.query", things=named(things, own.language, self.catalogue)
        )
        return self._heard(whole, things, pointer.text or text)

    def _has(self, thing: Thing, attributes: frozenset[str]) -> bool:
        """True where some tool tells all that is asked of such a thing."""
        tools = self.catalogue.tools.values()
        told = {o.attribute for tool in tools for o in tool.yields if o.entity == thing.entity}
        return attributes <= told

    def _asks(self, own: IntentResult, parts: Parts) -> bool:
        """True where the question, without a word for a thing, is about some data at all."""
        about_tools = own.intent_type in (
            IntentType.CONSULT_TOOL,
            IntentType.OPERATE_TOOL,
            IntentType.OPERATE_PROJECT,
        )
        return not about_tools and bool(
            parts.actions or parts.values or parts.attributes or own.goals
        )

    def resolved(
        self, text: str, own: IntentResult, parts: Parts, language: Language
    ) -> Heard | None:
        """The sentence with what its words point at; None where they point at nothing known."""
        found = [
            one
            for one in pointers(text, self.past, self.catalogue)
            if not internal(one, own)
            and self.past.of(one.entity, None)
            and not (one.weak and parts.ids)
        ]
        if not found:
            return self._object_left_out(text, own, parts)
        whole, used = text, list[Thing]()
        recalled: dict[str, str] = {}
        for pointer in reversed(found):
            options = meant(pointer, self.past, parts.environment, self.catalogue)
            if not options:
                others = meant(pointer, self.past, None, self.catalogue)
                if parts.environment and others:
                    return self.elsewhere(text, others[0][0], parts.environment, pointer.text)
                continue
            if self._receives(pointer, own):
                options = people_first(options, self.catalogue)
            things, whole = self._best(whole, pointer, options, own)
            used += things
            recalled |= {one.id: pointer.text for one in things}
        return self._heard(without("this_time", whole), used, "", recalled) if used else None

    def _best(
        self, text: str, pointer: Pointer, options: list[list[Thing]], own: IntentResult
    ) -> tuple[list[Thing], str]:
        """The first meaning with which the sentence says all that is needed, and the sentence."""
        language = own.language
        tried: list[tuple[int, list[Thing], str]] = []
        for things in options:
            words = named(things, language, self.catalogue)
            for key in ("conversation.mention", "conversation.mention_definite"):
                whole = self._put(text, pointer, say(language, key, things=words), things)
                lacks = self._lacks(whole, own)
                if not lacks:
                    return things, whole
                tried.append((lacks, things, whole))
        _, things, whole = min(tried, key=lambda one: one[0])
        return things, whole

    def _put(self, text: str, pointer: Pointer, words: str, things: list[Thing]) -> str:
        """The text with the words for the pointer; what is to be done with a thing comes first."""
        found = used_for(text, pointer)
        if found is None:
            return replaced(text, pointer, words)
        person = is_person(self.catalogue, things[0].entity)
        key = "conversation.done_for" if person else "conversation.done_with"
        deed, comma, rest = found.partition(",")
        return say(language_of(text), key, text=deed.rstrip(), things=words) + comma + rest

    def _lacks(self, text: str, own: IntentResult) -> int:
        """How much the sentence is not what was said: 0 where it says all that is needed."""
        intent = self._read(text)
        if not intent.goals:
            return 3
        wrote = [goal.function.writes for goal in own.goals[:1]]
        turned = bool(wrote) and wrote != [goal.function.writes for goal in intent.goals[:1]]
        open_ = any(one.blocking and one.name != "environment" for one in intent.missing)
        return 2 * turned + (open_ or bool(intent.unread))

    def _read(self, text: str) -> IntentResult:
        return understand(text, self.catalogue.lexicon, self.catalogue.environments)

    def _receives(self, pointer: Pointer, own: IntentResult) -> bool:
        return any(
            ref.role == "recipient"
            and ref.span is not None
            and ref.span.start < pointer.end
            and pointer.start < ref.span.end
            for goal in own.goals
            for ref in goal.related
        )

    def _object_left_out(self, text: str, own: IntentResult, parts: Parts) -> Heard | None:
        """Work on what was last spoken of, where the sentence names no object at all."""
        lacks = any(one.name == "object" for one in own.missing)
        goal = next(iter(own.goals), None)
        if not lacks or goal is None or goal.function.value == "create" or parts.unknown:
            return None
        pointer = Pointer(0, 0, "", None)
        options = meant(pointer, self.past, parts.environment, self.catalogue)
        for things in options:
            words = named(things, own.language, self.catalogue)
            key = "conversation.act_on"
            whole = say(own.language, key, text=text.strip(" 。.!\uff01"), things=words)
            if self._read(whole).goals:
                return self._heard(whole, things, text)
        return None

    def into_ids(self, text: str, parts: Parts) -> tuple[Parts, dict[str, str]]:
        """The parts with what they point at by its id."""
        ids = list(parts.ids)
        recalled: dict[str, str] = {}
        for pointer in pointers(text, self.past, self.catalogue) if parts.pointers else ():
            options = meant(pointer, self.past, parts.environment, self.catalogue)
            for things in people_first(options, self.catalogue)[:1]:
                ids += [one.id for one in things]
                recalled |= {one.id: pointer.text for one in things}
        return replace(parts, ids=tuple(ids)), recalled

    def elsewhere(self, text: str, thing: Thing, place: str, words: str = "") -> Heard:
        """The question which one is meant in an environment that has none of it."""
        language = language_of(text)
        label = self.catalogue.environments.label
        shown = named([thing], language, self.catalogue)
        question = say(
            language,
            "conversation.elsewhere",
            words=shown,
            there=label(thing.environment, language),
            here=label(place, language),
        )
        return Heard(text, reply=Reply(question, Status.NEEDS_INPUT, asks=True))

    def _heard(
        self, whole: str, things: list[Thing], words: str, recalled: dict[str, str] | None = None
    ) -> Heard:
        return Heard(
            whole,
            environment=things[0].environment,
            environment_from="conversation",
            recalled=recalled or {one.id: words for one in things},
        )
