"""Carts, orders, payments, and the check of an order's marketing data."""

from typing import Any

from services.sandbox.commerce.handlers.common import (
    CHANNELS,
    active_user,
    check_status,
    page,
    read,
    require,
    rows,
    view,
)
from services.sandbox.commerce.handlers.coupons import rules_result
from services.sandbox.commerce.handlers.goods import require_stock, sellable
from services.sandbox.commerce.handlers.stores import open_store
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World


def new_order(world: World, channel: str, user: Row, item: Row, quantity: int, **given: Any) -> Row:
    """An unpaid order for one item; takes the stock and uses the coupon, if one is given."""
    total = item["price"] * quantity
    discounts = _use_coupon(world, given.pop("couponId", None), channel, user, total)
    discount = sum(one["amount"] for one in discounts)
    row = {
        "channel": channel,
        "status": "CREATED",
        "havanaId": user["id"],
        "storeId": item["storeId"],
        "items": [_line(item, quantity)],
        "totalAmount": total,
        "discountAmount": discount,
        "payableAmount": total - discount,
        "discounts": discounts,
        "createdAt": world.time(),
        **given,
    }
    left = require_stock(world, item["id"])["available"] - quantity
    world.update("stock", item["id"], available=left, side=True)
    return world.create("order", row)


def _line(item: Row, quantity: int) -> Row:
    return {
        "itemId": item["id"],
        "title": item["title"],
        "price": item["price"],
        "quantity": quantity,
    }


def _use_coupon(world: World, id: Any, channel: str, user: Row, total: int) -> list[Row]:
    if id is None:
        return []
    coupon = require(world, "coupon", id)
    check_status("coupon", coupon, ("UNUSED",))
    if coupon["havanaId"] != user["id"]:
        raise BusinessError("COUPON_OWNER_ERROR", f"券{id}不属于用户{user['id']}")
    if coupon["channel"] not in ("ALL", channel):
        raise BusinessError("COUPON_CHANNEL_ERROR", f"券{id}不能用于{CHANNELS[channel]}交易")
    if total < coupon["thresholdAmount"]:
        raise BusinessError("COUPON_THRESHOLD_ERROR", f"未达到券门槛{coupon['thresholdAmount']}分")
    if coupon["validTo"] < world.time():
        raise BusinessError("COUPON_EXPIRED", f"券{id}已过期")
    world.update("coupon", coupon["id"], status="USED", side=True)
    return [discount_of(coupon, total)]


def discount_of(coupon: Row, total: int) -> Row:
    """The line that a coupon leaves in an order; amounts in fen."""
    rate = coupon.get("discountRate")
    amount = coupon["discountAmount"] if rate is None else round(total * (1 - rate))
    return {
        "couponId": coupon["id"],
        "couponType": coupon["couponType"],
        "channel": coupon["channel"],
        "thresholdAmount": coupon["thresholdAmount"],
        "amount": amount,
    }


def _create(channel: str) -> Handler:
    def handler(call: Call) -> Row:
        world, quantity = call.world, call.arg("quantity", 1)
        user = active_user(world, call.args["havanaId"])
        store = open_store(world, call.args["storeId"])
        item = sellable(world, call.args["itemId"], channel, quantity)
        if item["storeId"] != store["id"]:
            text = f"商品{item['id']}不属于门店{store['id']}"
            raise BusinessError("ITEM_STORE_ERROR", text)
        given: Row = {"couponId": call.arg("couponId")}
        if channel == "WAIMAI":
            given["addressId"] = _address_of(world, user, call.arg("addressId"))
        return view("order", new_order(world, channel, user, item, quantity, **given))

    return handler


def _address_of(world: World, user: Row, id: Any) -> str:
    address = require(world, "address", id)
    if address["havanaId"] != user["id"]:
        raise BusinessError("ADDRESS_OWNER_ERROR", f"地址{id}不属于用户{user['id']}")
    return address["id"]


def _cancel(call: Call) -> Row:
    """An unpaid order goes away; its stock and coupons come back."""
    world = call.world
    order = require(world, "order", call.args["orderId"])
    check_status("order", order, ("CREATED",))
    for line in order["items"]:
        left = require_stock(world, line["itemId"])["available"] + line["quantity"]
        world.update("stock", line["itemId"], available=left, side=True)
    for discount in order["discounts"]:
        world.update("coupon", discount["couponId"], status="UNUSED", side=True)
    return view("order", world.update("order", order["id"], status="CANCELLED"))


def _pay(call: Call) -> Row:
    world = call.world
    order = require(world, "order", call.args["orderId"])
    check_status("order", order, ("CREATED",))
    payment = {
        "orderId": order["id"],
        "havanaId": order["havanaId"],
        "amount": order["payableAmount"],
        "payChannel": call.arg("payChannel", "ALIPAY"),
        "status": "SUCCESS",
        "paidAt": world.time(),
    }
    paid = world.create("payment", payment, side=True)
    world.update("order", order["id"], status="PAID", payNo=paid["id"])
    return {
        "orderId": order["id"],
        "orderStatus": "PAID",
        "payNo": paid["id"],
        "amount": paid["amount"],
    }


def _verify_marketing(call: Call) -> Row:
    """Recomputes the order's discounts from the coupons themselves."""
    world = call.world
    order = require(world, "order", call.args["orderId"])
    goods = sum(line["price"] * line["quantity"] for line in order["items"])
    total, paid_off = order["totalAmount"], order["discountAmount"]
    parts = sum(one["amount"] for one in order["discounts"])
    payable = total - paid_off
    rules = [
        ("TOTAL_AMOUNT", "商品总额等于明细合计(分)", goods, total, goods == total),
        ("DISCOUNT_SUM", "优惠总额等于优惠明细合计(分)", parts, paid_off, parts == paid_off),
        (
            "PAYABLE_AMOUNT",
            "应付等于总额减优惠(分)",
            payable,
            order["payableAmount"],
            payable == order["payableAmount"],
        ),
    ]
    for discount in order["discounts"]:
        rules += _coupon_rules(world, order, discount)
    return rules_result({"orderId": order["id"]}, rules)


def _coupon_rules(world: World, order: Row, discount: Row) -> list[tuple[str, str, Any, Any, bool]]:
    id, total = discount["couponId"], order["totalAmount"]
    coupon = world.get("coupon", id)
    if coupon is None:
        return [("COUPON_EXIST", f"券{id}存在", id, "无", False)]
    amount = discount_of(coupon, total)["amount"]
    owner, channel, when = coupon["havanaId"], coupon["channel"], order["createdAt"]
    valid = coupon["validFrom"] <= when <= coupon["validTo"]
    period = f"{coupon['validFrom']}~{coupon['validTo']}"
    threshold = coupon["thresholdAmount"]
    return [
        ("COUPON_THRESHOLD", f"券{id}门槛已满足(分)", f">={threshold}", total, total >= threshold),
        (
            "COUPON_AMOUNT",
            f"券{id}优惠金额一致(分)",
            amount,
            discount["amount"],
            amount == discount["amount"],
        ),
        (
            "COUPON_CHANNEL",
            f"券{id}属于交易渠道",
            order["channel"],
            channel,
            channel in ("ALL", order["channel"]),
        ),
        ("COUPON_VALIDITY", f"下单时券{id}在有效期内", period, when, valid),
        (
            "COUPON_OWNER",
            f"券{id}归属下单用户",
            order["havanaId"],
            owner,
            owner == order["havanaId"],
        ),
        ("COUPON_STATUS", f"券{id}已核减", "USED", coupon["status"], coupon["status"] == "USED"),
    ]


def _add_to_cart(call: Call) -> Row:
    world = call.world
    user = active_user(world, call.args["userId"])
    item = require(world, "item", call.args["itemId"])
    row = {
        "havanaId": user["id"],
        "itemId": item["id"],
        "title": item["title"],
        "quantity": call.arg("quantity", 1),
    }
    return view("cart_item", world.create("cart_item", row))


HANDLERS: dict[str, Handler] = {
    "createDaodianOrder": _create("DAODIAN"),
    "createWaimaiOrder": _create("WAIMAI"),
    "getOrderDetail": read("order", "orderId"),
    "listUserOrders": page("order", havanaId="havanaId", channel="channel", status="status"),
    "cancelOrder": _cancel,
    "payOrder": _pay,
    "getPayment": read("payment", "payNo"),
    "listOrderPayments": rows("payment", orderId="orderId"),
    "verifyOrderMarketing": _verify_marketing,
    "addToCart": _add_to_cart,
    "queryCart": rows("cart_item", havanaId="userId"),
}
