"""What an approval covers, and names that cannot be told apart."""

from typing import Any

import pytest

from pipelines.messages import LANGUAGES, Language
from pipelines.onboarding.changed import change_text, place_told
from pipelines.onboarding.texts import changes_told, same_name_text
from tests.governance.catalogues import ORDINARY, sandbox_tools
from tool_registry.governance.approval import approval_hash, breaks_calls, changes
from tool_registry.governance.naming import same_names
from tool_registry.model import RawTool

ADDRESS = "https://tools.example/mcp"


@pytest.mark.parametrize(
    "update",
    [
        {"name": "list_bills"},
        {"title": "List bills"},
        {"description": "Lists them."},
        {"input_schema": {"type": "object"}},
        {"output_schema": None},
        {"read_only": True},
        {"destructive": False},
        {"idempotent": True},
        {"method": "GET"},
        {"path": "/invoices"},
        {"environments": ("pre",)},
        {"call": {"url": "https://elsewhere.example"}},
    ],
)
def test_an_approval_ends_with_any_change_of_what_is_called(update: dict[str, Any]) -> None:
    changed = ORDINARY.model_copy(update=update)
    assert approval_hash(changed, ADDRESS) != approval_hash(ORDINARY, ADDRESS)
    assert changes(ORDINARY, changed)


def test_an_approval_ends_when_the_source_moves() -> None:
    moved = approval_hash(ORDINARY, "https://elsewhere.example/mcp")
    assert moved != approval_hash(ORDINARY, ADDRESS)


def test_an_approval_outlives_another_order_of_keys_and_other_tags() -> None:
    schema = dict(reversed(ORDINARY.input_schema.items()))
    same = ORDINARY.model_copy(update={"input_schema": schema, "tags": ("bills",)})
    assert approval_hash(same, ADDRESS) == approval_hash(ORDINARY, ADDRESS)
    assert changes(ORDINARY, same) == ()


@pytest.mark.parametrize(
    ("language", "mark", "line", "grave"),
    [
        ("zh", "不兼容：", "新的必填入参 zone", ("有破坏性", "入参 gone", "入参 zone")),
        (
            "en",
            "Breaking: ",
            "new required input zone",
            ("Destructive", "Argument gone", "Argument zone"),
        ),
    ],
)
def test_what_breaks_calls_is_read_first_marked_so_and_never_left_out(
    language: Language, mark: str, line: str, grave: tuple[str, ...]
) -> None:
    names = [f"a{number}" for number in range(9)]
    before = {name: {"type": "string", "description": "A text"} for name in [*names, "gone"]}
    after = {name: {"type": "string", "description": "A text of it"} for name in [*names, "zone"]}
    old = ORDINARY.model_copy(update={"input_schema": {"properties": before}})
    schema = {"properties": after, "required": ["zone"]}
    new = ORDINARY.model_copy(update={"input_schema": schema, "destructive": True})
    lines = changes_told(changes(old, new), 6, language)
    assert lines[0].startswith(mark + line)
    assert all(any(one.startswith(mark + name) for one in lines[1:4]) for name in grave)
    assert len(lines) == 7
    assert "7" in lines[-1]


def _field(**schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"state": {"type": "string", **schema}}}


def _breaks(before: dict[str, Any], after: dict[str, Any]) -> bool:
    found = changes(ORDINARY.model_copy(update=before), ORDINARY.model_copy(update=after))
    assert found
    return any(breaks_calls(one, found) for one in found)


_TEXT, _OR_NULL = _field(), _field(type=["string", "null"])
_NEEDED = {**_TEXT, "required": ["state"]}
_FEW, _MORE = _field(enum=["open"]), _field(enum=["open", "paid"])
_NONE: dict[str, Any] = {}
_BARE = {"type": "object", "properties": _NONE}
_TYPED = {"type": "object", "properties": {"type": {"type": "string"}}}


@pytest.mark.parametrize(
    ("part", "before", "after"),
    [
        ("input_schema", _NEEDED, _TEXT),
        ("input_schema", _TEXT, _OR_NULL),
        ("input_schema", _FEW, _MORE),
        ("input_schema", _FEW, _TEXT),
        ("input_schema", _field(type="integer"), _field(type="number")),
        ("input_schema", _BARE, _TYPED),
        ("output_schema", _OR_NULL, _TEXT),
        ("output_schema", _TEXT, _NEEDED),
        ("output_schema", _MORE, _FEW),
        ("output_schema", _field(description="Whether it is paid"), _TEXT),
        ("environments", ("daily",), ("daily", "pre")),
        ("call", {"body": {"fields": _NONE}}, {"body": {"fields": {"state": "state"}}}),
    ],
)
def test_what_takes_more_or_promises_more_breaks_no_calls(
    part: str, before: Any, after: Any
) -> None:
    assert not _breaks({part: before}, {part: after})


@pytest.mark.parametrize(
    ("part", "before", "after"),
    [
        ("input_schema", _TEXT, _NEEDED),
        ("input_schema", _OR_NULL, _TEXT),
        ("input_schema", _MORE, _FEW),
        ("input_schema", _TEXT, _FEW),
        ("input_schema", _TYPED, _BARE),
        ("output_schema", _TEXT, _OR_NULL),
        ("output_schema", _NEEDED, _TEXT),
        ("output_schema", _TEXT, _BARE),
        ("environments", ("daily", "pre"), ("pre",)),
        ("call", {"body": {"fields": {"state": "state"}}}, {"body": {"fields": _NONE}}),
    ],
)
def test_what_takes_less_or_promises_less_breaks_calls(part: str, before: Any, after: Any) -> None:
    assert _breaks({part: before}, {part: after})


def test_the_approver_reads_field_before_and_after() -> None:
    schema = {
        "type": "object",
        "properties": {
            "account": {"type": "string", "description": "Number of the account"},
            "limit": {"type": "integer"},
        },
    }
    after = ORDINARY.model_copy(update={"input_schema": schema})
    found = {change.field: change for change in changes(ORDINARY, after)}
    assert {field: change.kind for field, change in found.items()} == {
        "input_schema.properties.account.description": "changed",
        "input_schema.properties.limit": "added",
        "input_schema.properties.state": "removed",
    }
    one = found["input_schema.properties.account.description"]
    assert (one.before, one.after) == ("Id of the account", "Number of the account")
    told = {field.rpartition(".")[2]: change_text(one, "en") for field, one in found.items()}
    assert told == {
        "description": "Argument account, description: Id of the account → Number of the account",
        "limit": "Argument limit: added whole number",
        "state": told["state"],
    }
    assert told["state"].startswith("Argument state: removed ")
    assert change_text(one, "zh").startswith("入参 account 的说明：")


@pytest.mark.parametrize(
    ("path", "en", "zh"),
    [
        ("input_schema.required", "Arguments, required", "入参的必填"),
        (
            "input_schema.properties.sizes.items.enum",
            "Argument sizes[], choices",
            "入参 sizes[] 的可选值",
        ),
        ("output_schema.properties.dog.properties.name", "Output dog.name", "出参 dog.name"),
        ("needs.coat.unit", "Argument coat, unit", "入参 coat 的单位"),
        (
            "input_schema.properties.a.x-vendor",
            "Argument a, what else is declared",
            "入参 a 的其他声明",
        ),
        ("read_only", "Only reads", "只读"),
    ],
)
def test_a_place_is_called_as_the_form_calls_it(path: str, en: str, zh: str) -> None:
    assert (place_told(path, "en"), place_told(path, "zh")) == (en, zh)


def test_true_and_one_are_different_values() -> None:
    one = ORDINARY.model_copy(update={"call": {"flag": True}})
    other = ORDINARY.model_copy(update={"call": {"flag": 1}})
    assert [change.field for change in changes(one, other)] == ["call.flag"]


def _tool(name: str, source: str = "s") -> RawTool:
    return RawTool(source=source, name=name)


@pytest.mark.parametrize(
    ("name", "likeness"),
    [
        ("list_invoices", "same"),
        ("ListInvoices", "case"),
        ("list-invoices", "case"),
        ("l\u0456st_invoices", "lookalike"),
        ("billing__list_invoices", "prefix"),
        ("billing.list_invoices", "prefix"),
    ],
)
def test_a_name_that_is_taken_is_found_however_it_is_written(name: str, likeness: str) -> None:
    others = [_tool("list_invoices", "ledger"), _tool("get_invoice", "ledger")]
    (found,) = same_names(_tool(name, "new"), others)
    assert (found.other, found.likeness) == ("ledger/list_invoices", likeness)
    for language in LANGUAGES:
        assert "ledger/list_invoices" in same_name_text(found, language)


def test_the_name_of_the_source_before_a_name_does_not_hide_it() -> None:
    found = same_names(_tool("billing_list_invoices", "billing"), [_tool("listInvoices", "a")])
    assert [one.likeness for one in found] == ["prefix"]


def test_names_of_the_sandbox_are_all_different() -> None:
    tools = sandbox_tools()
    assert [found for tool in tools for found in same_names(tool, tools)] == []
