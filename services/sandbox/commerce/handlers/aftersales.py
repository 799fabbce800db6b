"""Refunds, reviews, settlements and invoices."""

from services.sandbox.commerce.handlers.common import (
    check_status,
    read,
    require,
    rows,
    view,
)
from services.sandbox.commerce.handlers.coupons import rules_result
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

REFUNDABLE = {
    "WAIMAI": ("PAID", "ACCEPTED", "DELIVERING", "COMPLETED"),
    "DAODIAN": ("PAID", "ISSUED"),
}
FINISHED = ("COMPLETED", "VERIFIED")


def _apply_refund(channel: str) -> Handler:
    def handler(call: Call) -> Row:
        world = call.world
        order = require(world, "order", call.args["orderId"])
        if order["channel"] != channel:
            raise BusinessError("ORDER_CHANNEL_ERROR", f"交易单{order['id']}渠道不匹配")
        check_status("order", order, REFUNDABLE[channel])
        if world.find("refund", orderId=order["id"], status="APPLIED"):
            raise BusinessError("REFUND_EXIST", f"交易单{order['id']}已有处理中的退款单")
        amount = call.arg("refundAmount", order["payableAmount"])
        if amount > order["payableAmount"]:
            raise BusinessError("REFUND_AMOUNT_ILLEGAL", "退款金额不能大于实付金额")
        row = {
            "orderId": order["id"],
            "havanaId": order["havanaId"],
            "channel": channel,
            "refundAmount": amount,
            "reason": call.arg("reason", "测试退款"),
            "status": "APPLIED",
            "createdAt": world.time(),
        }
        return view("refund", world.create("refund", row))

    return handler


def _approve_refund(call: Call) -> Row:
    world = call.world
    refund = require(world, "refund", call.args["refundNo"])
    check_status("refund", refund, ("APPLIED",))
    for voucher in world.find("voucher", orderId=refund["orderId"], status="UNUSED"):
        world.update("voucher", voucher["id"], status="REFUNDED", side=True)
    world.update("order", refund["orderId"], status="REFUNDED", side=True)
    return view("refund", world.update("refund", refund["id"], status="SUCCESS"))


def _create_review(call: Call) -> Row:
    world = call.world
    order = require(world, "order", call.args["orderId"])
    check_status("order", order, FINISHED)
    if world.find("review", orderId=order["id"]):
        raise BusinessError("REVIEW_EXIST", f"交易单{order['id']}已评价")
    row = {
        "orderId": order["id"],
        "havanaId": order["havanaId"],
        "storeId": order["storeId"],
        "score": call.args["score"],
        "content": call.arg("content", ""),
        "reply": None,
        "createdAt": world.time(),
    }
    return view("review", world.create("review", row))


def _order_incomes(world: World, store_id: str) -> list[int]:
    orders = world.find("order", storeId=store_id)
    return [order["payableAmount"] for order in orders if order["status"] in FINISHED]


def _generate_settlement(call: Call) -> Row:
    world = call.world
    store = require(world, "store", call.args["storeId"])
    row = {
        "storeId": store["id"],
        "period": call.arg("period", world.time()[:7]),
        "status": "PROCESSING",
        "orderCount": None,
        "amount": None,
        "createdAt": world.time(),
    }
    made = world.create("settlement", row)
    world.later(0.4, "settle", {"id": made["id"]})
    return {"settlementNo": made["id"], "status": "PROCESSING"}


def finish_settlement(world: World, payload: Row) -> None:
    """The job of a settlement: sums up the store's finished orders, in fen."""
    row = require(world, "settlement", payload["id"])
    incomes = _order_incomes(world, row["storeId"])
    values: Row = {"status": "DONE", "orderCount": len(incomes), "amount": sum(incomes)}
    world.update("settlement", row["id"], **values)


def _reconcile(call: Call) -> Row:
    row = require(call.world, "settlement", call.args["settlementNo"])
    check_status("settlement", row, ("DONE",))
    incomes = _order_incomes(call.world, row["storeId"])
    count, amount = len(incomes), sum(incomes)
    rules = [
        (
            "ORDER_COUNT",
            "结算笔数与完结交易笔数一致",
            count,
            row["orderCount"],
            count == row["orderCount"],
        ),
        (
            "AMOUNT",
            "结算金额与交易实付合计一致(分)",
            amount,
            row["amount"],
            amount == row["amount"],
        ),
    ]
    return rules_result({"settlementNo": row["id"]}, rules)


def _apply_invoice(call: Call) -> Row:
    world = call.world
    order = require(world, "order", call.args["orderId"])
    check_status("order", order, FINISHED)
    if world.find("invoice", orderId=order["id"]):
        raise BusinessError("INVOICE_EXIST", f"交易单{order['id']}已开票")
    row = {
        "orderId": order["id"],
        "havanaId": order["havanaId"],
        "title": call.args["title"],
        "amount": order["payableAmount"],
        "status": "ISSUING",
        "createdAt": world.time(),
    }
    made = world.create("invoice", row)
    world.later(0.4, "invoice", {"id": made["id"]})
    return {"invoiceNo": made["id"], "status": "ISSUING"}


def finish_invoice(world: World, payload: Row) -> None:
    """The job of an invoice application."""
    world.update("invoice", payload["id"], status="ISSUED", issuedAt=world.time())


HANDLERS: dict[str, Handler] = {
    "applyWaimaiRefund": _apply_refund("WAIMAI"),
    "applyDaodianRefund": _apply_refund("DAODIAN"),
    "getRefund": read("refund", "refundNo"),
    "listOrderRefunds": rows("refund", orderId="orderId"),
    "approveRefund": _approve_refund,
    "createReview": _create_review,
    "getReview": read("review", "reviewId"),
    "generateSettlement": _generate_settlement,
    "getSettlement": read("settlement", "settlementNo"),
    "reconcileSettlement": _reconcile,
    "applyInvoice": _apply_invoice,
    "getInvoice": read("invoice", "invoiceNo"),
    "listUserInvoices": rows("invoice", havanaId="havanaId"),
}
