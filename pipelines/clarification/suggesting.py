"""What is offered from memory for a field: it is shown, and used only where it is chosen."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pipelines.clarification.offer import Offered
from pipelines.clarification.time_windows import means_latest, window_of
from pipelines.contracts.answer import Form, FormField, Suggestion
from pipelines.contracts.intent import EntityRef, Goal, IntentResult, Missing
from pipelines.messages import LANGUAGES, say
from pipelines.messages.labels import entity_label
from pipelines.runs.long_term_memory import Recollection, RecollectionKind
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot

Likeness: TypeAlias = Callable[[str, Sequence[str]], Sequence[int]]
"""A text, and texts that may be like it → places of those that are, the most alike first."""
MOST = 4
"""So many are offered for one field."""
_HABIT = 2
"""A value becomes a habit by being given so often, or by being named."""
_SMOOTH = 10.0
"""How little the first places of a ranking differ, as in reciprocal rank fusion."""
_IDENTIFIER = "identifier"
_RECIPIENT = "recipient"


@dataclass(frozen=True)
class Suggesting:
    """What one user's memory offers for one sentence."""

    entries: Callable[[RecollectionKind], Sequence[Recollection]]
    """The user's own of that kind, those that weigh most first."""
    catalogue: Catalogue
    now: float
    likeness: Likeness | None = None

    def filled_in(self, form: Form, intent: IntentResult) -> Form:
        """The form, with what memory offers beside fields that have no value."""
        fields = tuple(self._of_form(field, intent) for field in form.fields)
        return form.model_copy(update={"fields": fields})

    def beside(self, field: FormField, name: str, intent: IntentResult) -> FormField:
        """The field for one missing value, `entity.attribute` or `recipient`, with offers."""
        entity, _, attribute = name.rpartition(".")
        if attribute == _RECIPIENT and not entity:
            return self._with_things(field, None, None, intent)
        if entity and attribute == _IDENTIFIER:
            return self._with_things(field, entity, None, intent)
        if entity and attribute in self.catalogue.graph.identifiers(entity):
            return self._with_things(field, entity, attribute, intent)
        return field

    def choice(self, one: Offered, intent: IntentResult) -> Offered:
        """The choice of one missing value, with what memory offers for it."""
        name, field = one.choice.id.removeprefix("value-"), one.choice.field
        if field is None or intent.environment is None:
            return one
        told = {"field": self.beside(field, name, intent)}
        return one.model_copy(update={"choice": one.choice.model_copy(update=told)})

    def pointed_at(self, intent: IntentResult) -> IntentResult | None:
        """The sentence as one that lacks a thing, where it only says when that was used (`the user
        from last week`) and memory has such things; None where it says anything else of it, and for
        what is to be made."""
        for goal in intent.goals:
            made = goal.function is FunctionType.CREATE
            for ref in (*goal.related, *(() if made else (goal.object,))):
                if not self._is_pointed_at(ref) or not self._has(ref.type or "", intent):
                    continue
                plain = ref.model_copy(update={"constraints": ()})
                return _lacking(intent, goal, ref, plain)
        return None

    def _is_pointed_at(self, ref: EntityRef) -> bool:
        singled = ref.identifiers or ref.type is None or ref.role == "new"
        when = all(self._says_when(one.span.text) for one in ref.constraints)
        pointing = when and self._says_when(ref.words)
        return pointing and not singled and bool(self.catalogue.graph.identifiers(ref.type or ""))

    def _says_when(self, words: str) -> bool:
        return means_latest(words) or window_of(words, self.now) is not None

    def _has(self, entity: str, intent: IntentResult) -> bool:
        placed = self._placed(self.entries("thing"), intent)
        return intent.environment is not None and any(one.entity == entity for one in placed)

    def _of_form(self, field: FormField, intent: IntentResult) -> FormField:
        goal_id, _, path = field.path.partition("/")
        goal = next((one for one in intent.goals if one.id == goal_id), None)
        tool = self.catalogue.tools.get(goal.tool or "") if goal is not None else None
        slot = next((s for s in tool.needs if s.path == path), None) if tool is not None else None
        if goal_id == "more":
            return self.beside(field, path, intent)
        if tool is None or slot is None or field.value is not None:
            return field
        entity = slot.entity or next(iter(tool.objects), "")
        if slot.attribute in self.catalogue.graph.identifiers(entity):
            return self._with_things(field, entity, slot.attribute, intent)
        return self._with_values(field, tool.id, slot, intent)

    def _with_things(
        self, field: FormField, entity: str | None, attribute: str | None, intent: IntentResult
    ) -> FormField:
        """`entity` None: anybody who can receive something."""
        found: list[Suggestion] = []
        for one in self._ranked(self.entries("thing"), intent):
            alike = one.entity == entity if entity else self.catalogue.lexicon.is_person(one.entity)
            value = one.attributes.get(attribute or self._first(one))
            if alike and value is not None and _fits(value, field):
                found.append(_offer(one, value))
        return _with(field, found)

    def _with_values(
        self, field: FormField, tool: str, slot: Slot, intent: IntentResult
    ) -> FormField:
        """What the person has often given for this argument of this tool."""
        mine = [
            one
            for one in self._placed(self.entries("value"), intent)
            if (one.attributes["tool"], one.attributes["path"]) == (tool, slot.path)
            and (one.uses >= _HABIT or one.name)
        ]
        spoken = ((one, _spoken(one.attributes["value"], field)) for one in mine)
        return _with(field, [_offer(one, v) for one, v in spoken if _fits(v, field)])

    def _first(self, one: Recollection) -> str:
        """The attribute by which a thing is best singled out."""
        names = ("id", *self.catalogue.graph.identifiers(one.entity))
        return next((name for name in names if name in one.attributes), "")

    def _placed(self, entries: Iterable[Recollection], intent: IntentResult) -> list[Recollection]:
        """Those of the environment; of each one, where the sentence does not name it yet."""
        place = intent.environment
        return [one for one in entries if place is None or one.environment == place]

    def _ranked(self, entries: Iterable[Recollection], intent: IntentResult) -> list[Recollection]:
        """Those of the time that the sentence names, then by use and by likeness to its words."""
        mine = self._placed(entries, intent)
        if means_latest(intent.text):
            mine.sort(key=lambda one: -one.last_at)
        elif self.likeness is not None:
            mine = fused(mine, self.likeness(intent.text, [self.text_of(one) for one in mine]))
        window = window_of(intent.text, self.now)
        if window is not None:
            mine.sort(key=lambda one: not window.holds(one.last_at))
        return mine

    def text_of(self, one: Recollection) -> str:
        """What an entry is found by."""
        return described(one, self.catalogue)


def described(one: Recollection, catalogue: Catalogue) -> str:
    """An entry in words: its name, its kind in both languages, what is known of it."""
    kinds = [entity_label(catalogue.lexicon, one.entity, language) for language in LANGUAGES]
    told = [str(value) for value in one.attributes.values() if isinstance(value, str)]
    return " ".join(filter(None, (one.name, *(kinds if one.entity else ()), *told, one.words)))


def fused(entries: Sequence[Recollection], alike: Sequence[int]) -> list[Recollection]:
    """The entries, which come by weight, by weight and likeness together."""
    places = {place: number for number, place in enumerate(alike)}

    def score(place: int) -> float:
        own = 1 / (_SMOOTH + place)
        return own + (1 / (_SMOOTH + places[place]) if place in places else 0.0)

    order = sorted(range(len(entries)), key=lambda place: (-score(place), place))
    return [entries[place] for place in order]


def _lacking(intent: IntentResult, goal: Goal, ref: EntityRef, plain: EntityRef) -> IntentResult:
    """The sentence with the plain thing, which has to be singled out."""
    related = tuple(plain if one is ref else one for one in goal.related)
    told = {"related": related, "object": plain if goal.object is ref else goal.object}
    goals = tuple(goal.model_copy(update=told) if one is goal else one for one in intent.goals)
    words = ref.words or (ref.span.text if ref.span else "")
    question = say(intent.language, "memory.which", words=words)
    one = Missing(name=f"{ref.type}.{_IDENTIFIER}", blocking=True, question=question)
    return intent.model_copy(update={"goals": goals, "missing": (*intent.missing, one)})


def _with(field: FormField, found: Sequence[Suggestion]) -> FormField:
    once = {str((one.value, one.environment)): one for one in reversed(found)}
    kept = [one for one in found if once[str((one.value, one.environment))] is one]
    return field.model_copy(update={"suggestions": tuple(kept[:MOST])})


def _offer(one: Recollection, value: JsonValue) -> Suggestion:
    return Suggestion(
        value=value,
        memory=one.id,
        environment=one.environment,
        name=one.name,
        words=one.words,
        uses=one.uses,
        at=one.last_at,
    )


def _spoken(value: JsonValue, field: FormField) -> JsonValue:
    """A value of the tool in the unit in which people say it."""
    if field.scale == 1 or not isinstance(value, int | float):
        return value
    said = value / field.scale
    return int(said) if said.is_integer() else said


def _fits(value: JsonValue, field: FormField) -> bool:
    """Of a closed set only what is in it."""
    return not field.options or any(str(one.value) == str(value) for one in field.options)
