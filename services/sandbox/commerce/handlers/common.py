"""What several domains share: views of rows, lookups, and makers of plain handlers."""

from collections.abc import Callable
from typing import Any

from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

ID_NAMES = {
    "user": "havanaId",
    "taobao_account": "taobaoUserId",
    "taobao_binding": "bindingId",
    "address": "addressId",
    "user_tag": "tagRecordId",
    "store": "storeId",
    "category": "categoryId",
    "item": "itemId",
    "stock": "stockId",
    "coupon_template": "templateId",
    "coupon": "couponId",
    "red_packet": "redPacketId",
    "activity": "activityId",
    "cart_item": "cartItemId",
    "order": "orderId",
    "payment": "payNo",
    "voucher": "voucherCode",
    "delivery": "deliveryNo",
    "rider": "riderId",
    "refund": "refundNo",
    "review": "reviewId",
    "settlement": "settlementNo",
    "invoice": "invoiceNo",
    "member": "memberId",
    "points_record": "recordId",
    "stress_item": "itemId",
    "issue_task": "taskId",
    "project": "projectCode",
    "bug": "bugId",
}
LABELS = {
    "user": "用户",
    "taobao_account": "淘宝账号",
    "address": "收货地址",
    "user_tag": "用户标签",
    "store": "门店",
    "category": "类目",
    "item": "商品",
    "coupon_template": "券模板",
    "coupon": "券",
    "red_packet": "红包",
    "activity": "营销活动",
    "cart_item": "购物车条目",
    "order": "交易单",
    "payment": "支付单",
    "voucher": "凭证",
    "delivery": "配送单",
    "rider": "骑手",
    "refund": "退款单",
    "review": "评价",
    "settlement": "结算单",
    "invoice": "发票",
    "issue_task": "发券任务",
    "bug": "缺陷",
    "project": "项目",
}
CHANNELS = {"DAODIAN": "到店", "WAIMAI": "外卖", "ALL": "通用"}
CHANNEL_CODES = {1: "ALL", 2: "DAODIAN", 3: "WAIMAI"}


def view(entity: str, row: Row) -> Row:
    """The row as tools print it: its id under the domain's name for it."""
    rest = {name: value for name, value in row.items() if name != "id"}
    return {ID_NAMES[entity]: row["id"], **rest}


def missing(entity: str, id: Any) -> BusinessError:
    return BusinessError(f"{entity.upper()}_NOT_EXIST", f"{LABELS[entity]}不存在:{id}")


def require(world: World, entity: str, id: Any) -> Row:
    row = world.get(entity, id)
    if row is None:
        raise missing(entity, id)
    return row


def active_user(world: World, havana_id: Any) -> Row:
    """The user, who must exist and not be frozen."""
    user = require(world, "user", havana_id)
    if user["status"] != "NORMAL":
        raise BusinessError("USER_FROZEN", f"用户{havana_id}已冻结,不允许操作")
    return user


def read(entity: str, argument: str) -> Handler:
    """A query of one row by id; an unknown id is a business failure."""

    def handler(call: Call) -> Row:
        id = call.args[argument]
        row = call.world.seen(entity, id)
        if row is None:
            raise missing(entity, id)
        return view(entity, row)

    return handler


def rows(entity: str, **filters: str) -> Handler:
    """A query of all rows whose field equals the argument; `filters` is field → argument."""

    def handler(call: Call) -> list[Row]:
        return [view(entity, row) for row in _matching(call, entity, filters)]

    return handler


def page(entity: str, **filters: str) -> Handler:
    """The same in pages, newest first: {total, pageNo, pageSize, list}."""

    def handler(call: Call) -> Row:
        found = [view(entity, row) for row in reversed(_matching(call, entity, filters))]
        number, size = call.arg("pageNo", 1), call.arg("pageSize", 20)
        start = (number - 1) * size
        return {
            "total": len(found),
            "pageNo": number,
            "pageSize": size,
            "list": found[start : start + size],
        }

    return handler


def _matching(call: Call, entity: str, filters: dict[str, str]) -> list[Row]:
    given = {name: _key(call.arg(argument)) for name, argument in filters.items()}
    return call.world.list_seen(entity, **given)


def _key(value: Any) -> Any:
    """Ids are stored as text, whatever a tool's schema calls them."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number else value


def move(entity: str, argument: str, allowed: tuple[str, ...], to: str) -> Handler:
    """A change of `status` from one of the allowed values."""

    def handler(call: Call) -> Row:
        row = require(call.world, entity, call.args[argument])
        check_status(entity, row, allowed)
        return view(entity, call.world.update(entity, row["id"], status=to))

    return handler


def check_status(entity: str, row: Row, allowed: tuple[str, ...]) -> None:
    if row["status"] not in allowed:
        text = f"{LABELS[entity]}{row['id']}当前状态{row['status']},仅支持{'/'.join(allowed)}"
        raise BusinessError(f"{entity.upper()}_STATUS_ILLEGAL", text)


def fields(*names: str) -> Callable[[Call], Row]:
    """The named arguments that the call gives."""

    def pick(call: Call) -> Row:
        return {name: call.args[name] for name in names if call.args.get(name) is not None}

    return pick
