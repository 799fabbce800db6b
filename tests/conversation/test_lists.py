"""Lists beside a sentence: which values they hold, and which column is meant."""

from pipelines.contracts.request import Attachment
from pipelines.intent.dialogue.columns import columns, fitting
from pipelines.intent.dialogue.lists import pasted, with_list
from tests.planner.library import library

READERS = "name,reader_id,phone\nAnn,R-1,555-0101\nBob,R-2,555-0102\nBob,R-2,555-0102\n"


def test_a_pasted_list_is_told_from_the_sentence() -> None:
    text = "give these readers a card each:\nR-1\nR-2, R-3\n"
    assert pasted(text) == ("give these readers a card each", ("R-1", "R-2", "R-3"))
    for plain in ("lend B-1 to R-1", "lend B-1\nto somebody", "R-1\nR-2\nwho are they", ""):
        assert pasted(plain) == (plain, ())


def test_the_values_stand_where_the_sentence_points() -> None:
    chinese = with_list("给这些读者各发一张卡", ["R-1", "R-2"], acts=True)
    assert chinese == ("给读者R-1、R-2各发一张卡",)
    english = with_list("give each of these readers a card in pre", ["R-1", "R-2"], acts=True)
    assert english == ("give a card in pre to R-1, R-2", "give readers R-1, R-2 a card in pre")
    wanted = with_list("a card for each of these", ["R-1"], acts=False)
    assert wanted == ("send a card to R-1",)
    assert with_list("lend a book", ["R-1"], acts=True) == ()


def test_a_column_is_known_by_its_header_and_asked_for_where_two_fit() -> None:
    found = columns(Attachment(name="readers.csv", text=READERS))
    assert [one.name for one in found] == ["name", "reader_id", "phone"]
    assert found[1].values == (("R-1", 2), ("R-2", 3))
    named = fitting(found, "give the readers by phone a card", library())
    assert [one.name for one in named] == ["phone"]
    open_ = fitting(found, "give these readers a card", library())
    assert "reader_id" in [one.name for one in open_]
    assert "name" not in [one.name for one in open_]


def test_a_plain_list_is_one_column() -> None:
    [only] = columns(Attachment(name="ids.txt", text="R-1\n\nR-2\n"))
    assert (only.name, only.values) == ("", (("R-1", 1), ("R-2", 2)))
    assert fitting([only], "give these a card", library()) == [only]
