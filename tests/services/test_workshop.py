"""What the workshop of tools' authors asks of the service: own tools, forms, what is close."""

import json
from collections.abc import Set as AbstractSet
from typing import Any

import pytest

from pipelines.onboarding.planning import Sentence
from services import governing
from tests.services.kennel import ID, Kennel, operation
from tests.services.team import Person
from tests.services.test_identity import Deployment

GET_DOG = "kennel@press/get_dog"
FORM = f"/api/workshop/form/{GET_DOG}"
PLACE = {"daily": {"url": "http://127.0.0.1:9"}}


def document(kennel: Kennel) -> str:
    about = {"title": "Kennel", "version": "1", "description": "costs ${PRICE}"}
    return json.dumps({"openapi": "3.0.3", "info": about, "paths": kennel.paths})


def field(form: Any, path: str) -> Any:
    parts = [*form["whole"], *(f for p in (*form["needs"], *form["yields"]) for f in p["fields"])]
    return next(one for one in parts if one["path"] == path)


def test_an_author_sees_the_own_tools_and_what_may_be_done(team: Deployment) -> None:
    ann, otto, eve = Person(team, "ann"), Person(team, "otto"), Person(team, "eve")
    _, mine = ann("GET", "/api/workshop")
    assert (mine["user"], mine["mine"], mine["may_review"]) == ("ann", 2, False)
    assert {"scope": "project", "project": "press"} in mine["places"]
    assert {"scope": "public", "project": ""} not in mine["places"]
    assert otto("GET", "/api/workshop")[1]["may_review"] is True
    assert eve("GET", "/api/workshop")[1]["tools"] == 0
    _, listed = ann("GET", "/api/workshop/tools?mine=true&q=look%20DOG")
    [one] = listed["tools"]
    assert (one["id"], one["mine"], one["project"], one["calls"]) == (GET_DOG, True, "press", 0)
    assert (listed["total"], one["success"], one["submission"]) == (1, None, None)
    assert ann("GET", "/api/workshop/tools?status=retired")[1]["tools"] == []
    _, page = ann("GET", "/api/workshop/tools?limit=1&offset=1")
    assert (len(page["tools"]), page["total"]) == (1, 2)


def test_each_field_of_the_form_says_who_filled_it_and_can_be_corrected(team: Deployment) -> None:
    ann = Person(team, "ann")
    _, form = ann("GET", FORM)
    function = field(form, "function")
    assert (function["value"], function["by"], function["edited_by"]) == ("query", "rule", None)
    assert field(form, "summary")["by"] == "declared"
    assert "edit" in form["may"]
    entity = "needs.dog_id.entity"
    assert 0 < field(form, entity)["confidence"] <= 1
    change = {"field": entity, "value": "pet"}
    assert ann("PATCH", f"/api/tools/{GET_DOG}", change)[0] == 200
    _, form = ann("GET", FORM)
    told = field(form, entity)
    assert (told["value"], told["by"], told["confidence"]) == ("pet", "person", 1)
    assert (told["edited_by"], told["parsed"]) == ("ann", "dog")
    assert ann("GET", "/api/workshop/tools?q=get_dog")[1]["tools"][0]["edited"] == 1
    assert ann("PATCH", f"/api/tools/{GET_DOG}", {"field": entity, "undo": True})[0] == 200
    assert field(ann("GET", FORM)[1], entity)["value"] == "dog"


def test_what_nobody_said_or_understood_is_told_so(team: Deployment, running: Kennel) -> None:
    get = running.paths["/dogs/{dog_id}"]["get"]
    get["parameters"].append({"name": "limit", "in": "query", "schema": {"type": "integer"}})
    get["summary"] = "Get Dog"
    entry = {"type": "openapi", "document": "dogs", "text": document(running)}
    body = {"name": "dogs", "entry": {**entry, "environments": PLACE}}
    ann = Person(team, "ann")
    assert ann("POST", "/api/sources", body)[1]["registered"] is True
    _, form = ann("GET", "/api/workshop/form/dogs@~ann/get_dog")
    assert field(form, "environments")["by"] == "person"
    assert (field(form, "title")["by"], field(form, "summary")["by"]) == ("rule", "rule")
    unknown = field(form, "needs.limit.attribute")
    assert (unknown["value"], unknown["by"], unknown["confidence"]) == (None, "rule", 0)


def test_the_form_tells_what_the_source_says_of_an_argument_and_which_roles_there_are(
    team: Deployment, running: Kennel
) -> None:
    told = {"type": "string", "enum": ["big", "small"], "maxLength": 5}
    size = {"name": "size", "in": "query", "description": "How big.", "schema": told}
    running.paths["/dogs/{dog_id}"]["get"] = operation("get_dog", "Look up a dog.", ID, size)
    ann = Person(team, "ann")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    _, form = ann("GET", f"{FORM}?language=en")
    [part] = [one for one in form["needs"] if one["path"] == "size"]
    assert part["declared"].items() >= told.items()
    assert {"value": "recipient", "label": "recipient"} in form["options"]["role"]
    assert field(form, "needs.size.role")["options"] == "role"


def test_a_meaning_that_only_a_description_tells_is_shown_as_a_guess(
    team: Deployment, running: Kennel
) -> None:
    told = {"owner": "Department that owns the dog.", "color": "Color of the dog."}
    given = [
        {"name": name, "in": "query", "description": text, "schema": {"type": "string"}}
        for name, text in told.items()
    ]
    running.paths["/dogs/{dog_id}"]["get"] = operation("get_dog", "Look up a dog.", ID, *given)
    ann = Person(team, "ann")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    _, form = ann("GET", FORM)
    owner, color = (field(form, f"needs.{one}.attribute") for one in told)
    assert (owner["value"], owner["by"], owner["confidence"]) == ("department", "rule", 0.5)
    assert color["confidence"] >= 0.8


def test_what_only_a_path_tells_is_unsure_and_a_placeholder_names_no_thing(
    team: Deployment, running: Kennel
) -> None:
    now: dict[str, Any] = {"name": "state", "in": "query", "description": "Now", "schema": {}}
    made = operation("dog_state", "state", ID, now) | {"description": "TODO"}
    running.paths["/dogs/{dog_id}/state"] = {"post": made}
    ann = Person(team, "ann")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    path = "/api/workshop/form/kennel@press/dog_state"
    unsure = {one: field(ann("GET", path)[1], one) for one in ("function", "objects")}
    assert {one["confidence"] <= 0.5 for one in unsure.values()} == {True}
    assert "task" not in unsure["objects"]["value"]
    lint = "/api/tools/lint?scope=public&tool=kennel@press/dog_state"
    rules = {one["rule"]: one["mended_by"] for one in ann("GET", lint)[1]["findings"]}
    assert rules["description_placeholder"] == "summary"
    assert rules["title_names_argument"] == "title"
    for name, said in (("title", "Change a dog's state"), ("summary", "Sets the state of a dog.")):
        ann("PATCH", "/api/tools/kennel@press/dog_state", {"field": name, "value": said})
    after = {one["rule"] for one in ann("GET", lint)[1]["findings"]}
    assert not after & {"description_placeholder", "title_names_argument"}


def test_the_form_tells_states_in_the_words_of_the_source_and_no_others(
    team: Deployment, running: Kennel
) -> None:
    status = {"name": "status", "in": "query", "schema": {"enum": ["asleep", "awake"]}}
    running.paths["/dogs"] = {"get": operation("list_dogs", "List dogs.", status)}
    wake = operation("call_dog", "Call a dog.", ID)
    running.paths["/dogs/{dog_id}/call"] = {"post": wake}
    wake["description"] = "Calls a dog; it must be asleep, an open one stays."
    ann = Person(team, "ann")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    form = "/api/workshop/form/kennel@press/call_dog?language=en"
    told = "dog status: has to be asleep; what it is afterwards is not said"
    assert ann("GET", form)[1]["states"] == [told]


def test_only_who_may_publish_for_all_is_told_so(team: Deployment, running: Kennel) -> None:
    """An author may take a tool into use in the project, and let others review it for all."""
    ann, otto = Person(team, "ann"), Person(team, "otto")
    verbs = ann("GET", FORM)[1]["may"]
    assert ("submit" in verbs, "publish" in verbs) == (True, False)
    agreed = {"tools": [GET_DOG], "scope": "public", "agreed": True}
    assert ann("POST", "/api/tools/publish?project=press", agreed)[0] == 403
    body = {"name": "own", "entry": running.entry, "scope": "personal"}
    assert otto("POST", "/api/sources", body)[0] == 200
    [own] = [one for one in otto.tools() if one.endswith("/get_dog")]
    assert "publish" in otto("GET", f"/api/workshop/form/{own}")[1]["may"]


def test_a_tool_that_is_out_of_use_is_corrected_too(team: Deployment) -> None:
    ann = Person(team, "ann")
    retire = {"tools": [GET_DOG], "agreed": True}
    assert ann("POST", "/api/tools/retire?project=press", retire)[1]["states"]
    good = {"field": "objects", "value": ["pet"]}
    assert ann("PATCH", f"/api/tools/{GET_DOG}", good)[0] == 200
    assert field(ann("GET", FORM)[1], "objects")["value"] == ["pet"]
    status, told = ann("PATCH", f"/api/tools/{GET_DOG}", {"field": "function", "value": "fly"})
    assert (status, "function" in told["error"]["message"]) == (409, True)


def test_who_sees_a_tool_only_may_not_change_it_and_others_learn_nothing(team: Deployment) -> None:
    otto, eve = Person(team, "otto"), Person(team, "eve")
    ann = Person(team, "ann")
    _, made = ann("POST", f"/api/tools/{GET_DOG}/submit?project=press", {"note": ""})
    id = made["submissions"][0]["id"]
    assert otto("POST", f"/api/submissions/{id}/approve", {})[0] == 200
    _, form = eve("GET", FORM)
    assert form["may"] == []
    assert eve("GET", "/api/workshop/tools")[1]["tools"][0]["mine"] is False
    other = "kennel@press/delete_dog"
    for path in ("form", "rivals"):
        status, told = eve("GET", f"/api/workshop/{path}/{other}")
        assert (status, told["error"]["code"]) == (404, "no_tool")


def test_a_close_tool_is_laid_beside_it(team: Deployment, running: Kennel) -> None:
    ann = Person(team, "ann")
    body = {"name": "hound", "entry": running.entry, "scope": "personal"}
    assert ann("POST", "/api/sources", body)[0] == 200
    _, found = ann("GET", f"/api/workshop/rivals/{GET_DOG}")
    rival = next(one for one in found if one["tool"] == "hound@~ann/get_dog" and one["lines"])
    assert rival["text"]
    title = next(line for line in rival["lines"] if line["label"] == "title")
    assert (title["same"], title["tool"]) == (True, title["other"])


def test_a_trial_tells_where_a_review_comes_out_otherwise(
    team: Deployment, running: Kennel
) -> None:
    entry = {"type": "openapi", "document": "dogs", "text": document(running)}
    body = {"name": "dogs", "entry": {**entry, "environments": PLACE}}
    ann = Person(team, "ann")
    assert ann("POST", "/api/sources", body)[1]["registered"] is True
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    asked = {"sentence": "look up dog 7 in daily"}
    twins = (GET_DOG, "dogs@~ann/get_dog")
    tried = [ann("POST", f"/api/tools/{one}/why", asked)[1] for one in twins]
    # Of two that are alike one is used; each of them would be where it stands alone.
    assert sorted(stages[-1]["passed"] for stages in tried) == [False, True]
    for stages in tried:
        otherwise = [one for one in stages[0]["says"] if one.startswith("a review")]
        assert len(otherwise) == (0 if stages[-1]["passed"] else 1)


def test_a_document_that_is_sent_along_is_looked_at_first_and_then_registered(
    team: Deployment, running: Kennel
) -> None:
    ann = Person(team, "ann")
    entry = {"type": "openapi", "document": "dogs.json", "text": document(running)}
    body = {"name": "dogs", "entry": {**entry, "environments": PLACE}, "look_only": True}
    status, looked = ann("POST", "/api/sources", body)
    assert (status, looked["registered"], looked["report"]["place"]) == (200, False, "dogs.json")
    names = [one["id"] for one in looked["report"]["previews"]]
    assert names == ["dogs@~ann/delete_dog", "dogs@~ann/get_dog"]
    assert ann("GET", "/api/workshop/tools?q=dogs@")[1]["total"] == 0
    assert ann("POST", "/api/sources", {**body, "look_only": False})[1]["registered"] is True
    assert ann("GET", "/api/workshop/tools?q=dogs@")[1]["total"] == 2
    running.say("/dogs/{dog_id}", "get", "Read all there is about one dog.")
    changed = {**entry, "text": document(running), "environments": PLACE}
    again = {"name": "dogs", "entry": changed}
    _, told = ann("POST", "/api/sources", again)
    assert (told["registered"], len(told["report"]["changed"])) == (False, 1)
    assert ann("POST", "/api/sources", {**again, "agreed": True})[1]["registered"] is True
    _, listed = ann("GET", "/api/workshop/tools?q=dogs@%20all%20there")
    assert listed["total"] == 1


def test_a_source_is_fetched_again_with_all_that_was_said_of_it(
    team: Deployment, running: Kennel
) -> None:
    ann = Person(team, "ann")
    entry = {"type": "openapi", "document": "dogs.json", "text": document(running)}
    body = {"name": "dogs", "entry": {**entry, "environments": PLACE}}
    assert ann("POST", "/api/sources", body)[1]["registered"] is True
    card = next(one for one in ann("GET", "/api/sources")[1] if one["id"] == "dogs@~ann")
    assert card["sent"] is True
    running.say("/dogs/{dog_id}", "get", "Read all there is about one dog.")
    path = "/api/sources/dogs@~ann/update"
    _, same = ann("POST", path, {"look_only": True})
    assert (same["report"]["again"], same["report"]["changed"]) == (True, [])
    _, looked = ann("POST", path, {"look_only": True, "text": document(running)})
    assert (looked["registered"], len(looked["report"]["changed"])) == (False, 1)
    assert ann("POST", path, {"text": document(running)})[1]["registered"] is False
    _, done = ann("POST", path, {"text": document(running), "agreed": True})
    assert done["registered"] is True
    after = next(one for one in ann("GET", "/api/sources")[1] if one["id"] == "dogs@~ann")
    assert after["environments"] == card["environments"]
    assert ann("GET", "/api/workshop/tools?q=dogs@%20all%20there")[1]["total"] == 1
    assert Person(team, "eve")("POST", path, {})[0] == 404


def test_a_look_at_an_update_changes_nothing(team: Deployment, running: Kennel) -> None:
    ann, tool = Person(team, "ann"), "dogs@~ann/get_dog"
    assert ann("POST", "/api/sources", {"name": "dogs", "entry": running.entry})[1]["registered"]
    _, made = ann("POST", f"/api/tools/{tool}/submit", {"note": ""})
    id = made["submissions"][0]["id"]
    chip = {"name": "chip", "in": "query", "required": True, "schema": {"type": "string"}}
    running.paths["/dogs/{dog_id}"]["get"] = operation("get_dog", "Read a dog.", ID, chip)
    path = "/api/sources/dogs@~ann/update"
    [changed] = ann("POST", path, {"look_only": True})[1]["report"]["changed"]
    assert (changed["breaking"], changed["says"][0][:8]) == (True, "Breaking")
    _, card = ann("GET", f"/api/tools/{tool}")
    assert (card["status"], card["tool"]["summary"]) == ("published", "Look up a dog by its id.")
    assert card["offered"] == changed["says"]
    [listed] = ann("GET", "/api/workshop/tools?q=dogs@%20get_dog")[1]["tools"]
    assert (listed["changed"], listed["reasons"]) == (True, [])
    [source] = [one for one in ann("GET", "/api/sources")[1] if one["id"] == "dogs@~ann"]
    assert (source["changed"], source["tools"]) == (1, {"published": 2})
    _, stages = ann("POST", f"/api/tools/{tool}/why", {"sentence": "look up dog 7 in daily"})
    assert stages[-1]["passed"]
    _, read = Person(team, "otto")("GET", f"/api/submissions/{id}")
    assert (read["state"], len(read["objections"])) == ("pending", 1)
    assert ann("POST", f"/api/tools/{tool}/submit", {})[0] == 422
    assert ann("POST", path, {"agreed": True})[1]["registered"] is True
    _, card = ann("GET", f"/api/tools/{tool}")
    assert (card["status"], card["tool"]["summary"], card["offered"]) == (
        "published",
        "Read a dog.",
        [],
    )
    assert ann("GET", f"/api/submissions/{id}")[1]["state"] == "outdated"


def test_the_preview_of_an_update_shows_what_people_have_set_and_who(
    team: Deployment, running: Kennel
) -> None:
    ann, tool = Person(team, "ann"), "dogs@~ann/get_dog"
    ann("POST", "/api/sources", {"name": "dogs", "entry": running.entry})
    for field, value in (("title", "Fetch a dog"), ("function", "verify")):
        ann("PATCH", f"/api/tools/{tool}", {"field": field, "value": value})
    running.say("/dogs/{dog_id}", "get", "Read all there is about one dog.")
    _, looked = ann("POST", "/api/sources/dogs@~ann/update?language=en", {"look_only": True})
    [shown] = [one for one in looked["report"]["previews"] if one["id"] == tool]
    assert (shown["title"], shown["function"]) == ("Fetch a dog", "verify")
    assert {(one["path"], one["who"]) for one in shown["corrections"]} == {
        ("title", "ann"),
        ("function", "ann"),
    }


def test_a_preview_names_each_fault_with_its_fix(team: Deployment, running: Kennel) -> None:
    running.say("/dogs/{dog_id}", "get", "")
    entry = {"type": "openapi", "document": "dogs", "text": document(running)}
    body = {"name": "dogs", "entry": {**entry, "environments": PLACE}, "look_only": True}
    _, looked = Person(team, "ann")("POST", "/api/sources", body)
    first = looked["report"]["previews"][0]
    assert first["id"] == "dogs@~ann/get_dog"
    assert [one["severity"] for one in first["findings"]]
    assert all(one["text"] for one in first["findings"])


def test_a_preview_shows_arguments_and_what_is_in_use_already(
    team: Deployment, running: Kennel
) -> None:
    amount = {"name": "limit", "in": "query", "schema": {"type": "integer"}}
    other = json.loads(document(running))
    other["paths"]["/dogs/{dog_id}"]["get"]["parameters"].insert(0, amount)
    entry = {"type": "openapi", "document": "dogs", "text": json.dumps(other)}
    body = {"name": "dogs", "entry": {**entry, "environments": PLACE}, "look_only": True}
    _, looked = Person(team, "ann")("POST", "/api/sources", body)
    told = {one["id"]: one for one in looked["report"]["previews"]}
    assert [tuple(one.values()) for one in told["dogs@~ann/get_dog"]["arguments"]] == [
        ("dog_id", True),
        ("limit", False),
    ]
    assert looked["report"]["alike"] == 2
    assert told["dogs@~ann/get_dog"]["like"] == [GET_DOG]
    alone = Person(team, "eve")("POST", "/api/sources", body)[1]["report"]
    assert (alone["alike"], {one["like"] == [] for one in alone["previews"]}) == (0, {True})


@pytest.mark.parametrize(
    ("entry", "status"),
    [
        ({"type": "openapi", "document": "x", "text": "", "environments": PLACE}, 422),
        ({"type": "openapi", "document": "x", "text": "{", "environments": PLACE}, 422),
        ({"type": "openapi", "document": "x", "text": "a: [", "environments": PLACE}, 422),
        ({"type": "openapi", "document": "/etc/passwd", "environments": PLACE}, 422),
        ({"type": "openapi", "document": "/etc/passwd", "text": None, "environments": PLACE}, 422),
        ({"type": "openapi", "document": "/etc/passwd", "text": 3, "environments": PLACE}, 422),
        ({"type": "python", "module": "os", "text": "x"}, 422),
        ({"url": "http://127.0.0.1:9", "text": "{}"}, 422),
    ],
)
def test_what_cannot_be_imported_is_one_sentence(
    team: Deployment, entry: dict[str, Any], status: int
) -> None:
    body = {"name": "bad", "entry": entry, "look_only": True}
    code, told = Person(team, "ann")("POST", "/api/sources", body)
    assert (code, "\n" in told["error"]["message"]) == (status, False)
    assert "root:" not in told["error"]["message"]


def test_what_was_shown_is_not_looked_for_again_when_it_is_agreed_to(
    team: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Sentence] = []

    def sentences(_names: AbstractSet[str]) -> list[Sentence]:
        looked.append(Sentence(id="one", text="look up dog 7 in daily"))
        return looked[-1:]

    monkeypatch.setattr(governing, "sentences", sentences)
    ann, body = Person(team, "ann"), {"tools": [GET_DOG]}
    _, shown = ann("POST", "/api/tools/retire?project=press", body)
    assert shown["effects"]["changed"]
    _, done = ann("POST", "/api/tools/retire?project=press", {**body, "agreed": True})
    assert (done["effects"], len(done["states"])) == (shown["effects"], 1)
    assert len(looked) == 1


def test_a_sentence_that_only_asks_where_is_followed_to_its_tool(
    team: Deployment, running: Kennel
) -> None:
    ann = Person(team, "ann")
    ann("POST", "/api/tools/approve?project=press", {"tools": ["kennel"], "agreed": True})
    why = "/api/tools/kennel@press/get_dog/why"
    stages = {one["stage"]: one for one in ann("POST", why, {"sentence": "look up dog 7"})[1]}
    assert (stages["intent"]["passed"], stages["planner"]["passed"]) == (False, True)
    assert "environment" in stages["intent"]["asks"]
    assert "asks" not in stages["planner"] or stages["planner"]["asks"] is None
