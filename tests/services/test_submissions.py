"""A tool's way into the public pool over HTTP and on the command line: submitted, read, decided."""

from pathlib import Path
from typing import Any

import pytest

from tests.services.kennel import ID, Kennel, Office, operation
from tests.services.team import Person
from tests.services.test_identity import Deployment

GET_DOG = "kennel@press/get_dog"
SUBMIT = f"/api/tools/{GET_DOG}/submit?project=press"


def submitted(ann: Person, note: str = "for every team") -> str:
    status, told = ann("POST", SUBMIT, {"note": note})
    assert (status, told["blocked"]) == (200, [])
    return str(told["submissions"][0]["id"])


def test_an_authors_tool_is_submitted_read_and_published_for_all(team: Deployment) -> None:
    ann, otto, eve = Person(team, "ann"), Person(team, "otto"), Person(team, "eve")
    id = submitted(ann)
    assert (otto.tools(), eve.tools()) == ([], [])
    _, shown = otto("GET", f"/api/submissions/{id}")
    assert (shown["note"], shown["submitted_by"], shown["project"]) == (
        "for every team",
        "ann",
        "press",
    )
    assert shown["declared"]["description"]
    assert (shown["title"], shown["does"]) == ("Look up a dog by its id.", "query")
    assert (shown["conflicts"], shown["objections"]) == ([], [])
    status, done = otto("POST", f"/api/submissions/{id}/approve", {"reason": "welcome"})
    assert (status, done["state"]["space"]["scope"]) == (200, "public")
    assert done["state"]["approved_hash"] == shown["hash"]
    assert ann("GET", f"/api/tools/{GET_DOG}")[1]["version"] == shown["hash"]
    assert otto.tools() == eve.tools() == [GET_DOG]
    assert ann.submissions("?all=true") == [(GET_DOG, "approved")]
    status, again = otto("POST", f"/api/submissions/{id}/reject", {"reason": "no"})
    assert (status, again["error"]["code"]) == (409, "refused")
    assert "approved by otto" in again["error"]["message"]


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ({"title": "Look a dog up 查狗"}, "Look a dog up 查狗"),
        ({"title": "按芯片查狗", "other_title": "Find a dog"}, "Find a dog"),
    ],
)
def test_the_title_that_its_author_set_is_the_reviewers_and_the_lists(
    team: Deployment, said: dict[str, str], title: str
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    for field, value in said.items():
        body = {"field": field, "value": value}
        assert ann("PATCH", f"/api/tools/{GET_DOG}?project=press", body)[0] == 200
    id = submitted(ann)
    [listed], shown = (otto("GET", f"/api/submissions{end}")[1] for end in ("", f"/{id}"))
    found = ann("GET", "/api/workshop/tools?q=%E6%9F%A5%E7%8B%97&project=press")[1]["tools"]
    card = ann("GET", f"/api/tools/{GET_DOG}?project=press")[1]
    titles = [one["title"] for one in (listed, shown, *found, card)]
    assert titles == [title] * 4


def test_its_author_reads_why_it_was_rejected_and_submits_it_anew(team: Deployment) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    id = submitted(ann)
    assert otto("POST", f"/api/submissions/{id}/reject", {})[0] == 422
    assert otto("POST", f"/api/submissions/{id}/reject", {"reason": "say more"})[0] == 200
    _, mine = ann("GET", f"/api/submissions/{id}")
    assert (mine["state"], mine["reason"], mine["decided_by"]) == ("rejected", "say more", "otto")
    second = submitted(ann)
    assert ann("POST", f"/api/submissions/{second}/withdraw", {})[1]["state"] == "withdrawn"
    assert otto.submissions() == []
    assert otto.submissions("?all=true") == [(GET_DOG, "withdrawn"), (GET_DOG, "rejected")]


def test_nobody_decides_who_may_not_publish_and_others_learn_nothing(team: Deployment) -> None:
    ann, eve = Person(team, "ann"), Person(team, "eve")
    id = submitted(ann)
    bodies = {"approve": {}, "reject": {"reason": "no"}, "withdraw": {}}
    for verb in ("approve", "reject"):
        status, told = ann("POST", f"/api/submissions/{id}/{verb}", bodies[verb])
        assert (status, told["error"]["code"]) == (403, "forbidden"), told
    for verb, body in bodies.items():
        foreign = eve("POST", f"/api/submissions/{id}/{verb}", body)
        absent = eve("POST", f"/api/submissions/submission-0/{verb}", body)
        assert str(foreign).replace(id, "submission-0") == str(absent)
        assert foreign[0] == 404
    assert eve.submissions("?all=true") == []
    assert eve("POST", f"/api/tools/{GET_DOG}/submit", {})[0] == 404
    assert ann.submissions() == [(GET_DOG, "pending")]


def test_what_changed_at_its_source_is_not_approved_as_it_was(
    team: Deployment, kennel: Kennel
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    id = submitted(ann)
    kennel.say("/dogs/{dog_id}", "get", "Look up one dog.")
    status, told = otto("POST", f"/api/submissions/{id}/approve", {})
    assert (status, told["error"]["code"]) == (409, "refused")
    assert ann.submissions("?all=true") == [(GET_DOG, "outdated")]
    assert otto.tools() == []
    id = submitted(ann)
    assert otto("POST", f"/api/submissions/{id}/approve", {})[0] == 200
    assert otto.tools() == [GET_DOG]


def test_errors_of_the_lint_keep_a_tool_from_being_submitted_each_with_its_fix(
    team: Deployment, kennel: Kennel
) -> None:
    kennel.say("/dogs/{dog_id}", "get", "")
    ann, otto = Person(team, "ann"), Person(team, "otto")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    status, told = ann("POST", SUBMIT, {})
    assert (status, told["submissions"]) == (200, [])
    [blocked] = told["blocked"]
    assert blocked["tool"] == GET_DOG
    assert blocked["says"]
    assert otto.submissions("?all=true") == []


def test_an_update_that_takes_a_public_tool_from_all_says_so_and_is_submitted_anew(
    team: Deployment, kennel: Kennel
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    otto("POST", f"/api/submissions/{submitted(ann)}/approve", {})
    kennel.say("/dogs/{dog_id}", "get", "Look up a dog by its number, with its name.")
    body = {"name": "kennel", "entry": kennel.entry, "scope": "project"}
    before = ann("POST", "/api/sources?project=press", {**body, "look_only": True})[1]
    assert before["report"]["waiting"] == [GET_DOG]
    previews = {one["id"]: one["status"] for one in before["report"]["previews"]}
    assert previews[GET_DOG] == "awaiting_approval"
    after = ann("POST", "/api/sources?project=press", {**body, "agreed": True})[1]
    assert (after["registered"], after["report"]["waiting"]) == (True, [GET_DOG])
    assert ann("GET", f"/api/tools/{GET_DOG}")[1]["status"] == "awaiting_approval"
    otto("POST", f"/api/submissions/{submitted(ann, 'anew')}/approve", {})
    assert ann("GET", f"/api/tools/{GET_DOG}")[1]["status"] == "published"


def test_an_owner_brings_a_public_tool_up_to_date_at_once(team: Deployment, kennel: Kennel) -> None:
    otto = Person(team, "otto")
    body = {"name": "pound", "entry": kennel.entry, "scope": "public"}
    assert otto("POST", "/api/sources", body)[1]["registered"] is True
    kennel.say("/dogs/{dog_id}", "get", "Look up a dog by its number, with its name.")
    _, told = otto("POST", "/api/sources", {**body, "agreed": True})
    assert (told["report"]["waiting"], len(told["report"]["changed"])) == ([], 1)


def test_author_and_reviewer_read_the_same_lint(team: Deployment, kennel: Kennel) -> None:
    kennel.say("/dogs/{dog_id}", "get", "Get dog.")
    ann, otto = Person(team, "ann"), Person(team, "otto")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    body = {"name": "pups", "entry": kennel.entry, "scope": "personal", "look_only": True}
    _, looked = ann("POST", "/api/sources", body)
    previews = {one["id"]: one["findings"] for one in looked["report"]["previews"]}
    _, own = ann("GET", f"/api/tools/lint?scope=public&tool={GET_DOG}")
    assert [one["rule"] for one in own["findings"]] == ["description_short"]
    _, read = otto("GET", f"/api/submissions/{submitted(ann)}")
    assert read["findings"] == own["findings"]
    assert [one["fault"] for one in previews["pups@~ann/get_dog"]] == [
        one["fault"] for one in own["findings"]
    ]


def test_who_decides_and_who_submitted_are_told_that_there_is_something_to_see(
    team: Deployment,
) -> None:
    ann, otto, eve = Person(team, "ann"), Person(team, "otto"), Person(team, "eve")

    def news(who: Person) -> tuple[int, list[str]]:
        told = who("GET", "/api/me")[1]
        return told["waiting"], told["decided"]

    id = submitted(ann)
    assert [news(one) for one in (ann, otto, eve)] == [(0, []), (1, []), (0, [])]
    otto("POST", f"/api/submissions/{id}/reject", {"reason": "say what it returns"})
    assert [news(one) for one in (ann, otto, eve)] == [(0, [id]), (0, []), (0, [])]


def test_a_short_description_is_put_right_by_what_a_person_says_that_the_tool_does(
    team: Deployment, kennel: Kennel
) -> None:
    kennel.say("/dogs/{dog_id}", "get", "Dog")
    ann, lint = Person(team, "ann"), f"/api/tools/lint?scope=public&tool={GET_DOG}"
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    [short] = ann("GET", lint)[1]["findings"]
    assert (short["rule"], short["mended_by"]) == ("description_short", "summary")
    edit = {"field": "summary", "value": "Looks up a dog by its number, with its name"}
    assert ann("PATCH", f"/api/tools/{GET_DOG}", edit)[0] == 200
    assert ann("GET", lint)[1]["findings"] == []
    assert ann("PATCH", f"/api/tools/{GET_DOG}", {**edit, "value": "Dog"})[0] == 200
    [told] = ann("GET", lint)[1]["findings"]
    assert (told["rule"], "“Dog”" in told["text"]) == ("description_short", True)


def test_an_argument_that_nobody_understands_is_put_right_by_a_persons_word(
    team: Deployment, kennel: Kennel
) -> None:
    zorp = {"name": "zorp", "in": "query", "schema": {"type": "string"}}
    kennel.paths["/dogs/{dog_id}"]["get"] = operation("get_dog", "Look up a dog.", ID, zorp)
    ann, lint = Person(team, "ann"), f"/api/tools/lint?scope=public&tool={GET_DOG}"
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    [silent] = ann("GET", lint)[1]["findings"]
    assert silent["rule"] == "parameter_undescribed"
    needs = ann("GET", f"/api/workshop/form/{GET_DOG}")[1]["needs"]
    fields = {f["path"]: f for one in needs for f in one["fields"]}
    assert silent["mended_by"] == "needs.zorp.description"
    assert fields[silent["mended_by"]]["value"] == ""
    own = "needs.zorp.attribute"  # also what the form offers: it is what it is called
    words = (
        (silent["mended_by"], "Name on the collar"),
        (own, "name"),
        (own, fields[own]["value"]),
    )
    for field, value in words:
        edit = {"field": field, "value": value}
        assert ann("PATCH", f"/api/tools/{GET_DOG}", edit)[0] == 200
        assert ann("GET", lint)[1]["findings"] == []
        undone = {"field": field, "undo": True}
        assert ann("PATCH", f"/api/tools/{GET_DOG}", undone)[0] == 200
        assert ann("GET", lint)[1]["findings"] == [silent]


def test_of_a_source_those_are_submitted_that_are_neither_public_nor_submitted(
    team: Deployment,
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    all_of_it, source = "/api/tools/kennel@press/submit?project=press", "/api/sources?project=press"

    def stands() -> tuple[dict[str, int], int]:
        [one] = [one for one in ann("GET", source)[1] if one["id"] == "kennel@press"]
        return one["standing"], one["to_submit"]

    assert stands() == ({"project": 2}, 2)
    otto("POST", f"/api/submissions/{submitted(ann)}/approve", {"reason": ""})
    assert stands() == ({"public": 1, "project": 1}, 1)
    _, told = ann("POST", all_of_it, {"note": "the rest"})
    assert [one["tool"] for one in told["submissions"]] == ["kennel@press/delete_dog"]
    assert stands() == ({"public": 1, "pending": 1}, 0)
    status, told = ann("POST", all_of_it, {"note": "once more"})
    assert (status, told["error"]["code"]) == (409, "refused")


def test_what_a_person_set_counts_for_author_and_reviewer_alike(team: Deployment) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    id, lint = submitted(ann), f"/api/tools/lint?scope=public&tool={GET_DOG}"
    edit: dict[str, Any] = {"field": "environments", "value": []}
    assert ann("PATCH", f"/api/tools/{GET_DOG}", edit)[0] == 200
    assert otto.submissions("?all=true") == [(GET_DOG, "outdated")]
    _, own = ann("GET", lint)
    assert [(one["rule"], one["severity"]) for one in own["findings"]] == [
        ("environment_unknown", "error")
    ]
    assert ann("POST", SUBMIT, {})[1]["blocked"] == [
        {"tool": GET_DOG, "says": [one["text"] for one in own["findings"]]}
    ]
    assert ann("PATCH", f"/api/tools/{GET_DOG}", {"field": "environments", "undo": True})[0] == 200
    assert ann("GET", lint)[1]["findings"] == []
    assert otto("GET", f"/api/submissions/{submitted(ann)}")[1]["objections"] == []
    assert id not in [one["id"] for one in otto("GET", "/api/submissions")[1]]


def test_a_reviewer_reads_where_it_is_called_and_what_comes_back(
    team: Deployment, kennel: Kennel
) -> None:
    id = submitted(Person(team, "ann"))
    _, shown = Person(team, "otto")("GET", f"/api/submissions/{id}")
    address = shown["address"]
    assert (address["kind"], address["place"]) == ("openapi", f"{kennel.url}/openapi.json")
    assert [(one["environment"], one["url"]) for one in address["reaches"]] == [
        ("daily", kennel.url)
    ]
    assert address["labels"]["daily"]
    declared = shown["declared"]
    assert (declared["method"], declared["path"]) == ("GET", "/dogs/{dog_id}")
    assert "Name of the dog" in str(declared["output_schema"])


def test_the_authors_sentences_are_kept_and_tried_by_who_reviews(team: Deployment) -> None:
    ann, otto, eve = Person(team, "ann"), Person(team, "otto"), Person(team, "eve")
    secret = "look up dog 7 in daily, password=Hunter2Hunter2"
    examples = [
        {"text": "look up dog 7 in daily"},
        {"text": "delete dog 7 in daily", "wanted": False},
        {"text": secret},
    ]
    status, told = ann("POST", SUBMIT, {"examples": examples})
    assert (status, told["blocked"]) == (200, [])
    id = told["submissions"][0]["id"]
    _, shown = otto("GET", f"/api/submissions/{id}")
    good, bad, masked = shown["examples"]
    assert (good, bad) == ({"text": "look up dog 7 in daily", "wanted": True}, examples[1])
    assert "Hunter2" not in masked["text"]
    assert otto.tools() == []
    found: dict[str, bool] = {}
    for one in (good, bad):
        status, stages = otto("POST", f"/api/submissions/{id}/why", {"sentence": one["text"]})
        assert status == 200
        found[one["text"]] = any(s["stage"] == "planner" and s["passed"] for s in stages)
    assert found == {good["text"]: True, bad["text"]: False}
    path = f"/api/submissions/{id}/why"
    assert eve("POST", path, {"sentence": good["text"]})[0] == 404


def test_sentences_go_with_one_tool(team: Deployment) -> None:
    ann = Person(team, "ann")
    body = {"examples": [{"text": "look up dog 7"}]}
    status, told = ann("POST", "/api/tools/kennel/submit?project=press", body)
    assert (status, "single tool" in told["error"]["message"]) == (422, True)
    assert ann.submissions() == []


def test_conflicts_with_public_tools_are_those_of_now_and_a_taken_name_is_not_approved(
    team: Deployment, kennel: Kennel
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    body = {"name": "pound", "entry": kennel.entry, "scope": "public"}
    id = submitted(ann)
    assert otto("POST", "/api/sources", body)[1]["registered"] is True
    status, told = otto("POST", f"/api/submissions/{id}/approve", {})
    assert (status, "pound/get_dog" in told["error"]["message"]) == (409, True)
    _, shown = otto("GET", f"/api/submissions/{id}")
    assert [one["text"] for one in shown["conflicts"] if one["blocks"]] == shown["objections"]
    assert shown["objections"]
    ann("POST", f"/api/submissions/{id}/withdraw", {})
    _, again = ann("GET", f"/api/submissions/{submitted(ann)}")
    assert any(one["blocks"] and "pound/get_dog" in one["text"] for one in again["conflicts"])
    assert again["objections"] == []


def test_conflicts_name_nothing_of_other_spaces(team: Deployment, kennel: Kennel) -> None:
    eve, ann = Person(team, "eve"), Person(team, "ann")
    body = {"name": "pound", "entry": kennel.entry, "scope": "project"}
    assert eve("POST", "/api/sources?project=forge", body)[0] == 200
    personal = {"name": "hound", "entry": kennel.entry, "scope": "personal"}
    assert ann("POST", "/api/sources", personal)[0] == 200
    _, shown = Person(team, "otto")("GET", f"/api/submissions/{submitted(ann)}")
    assert "pound" not in str(shown)
    assert "hound" not in str(shown)


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", SUBMIT, {"note": "x" * 2001}, 422),
        ("POST", SUBMIT, {"notes": "x"}, 422),
        ("POST", SUBMIT, {"examples": [{"text": "x"}] * 101}, 422),
        ("POST", SUBMIT, {"examples": [{"text": "x" * 2001}]}, 422),
        ("POST", "/api/submissions/none/why", {"sentence": "look up dog 7"}, 404),
        ("POST", "/api/tools/none/submit", {}, 404),
        ("GET", "/api/submissions/none", None, 404),
        ("GET", "/api/submissions?all=perhaps", None, 422),
        ("POST", "/api/submissions/%00/approve", {}, 404),
        ("POST", "/api/submissions/none/reject", {"reason": ""}, 422),
    ],
)
def test_what_is_wrong_is_one_sentence(
    team: Deployment, method: str, path: str, body: Any, status: int
) -> None:
    code, told = Person(team, "ann")(method, path, body)
    assert (code, "\n" in told["error"]["message"]) == (status, False)


def test_who_is_alone_submits_and_approves_on_the_command_line(
    tmp_path: Path, kennel: Kennel
) -> None:
    office = Office(tmp_path / "home")
    assert office.import_kennel(kennel).code == 0
    said = ("--example", "look up dog 7", "--counterexample", "delete dog 7")
    done = office.run("tools", "submit", "get_dog", "--note", "for all", *said)
    assert (done.code, "for all" in done.out) == (0, True)
    assert "1 submission." in office.run("tools", "submissions").out
    [one] = office.run("tools", "submissions", "--json").json
    shown = office.run("tools", "review", one["id"])
    assert (shown.code, "description" in shown.out) == (0, True)
    assert f"openapi: {kennel.url}/openapi.json" in shown.out
    assert "✓ “look up dog 7”" in shown.out
    assert "✗ “delete dog 7”" in shown.out
    assert office.run("tools", "review", one["id"], "--reject").code == 2
    assert office.run("tools", "review", one["id"], "--approve").code == 0
    assert office.run("tools", "review", one["id"], "--withdraw").code == 2
    assert office.run("tools", "review", "none").code == 1
    [settled] = office.run("tools", "submissions", "--all", "--json").json
    assert settled["state"] == "approved"
