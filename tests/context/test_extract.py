"""What is found in a result without a model."""

from pipelines.agent.context.extract import extract
from tool_registry.base.types import JsonValue

ORDERS: JsonValue = {
    "data": [
        {
            "order_id": f"O-{n}",
            "amount": 100 + n,
            "receiver": {"city": f"city{n}", "zip": f"9{n:04d}"},
        }
        for n in range(200)
    ]
}


def test_the_row_that_a_code_names_is_shown_with_its_path() -> None:
    assert extract(ORDERS, "amount of O-17", {}, 300) == "data[17]: order_id=O-17, amount=117"


def test_what_lies_inside_the_row_is_found_by_the_row() -> None:
    assert "data[42].receiver: city=city42, zip=90042" in extract(ORDERS, "zip of O-42", {}, 300)


def test_a_key_is_found_by_what_the_tool_says_of_it() -> None:
    body: JsonValue = {"shop": {"cap": 31, "name": "north"}, "depot": {"cpt": 77, "note": "south"}}
    assert "cpt=77" in extract(body, "仓库容量是多少", {"cpt": "仓库容量"}, 40)


def test_a_long_answer_keeps_to_its_limit_and_to_the_fields_asked_for() -> None:
    wide: JsonValue = {f"field_{n}": f"value {n}" for n in range(500)}
    found = extract(wide, "what is field_321?", {}, 80)
    assert "field_321=value 321" in found
    assert len(found) <= 80


def test_json_in_a_text_is_read_as_json() -> None:
    assert extract('{"a": {"phone": "138"}, "b": 1}', "phone", {}, 100) == "a: phone=138"


def test_where_nothing_fits_the_beginning_is_shown() -> None:
    assert extract("first line\nsecond line\nthird", "zebra?", {}, 100) == "first line\nsecond line"
    assert extract([], "anything", {}, 100) == ""
