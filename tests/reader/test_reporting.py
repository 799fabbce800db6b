"""Reports to a project: filed, whatever else is done to such things."""

from pipelines.intent.reader.reporting import report
from pipelines.intent.reader.tool_actions import ToolActions
from tests.intent.world import lexicon_of

LEXICON = lexicon_of("commerce")
FILED = frozenset({("assign", "bug"), ("close", "bug"), ("file", "bug"), ("buy", "card")})


def test_a_report_is_filed_by_what_makes_one_and_not_by_what_changes_one() -> None:
    told = report("log a bug: the receipt is empty", LEXICON, ToolActions(FILED))
    assert told is not None
    assert told.action == "file"
    assert [one.value for one in told.object.constraints] == ["the receipt is empty"]


def test_where_no_tool_makes_one_it_is_created() -> None:
    told = report(
        "log a bug: the receipt is empty", LEXICON, ToolActions(frozenset({("close", "bug")}))
    )
    assert told is not None
    assert told.action == "create"


def test_a_sentence_without_such_a_thing_files_nothing() -> None:
    assert report("log a visit: the receipt is empty", LEXICON, ToolActions(FILED)) is None
