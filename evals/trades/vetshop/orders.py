"""Orders."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from codes import Flag, OrderStatus
from core import Body, Call, CallDep, Count, Day, Record, Text, filters, require, view
from store import Row

orders = APIRouter(prefix="/order", tags=["订单"])


class Order(Record):
    """订单"""

    id: str = Field(alias="orderNo", description="订单编号")
    customer_id: str = Field(description="客户编号")
    product_id: str = Field(description="商品编号")
    quantity: int = Field(description="数量")
    amount: int = Field(description="订单金额, 单位: 分 (已舍去不足一元的部分)")
    wanted_date: str = Field(description="要货日期 YYYY-MM-DD, 无则为空串")
    note: str = Field(description="备注")
    state: OrderStatus = Field(description=OrderStatus.__doc__)
    cancel_reason: str = Field(description="取消原因, 未取消为空串")


class OrderDetail(Order):
    """订单详情"""

    shipment_nos: list[str] = Field(description="发货单编号")
    invoice_nos: list[str] = Field(description="有效发票编号 (不含作废)")
    invoiced: Flag = Field(description="是否已开票: 0 否, 1 是")
    paid: Flag = Field(description="是否已付款: 0 否, 1 是")


class OrderList(Record):
    """订单列表"""

    total: int
    rows: list[Order]


class OrderNew(Body):
    """新建订单"""

    customer_id: str = Field(description="客户编号, 客户须为正常状态")
    product_id: str = Field(description="商品编号, 商品须在售")
    quantity: Count = Field(description="数量, 至少 1")
    wanted_date: Day = Field("", description="要货日期 YYYY-MM-DD")
    note: str = Field("", description="备注")


class OrderEdit(Body):
    """修改订单, 只传要改的字段"""

    id: str = Field(alias="orderNo", description="订单编号")
    quantity: Count | None = Field(None, description="数量, 仅新建状态可改")
    wanted_date: Day | None = Field(None, description="要货日期 YYYY-MM-DD, 传空串为清空")
    note: str | None = Field(None, description="备注, 传空串为清空")


class OrderKey(Body):
    """订单编号"""

    id: str = Field(alias="orderNo", description="订单编号")


class OrderCancel(OrderKey):
    """取消订单"""

    cancel_reason: Text = Field(description="取消原因")


def _amount(product: Row, quantity: int) -> int:
    return int(quantity * product["unit_price_fen"] // 100)


def _not_preparing(call: Call, order_id: str) -> None:
    busy = call.find("shipment", order_id=order_id, state="preparing")
    require(not busy, "SHIPMENT_PREPARING", f"订单 {order_id} 有备货中的发货单")


@orders.post("/create", summary="新建订单")
async def order_create(call: CallDep, body: OrderNew) -> Order:
    """一单一种商品. 金额由系统按当前单价计算, 状态为 10 新建."""
    given = call.given(body)
    customer = call.get("customer", body.customer_id)
    product = call.get("product", body.product_id)
    require(customer["state"] == "active", "CUSTOMER_NOT_ACTIVE", "客户不是正常状态")
    require(product["state"] == "on_sale", "PRODUCT_NOT_ON_SALE", "商品不在售")
    fields = {
        "customer_id": body.customer_id,
        "product_id": body.product_id,
        "quantity": body.quantity,
        "amount": _amount(product, body.quantity),
        "wanted_date": given["wanted_date"],
        "note": given["note"],
        "state": "new",
        "cancel_reason": "",
    }
    return view(Order, call.add("order", fields))


@orders.post("/update", summary="修改订单")
async def order_update(call: CallDep, body: OrderEdit) -> Order:
    """改数量仅限新建状态, 金额按当前单价重算. 已完成或已取消的订单不能修改."""
    changes = call.given(body)
    row = call.get("order", body.id)
    call.editable("order", row, changes)
    if "quantity" in changes:
        require(row["state"] == "new", "ORDER_NOT_NEW", "只有新建状态可以改数量")
        product = call.get("product", row["product_id"])
        changes["amount"] = _amount(product, changes["quantity"])
    return view(Order, call.set("order", row, changes))


@orders.post("/approve", summary="审核订单")
async def order_approve(call: CallDep, body: OrderKey) -> Order:
    """10 转 20. 客户须为正常状态, 且订单金额不超过信用额度."""
    call.given(body)
    row = call.get("order", body.id)
    call.may_move("order", row, "approved")
    customer = call.get("customer", row["customer_id"])
    require(customer["state"] == "active", "CUSTOMER_NOT_ACTIVE", "客户不是正常状态")
    within = row["amount"] <= customer["credit_limit"]
    require(within, "CREDIT_EXCEEDED", "订单金额超过客户信用额度")
    return view(Order, call.set("order", row, {"state": "approved"}))


@orders.post("/revokeApproval", summary="撤回审核")
async def order_revoke_approval(call: CallDep, body: OrderKey) -> Order:
    """20 转 10. 有备货中的发货单时拒绝."""
    call.given(body)
    row = call.get("order", body.id)
    call.may_move("order", row, "new")
    _not_preparing(call, body.id)
    return view(Order, call.set("order", row, {"state": "new"}))


@orders.post("/complete", summary="完成订单")
async def order_complete(call: CallDep, body: OrderKey) -> Order:
    """30 转 40. 须有已付发票."""
    call.given(body)
    row = call.get("order", body.id)
    call.may_move("order", row, "completed")
    paid = call.find("invoice", order_id=body.id, state="paid")
    require(bool(paid), "ORDER_NOT_PAID", f"订单 {body.id} 没有已付发票")
    return view(Order, call.set("order", row, {"state": "completed"}))


@orders.post("/cancel", summary="取消订单")
async def order_cancel(call: CallDep, body: OrderCancel) -> Order:
    """10 或 20 转 90. 有备货中的发货单时拒绝, 取消后不可恢复."""
    changes = call.given(body)
    row = call.get("order", body.id)
    call.may_move("order", row, "cancelled")
    _not_preparing(call, body.id)
    return view(Order, call.set("order", row, {**changes, "state": "cancelled"}))


@orders.get("/list", summary="订单列表")
async def order_list(
    call: CallDep,
    wanted: Annotated[Row, Depends(filters(Order))],
    above: Annotated[int | None, Query(alias="amountGt", description="金额大于, 单位: 分")] = None,
) -> OrderList:
    """按编号排序."""
    rows = call.search("order", Order, wanted)
    if above is not None:
        rows = [row for row in rows if row.amount > above]
    return OrderList(total=len(rows), rows=rows)


@orders.get("/detail", summary="订单详情 (含发货, 开票, 付款情况)")
async def order_detail(
    call: CallDep, key: Annotated[str, Query(alias="orderNo", description="订单编号")]
) -> OrderDetail:
    """invoiced 和 paid 由未作废的发票得出."""
    row = call.get("order", key)
    valid = [i for i in call.find("invoice", order_id=key) if i["state"] != "void"]
    return view(
        OrderDetail,
        row,
        shipment_nos=[s["id"] for s in call.find("shipment", order_id=key)],
        invoice_nos=[i["id"] for i in valid],
        invoiced=Flag(int(bool(valid))),
        paid=Flag(int(any(i["state"] == "paid" for i in valid))),
    )
