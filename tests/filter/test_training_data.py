"""What the encoder learns from: well-formed, and nothing that the filter is measured on."""

import json

import pytest

from evals.errors import BenchError
from evals.filtering.sets import CATALOGUES, read_sets
from evals.filtering.training.lessons import CORPUS, businesses, public, tool_text, written
from pipelines.filter.index.segment import model_text


def test_requests_of_the_corpus_need_tools_of_their_catalogue() -> None:
    lessons = written()
    assert sum(len(one.requests) for one in lessons) > 10_000
    for lesson in lessons:
        assert all(set(gold) <= set(lesson.tools) for _, gold in lesson.requests)
        assert all(texts and all(texts) for texts in lesson.tools.values())


def test_nothing_that_is_measured_is_learned_from() -> None:
    measured = {one.folder: one for one in read_sets(CATALOGUES)}
    asked = {request.text for one in read_sets(CATALOGUES) for request in one.requests}
    tools = {frozenset(tool.name for tool in one.tools) for one in measured.values()}
    for lesson in written():
        assert asked.isdisjoint(text for text, _ in lesson.requests)
        assert not any(len(names & set(lesson.tools)) > len(names) / 4 for names in tools)


def test_a_package_whose_tools_are_learned_from_is_named_with_its_licence() -> None:
    real = [json.loads(file.read_bytes()) for file in CORPUS.glob("real_*.json")]
    assert real
    assert all(one["package"] and one["licence"] for one in real)


@pytest.mark.slow
def test_an_action_on_a_thing_of_a_business_is_a_tool() -> None:
    found = {one.name: one for one in businesses()}
    assert "payroll" in found
    assert "payroll" not in {one.name for one in businesses(["payroll"])}
    assert "calculate_salary_run" in found["payroll"].tools


def test_a_tool_is_learned_from_as_it_is_told_to_the_encoder() -> None:
    texts = {"name": "issueCoupon", "text": "Issues a coupon.", "arguments": "user . amount"}
    told = tool_text("issueCoupon", "Issues a coupon.", ["user", "amount"])
    assert told == model_text({**texts, "meanings": "", "results": ""})


def test_a_folder_without_the_public_sets_is_named(tmp_path: pytest.TempPathFactory) -> None:
    from pathlib import Path

    with pytest.raises(BenchError, match=r"has no banking77\.tools\.json\.gz"):
        list(public(Path(str(tmp_path))))
