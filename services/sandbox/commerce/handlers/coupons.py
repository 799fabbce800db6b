"""Coupon templates and coupons."""

from typing import Any

from services.sandbox.commerce.handlers.common import (
    CHANNEL_CODES,
    CHANNELS,
    active_user,
    check_status,
    move,
    page,
    read,
    require,
    rows,
    view,
)
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World


def new_coupon(world: World, owner: Row | None, **given: Any) -> Row:
    """A coupon: unused with an owner, unclaimed without one; valid for 7 days unless given."""
    days = given.pop("validDays", None) or 7
    row: Row = {
        "templateId": None,
        "havanaId": owner["id"] if owner else None,
        "couponType": "FULL_REDUCTION",
        "channel": "ALL",
        "thresholdAmount": 0,
        "discountAmount": 0,
        "status": "UNUSED" if owner else "UNCLAIMED",
        "validFrom": world.time(),
        "validTo": world.time(days=days),
        "createdAt": world.time(),
        **given,
    }
    if row["discountAmount"] > row["thresholdAmount"] > 0:
        raise BusinessError("COUPON_AMOUNT_ILLEGAL", "优惠金额不能大于门槛金额")
    return world.create("coupon", row)


def _issue_full_reduction(call: Call) -> Row:
    channel = CHANNEL_CODES[call.arg("channel", 1)]
    given = {
        "channel": channel,
        "thresholdAmount": call.args["threshold"],
        "discountAmount": call.args["reduce"],
        "validDays": call.arg("validDays"),
    }
    owner = active_user(call.world, call.args["havanaId"])
    return view("coupon", new_coupon(call.world, owner, **given))


def _single_item(channel: str) -> Handler:
    """An unclaimed single-item coupon; without an item it fits any item of the channel."""

    def handler(call: Call) -> Row:
        world, item = call.world, call.arg("itemId")
        if item is not None and require(world, "item", item)["channel"] != channel:
            raise BusinessError("ITEM_CHANNEL_ERROR", f"商品{item}不是{CHANNELS[channel]}商品")
        given = {
            "couponType": "SINGLE_ITEM",
            "channel": channel,
            "itemId": item,
            "thresholdAmount": call.arg("thresholdAmount", 2000),
            "discountAmount": call.arg("discountAmount", 500),
            "validDays": call.arg("validDays"),
        }
        return view("coupon", new_coupon(world, None, **given))

    return handler


def _discount(channel: str) -> Handler:
    def handler(call: Call) -> Row:
        owner = active_user(call.world, call.args["havanaId"])
        given = {
            "couponType": "DISCOUNT",
            "channel": channel,
            "discountRate": call.args["discountRate"],
            "thresholdAmount": call.arg("thresholdAmount", 0),
        }
        return view("coupon", new_coupon(call.world, owner, **given))

    return handler


def _create_template(kind: str) -> Handler:
    def handler(call: Call) -> Row:
        world = call.world
        amount = call.arg("discountAmount", call.arg("faceValue", 1000))
        row = {
            "templateName": call.arg("templateName", "测试券模板"),
            "couponType": kind,
            "channel": call.arg("channel", "ALL"),
            "thresholdAmount": call.arg("thresholdAmount", 0),
            "discountAmount": amount,
            "totalCount": call.arg("totalCount", 1000),
            "validDays": call.arg("validDays", 30),
            "status": "ONLINE",
            "createdAt": world.time(),
        }
        if kind == "FULL_REDUCTION" and row["discountAmount"] >= row["thresholdAmount"]:
            raise BusinessError("COUPON_AMOUNT_ILLEGAL", "优惠金额必须小于门槛金额")
        return view("coupon_template", world.create("coupon_template", row))

    return handler


def _from_template(world: World, template: Row, owner: Row) -> Row:
    check_status("coupon_template", template, ("ONLINE",))
    if len(world.find("coupon", templateId=template["id"])) >= template["totalCount"]:
        raise BusinessError("TEMPLATE_EXHAUSTED", f"券模板{template['id']}库存已发完")
    kept = ("couponType", "channel", "thresholdAmount", "discountAmount", "validDays")
    values = {name: template[name] for name in kept}
    return new_coupon(world, owner, templateId=template["id"], **values)


def _issue_by_template(kind: str | None) -> Handler:
    def handler(call: Call) -> Row:
        template = require(call.world, "coupon_template", call.args["templateId"])
        if kind and template["couponType"] != kind:
            raise BusinessError("TEMPLATE_TYPE_ILLEGAL", f"券模板{template['id']}不是代金券模板")
        owner = active_user(call.world, call.args["havanaId"])
        return view("coupon", _from_template(call.world, template, owner))

    return handler


def _submit_batch(call: Call) -> Row:
    """Accepts the work; the coupons appear when the task has run."""
    world = call.world
    template = require(world, "coupon_template", call.args["templateId"])
    check_status("coupon_template", template, ("ONLINE",))
    owners = [active_user(world, id)["id"] for id in call.args["havanaIds"]]
    row = {
        "templateId": template["id"],
        "havanaIds": owners,
        "status": "RUNNING",
        "couponIds": [],
        "createdAt": world.time(),
    }
    task = world.create("issue_task", row)
    world.later(0.4, "batch_issue", {"taskId": task["id"]})
    return {"taskId": task["id"], "status": "RUNNING"}


def finish_batch(world: World, payload: Row) -> None:
    """The job of a batch: a coupon for each owner, then the task is done."""
    task = require(world, "issue_task", payload["taskId"])
    template = require(world, "coupon_template", task["templateId"])
    owners = [require(world, "user", id) for id in task["havanaIds"]]
    coupons = [_from_template(world, template, owner)["id"] for owner in owners]
    world.update("issue_task", task["id"], status="SUCCESS", couponIds=coupons)


def _check_usable(call: Call) -> Row:
    """Whether the coupon fits an order of that amount (fen) and channel, rule by rule."""
    coupon = require(call.world, "coupon", call.args["couponId"])
    now, amount, channel = call.world.time(), call.args["orderAmount"], call.args["channel"]
    rules = [
        ("STATUS", "券状态未使用", "UNUSED", coupon["status"], coupon["status"] == "UNUSED"),
        (
            "THRESHOLD",
            "满足门槛金额(分)",
            coupon["thresholdAmount"],
            amount,
            amount >= coupon["thresholdAmount"],
        ),
        (
            "CHANNEL",
            "渠道一致",
            coupon["channel"],
            channel,
            coupon["channel"] in ("ALL", channel),
        ),
        ("VALIDITY", "在有效期内", coupon["validTo"], now, now <= coupon["validTo"]),
    ]
    return rules_result({"couponId": coupon["id"]}, rules)


def rules_result(subject: Row, rules: list[tuple[str, str, Any, Any, bool]]) -> Row:
    """A verification's answer: each rule with expected, actual and passed, values as text."""
    listed = [
        {
            "ruleCode": code,
            "ruleName": name,
            "expected": str(expected),
            "actual": str(actual),
            "passed": passed,
        }
        for code, name, expected, actual, passed in rules
    ]
    return {**subject, "passed": all(rule["passed"] for rule in listed), "rules": listed}


HANDLERS: dict[str, Handler] = {
    "issueFullReductionCoupon": _issue_full_reduction,
    "createDaodianSingleItemCoupon": _single_item("DAODIAN"),
    "createWaimaiSingleItemCoupon": _single_item("WAIMAI"),
    "issueDaodianDiscountCoupon": _discount("DAODIAN"),
    "issueWaimaiDiscountCoupon": _discount("WAIMAI"),
    "createFullReductionTemplate": _create_template("FULL_REDUCTION"),
    "createVoucherCouponTemplate": _create_template("VOUCHER"),
    "getCouponTemplate": read("coupon_template", "templateId"),
    "listCouponTemplates": page("coupon_template", couponType="couponType", status="status"),
    "issueVoucherCoupon": _issue_by_template("VOUCHER"),
    "batchIssueCoupons": _submit_batch,
    "queryIssueTask": read("issue_task", "taskId"),
    "getCouponDetail": read("coupon", "couponId"),
    "listUserCoupons": rows("coupon", havanaId="havanaId", status="status"),
    "invalidateCoupon": move("coupon", "couponId", ("UNUSED", "UNCLAIMED"), "INVALID"),
    "checkCouponUsable": _check_usable,
}
