"""What the user has chosen from memory: as the reading has it, and as the plan shows it."""

from collections.abc import Mapping
from datetime import UTC, datetime

from pipelines.clarification.completing import Named
from pipelines.clarification.form import ENVIRONMENT, words_of
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.request import Chosen, Request
from pipelines.messages import Language, say
from pipelines.runs.long_term_memory import LongTermMemory, Recollection
from pipelines.runs.store import RunStore
from tool_registry.catalogue import Catalogue

Taken = Mapping[str, Recollection]
"""Path of a field → the entry from which its value was chosen."""


def taken_from_memory(
    request: Request, chosen: Chosen, store: RunStore, environment: str | None
) -> Taken:
    """Of the values of a choice those that are entries of the user's own memory, of the reading's
    environment or of the one that the form says. What was typed otherwise since, and what is no
    such entry, is nothing but what was typed."""
    place = environment or str(chosen.values.get(ENVIRONMENT, ""))
    memory, found = LongTermMemory(store), dict[str, Recollection]()
    for path, id in chosen.remembered.items():
        one = memory.get(request.caller, id) if path in chosen.values else None
        if (
            one is not None
            and one.environment == place
            and _holds(one, str(chosen.values[path]).strip())
        ):
            found[path] = one
    return found


def named_by(one: Recollection, value: str) -> Named:
    """What was chosen as the thing that a sentence lacks: whatever else described it (`the user
    from last week`) is settled by the choice."""
    attribute = next((key for key, held in one.attributes.items() if str(held) == value), "id")
    return Named(value, attribute, one.entity, settles=True)


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
        found[words] = shown_as(one, words, intent.language)
    return found


def _holds(one: Recollection, value: str) -> bool:
    """An entry of a value holds it in the tool's unit, which nobody can tell from here."""
    return one.kind == "value" or value in map(str, one.attributes.values())


def shown_as(one: Recollection, value: str, language: Language) -> str:
    """How a plan shows a value that was chosen from memory."""
    day = datetime.fromtimestamp(one.last_at, UTC).astimezone().strftime("%Y-%m-%d")
    key = "memory.origin_named" if one.name else "memory.origin"
    told = {"name": one.name} if one.name else {}
    return say(language, key, value=value, day=day, **told)
