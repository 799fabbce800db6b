"""What a result says of success, in the many ways in which tools say it."""

from typing import Any

import pytest

from tool_registry.sources.envelope import body_of, evaluate

FINE: list[Any] = [
    {"success": True, "code": "SUCCESS", "message": "", "data": {"id": 1}},
    {"ret": "SUCCESS", "msg": "调用成功", "result": {"id": 1}},
    {"ret": ["SUCCESS::调用成功"], "data": {"id": 1}},
    {"code": 0, "msg": "ok", "data": None},
    {"code": 200, "data": []},
    {"id": "E-1", "name": "desk", "code": "D-12"},
    {"code": "D-12", "title": "desk"},
    {"id": "J-1", "status": "failed"},
    {"status": "RUNNING", "message": "half done"},
    {"id": 1, "error": None},
    {"id": 1, "errors": []},
    {"success": True, "data": {"id": 1, "status": "error"}},
    {"ok": True, "warning": "slow"},
    {"text": "filed as number 12"},
    {"text": ""},
    [1, 2],
    [],
]


@pytest.mark.parametrize("body", FINE)
def test_a_success(body: Any) -> None:
    assert evaluate(body).ok


FAILED: list[tuple[Any, str | None, str]] = [
    ({"success": False, "code": "NOT_THERE", "message": "no such id"}, "NOT_THERE", "no such id"),
    ({"isSuccess": "false", "errorMsg": "no such id"}, None, "no such id"),
    ({"ret": "FAIL_BIZ_NOT_THERE", "msg": "不存在"}, "FAIL_BIZ_NOT_THERE", "不存在"),
    ({"ret": ["FAIL_BIZ_GONE::不存在"], "data": {}}, "FAIL_BIZ_GONE", "不存在"),
    ({"code": 404, "message": "not there", "data": None}, "404", "not there"),
    ({"error": "no such id"}, None, "no such id"),
    ({"error": {"code": "NOT_THERE", "message": "no such id"}}, "NOT_THERE", "no such id"),
    ({"errors": [{"code": "E1", "message": "no such id"}]}, "E1", "no such id"),
    ({"status": "error", "message": "no such id"}, "error", "no such id"),
    ({"success": True, "data": {"success": False, "msg": "inner no"}}, None, "inner no"),
    ({"code": "0", "data": {"code": "X9", "message": "inner no"}}, "X9", "inner no"),
    ({"success": False, "name": "desk", "reason": "locked"}, None, "locked"),
]


@pytest.mark.parametrize(("body", "code", "message"), FAILED)
def test_a_refusal_with_its_code_and_message(body: Any, code: str | None, message: str) -> None:
    result = evaluate(body)
    assert result.failure is not None
    assert result.failure.kind == "business"
    assert (result.failure.code, result.failure.message) == (code, message)
    assert result.body == body


@pytest.mark.parametrize(
    "body",
    [
        {"text": "<!DOCTYPE html><html>502 Bad Gateway</html>"},
        {"text": '{"success": true, "data": {"id"'},
        {"success": False, "message": "Internal server error"},
        {"success": False, "message": "服务内部错误"},
        {"ret": ["FAIL_SYS_TIMEOUT::请求超时"]},
    ],
)
def test_a_broken_tool_leaves_the_outcome_unknown(body: Any) -> None:
    result = evaluate(body)
    assert result.failure is not None
    assert result.failure.kind == "unknown"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Error executing tool make_part", "unknown"),
        ("", "unknown"),
        ("out of steel", "business"),
        ("1 validation error for make_part\nname\n  Field required", "validation"),
        ("Input validation error: 'name' is a required property", "validation"),
        ("参数校验失败:name 不能为空", "validation"),
    ],
)
def test_a_text_that_the_protocol_marks_as_an_error(text: str, kind: str) -> None:
    result = evaluate({"text": text}, is_error=True)
    assert result.failure is not None
    assert (result.failure.kind, result.failure.message) == (kind, text)


def test_the_body_is_the_structured_content_else_the_json_else_the_text() -> None:
    assert body_of({"id": 1}, ['{"id": 2}']) == {"id": 1}
    assert body_of(None, ['{"id": 2}']) == {"id": 2}
    assert body_of(None, ['{"id": 1}', '{"id": 2}']) == [{"id": 1}, {"id": 2}]
    assert body_of(None, ["12"]) == {"text": "12"}
    assert body_of(None, ["made", "two lines"]) == {"text": "made\ntwo lines"}
    assert body_of(None, []) == {"text": ""}
    assert body_of(None, ["[" * 100_000]) == {"text": "[" * 100_000}
