"""Fields of records that belong to somebody: whose id, whose reason, what changes one record."""

from functools import cache

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.intent import IntentResult
from pipelines.reasoning.approval import approval_question
from tests.parsing.operations import INTEGER, STRING, catalogue, operation
from tool_registry.base.types import Effect, FunctionType, IntentType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

PET: dict[str, JsonValue] = {"id": INTEGER, "owner_id": INTEGER, "name": STRING}
VISIT: dict[str, JsonValue] = {"id": STRING, "pet_id": INTEGER, "reason": STRING}
WHY: JsonValue = {"type": "string", "description": "Why the pet is coming in."}


@cache
def clinic() -> Catalogue:
    """Owners, their pets, and the visits and stays of these."""
    owner: dict[str, JsonValue] = {"owner_id": INTEGER}
    return catalogue(
        operation(
            "get_owner", "GET /owners/{owner_id}", owner, {"id": INTEGER, "name": STRING},
            description="Look at the file of an owner.",
        ),
        operation(
            "register_pet", "POST /pets", {**owner, "name": STRING}, PET, ("owner_id", "name"),
            description="Register a pet.",
        ),
        operation(
            "book_visit", "POST /visits", {"pet_id": INTEGER, "reason": WHY}, VISIT,
            ("pet_id", "reason"), description="Book a visit.",
        ),
        operation(
            "check_in_stay", "POST /stays/{stay_id}/check-in", {}, {"id": STRING, "state": STRING},
            description="Check a pet in for its stay.",
        ),
    )  # fmt: skip


def tool(name: str) -> ToolEssentialModel:
    return clinic().tools[f"app/{name}"]


def test_the_id_of_an_owner_is_no_id_of_what_is_owned() -> None:
    wanted = {one.path: (one.entity, one.attribute) for one in tool("register_pet").needs}
    given = {one.path: (one.entity, one.attribute) for one in tool("register_pet").yields}
    assert wanted["owner_id"] == given["owner_id"] == ("owner", "id")
    assert given["id"] == ("pet", "id")


def test_what_the_result_tells_of_the_thing_is_an_argument_of_it_too() -> None:
    slots = {one.path: (one.entity, one.attribute) for one in tool("book_visit").needs}
    assert slots["reason"] == ("visit", "reason")
    assert slots["pet_id"] == ("pet", "id")


def test_a_look_is_about_the_thing_whose_id_it_gives() -> None:
    assert tool("get_owner").objects[0] == "owner"


def test_what_changes_one_record_is_no_check() -> None:
    stay = tool("check_in_stay")
    assert (stay.function, stay.effect) == (FunctionType.OPERATE, Effect.ONCE)


def test_what_may_have_an_effect_is_agreed_to_whatever_it_is_called() -> None:
    stay = tool("check_in_stay")
    step = Step(
        id="s1",
        tool=stay.id,
        title="Check in",
        function=FunctionType.VERIFY,
        arguments={},
        purpose="",
        goal="G1",
    )
    chain = ToolChain(environment="daily", steps=(step,), digest="")
    intent = IntentResult(
        text="check in stay S-1", language="en", intent_type=IntentType.OPERATE_DATA
    )
    assert approval_question(chain, intent, clinic(), 10, "always") is not None


def test_a_thing_that_a_remark_mentions_has_not_the_field() -> None:
    told: JsonValue = {
        "type": "string",
        "format": "date",
        "description": "The day on which the owner picks it up",
    }
    boat: dict[str, JsonValue] = {"boat_id": STRING, "due_date": told}
    tools = catalogue(
        operation("get_owner", "GET /owners/{owner_id}", {}, {"owner_id": STRING}),
        operation("make_boat", "POST /boats", {"due_date": told}, boat, title="Add a boat"),
    ).tools
    [due] = [one for one in tools["app/make_boat"].needs if one.path == "due_date"]
    assert due.entity == "boat"
