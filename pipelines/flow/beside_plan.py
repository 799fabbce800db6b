"""What is said to a plan that waits and asks for nothing by itself: a slip, words without a
request, and which run an undoing shall take back instead."""

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import FollowUpPatches, ResolvedMessage, UndoRequest
from pipelines.messages import Language, say
from tool_registry.vocabulary.lexicon import Lexicon


def is_stray(text: str) -> bool:
    """True for a letter or signs alone: a slip of the finger, no word that agrees."""
    said = [char for char in text if char.isalnum()]
    return len(said) < 2 and not any(char.isdigit() for char in said)


def is_idle(
    text: str, read: IntentResult | None, lexicon: Lexicon, followed: FollowUpPatches | None
) -> bool:
    """True where nothing is wanted: the sentence has no word that is known and nothing is read
    in it, or it is about data and wants none; a change of the plan is wanted, of which behind such
    a sentence the reader has to be sure."""
    patched = followed is not None and bool(followed.patches)
    if read is not None and _may_be_of_data(read) and not (read.goals or patched):
        return True
    if followed is not None and patched and followed.is_sure:
        return False
    known = next(iter(lexicon.scan(text)), None)
    return known is None and (read is None or not (read.goals or read.unread))


def pointed(
    text: str, read: IntentResult | None, place: int | None, language: Language, refuses: bool
) -> ResolvedMessage | None:
    """The undoing that waits, of another run: what is said has no verb of its own, and refuses
    what was shown, if anything was, or wants nothing else. `place`: which one in a row it says."""
    if read is None or any(goal.action_words for goal in read.goals):
        return None
    if not _may_be_of_data(read) or (read.goals and not refuses):
        return None
    meant = UndoRequest(place=place, told=text)
    return ResolvedMessage(say(language, "undo.deed"), undo=meant, own=text)


def _may_be_of_data(read: IntentResult) -> bool:
    return read.intent_type.is_data or read.intent_type == "other"
