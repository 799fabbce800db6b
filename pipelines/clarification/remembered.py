"""What the user has chosen from memory: as the reading has it, and as the plan shows it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from pipelines.clarification.form import ENVIRONMENT, words_of
from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.contracts.message import ResolvedMessage
from pipelines.contracts.request import Chosen, Request
from pipelines.messages import Language, say
from pipelines.runs.lasting import LastingMemory, Recollection
from pipelines.runs.store import RunStore
from tool_registry.catalogue import Catalogue

Taken = Mapping[str, Recollection]
"""Path of a field → the entry from which its value was chosen."""
_RECIPIENT = "recipient"


def taken_from_memory(
    request: Request, chosen: Chosen, store: RunStore, environment: str | None
) -> Taken:
    """Of the values of a choice those that are entries of the user's own memory, of the reading's
    environment or of the one that the form says. What was typed otherwise since, and what is no
    such entry, is nothing but what was typed."""
    place = environment or str(chosen.values.get(ENVIRONMENT, ""))
    memory, found = LastingMemory(store), dict[str, Recollection]()
    for path, id in chosen.remembered.items():
        one = memory.get(request.caller, id) if path in chosen.values else None
        if (
            one is not None
            and one.environment == place
            and _holds(one, str(chosen.values[path]).strip())
        ):
            found[path] = one
    return found


def meant(
    message: ResolvedMessage, name: str, value: str, one: Recollection, intent: IntentResult
) -> ResolvedMessage:
    """The sentence in which what has no identifier is the thing that was chosen: whatever else
    described it (`the user from last week`) has been settled by the choice."""
    role = _RECIPIENT if name == _RECIPIENT else None
    attribute = next((key for key, held in one.attributes.items() if str(held) == value), "id")
    words = ""
    goals: list[Goal] = []
    for goal in intent.goals:
        made, said = _naming(goal, one.entity, role, attribute, value, intent)
        words = words or said
        goals.append(made)
    missing = tuple(item for item in intent.missing if item.name != name)
    reading = intent.model_copy(update={"goals": tuple(goals), "missing": missing})
    shown = dict.fromkeys((value, words), _shown(one, value, intent.language))
    return replace(message, reading=reading, remembered=shown)


def origins_of(
    intent: IntentResult, chosen: Chosen, taken: Taken, catalogue: Catalogue
) -> dict[str, str]:
    """The words that stand for what was chosen in a form → what a plan shows them as."""
    tools = {goal.id: catalogue.tools.get(goal.tool or "") for goal in intent.goals}
    found: dict[str, str] = {}
    for path, one in taken.items():
        goal, _, slot_path = path.partition("/")
        tool, value = tools.get(goal), chosen.values[path]
        slot = next((s for s in tool.needs if s.path == slot_path), None) if tool else None
        words = words_of(slot, value, intent.language) if slot else str(value).strip()
        found[words] = _shown(one, words, intent.language)
    return found


def _naming(
    goal: Goal,
    entity: str,
    role: str | None,
    attribute: str,
    value: str,
    intent: IntentResult,
) -> tuple[Goal, str]:
    """The goal with the thing named wherever it is not, and the words that stood for it."""
    related = list(goal.related)
    for place, ref in enumerate(related):
        if ref.type == entity and not ref.identifiers and role in (None, ref.role):
            related[place] = _named(ref, attribute, value, intent)
            told = {"related": tuple(related)}
            return goal.model_copy(update=told), ref.span.text if ref.span else value
    if role is None and goal.object.type == entity and not goal.object.identifiers:
        thing, span = _named(goal.object, attribute, value, intent), goal.object.span
        return goal.model_copy(update={"object": thing}), span.text if span else value
    if role is not None and not any(ref.role == role for ref in related):
        bare = EntityRef(type=entity, role=role, words=value)
        more = (*related, _named(bare, attribute, value, intent))
        return goal.model_copy(update={"related": more}), value
    return goal, value


def _named(ref: EntityRef, attribute: str, value: str, intent: IntentResult) -> EntityRef:
    # Where no word stands for it, it stands behind the sentence, as what is typed into a form.
    place = len(intent.text) + 2
    span = ref.span or Span(start=place, end=place + 1, text=value)
    one = Identifier(attribute=attribute, value=value, span=span)
    return ref.model_copy(update={"identifiers": (one,), "constraints": (), "reference": None})


def _holds(one: Recollection, value: str) -> bool:
    """An entry of a value holds it in the tool's unit, which nobody can tell from here."""
    return one.kind == "value" or value in map(str, one.attributes.values())


def _shown(one: Recollection, value: str, language: Language) -> str:
    day = datetime.fromtimestamp(one.last_at, UTC).astimezone().strftime("%Y-%m-%d")
    key = "memory.origin_named" if one.name else "memory.origin"
    told = {"name": one.name} if one.name else {}
    return say(language, key, value=value, day=day, **told)
