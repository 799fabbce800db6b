"""A refusal with a whole request behind it: what was open is given up, nothing of it is kept."""

import re

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.reader import IntentReader
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.reply_patterns import is_whole
from pipelines.intent.dialogue.resolving import POINTS, names_kind
from pipelines.intent.dialogue.turns import is_made_for_somebody
from tool_registry.catalogue import Catalogue

_COMMAS = ",\uff0c"
_STOP = re.compile(r"[,\uff0c.\u3002!\uff01](?!\d)")
_ENVIRONMENT = "environment"


def behind_dismissal(
    text: str, reader: IntentReader, environment: str | None, catalogue: Catalogue
) -> IntentResult | None:
    """What is wanted behind words that refuse what was before, as a sentence of its own; None where
    they begin a correction of that: they end in a comma, and not all of a request is behind it."""
    ends = [one.end() for one in _STOP.finditer(text) if is_whole("refusal", text[: one.end()])]
    if not ends:
        return None
    lead, rest = text[: ends[-1]], text[ends[-1] :].strip()
    said = reader.read(rest, environment=environment)
    if said is None or not all(_stands(one, catalogue) for one in said.goals):
        return None
    return said if _is_whole(said, ends=lead[-1] not in _COMMAS) else None


def points(said: IntentResult) -> bool:
    """True where it speaks of somebody or something that was named before."""
    return any(ref.reference == POINTS for goal in said.goals for ref in refs_of(goal))


def _is_whole(said: IntentResult, *, ends: bool) -> bool:
    """It says what is to be done with what; where may be asked behind a sentence that `ends`."""
    lacks = {one.name for one in said.missing if one.blocking}
    return (
        said.intent_type.is_data
        and bool(said.goals)
        and lacks <= ({_ENVIRONMENT} if ends else set[str]())
    )


def _stands(goal: Goal, catalogue: Catalogue) -> bool:
    """It says by a noun of its own with what, and what is done with it."""
    told = goal.action_words or goal.asked or is_made_for_somebody(goal)
    return goal.object.reference is None and names_kind(goal.object, catalogue) and bool(told)
