"""What a message begins with before it says anything: a pause, or a word of surprise.

A reader that heard few of them takes such words for a part of what is wanted, and so for something
that it did not understand.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import FollowUpPatches, ResolvedMessage
from pipelines.contracts.request import Request
from pipelines.intent.dialogue.agreeing import Heard
from pipelines.intent.dialogue.following import Following
from pipelines.intent.dialogue.past import Past
from pipelines.messages import Language
from pipelines.runs.memory import OpenQuestion

Says: TypeAlias = Callable[[str], bool]

_PAUSE = re.compile(
    r"[\s\u2026~]*[,\uff0c\u3002.!\uff01:\uff1a\u3001\u2026~-]+\s*|\s+(?=[\u4e00-\u9fff])"
)
_SHORT, _WORDS = 6, 2
"""So many signs, of so many words, are no clause that wants something."""


def behind_lead_in(
    following: Following,
    request: Request,
    pending: OpenQuestion | None,
    past: Past,
    language: Language,
    is_reply: Says,
) -> Heard:
    """What the message is behind what was said before; where something is asked or waits, and it is
    not surely heard, what it is without what it begins with, if that comes to more. `is_reply`:
    words agree or refuse, and so say something by themselves."""
    heard = following.message(request, pending, past, language)
    lead, rest = _parted(request.text)
    sure = isinstance(heard, ResolvedMessage) or (heard is not None and heard.is_sure)
    if pending is None or sure or not rest or is_reply(lead):
        return heard
    if _says(following.reader.read(lead)):
        return heard
    shorter = request.model_copy(update={"text": rest})
    found = following.message(shorter, pending, past, language)
    return found if _is_better(found, heard) else heard


def _parted(text: str) -> tuple[str, str]:
    """A few signs before the first pause, and what is behind it; nothing behind it without such."""
    pause = _PAUSE.search(text)
    lead = text[: pause.start()].strip() if pause is not None else ""
    short = lead and len(lead) <= _SHORT and len(lead.split()) <= _WORDS
    if pause is None or not short or any(sign.isdigit() for sign in lead):
        return "", ""
    return lead, text[pause.end() :].strip()


def _says(said: IntentResult | None) -> bool:
    return said is not None and bool(
        said.goals or said.environment or said.negative or said.production
    )


def _is_better(rest: Heard, heard: Heard) -> bool:
    """It comes to something, and to something that is surer."""
    if not (isinstance(rest, FollowUpPatches) and rest.patches):
        return False
    nothing = not (isinstance(heard, FollowUpPatches) and heard.patches)
    return rest.is_sure or nothing
