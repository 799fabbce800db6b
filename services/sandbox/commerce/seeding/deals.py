"""Coupons, red packets, activities; orders with their vouchers and payments."""

from typing import Any

from services.sandbox.commerce.seeding.draw import CREATED, SINCE, UNTIL, Draw
from services.sandbox.trade import Row


def marketing(draw: Draw, env: str) -> Row:
    owner = draw.ids["user"]

    def template(
        id: str, kind: str, channel: str, threshold: int, amount: int, status: str = "ONLINE"
    ) -> Row:
        row = {
            "id": draw.id(id),
            "templateName": "满减券" if threshold else "代金券",
            "couponType": kind,
            "channel": channel,
            "thresholdAmount": threshold,
            "discountAmount": amount,
            "totalCount": 10000,
            "validDays": 30,
            "status": status,
            "createdAt": CREATED,
        }
        return draw.put(env, "coupon_template", row)

    full = template("TPL000101", "FULL_REDUCTION", "ALL", draw.fen(4000), 600)
    in_use = "ONLINE" if env == "daily" else "OFFLINE"
    cash = template("TPL000202", "VOUCHER", "ALL", 0, draw.fen(1000), in_use)

    def coupon(id: str, **given: Any) -> Row:
        row = {
            "id": draw.id(id),
            "templateId": full["id"],
            "havanaId": owner,
            "couponType": "FULL_REDUCTION",
            "channel": "ALL",
            "thresholdAmount": full["thresholdAmount"],
            "discountAmount": full["discountAmount"],
            "status": "UNUSED",
            "validFrom": SINCE,
            "validTo": UNTIL,
            "createdAt": CREATED,
            **given,
        }
        return draw.put(env, "coupon", row)

    return {
        "coupon_template": full,
        "voucher_template": cash,
        "coupon": coupon("8000000000100101"),
        "unclaimed_coupon": coupon("8000000000200202", havanaId=None, status="UNCLAIMED"),
        "used_coupon": coupon("8000000000300303", status="USED", channel="WAIMAI"),
        **_promotions(draw, env, owner),
    }


def _promotions(draw: Draw, env: str, owner: str) -> Row:
    packet = {
        "id": draw.id("RP-0000-000101"),
        "havanaId": owner,
        "channel": "WAIMAI",
        "amount": draw.fen(300),
        "status": "ACTIVE",
        "validTo": UNTIL,
        "createdAt": CREATED,
    }
    activity = {
        "id": draw.id("ACT2026000101"),
        "activityName": "周末满减",
        "channel": "WAIMAI",
        "storeId": draw.ids["store"],
        "thresholdAmount": 4000,
        "discountAmount": 500,
        "status": "RUNNING",
        "createdAt": CREATED,
    }
    return {
        "red_packet": draw.put(env, "red_packet", packet),
        "activity": draw.put(env, "activity", activity),
    }


def orders(draw: Draw, env: str, shops: Row, deals: Row) -> Row:
    used = deals["used_coupon"]
    line = {
        "couponId": used["id"],
        "couponType": used["couponType"],
        "channel": used["channel"],
        "thresholdAmount": used["thresholdAmount"],
        "amount": used["discountAmount"],
    }

    def order(id: str, item: Row, status: str, discounts: list[Row], count: int = 1) -> Row:
        total, off = item["price"] * count, sum(one["amount"] for one in discounts)
        row = {
            "id": id,
            "channel": item["channel"],
            "status": status,
            "havanaId": draw.ids["user"],
            "storeId": item["storeId"],
            "items": [
                {
                    "itemId": item["id"],
                    "title": item["title"],
                    "price": item["price"],
                    "quantity": count,
                }
            ],
            "totalAmount": total,
            "discountAmount": off,
            "payableAmount": total - off,
            "discounts": discounts,
            "createdAt": CREATED,
        }
        return draw.put(env, "order", row)

    dish, deal = shops["waimai_item"], shops["daodian_item"]
    main = order(draw.ids["order"], dish, "PAID", [line], count=3)
    paid = order(draw.id("1302"), deal, "PAID", [])
    issued = order(draw.id("1303"), deal, "ISSUED", [])
    done = order(draw.id("1305"), dish, "COMPLETED", [])
    return {
        "order": main,
        "created_order": order(draw.id("1301"), dish, "CREATED", []),
        "daodian_order": paid,
        "issued_order": issued,
        "completed_order": done,
        "voucher": _vouchers(draw, env, main, issued),
        "payment": _payment(draw, env, main),
    }


def _vouchers(draw: Draw, env: str, main: Row, issued: Row) -> Row:
    """Two of the 外卖 order (meal pick-up, payment receipt), one of the issued 到店 order."""

    def voucher(id: str, order: Row, kind: str, status: str) -> Row:
        row = {
            "id": draw.id(id),
            "orderId": order["id"],
            "havanaId": order["havanaId"],
            "voucherType": kind,
            "itemId": order["items"][0]["itemId"],
            "status": status,
            "issuedAt": CREATED,
        }
        return draw.put(env, "voucher", row)

    voucher("900000000101", main, "PICKUP", "UNUSED")
    voucher("900000200202", main, "RECEIPT", "USED")
    return voucher("900000300303", issued, "CONSUME", "UNUSED")


def _payment(draw: Draw, env: str, order: Row) -> Row:
    row = {
        "id": draw.id("PAY202600000101"),
        "orderId": order["id"],
        "havanaId": order["havanaId"],
        "amount": order["payableAmount"],
        "payChannel": "ALIPAY",
        "status": "SUCCESS",
        "paidAt": CREATED,
    }
    return draw.put(env, "payment", row)
