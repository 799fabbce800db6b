"""Answers are forms: parsed, checked, repaired twice at most with the checker's words."""

import json

import pytest
from pydantic import BaseModel, ConfigDict

from pipelines.models.errors import Unreachable
from pipelines.models.model import Message
from pipelines.models.typed_answers import Typed, Untyped, ask_typed
from tests.scripted_model.replies import ScriptedModel

pytestmark = pytest.mark.anyio
ASKED = (Message("system", "JSON"), Message("user", "how many?"))


class Count(BaseModel):
    model_config = ConfigDict(extra="forbid")

    number: int


def even(form: Count) -> list[str]:
    return [] if form.number % 2 == 0 else [f"{form.number} is odd"]


@pytest.mark.parametrize("text", ['{"number": 4}', '```json\n{"number": 4}\n```'])
async def test_a_right_answer_is_taken_at_once(text: str) -> None:
    model = ScriptedModel([text])
    assert await ask_typed(model, ASKED, Count, even) == Typed(Count(number=4), repairs=0)
    assert model.asked[0].schema == {
        "title": "Count",
        "type": "object",
        "properties": {"number": {"type": "integer"}},
        "required": ["number"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('{"number": 3}', "3 is odd"),
        ('{"number": "many"}', "number 不符合输出格式，应为 int"),
        ('{"number": "4.5"}', "number 不符合输出格式"),
        ('{"number": ', "不是合法的 JSON"),
        ("The number is 4.", "不是合法的 JSON"),
        ('{"number": true, "colour": "red"', "形式是 Count {number: int}"),
        ("[]", "- 不符合输出格式"),
        ("[" * 100_000, "不是合法的 JSON"),
        ('{"number": ' + "9" * 5000 + "}", "不是合法的 JSON"),
    ],
)
async def test_a_wrong_answer_is_repaired_with_the_checkers_words(wrong: str, said: str) -> None:
    model = ScriptedModel([wrong, '{"number": 4}'])
    found = await ask_typed(model, ASKED, Count, even)
    assert found == Typed(Count(number=4), repairs=1)
    again = model.asked[1].messages
    assert again[:2] == ASKED
    assert again[2] == Message("assistant", wrong)
    assert said in again[3].text
    assert again[3].text.encode()


class Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    note: str | None = None
    count: int | None = None


class Order(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    lines: tuple[Line, ...]
    tags: tuple[str, ...] = ()


RIGHT = Order(lines=(Line(code="7", count=4),))


@pytest.mark.parametrize(
    "text",
    [
        '{"lines": [{"code": "7", "note": null, "count": 4}], "tags": null}',
        '{"lines": [{"code": 7, "note": "", "count": "4"}], "mood": {"good": true}}',
        '{"lines": {"code": "7", "count": 4.0, "\\ud800": 1}}',
        '[{"lines": [{"code": "7", "count": 4}]}]',
        '<think>maybe {"lines": []}?</think>\n{"lines": [{"code": "7", "count": 4}]}',
        'Here you are: {"lines": [{"code": "7", "count": 4}]} Anything else {today}?',
        'First {"lines": []}, no:\n```json\n{"lines": [{"code": "7", "count": 4}]}\n```\nDone.',
    ],
)
async def test_what_is_only_a_matter_of_format_costs_no_second_question(text: str) -> None:
    model = ScriptedModel([text])
    assert await ask_typed(model, ASKED, Order, lambda _: []) == Typed(RIGHT, repairs=0)


async def test_a_repair_names_what_would_be_right() -> None:
    model = ScriptedModel(['{"lines": [{"note": "none"}]}', '{"lines": [{"code": "7"}]}'])
    assert isinstance(await ask_typed(model, ASKED, Order, lambda _: []), Typed)
    assert "lines.0.code 不符合输出格式，应为 str" in model.asked[1].messages[-1].text


async def test_after_two_repairs_the_rules_go_on() -> None:
    model = ScriptedModel(json.dumps({"number": odd}) for odd in (1, 3, 5, 7))
    found = await ask_typed(model, ASKED, Count, even)
    assert found == Untyped(("5 is odd",), None, repairs=2)
    assert [len(ask.messages) for ask in model.asked] == [2, 4, 4]


async def test_an_error_of_the_model_is_a_result() -> None:
    down = Unreachable("HTTP 503")
    found = await ask_typed(ScriptedModel(['{"number": 1}', down]), ASKED, Count, even)
    assert found == Untyped(("1 is odd",), down, repairs=1)
