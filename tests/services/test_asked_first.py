"""What is asked for by name comes first of all that is read."""

import pytest

from tests.services.serving import Client


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("查询用户1234的昵称,预发环境", "昵称"),
        ("what is the status of user 1234 in pre-release", "status"),
        ("what is the phone of user 1234 in pre-release", "phone"),
    ],
)
def test_the_field_that_is_asked_for_comes_first(service: Client, text: str, name: str) -> None:
    summary = service.chat(text)["summary"]
    [user] = summary["data"]
    assert next(iter(user["values"])) == name
    assert len(user["values"]) > 1
    value = user["values"][name]
    assert f"1234（{name} {value}" in summary["text"] or f"1234 ({name} {value}" in summary["text"]
