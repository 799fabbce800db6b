"""A marina behind an HTTP API: deeds in paths and titles, values told in two languages at once."""

from functools import cache

from tests.parsing.catalogues import ENVIRONMENTS
from tests.parsing.operations import STRING, operation
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.packs import load_packs


def _text(description: str, *values: str) -> dict[str, JsonValue]:
    told: dict[str, JsonValue] = {"type": "string", "description": description}
    return {**told, "enum": list(values)} if values else told


MOORING: dict[str, JsonValue] = {
    "mooring_no": _text("泊位单号 MR…"),
    "skipper_id": _text("Skipper of the boat"),
    "status": _text("draft 草稿, held 已保留, on_water 在泊 (moored)", "draft", "held", "on_water"),
}
ITEM: dict[str, JsonValue] = {
    "item_no": _text("Number of the item IT…"),
    "mooring_no": STRING,
    "state": _text("posted 已入账 / voided 已冲账", "posted", "voided"),
}
GRADE = _text(
    "Grade code: G0 = plain 普通, G1 = silver 银卡, G2 = blue ribbon 蓝绶带", "G0", "G1", "G2"
)
PASS: dict[str, JsonValue] = {
    "type": "boolean",
    "description": "true = 有效 in force, false = 失效",
}


@cache
def marina() -> Catalogue:
    """Skippers, moorings, and what is charged on them."""
    tools = [
        operation(
            "addSkipper",
            "POST /skippers",
            {"name": STRING, "grade": GRADE},
            {"skipper_id": _text("SK…"), "name": STRING},
            ("name",),
            title="新建船长",
        ),
        operation("banSkipper", "POST /skippers/{skipper_id}/ban", title="拉黑船长"),
        operation(
            "makeMooring",
            "POST /moorings",
            {"skipper_id": STRING},
            MOORING,
            ("skipper_id",),
            title="新建泊位单",
        ),
        operation("getMooring", "GET /moorings/{mooring_no}", results=MOORING, title="泊位单详情"),
        operation(
            "confirmMooring",
            "POST /moorings/{mooring_no}/confirm",
            results=MOORING,
            title="确认泊位单",
            description="draft → held",
        ),
        operation(
            "castOff", "POST /moorings/{mooring_no}/cast-off", results=MOORING, title="办理离泊"
        ),
        operation(
            "voidItem",
            "DELETE /items/{item_no}",
            results=ITEM,
            title="Void an item",
            description="Voids one item. state 变为 voided。",
        ),
        operation("getItem", "GET /items/{item_no}", results=ITEM, title="Item"),
        operation("listPasses", "GET /passes", {"valid": {"type": "boolean"}}),
        operation(
            "setPass", "PUT /skippers/{skipper_id}/pass", {"valid": PASS}, required=("valid",)
        ),
    ]
    return build_catalogue(tools, (), ENVIRONMENTS, load_packs(("general",)))
