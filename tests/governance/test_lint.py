"""The lint names what is wrong, where, and the fix; the fix settles it."""

from typing import Any

import pytest

from pipelines.messages import LANGUAGES
from pipelines.onboarding.texts import finding_text
from tests.governance.catalogues import commerce, named, parsed, sandbox_tools
from tool_registry.base.caller import Scope
from tool_registry.governance.findings import Finding, Severity, blocks
from tool_registry.governance.lint import RULES, Profile, lint, profile_of, severity_of
from tool_registry.model import RawTool

DESCRIPTION = """#基本信息
##工具平台:wiki
##运行环境:线下、预发
##作者:南星
#功能信息
##功能描述:根据书签编号查询书签的标题和颜色。
##使用说明:输入书签编号
###预发环境:env=pre
###线下环境:env=daily
#出参信息
书签信息
#排查辅助
##异常说明:BOOKMARK_NOT_EXIST 书签不存在
##排查工具:无
##替换方案:无
"""
GOOD = RawTool(
    source="wiki",
    name="queryBookmark",
    title="查询书签",
    description=DESCRIPTION,
    input_schema={
        "type": "object",
        "properties": {
            "env": {"type": "string", "enum": ["daily", "pre"], "description": "执行环境"},
            "bookmarkId": {"type": "string", "description": "书签编号"},
        },
        "required": ["env", "bookmarkId"],
    },
    output_schema={
        "type": "object",
        "properties": {"title": {"type": "string", "description": "书签标题"}},
    },
    read_only=True,
)


def _lint(raw: RawTool, profile: Profile = "public") -> list[Finding]:
    return lint(raw, parsed([raw]), profile)


def _with(**update: Any) -> RawTool:
    return GOOD.model_copy(update=update)


def _saying(old: str, new: str = "") -> RawTool:
    assert old in DESCRIPTION
    return _with(description=DESCRIPTION.replace(old, new))


def _taking(name: str, schema: dict[str, Any]) -> RawTool:
    properties = {**GOOD.input_schema["properties"], name: schema}
    return _with(input_schema={**GOOD.input_schema, "properties": properties})


BROKEN = {
    "name_illegal": _with(name="查询 书签"),
    "name_meaningless": _with(name="tool1"),
    "description_missing": _with(description="n/a"),
    "description_placeholder": _with(description="TODO"),
    "title_names_argument": _with(title="bookmarkId"),
    "description_short": _saying("根据书签编号查询书签的标题和颜色。", "查询。"),
    "description_long": _with(description=DESCRIPTION + "背景。" * 2000),
    "section_platform": _saying("##工具平台:wiki\n"),
    "section_author": _saying("##作者:南星\n"),
    "section_function": _saying("##功能描述:根据书签编号查询书签的标题和颜色。\n"),
    "section_usage": _saying(
        "##使用说明:输入书签编号\n###预发环境:env=pre\n###线下环境:env=daily\n"
    ),
    "section_outputs": _with(
        description=DESCRIPTION.replace("#出参信息\n书签信息\n", ""), output_schema=None
    ),
    "section_errors": _saying("##异常说明:BOOKMARK_NOT_EXIST 书签不存在\n"),
    "section_troubleshooting": _saying("##排查工具:无\n"),
    "section_replacement": _saying("##替换方案:无\n"),
    "usage_per_environment": _saying("###线下环境:env=daily\n"),
    "environment_unstated": _with(
        description=DESCRIPTION.replace("##运行环境:线下、预发\n", "")
        .replace("###预发环境:env=pre\n", "")
        .replace("###线下环境:env=daily\n", ""),
        input_schema={
            "type": "object",
            "properties": {"bookmarkId": {"type": "string", "description": "书签编号"}},
        },
    ),
    "environment_unknown": _with(
        description=DESCRIPTION.replace("线下、预发", "火星")
        .replace("###预发环境:env=pre\n", "")
        .replace("###线下环境:env=daily\n", ""),
        input_schema={
            "type": "object",
            "properties": {"bookmarkId": {"type": "string", "description": "书签编号"}},
        },
    ),
    "wording_contradicts": _with(name="deleteBookmark", title="删除书签", read_only=False),
    "hint_read_only_wrong": _with(name="deleteBookmark", title="删除书签"),
    "hint_destructive_missing": _with(
        name="deleteBookmark", title="删除书签", read_only=False, destructive=False
    ),
    "destruction_unsaid": _with(name="purgeBookmark", title="整理书签", read_only=False),
    "hint_destructive_wrong": _with(destructive=True),
    "hints_missing": _with(read_only=None),
    "method_contradicts": _with(name="deleteBookmark", title="删除书签", method="GET"),
    "schema_invalid": _taking("colour", {"type": "colour", "description": "书签颜色"}),
    "schema_not_object": _with(input_schema={"type": "array", "items": {"type": "string"}}),
    "required_unknown": _with(input_schema={**GOOD.input_schema, "required": ["bookmrakId"]}),
    "parameter_meaningless": _taking("a1", {"type": "string"}),
    "parameter_undescribed": _taking("zorp", {"type": "string"}),
    "enum_unexplained": _taking(
        "shade", {"type": "integer", "enum": [1, 2], "description": "书签色系"}
    ),
    "unit_unstated": _taking("price", {"type": "integer", "description": "价格"}),
    "example_missing": _taking(
        "code", {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$", "description": "书签码"}
    ),
    "output_undeclared": _with(
        description=DESCRIPTION.replace("#出参信息\n书签信息\n", ""), output_schema=None
    ),
    "output_undescribed": _with(
        output_schema={"type": "object", "properties": {"q": {"type": "string"}}}
    ),
}


def test_a_tool_that_keeps_to_the_standard_has_no_finding() -> None:
    assert _lint(GOOD) == []


def test_every_rule_has_an_example_here() -> None:
    assert set(BROKEN) == set(RULES)


@pytest.mark.parametrize("rule", sorted(BROKEN))
def test_each_rule_finds_its_fault_and_says_where_and_what_to_do(rule: str) -> None:
    profile: Profile = "public"
    found = [finding for finding in _lint(BROKEN[rule], profile) if finding.rule == rule]
    assert found, [finding.rule for finding in _lint(BROKEN[rule], profile)]
    assert found[0].severity is severity_of(rule, profile)
    for language in LANGUAGES:
        text = finding_text(found[0], language)
        assert found[0].place in text
        assert BROKEN[rule].id.split("/")[0] in text


@pytest.mark.parametrize(
    ("name", "tells"),
    [
        ("duration_minutes", True),
        ("starts_at", True),
        ("durationMinutes", True),
        ("zorp_minutes", False),
        ("zorp", False),
    ],
)
def test_a_name_of_several_plain_words_tells_what_it_is(name: str, tells: bool) -> None:
    found = {finding.rule for finding in _lint(_taking(name, {"type": "integer"}))}
    assert ("parameter_undescribed" in found) is not tells


@pytest.mark.parametrize(
    ("told", "placeholder"),
    [
        ("TODO", True),
        ("tbd.", True),
        ("...", True),
        ("TODO: write this", True),
        ("待补充", True),
        ("Todo list of a person, by their name.", False),
        ("", False),
    ],
)
def test_what_only_holds_the_place_of_a_description_is_a_fault_also_beside_a_title(
    told: str, placeholder: bool
) -> None:
    raw = RawTool(source="s", name="shade", title="Set a shade", description=told, method="POST")
    found = {one.rule: one for one in _lint(raw, "imported")}
    assert ("description_placeholder" in found) is placeholder
    assert not placeholder or found["description_placeholder"].severity is Severity.ERROR


def test_what_answers_with_no_body_declares_no_results() -> None:
    silent = BROKEN["output_undeclared"].model_copy(update={"answers_nothing": True})
    rules = {finding.rule for finding in _lint(silent)}
    assert not rules & {"output_undeclared", "section_outputs"}


def test_a_meaningless_parameter_with_a_description_is_a_small_matter() -> None:
    raw = _taking("param2", {"type": "string", "description": "书签所属的书架"})
    assert not blocks(_lint(raw))


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "description": "价格,单位:分"},
        {"type": "integer", "description": "price in cents"},
    ],
)
def test_a_unit_may_be_said_in_either_language(schema: dict[str, Any]) -> None:
    assert "unit_unstated" not in {finding.rule for finding in _lint(_taking("price", schema))}


def test_explained_codes_are_no_finding() -> None:
    shade = {"type": "integer", "enum": [1, 2], "description": "色系:1-暖色,2-冷色"}
    assert _lint(_taking("shade", shade)) == []


def test_a_schema_that_is_too_deep_to_check_is_a_finding() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(110):
        schema = {"type": "object", "properties": {"shelf": schema}}
    assert "schema_invalid" in {finding.rule for finding in _lint(_with(input_schema=schema))}


ODD: list[dict[str, Any]] = [
    {"type": "object", "properties": [], "required": [["a"], {"b": 1}, None, 3]},
    {"type": ["object", 5], "properties": {"a": None, "b": [], "c": {"enum": "x"}}},
    {"$ref": "#/a", "a": {"$ref": "#"}, "allOf": 7, "oneOf": [{}, None]},
    {"type": "object", "properties": {"": {"pattern": "("}, "价格": {"type": 1.5}}},
]


@pytest.mark.parametrize("schema", ODD)
def test_whatever_stands_in_a_schema_is_judged_not_tripped_over(schema: dict[str, Any]) -> None:
    found = _lint(_with(input_schema=schema, output_schema=schema))
    for finding in found:
        for language in LANGUAGES:
            assert finding_text(finding, language)
    assert "schema_invalid" in {finding.rule for finding in found}


def test_imported_operations_are_not_asked_for_the_template() -> None:
    raw = RawTool(
        source="shelf",
        name="get_bookmark",
        description="Returns one bookmark with its title and colour.",
        input_schema={
            "type": "object",
            "properties": {"bookmark_id": {"type": "string", "description": "Id of it"}},
            "required": ["bookmark_id"],
        },
        output_schema=GOOD.output_schema,
        method="GET",
        path="/bookmarks/{bookmark_id}",
        environments=("pre",),
    )
    assert profile_of(raw, Scope.PUBLIC) == "imported"
    assert _lint(raw, profile_of(raw, Scope.PUBLIC)) == []


def test_an_operation_with_a_bare_generated_document_may_enter_with_warnings() -> None:
    raw = RawTool(
        source="shelf",
        name="create_loan_loans_post",
        title="Create Loan",
        input_schema={
            "type": "object",
            "properties": {
                "book_id": {"type": "string", "title": "Book Id"},
                "days": {"type": "integer", "title": "Days", "exclusiveMinimum": True},
                "fee": {"type": "number", "title": "Fee"},
                "kind": {"type": "integer", "enum": [1, 2, 3]},
            },
            "required": ["book_id"],
        },
        method="POST",
        path="/loans/",
        environments=("daily", "pre"),
    )
    found = _lint(raw, "imported")
    assert not blocks(found)
    assert {"unit_unstated", "enum_unexplained"} <= {finding.rule for finding in found}


def test_project_tools_are_judged_leniently() -> None:
    raw = RawTool(source="mine", name="queryBookmark", description="查书签")
    assert profile_of(raw, Scope.PROJECT) == profile_of(raw, Scope.PERSONAL) == "private"
    assert blocks(_lint(raw, "public"))
    assert not blocks(_lint(raw, "private"))
    assert all(finding.severity is Severity.WARNING for finding in _lint(raw, "private"))


def test_the_sandbox_fails_only_where_an_author_left_something_out() -> None:
    failed = {
        finding.rule
        for raw in sandbox_tools()
        if raw.source == "commerce"
        for finding in lint(raw, commerce(), "public")
        if finding.severity is Severity.ERROR
    }
    assert failed == {"section_author"}
    assert not blocks(_lint(named("createTestUser")))


DONE = "Does the thing."


@pytest.mark.parametrize(
    ("name", "call", "told", "unsaid"),
    [
        ("do_thing", ("DELETE", "/bookmarks/{id}"), DONE, True),
        ("do_thing", ("POST", "/bookmarks/{id}/void"), DONE, True),
        ("purge_shelf", ("POST", "/shelves/{id}/tidy"), DONE, True),
        ("do_thing", ("DELETE", "/bookmarks/{id}"), "Removes the bookmark.", False),
        ("do_thing", ("POST", "/bookmarks/{id}/void"), "作废书签", False),
        ("do_thing", ("POST", "/bookmarks/{id}/move"), DONE, False),
        ("list_things", ("GET", "/bookmarks/void"), DONE, False),
    ],
)
def test_a_description_that_hides_what_destroys_is_named(
    name: str, call: tuple[str, str], told: str, unsaid: bool
) -> None:
    method, path = call
    raw = _with(name=name, title=DONE, description=told, method=method, path=path, read_only=None)
    rules = [found.rule for found in _lint(raw, "imported")]
    assert ("destruction_unsaid" in rules) is unsaid
