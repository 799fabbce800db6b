"""Values that are said by their arguments' names."""

import pytest

from pipelines.contracts.intent import Span
from pipelines.reasoning.arguments.labelled import labelled
from tests.choices.conftest import Talk
from tool_registry.model import Slot
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.packs import load_packs

SLOTS = (
    Slot(path="owner", type="string", description="狗主姓名", attribute="owner"),
    Slot(path="breed", type="string", description="犬种", attribute="breed"),
    Slot(path="temper", type="string", description="性格描述", attribute="temper"),
    Slot(path="size", type="string", values={"small": (), "large": ()}),
    Slot(path="age", type="integer"),
)


def told(text: str, *taken: Span) -> dict[str, object]:
    found = labelled(SLOTS, text, Lexicon(load_packs(("general",))), taken)
    return {one.path: one.fact.value for one in found}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("add a dog, owner Li Wei, breed Welsh Corgi", {"owner": "Li Wei", "breed": "Welsh Corgi"}),
        ("add a dog: owner=Li Wei; breed=Corgi", {"owner": "Li Wei", "breed": "Corgi"}),
        (
            "add a dog with breed Corgi and temper very shy",
            {"breed": "Corgi", "temper": "very shy"},
        ),
        ('add a dog, temper is "shy, and loud"', {"temper": "shy, and loud"}),
        (
            "登记一只狗，狗主李伟，犬种是柯基，性格：怕生",
            {"owner": "李伟", "breed": "柯基", "temper": "怕生"},
        ),
    ],
)
def test_a_clause_that_begins_with_a_name_is_its_value(
    text: str, values: dict[str, object]
) -> None:
    assert told(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "find the owner of dog 12",
        "which breed is dog 12, and is its temper all right?",
        "the owner, the breed and the temper of dog 12",
        "add a dog for owner 12",
        "add a dog, size large, age 3",
        "add a dog, breed Corgi, breed Poodle",
    ],
)
def test_a_name_without_words_of_its_own_says_nothing(text: str) -> None:
    assert told(text) == {}


def test_what_is_something_else_is_no_value() -> None:
    text = "add a dog, breed Corgi in daily"
    assert told(text, Span(start=26, end=31, text="daily")) == {"breed": "Corgi"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("refund order 1302 in daily, reason: nobody came", "nobody came"),
        ("refund order 1302 in daily please", None),
    ],
)
@pytest.mark.anyio
async def test_a_remark_that_begins_with_an_arguments_name_is_its_value(
    talk: Talk, text: str, reason: str | None
) -> None:
    done = await talk.say(text)
    assert done.chain[0].arguments.get("reason") == reason
    assert done.status == "succeeded"
