"""The filter with an index: what it finds beside action and object, and when it is not asked."""

from pathlib import Path

import pytest

from pipelines.contracts.answer import Candidate
from pipelines.filter import candidates
from pipelines.filter.finder import CatalogueFinder
from pipelines.filter.index.shared_words import shared_words
from pipelines.filter.index.static import load_static
from tests.trades.library import ENVIRONMENTS, TOOLS, library
from tests.trades.requests import ref, request
from tool_registry.base.types import FunctionType
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.packs import load_packs

FINDER = CatalogueFinder()
QUERY = FunctionType.QUERY


def mains(found: tuple[Candidate, ...]) -> list[str]:
    return [one.tool for one in found if one.role == "main"]


def catalogue(*more: RawTool) -> Catalogue:
    return build_catalogue([*TOOLS, *more], (), ENVIRONMENTS, load_packs(("general",)))


def sundial(number: int) -> RawTool:
    return RawTool(
        source="garden", name=f"readSundial{number}", description=f"Reads sundial {number}."
    )


def test_a_sentence_without_any_understood_goal_still_finds_tools_by_their_texts() -> None:
    intent = request("show me one fine of a reader", "query", QUERY).model_copy(
        update={"goals": ()}
    )
    assert mains(candidates(intent, library())) == []
    found = candidates(intent, library(), finder=FINDER)
    assert any("Fine" in tool for tool in mains(found))
    assert "its texts speak of it" in "".join(found[0].reasons)


def test_tools_of_another_environment_are_not_offered_by_text_either() -> None:
    intent = request("create a book", object=ref("book"), environment="pre")
    assert "library/createBook" not in mains(candidates(intent, library(), finder=FINDER))


def test_among_many_tools_the_right_one_is_found_without_looking_at_each() -> None:
    many = catalogue(*(sundial(number) for number in range(500)))
    intent = request("create a fine", object=ref("fine"))
    assert mains(candidates(intent, many, finder=FINDER))[0] == "library/createFine"


def test_a_changed_catalogue_finds_its_new_tool_and_loses_the_old_one() -> None:
    finder, before = CatalogueFinder(), catalogue(sundial(1))
    assert "garden/readSundial1" in finder.of(before).search("read the sundial").near
    after = catalogue(sundial(2))
    assert finder.of(after).search("read the sundial").near[0] == "garden/readSundial2"
    assert "garden/readSundial1" not in finder.of(after).search("read the sundial").near
    assert "garden/readSundial1" in finder.of(before).search("read the sundial").near


def test_the_index_of_a_large_catalogue_is_read_back_in_the_next_process(tmp_path: Path) -> None:
    many = catalogue(*(sundial(number) for number in range(1000)))
    first = CatalogueFinder(folder=tmp_path).of(many).search("read sundial 7")
    [file] = tmp_path.glob("*.npz")
    written = file.stat().st_mtime_ns
    again = CatalogueFinder(folder=tmp_path).of(many).search("read sundial 7")
    assert again.near == first.near
    assert file.stat().st_mtime_ns == written


def test_an_explanation_adds_up_to_the_score() -> None:
    [best, *_] = FINDER.of(library()).explained("create a fine for a reader", 3)
    assert best["tool"] == "library/createFine"
    assert abs(sum(best["counts"].values()) - best["score"]) < 0.5


def test_hundreds_of_equal_tools_are_a_choice_and_no_refusal() -> None:
    twins = (
        RawTool(source="garden", name=f"polishSundial{n}", description="Polishes a sundial.")
        for n in range(300)
    )
    found = candidates(request("polish the sundial", "polish"), catalogue(*twins), finder=FINDER)
    assert len(mains(found)) >= 5
    assert all("polishSundial" in tool for tool in mains(found))


def test_an_empty_catalogue_offers_nothing() -> None:
    empty = build_catalogue((), (), ENVIRONMENTS, load_packs(("general",)))
    assert candidates(request("polish the sundial"), empty, finder=FINDER) == ()


@pytest.mark.parametrize(
    ("text", "own", "names", "named"),
    [
        ("the report of every day, daily", "Reports daily.", False, ["reports", "daily"]),
        ("create it in pre", "Only in pre-release.", False, []),
        ("create it in pre-release", "Made in pre. Pre-release only.", False, ["pre-release"]),
        ("set the limit", "set-limit . dailyLimit", True, ["set", "limit"]),
        ("帮我创建一个用户", "用户建好之后，可以创建记录", False, ["用户", "创建"]),
        ("帮我创建一个用户", "开户", True, []),
    ],
)
def test_reasons_name_whole_words_that_stand_in_the_tools_own_text(
    text: str, own: str, names: bool, named: list[str]
) -> None:
    assert shared_words(text, own, load_static().pieces, names=names) == named
