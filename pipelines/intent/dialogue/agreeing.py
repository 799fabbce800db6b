"""One message heard behind two texts of the same answer: what both make of it is surer than either.

A reader has to find in an answer what the next message goes on from; the values and dates of what
was made are there too, and can be taken for what is meant. So it hears the message once behind the
answer as it was told, and once behind what was done alone.
"""

import re
from dataclasses import replace
from typing import TypeAlias

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.message import FollowUpPatches, ResolvedMessage
from pipelines.intent.dialogue.restating import same_meaning
from tool_registry.base.types import FunctionType

Heard: TypeAlias = ResolvedMessage | FollowUpPatches | None

_IN_BRACKETS = re.compile(r" ?[(\uff08][^()\uff08\uff09]*[)\uff09]")
_FIRST = 2
"""Lines of an answer that say what was done and made."""


def shortened(answer: str) -> str:
    """What was done and made, without what it is like."""
    return " ".join(_IN_BRACKETS.sub("", answer).splitlines()[:_FIRST])


def agreed(told: Heard, brief: Heard) -> Heard:
    """What the message is by both; where they make different things of it, what it is behind the
    brief text, which the person has to confirm where the other is sure, too."""
    if isinstance(told, FollowUpPatches) and not told.patches and brief is not None:
        return brief
    if told is None and (row := of_row(brief)) is not None:
        return row
    if not (isinstance(told, FollowUpPatches) and isinstance(brief, FollowUpPatches)):
        return told
    if not brief.patches:
        return told
    if any(_forbids_itself(one.reading) for one in told.patches):
        return brief
    if _same(told, brief):
        return told if told.is_sure else brief
    return replace(brief, is_sure=brief.is_sure and not told.is_sure)


def of_row(heard: Heard) -> FollowUpPatches | None:
    """What is about several things that were told, to be confirmed: among the ids and values of a
    long answer a reader can lose that they are meant."""
    if not isinstance(heard, FollowUpPatches) or len(heard.message.recalled) < 2:
        return None
    return replace(heard, is_sure=False)


def comes_to(heard: Heard, alone: IntentResult | None) -> bool:
    """True for a message that says by itself all that it would come to; how many of it are wanted
    is what it says, too: a count of before is not kept behind a whole sentence."""
    if not isinstance(heard, FollowUpPatches) or alone is None or len(heard.patches) != 1:
        return False
    return same_meaning(_uncounted(heard.patches[0].reading), _uncounted(alone))


def _uncounted(reading: IntentResult) -> IntentResult:
    goals = (
        goal.model_copy(
            update={"quantity": 1, "object": goal.object.model_copy(update={"quantity": None})}
        )
        for goal in reading.goals
    )
    return reading.model_copy(update={"goals": tuple(goals)})


def stands_alone(heard: Heard, alone: IntentResult | None) -> bool:
    """True for a look that names by itself what it is about and where, and leaves nothing open,
    where it is not sure that it goes on from anything, or asks something and would change data;
    where behind what was said before the id that it names would be left unread, words of its own
    may be."""
    if not isinstance(heard, FollowUpPatches) or alone is None:
        return False
    if heard.is_sure and not (_changes(heard) and all(map(_asks, alone.goals))):
        return False
    open_ = any(one.blocking for one in alone.missing)
    open_ = open_ or (bool(alone.unread) and not _loses_id(heard, alone))
    looks = all(not goal.function.writes and _is_named(goal) for goal in alone.goals)
    return bool(alone.goals) and looks and not open_


def _changes(heard: FollowUpPatches) -> bool:
    return any(goal.function.writes for one in heard.patches for goal in one.reading.goals)


def _asks(goal: Goal) -> bool:
    """It is a check, or says by a verb or a name what it wants to know."""
    return goal.function is FunctionType.VERIFY or bool(goal.action_words or goal.asked)


def _loses_id(heard: FollowUpPatches, alone: IntentResult) -> bool:
    refs = (ref for goal in alone.goals for ref in (goal.object, *goal.related))
    ids = {one.span.text for ref in refs for one in ref.identifiers}
    left = [{one.text for one in patch.reading.unread} for patch in heard.patches]
    return bool(left) and all(not ids.isdisjoint(words) for words in left)


def _is_named(goal: Goal) -> bool:
    refs = (goal.object, *goal.related)
    return goal.object.type is not None and any(ref.identifiers for ref in refs)


def _forbids_itself(reading: IntentResult) -> bool:
    """It says not to do at all what it says to do: a word of the answer was taken for a rule."""
    done = {name for goal in reading.goals for name in (goal.action, goal.function.value)}
    return any(one.object is None and one.action in done for one in reading.negative)


def _same(one: FollowUpPatches, other: FollowUpPatches) -> bool:
    if len(one.patches) != len(other.patches):
        return False
    pairs = zip(one.patches, other.patches, strict=True)
    return all(
        same_meaning(_unremarked(a.reading), _unremarked(b.reading))
        and dict(a.given) == dict(b.given)
        for a, b in pairs
    )


def _unremarked(reading: IntentResult) -> IntentResult:
    """Without what changes nothing that is done."""
    told = tuple(one for one in reading.supplements if one.kind != "remark")
    return reading.model_copy(update={"supplements": told})
