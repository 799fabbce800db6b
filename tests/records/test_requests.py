"""Sentences about records of an HTTP API that nobody wrote a rule for, judged by what it holds."""

import json
from pathlib import Path

import pytest

from tests.records.theatre import theatre

pytestmark = pytest.mark.anyio


async def test_a_record_is_made_with_what_is_said_of_it_by_name(tmp_path: Path) -> None:
    text = (
        "Create a venue called Black Box in pre, venue type Studio, company Rose Ltd, status Open"
    )
    async with theatre(tmp_path) as stage:
        answer = await stage.say(text)
        made = stage.one("venues", "Black Box")
        assert made["company_id"] == stage.one("companies", "Rose Ltd")["id"]
        assert made["venue_type"] == {"id": stage.one("venue-types", "Studio")["id"]}
        assert made["status"] == {"id": stage.one("statuses", "Open")["id"]}
        assert len(stage.rows["venues"]) == 4
    assert answer.status == "succeeded"


async def test_names_without_a_label_are_found_where_they_exist(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        await stage.say(
            "预发新增一个 play Othello,放在 Old Vic,状态 Closed,contact@theatre.example"
        )
        made = stage.one("plays", "Othello")
        assert made["venue_id"] == stage.one("venues", "Old Vic")["id"]
        assert made["status"] == {"id": stage.one("statuses", "Closed")["id"]}
        assert made["contact"] == "contact@theatre.example"


async def test_an_unknown_noun_that_names_a_kind_is_a_thing_of_that_kind(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        await stage.say("pre: add a studio Cellar of Globe Trust, status Open")
        made = stage.one("venues", "Cellar")
        assert made["venue_type"] == {"id": stage.one("venue-types", "Studio")["id"]}
        assert made["company_id"] == stage.one("companies", "Globe Trust")["id"]


async def test_two_things_of_which_the_second_belongs_to_the_first(tmp_path: Path) -> None:
    text = "预发先建公司长河剧团,再在它下面建一个 venue 上海中心,venue type Arena,状态 Open"
    async with theatre(tmp_path) as stage:
        answer = await stage.say(text)
        made = stage.one("venues", "上海中心")
        assert made["company_id"] == stage.one("companies", "长河剧团")["id"]
    assert answer.status == "succeeded"


async def test_several_alike_are_listed_with_what_they_share(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        await stage.say("Add two plays on pre: Cymbeline and Coriolanus, both in Old Vic")
        old_vic = stage.one("venues", "Old Vic")["id"]
        made = [row for row in stage.rows["plays"] if row["venue_id"] == old_vic]
        assert [row["title"] for row in made] == ["Hamlet", "Macbeth", "Cymbeline", "Coriolanus"]


async def test_only_what_is_said_is_changed(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        before = dict(stage.one("venues", "Old Vic"))
        await stage.say("预发把 venue Old Vic 的状态改成 Closed")
        closed = {"id": stage.one("statuses", "Closed")["id"]}
        assert stage.one("venues", "Old Vic") == {**before, "status": closed}


async def test_a_record_is_renamed(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        before = stage.one("plays", "Hamlet")["id"]
        await stage.say("rename play Hamlet to Hamlet the Dane on pre")
        assert stage.one("plays", "Hamlet the Dane")["id"] == before
        assert len(stage.rows["plays"]) == 2


async def test_one_is_changed_and_another_deleted(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        await stage.say("On pre set play Hamlet to Closed and delete Macbeth")
        closed = {"id": stage.one("statuses", "Closed")["id"]}
        assert stage.names("plays") == ["Hamlet"]
        assert stage.one("plays", "Hamlet")["status"] == closed


async def test_of_namesakes_the_one_that_belongs_to_what_is_said(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        await stage.say("预发把 Rose Ltd 的 venue Main Hall 删掉")
        globe = stage.one("companies", "Globe Trust")["id"]
        assert [row["company_id"] for row in stage.rows["venues"]] == [globe, globe]


async def test_of_namesakes_it_is_asked_which(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        answer = await stage.say("delete the venue Main Hall on pre")
        assert len(stage.rows["venues"]) == 3
    assert answer.status == "needs_input"
    assert answer.question is not None
    assert "Main Hall" in answer.question


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("pre: delete all plays", "needs_input"),
        ("预发把那个演员删了", "needs_input"),
        ("pre: remove the company from venue Old Vic", "refused"),
        ("pre: add a voucher for company Rose Ltd", "needs_input"),
        ("On pre, send company Rose Ltd an invoice for 300 euros", "needs_input"),
        ("pre: delete the play Nobody", "failed"),
        ("In production, delete the play Hamlet", "refused"),
        ("delete the play Hamlet", "needs_input"),
        ("pre: set play Hamlet to Sleeping", "needs_input"),
    ],
)
async def test_nothing_is_done_where_the_sentence_or_the_api_does_not_allow_it(
    tmp_path: Path, text: str, status: str
) -> None:
    async with theatre(tmp_path) as stage:
        before = json_of(stage.rows)
        answer = await stage.say(text)
        assert json_of(stage.rows) == before
    assert answer.status == status


async def test_a_list_is_asked_for_by_what_its_records_belong_to(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        answer = await stage.say("预发查一下 Globe Trust 有哪些 venue")
    names = [item.attributes.get("name") for item in answer.summary.data]
    assert names == ["Old Vic", "Main Hall"]


async def test_what_a_record_refers_to_is_told_by_its_name(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        answer = await stage.say("pre: what is the status of venue Old Vic?")
    assert answer.status == "succeeded"
    assert "Open" in answer.summary.text


async def test_a_record_inside_another_is_made_found_and_deleted(tmp_path: Path) -> None:
    async with theatre(tmp_path) as stage:
        await stage.say("pre: create a note 'wet paint' for venue Old Vic")
        assert [row["venue"] for row in stage.rows["notes"]] == [
            stage.one("venues", "Old Vic")["id"]
        ]
        await stage.say("pre: delete the note 'wet paint' of venue Old Vic")
        assert stage.rows["notes"] == []


async def test_what_is_missing_is_made_where_the_sentence_says_so(tmp_path: Path) -> None:
    text = "预发建一个 venue 黑匣子,venue type Tent,状态 Open,没有就先建"
    async with theatre(tmp_path) as stage:
        await stage.say(text)
        tent = stage.one("venue-types", "Tent")
        assert stage.one("venues", "黑匣子")["venue_type"] == {"id": tent["id"]}


async def test_dates_numbers_and_switches_go_where_they_fit(tmp_path: Path) -> None:
    text = "pre: create a play Lear in Old Vic from 2027-01-05 to 2027-02-01"
    async with theatre(tmp_path) as stage:
        await stage.say(text)
        made = stage.one("plays", "Lear")
        assert (made["opens"], made["closes"]) == ("2027-01-05", "2027-02-01")
        await stage.say("pre: set the seats of venue Old Vic to 1067")
        assert stage.one("venues", "Old Vic")["seats"] == 1067


def json_of(rows: object) -> str:
    """As text, to compare."""
    return json.dumps(rows, sort_keys=True)


@pytest.mark.parametrize("name", ["新光剧场", "有乐町剧团", "来福"])
async def test_a_labelled_name_may_begin_with_a_word_of_grammar(tmp_path: Path, name: str) -> None:
    async with theatre(tmp_path) as stage:
        await stage.say(f"预发建一个公司,名字叫 {name}")
        assert stage.one("companies", name)["name"] == name
