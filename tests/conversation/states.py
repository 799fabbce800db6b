"""Where dialogues stand, by hand-made marks, and what follow-ups make of it."""

from collections.abc import Sequence

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import Patch
from pipelines.contracts.reader import FollowUp
from pipelines.intent.dialogue.patching import patches
from pipelines.intent.dialogue.state import DialogueState, Ground, Phase
from pipelines.intent.reader.marks import Mark
from tests.intent.world import ENVIRONMENTS, lexicon_of
from tests.reader.marking import mark, read
from tool_registry.base.types import IntentType

CREATE, OPERATE, QUERY = IntentType.CREATE_DATA, IntentType.OPERATE_DATA, IntentType.QUERY_DATA
GROUND = Ground(lexicon_of("commerce"), ENVIRONMENTS)


def coupons(count: str = "two", whom: Sequence[str] = ("1234",)) -> IntentResult:
    """`give user 1234 two coupons 50-20, pre`."""
    text = f"give user {' '.join(whom)} {count} coupons 50-20, pre"
    people = [mark(text, one, "ID", 1, "id", attribute="id") for one in whom]
    coupon = 2 + len(people)
    return read(
        text,
        CREATE,
        [
            mark(text, "give", "ACT", -1, "step", action="issue", does="create"),
            mark(text, "user", "OBJ", 0, "to", entity="用户"),
            *people,
            mark(text, "coupons", "OBJ", 0, "object", entity="优惠券"),
            mark(text, count, "QTY", coupon, "n"),
            mark(text, "50", "VAL", coupon, "val", attribute="threshold"),
            mark(text, "20", "VAL", coupon, "val", attribute="amount"),
            mark(text, "pre", "ENV"),
        ],
    )


def user_and_coupon() -> IntentResult:
    """`create a user and give them a coupon 50-20, pre`."""
    text = "create a user and give them a coupon 50-20, pre"
    return read(
        text,
        CREATE,
        [
            mark(text, "create", "ACT", -1, "step", action="create", does="create"),
            mark(text, "user", "OBJ", 0, "object", entity="用户"),
            mark(text, "give", "ACT", -1, "step", action="issue", does="create"),
            mark(text, "them", "REF", 2, "to"),
            mark(text, "coupon", "OBJ", 2, "object", entity="优惠券"),
            mark(text, "50", "VAL", 4, "val", attribute="threshold"),
            mark(text, "20", "VAL", 4, "val", attribute="amount"),
            mark(text, "pre", "ENV"),
        ],
    )


def cancelled(*ids: str) -> IntentResult:
    """`cancel orders 71 72 73, pre`."""
    text = f"cancel orders {' '.join(ids)}, pre"
    return read(
        text,
        OPERATE,
        [
            mark(text, "cancel", "ACT", -1, "step", action="cancel", does="operate"),
            mark(text, "orders", "OBJ", 0, "object", entity="订单"),
            *(mark(text, one, "ID", 1, "id", attribute="id") for one in ids),
            mark(text, "pre", "ENV"),
        ],
    )


def said(state: IntentResult, read: FollowUp, phase: Phase = "done", **told: object) -> list[Patch]:
    """What the message makes of it."""
    stands = DialogueState(state, phase, **told)  # pyright: ignore[reportArgumentType]
    return list(patches(stands, read, GROUND))


def short(reading: IntentResult) -> list[str]:
    """Each goal in a line: what, how many, with which values, for or of whom."""
    lines: list[str] = []
    for goal in reading.goals:
        refs = (goal.object, *goal.related)
        values = [str(one.value) for ref in refs for one in ref.constraints]
        values += [str(goal.target_state.value)] if goal.target_state else []
        names = [one.value for ref in refs for one in ref.identifiers]
        made = [f"by {ref.made_by}" for ref in refs if ref.made_by]
        lines.append(" ".join([goal.action, str(goal.quantity), *values, *names, *made]))
    return lines


def only_one(found: list[Patch]) -> IntentResult:
    """The reading, where there is no choice."""
    assert len(found) == 1
    return found[0].reading


def bare(text: str, words: str, **told: str) -> list[Mark]:
    """One value without a word beside it."""
    return [mark(text, words, "VAL", -1, "step", **told)]
