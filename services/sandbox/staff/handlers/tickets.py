"""IT tickets."""

from services.sandbox.staff.handlers.common import active_employee, one_or_owned, require, view
from services.sandbox.trade import Call, Handler, Row


def _open(call: Call) -> Row:
    world = call.world
    reporter = active_employee(world, call.args["who"])
    asset = call.arg("asset_tag")
    if asset is not None:
        require(world, "asset", asset)
    row = {
        "opened_by": reporter["id"],
        "subject": call.args["what"],
        "priority": call.arg("prio", 3),
        "asset_tag": asset,
        "state": "new",
    }
    return view("ticket", world.create("ticket", row))


HANDLERS: dict[str, Handler] = {
    "open_it_ticket": _open,
    "get_it_tickets": one_or_owned("ticket", "tickets", opened_by="opened_by", state="state"),
}
