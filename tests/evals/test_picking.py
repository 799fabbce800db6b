"""Choices that somebody picks in a file are taken by the next run."""

import json
from pathlib import Path

import pytest

from evals.errors import SuiteError
from evals.expected import Expected
from evals.picking import Picks
from pipelines.contracts.answer import Answer, Choice, Form, FormField, Status

OFFERED = Answer(
    run_id="1",
    session_id="s",
    status=Status.NEEDS_INPUT,
    choices=(
        Choice(id="r1", kind="reading", text="make a user · daily"),
        Choice(id="r2", kind="reading", text="make a shop · daily"),
        Choice(id="v", kind="value", text="which phone?"),
    ),
)
WANTED = Expected(status=(Status.SUCCEEDED,))


def test_what_is_offered_is_written_and_what_is_picked_of_it_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "picks.json"
    first = Picks.read(file)
    assert first.choose("case/0/1", ["make one"], WANTED, OFFERED) is None
    first.write()
    [offer] = json.loads(file.read_text())
    assert offer["lines"] == ["make a user · daily", "make a shop · daily"]
    file.write_text(json.dumps([{**offer, "pick": 2}]))
    taken = Picks.read(file).choose("case/0/1", ["make one"], WANTED, OFFERED)
    assert taken is not None
    assert (taken.kind, taken.index) == ("reading", 2)


@pytest.mark.parametrize("pick", [0, None, 7])
def test_none_of_the_lines_is_taken_where_none_is_meant(tmp_path: Path, pick: int | None) -> None:
    file = tmp_path / "picks.json"
    lines = ["make a user · daily", "make a shop · daily"]
    file.write_text(json.dumps([{"id": "c/0/1", "said": ["x"], "lines": lines, "pick": pick}]))
    assert Picks.read(file).choose("c/0/1", ["x"], WANTED, OFFERED) is None


def test_a_pick_of_other_lines_is_no_pick(tmp_path: Path) -> None:
    file = tmp_path / "picks.json"
    file.write_text(json.dumps([{"id": "c/0/1", "said": ["x"], "lines": ["other"], "pick": 1}]))
    assert Picks.read(file).choose("c/0/1", ["x"], WANTED, OFFERED) is None


def test_nothing_is_chosen_where_a_question_is_the_right_answer(tmp_path: Path) -> None:
    picks = Picks.read(tmp_path / "picks.json")
    asks = Expected(status=(Status.NEEDS_INPUT,))
    assert picks.choose("c/0/1", ["x"], asks, OFFERED) is None
    assert picks.offered == []


@pytest.mark.parametrize("text", ["nothing", "{}", '[{"id": 1}]'])
def test_a_file_of_something_else_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "picks.json"
    file.write_text(text)
    with pytest.raises(SuiteError, match="holds no list of offers"):
        Picks.read(file)


def form_with(**values: str | None) -> Answer:
    fields = tuple(
        FormField(path=path, label=path, required=True, value=value)
        for path, value in values.items()
    )
    form = Form(choice="tool-x", title="make a user", fields=fields)
    return OFFERED.model_copy(update={"choices": (), "form": form})


def test_a_form_is_sent_as_it_is_where_somebody_says_that_it_is_right(tmp_path: Path) -> None:
    file = tmp_path / "picks.json"
    first = Picks.read(file)
    assert first.submit("c/0/1", ["make one"], form_with(phone="139")) is None
    first.write()
    [offer] = json.loads(file.read_text())
    assert offer["lines"] == ["make a user — phone: 139"]
    file.write_text(json.dumps([{**offer, "pick": 1}]))
    sent = Picks.read(file).submit("c/0/1", ["make one"], form_with(phone="139"))
    assert sent is not None
    assert (sent.id, sent.values) == ("tool-x", {"phone": "139"})


def test_a_form_that_lacks_something_is_never_sent(tmp_path: Path) -> None:
    picks = Picks.read(tmp_path / "picks.json")
    assert picks.submit("c/0/1", ["make one"], form_with(phone="139", name=None)) is None
    assert picks.offered == []
