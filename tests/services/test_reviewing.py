"""What the service tells a reviewer of a submission: the nearest tools, what is so today, what
changed since."""

from typing import Any

from tests.services.kennel import ID, Kennel, operation
from tests.services.team import Person
from tests.services.test_identity import Deployment

GET_DOG = "kennel@press/get_dog"
SUBMIT = f"/api/tools/{GET_DOG}/submit?project=press"
LOOK = "look up dog 7 in daily"


def submitted(who: Person, *examples: dict[str, Any]) -> str:
    status, told = who("POST", SUBMIT, {"note": "for all", "examples": list(examples)})
    assert (status, told["blocked"]) == (200, [])
    return told["submissions"][0]["id"]


def shown(who: Person, id: str, part: str = "", sentence: str = "") -> Any:
    path = f"/api/submissions/{id}{part}"
    verb, body = ("POST", {"sentence": sentence}) if sentence else ("GET", None)
    status, told = who(verb, f"{path}?language=en", body)
    assert status == 200, told
    return told


def pounds(otto: Person, kennel: Kennel) -> None:
    """A public tool that looks up dogs, too."""
    body = {"name": "pound", "entry": kennel.entry, "scope": "public"}
    assert otto("POST", "/api/sources", body)[1]["registered"] is True


def test_the_nearest_public_tools_stand_beside_a_submission(
    team: Deployment, kennel: Kennel
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    assert shown(otto, submitted(ann))["nearest"] == []
    pounds(otto, kennel)
    ids = [one["id"] for one in otto("GET", "/api/submissions")[1]]
    near = shown(otto, ids[0])["nearest"]
    assert near[0]["tool"] == "pound/get_dog"
    assert near[0]["same_kind"] is True
    lines = {line["label"]: line for line in near[0]["lines"]}
    assert {"all arguments", "author", "environments"} <= lines.keys()
    assert lines["environments"]["same"] is True
    assert lines["author"]["other"] == ["otto"]
    rivals = ann("GET", f"/api/workshop/rivals/{GET_DOG}?language=en")[1]
    assert "pound/get_dog" in [one["tool"] for one in rivals]


def test_what_the_pool_does_today_with_a_sentence_stands_beside_what_it_would_do(
    team: Deployment, kennel: Kennel
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    id = submitted(ann, {"text": LOOK}, {"text": "delete dog 7 in daily"})
    told = shown(otto, id, "/today", LOOK)
    assert (told["changes"], "no tool" in told["before"]) == (True, True)
    assert "no tool" not in told["after"]
    assert shown(otto, id, "/score") == {"given": 2, "tried": 2, "wrong": 1}
    [card] = otto("GET", "/api/submissions")[1]
    assert card["sentences"] == 2
    eve = Person(team, "eve")
    for part in ("score", "form"):
        assert eve("GET", f"/api/submissions/{id}/{part}")[0] == 404
    assert eve("POST", f"/api/submissions/{id}/today", {"sentence": LOOK})[0] == 404


def test_a_sentence_that_the_pool_serves_already_says_by_what(
    team: Deployment, kennel: Kennel
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    assert otto("POST", f"/api/submissions/{submitted(ann)}/approve", {})[0] == 200
    _, made = ann("POST", "/api/tools/kennel@press/delete_dog/submit?project=press", {})
    told = shown(otto, made["submissions"][0]["id"], "/today", LOOK)
    assert (told["changes"], told["before"]) == (False, told["after"])
    assert "no tool" not in told["before"]


def test_a_submission_after_a_rejection_tells_its_reason_and_what_changed(
    team: Deployment, kennel: Kennel
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    first = submitted(ann)
    assert shown(otto, first)["earlier"] is None
    reason = {"reason": "say whose dog it is"}
    assert otto("POST", f"/api/submissions/{first}/reject", reason)[0] == 200
    same = submitted(ann)
    assert shown(otto, same)["earlier"]["changed"] == []
    ann("POST", f"/api/submissions/{same}/withdraw", {})
    coat = {"name": "coat", "in": "query", "description": "Its coat", "schema": {"type": "string"}}
    text = "Look up a dog by its number, with its owner."
    kennel.paths["/dogs/{dog_id}"]["get"] = operation("get_dog", text, ID, coat)
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    edit = {"field": "summary", "value": "Looks up a dog with its owner"}
    assert ann("PATCH", f"/api/tools/{GET_DOG}", edit)[0] == 200
    earlier = shown(otto, submitted(ann))["earlier"]
    assert (earlier["id"], earlier["reason"], earlier["decided_by"]) == (
        first,
        reason["reason"],
        "otto",
    )
    changed = "\n".join(earlier["changed"])
    assert f"Description: Look up a dog by its id. → {text}" in changed
    assert "Argument coat: added text; Its coat" in changed
    assert f"What it does: Look up a dog by its id. → {edit['value']}" in changed
    assert not any(word in changed for word in ("schema", "properties", "{", "call."))


def test_a_reviewer_reads_who_filled_each_field(team: Deployment) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    edit = {"field": "summary", "value": "Looks up a dog by its number"}
    assert ann("PATCH", f"/api/tools/{GET_DOG}", edit)[0] == 200
    form = shown(otto, submitted(ann), "/form")
    fields = {one["name"]: one for one in form["whole"]}
    told = fields["summary"]
    assert (told["by"], told["edited_by"], told["value"]) == ("person", "ann", edit["value"])
    assert told["parsed"] != edit["value"]
    assert (fields["function"]["by"], fields["function"]["edited_by"]) == ("rule", None)
    assert form["may"] == []


def test_why_a_tool_was_retired_is_kept_and_read_by_its_author(team: Deployment) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    assert otto("POST", f"/api/submissions/{submitted(ann)}/approve", {})[0] == 200
    body = {"tools": [GET_DOG], "agreed": True, "reason": "the kennel closes, password=Hunter2Hun"}
    assert otto("POST", "/api/tools/retire", body)[1]["states"][0]["status"] == "retired"
    [reason] = ann("GET", f"/api/tools/{GET_DOG}")[1]["reasons"]
    assert (reason.startswith("the kennel closes"), "Hunter2" in reason) == (True, False)
    events = ann("GET", f"/api/audit?subject={GET_DOG}")[1]
    retired = next(one for one in events if one["what"] == "retired")
    assert retired["detail"]["reasons"] == [reason]
    assert ann("POST", "/api/tools/retire", {**body, "reason": "x" * 2001})[0] == 422


def test_who_retired_a_public_tool_of_a_projects_source_takes_it_back(team: Deployment) -> None:
    ann, otto, eve = (Person(team, name) for name in ("ann", "otto", "eve"))
    assert otto("POST", f"/api/submissions/{submitted(ann)}/approve", {})[0] == 200
    body = {"tools": [GET_DOG], "agreed": True}
    assert otto("POST", "/api/tools/retire", body)[0] == 200
    assert eve("POST", "/api/tools/restore", body)[0] == 404
    status, back = otto("POST", "/api/tools/restore", body)
    assert (status, [one["status"] for one in back["states"]]) == (200, ["published"])
    assert GET_DOG in eve.tools()


def test_before_retiring_the_sentences_and_kept_requests_that_need_the_tool_are_counted(
    team: Deployment,
) -> None:
    ann, otto, eve = (Person(team, name) for name in ("ann", "otto", "eve"))
    assert otto("POST", f"/api/submissions/{submitted(ann)}/approve", {})[0] == 200
    for text in (LOOK, "look up dog {{number}} in daily", "how is the weather?"):
        assert eve("POST", "/api/favourites", {"text": text, "name": ""})[0] == 200
    other = "/api/tools/kennel@press/delete_dog/submit?project=press"
    examples = [{"text": "look up dog 8 in daily"}, {"text": "delete dog 7 in daily"}]
    assert ann("POST", other, {"note": "", "examples": examples})[0] == 200
    path = "/api/tools/retire?language=en"
    told = otto("POST", path, {"tools": [GET_DOG]})[1]["losses"]
    assert "Of 2 requests that people keep, 1 would lose their tool." in told
    assert "Of 1 templates that people keep, 1 would lose their tool." in told
    assert "Of 2 sentences that were submitted with other tools, 1 would lose their tool." in told


def test_what_deletes_behind_harmless_words_is_marked_for_the_reviewer(
    team: Deployment, kennel: Kennel
) -> None:
    kennel.say("/dogs/{dog_id}", "delete", "Does the thing.")
    ann, otto = Person(team, "ann"), Person(team, "otto")
    body = {"tools": ["kennel"], "agreed": True}
    assert ann("POST", "/api/tools/approve?project=press", body)[0] == 200
    other = "/api/tools/kennel@press/delete_dog/submit?project=press"
    assert ann("POST", other, {"note": ""})[0] == 200
    submitted(ann)
    waiting = {one["tool"]: one for one in otto("GET", "/api/submissions")[1]}
    told = {
        tool.partition("/")[2]: (one["destroys"], one["unsaid"]) for tool, one in waiting.items()
    }
    assert told == {"delete_dog": (True, True), "get_dog": (False, False)}


def test_a_submission_with_the_name_of_a_public_tool_says_so_in_the_queue(
    team: Deployment, kennel: Kennel
) -> None:
    ann, otto = Person(team, "ann"), Person(team, "otto")
    submitted(ann)
    [alone] = otto("GET", "/api/submissions")[1]
    assert alone["same_name"] == []
    pounds(otto, kennel)
    [card] = otto("GET", "/api/submissions")[1]
    assert card["same_name"] == ["pound/get_dog"]
