"""Laptops, monitors and phones: stock, assignment, repair, retirement, and the standard."""

from services.sandbox.errors import BusinessError
from services.sandbox.staff.handlers.common import (
    active_employee,
    check_status,
    require,
    view,
)
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

KINDS = ("laptop", "monitor", "phone")
STANDARD: dict[str, dict[str, int]] = {
    "SWE": {"laptop": 1, "monitor": 2, "phone": 0},
    "DES": {"laptop": 1, "monitor": 1, "phone": 0},
    "ACC": {"laptop": 1, "monitor": 1, "phone": 0},
    "SAL": {"laptop": 1, "monitor": 0, "phone": 1},
}
"""Position → how many of each kind its holder should have."""
LIMITS = {"laptop": 1, "monitor": 2, "phone": 1}
MOVES = {
    "in_stock": ("assigned", "in_repair"),
    "in_repair": ("assigned", "in_stock"),
    "retired": ("in_stock", "in_repair"),
}
"""New state → the states it may be reached from; only an assignment makes an asset assigned."""


def hand_over(
    world: World, badge_id: str, kind: str, tag: str | None = None, *, side: bool = False
) -> Row:
    """Gives the employee the tagged asset, else the first of the kind in stock."""
    employee = active_employee(world, badge_id)
    held = world.find("asset", holder_badge_id=employee["id"], kind=kind)
    if len(held) >= LIMITS[kind]:
        text = f"{badge_id} already has {len(held)} {kind}(s), at most {LIMITS[kind]} allowed."
        raise BusinessError("ASSIGNMENT_LIMIT", text)
    asset = require(world, "asset", tag) if tag else _first_in_stock(world, kind)
    if asset["kind"] != kind:
        raise BusinessError("WRONG_KIND", f"{asset['id']} is a {asset['kind']}, not a {kind}.")
    check_status("asset", asset, ("in_stock",), "state")
    change = {"state": "assigned", "holder_badge_id": employee["id"]}
    return world.update("asset", asset["id"], side=side, **change)


def _first_in_stock(world: World, kind: str) -> Row:
    found = world.find("asset", kind=kind, state="in_stock")
    if not found:
        raise BusinessError("OUT_OF_STOCK", f"There is no {kind} in stock.")
    return found[0]


def _assign(kind: str) -> Handler:
    def handler(call: Call) -> Row:
        asset = hand_over(call.world, call.args["badge_id"], kind, call.arg("asset_tag"))
        return view("asset", asset)

    return handler


def _update_state(call: Call) -> Row:
    """Back into stock, to the workshop, or out of use; whoever held it does no more."""
    asset, state = require(call.world, "asset", call.args["asset_tag"]), call.args["new_state"]
    check_status("asset", asset, MOVES[state], "state")
    changed = call.world.update("asset", asset["id"], state=state, holder_badge_id=None)
    return {"asset_tag": asset["id"], "old_state": asset["state"], "new_state": changed["state"]}


def _find_assets(call: Call) -> Row:
    found = call.world.list_seen(
        "asset",
        id=call.arg("asset_tag"),
        holder_badge_id=call.arg("holder_badge_id"),
        kind=call.arg("kind"),
        state=call.arg("state"),
    )
    return {"assets": [view("asset", row) for row in found], "count": len(found)}


def _check(call: Call) -> Row:
    """What the employee holds against the standard of the position, rule by rule."""
    employee = require(call.world, "employee", call.args["badge_id"])
    held = call.world.find("asset", holder_badge_id=employee["id"])
    standard = STANDARD[employee["position"]]
    counts = [(kind, standard[kind], sum(a["kind"] == kind for a in held)) for kind in KINDS]
    lost = sum(asset["state"] != "assigned" for asset in held)
    rules = [*((f"{kind}_count", wanted, count) for kind, wanted, count in counts)]
    rules.append(("held_but_not_assigned_count", 0, lost))
    checks = [
        {"rule": rule, "expected": expected, "actual": actual, "passed": expected == actual}
        for rule, expected, actual in rules
    ]
    return {
        "badge_id": employee["id"],
        "position": employee["position"],
        "all_passed": all(check["passed"] for check in checks),
        "checks": checks,
    }


HANDLERS: dict[str, Handler] = {
    "assign_laptop": _assign("laptop"),
    "assign_monitor": _assign("monitor"),
    "update_asset_state": _update_state,
    "find_assets": _find_assets,
    "check_employee_equipment": _check,
}
