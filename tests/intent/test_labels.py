"""What people read of an understood request is in their language."""

from pipelines.intent import understand
from tests.intent.world import ENVIRONMENTS, lexicon_of


def test_english_steps_and_questions_hold_no_chinese_name_that_has_an_english_one() -> None:
    for text in (
        "Move task 5 to active in pre",
        "Move order 5 to completed in pre",
        "Show me his vouchers",
        "Issue a coupon in pre",
    ):
        read = understand(text, lexicon_of("commerce"), ENVIRONMENTS)
        told = [
            *(step.expects for step in read.execution_plan),
            *(m.question for m in read.missing),
        ]
        assert told
        assert not any("\u4e00" <= char <= "\u9fff" for words in told for char in words)


def test_chinese_steps_name_the_state_in_chinese() -> None:
    read = understand("把task 5推进到active,预发", lexicon_of("commerce"), ENVIRONMENTS)
    assert "启用" in read.execution_plan[0].expects
