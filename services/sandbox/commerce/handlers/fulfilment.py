"""What happens after payment: vouchers of 到店 orders, deliveries and riders of 外卖 orders."""

from services.sandbox.commerce.handlers.common import (
    check_status,
    page,
    read,
    require,
    rows,
    view,
)
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World


def _order(world: World, id: object, channel: str, allowed: tuple[str, ...]) -> Row:
    order = require(world, "order", id)
    if order["channel"] != channel:
        raise BusinessError("ORDER_CHANNEL_ERROR", f"交易单{id}渠道为{order['channel']},不支持")
    check_status("order", order, allowed)
    return order


def _issue_vouchers(call: Call) -> list[Row]:
    """One voucher for each piece of the order."""
    world = call.world
    order = _order(world, call.args["orderId"], "DAODIAN", ("PAID",))
    world.update("order", order["id"], status="ISSUED")
    made: list[Row] = []
    for line in order["items"]:
        for _ in range(line["quantity"]):
            row = {
                "orderId": order["id"],
                "havanaId": order["havanaId"],
                "voucherType": "CONSUME",
                "itemId": line["itemId"],
                "status": "UNUSED",
                "issuedAt": world.time(),
            }
            made.append(view("voucher", world.create("voucher", row, side=True)))
    return made


def _verify_voucher(call: Call) -> Row:
    """Uses a voucher; with the last one the order is verified."""
    world = call.world
    voucher = require(world, "voucher", call.args["voucherCode"])
    check_status("voucher", voucher, ("UNUSED",))
    after = world.update("voucher", voucher["id"], status="USED", usedAt=world.time())
    left = world.find("voucher", orderId=voucher["orderId"], status="UNUSED")
    order = require(world, "order", voucher["orderId"])
    if not left and order["status"] == "ISSUED":
        world.update("order", order["id"], status="VERIFIED", side=True)
    return view("voucher", after)


def _accept(call: Call) -> Row:
    order = _order(call.world, call.args["orderId"], "WAIMAI", ("PAID",))
    return view("order", call.world.update("order", order["id"], status="ACCEPTED"))


def _start_delivery(call: Call) -> Row:
    """Hands the order to a rider: the given one, else any idle one."""
    world = call.world
    order = _order(world, call.args["orderId"], "WAIMAI", ("ACCEPTED",))
    rider = _idle_rider(world, call.arg("riderId"))
    row = {
        "orderId": order["id"],
        "riderId": rider["id"],
        "status": "DELIVERING",
        "startedAt": world.time(),
    }
    delivery = world.create("delivery", row, side=True)
    world.update("rider", rider["id"], status="BUSY", side=True)
    changed = world.update("order", order["id"], status="DELIVERING", deliveryNo=delivery["id"])
    return view("order", changed)


def _idle_rider(world: World, id: object) -> Row:
    if id is None:
        idle = world.find("rider", status="IDLE")
        if not idle:
            raise BusinessError("RIDER_NOT_ENOUGH", "当前没有空闲骑手")
        return idle[0]
    rider = require(world, "rider", id)
    check_status("rider", rider, ("IDLE",))
    return rider


def _complete(call: Call) -> Row:
    world = call.world
    order = _order(world, call.args["orderId"], "WAIMAI", ("DELIVERING",))
    for delivery in world.find("delivery", orderId=order["id"], status="DELIVERING"):
        world.update("delivery", delivery["id"], status="DELIVERED", side=True)
        world.update("rider", delivery["riderId"], status="IDLE", side=True)
    return view("order", world.update("order", order["id"], status="COMPLETED"))


def _order_delivery(call: Call) -> Row:
    order = require(call.world, "order", call.args["orderId"])
    found = call.world.list_seen("delivery", orderId=order["id"])
    if not found:
        raise BusinessError("DELIVERY_NOT_EXIST", f"交易单{order['id']}暂无配送单")
    return view("delivery", found[-1])


HANDLERS: dict[str, Handler] = {
    "issueOrderVouchers": _issue_vouchers,
    "listOrderVouchers": rows("voucher", orderId="orderId"),
    "getVoucher": read("voucher", "voucherCode"),
    "verifyVoucher": _verify_voucher,
    "merchantAcceptOrder": _accept,
    "startDelivery": _start_delivery,
    "confirmDelivered": _complete,
    "queryDeliveryByOrder": _order_delivery,
    "listRiders": page("rider", city="city", status="status"),
}
