"""Invoices and returns."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from codes import AuditResult, InvoiceStatus, ReturnReason, ReturnStatus
from core import Body, CallDep, Count, Day, Record, SetDay, filters, require, view
from store import Row

invoices = APIRouter(prefix="/invoice", tags=["发票"])
returns = APIRouter(prefix="/return", tags=["退货单"])


class Invoice(Record):
    """发票"""

    id: str = Field(alias="invoiceNo", description="发票编号")
    order_id: str = Field(description="订单编号")
    customer_id: str = Field(description="客户编号")
    amount: int = Field(description="发票金额, 单位: 分")
    due_date: str = Field(description="到期日 YYYY-MM-DD, 无则为空串")
    paid_date: str = Field(description="付款日期 YYYY-MM-DD, 未付为空串")
    state: InvoiceStatus = Field(description=InvoiceStatus.__doc__)


class InvoiceList(Record):
    """发票列表"""

    total: int
    total_amount: int = Field(description="列表内金额合计, 单位: 分")
    rows: list[Invoice]


class InvoiceNew(Body):
    """开票"""

    order_id: str = Field(description="订单编号, 订单须为 30 已发货")
    due_date: Day = Field("", description="到期日 YYYY-MM-DD")
    amount: int | None = Field(
        None,
        ge=100,
        multiple_of=100,
        description="发票金额, 单位: 分, 须为整元(100 的倍数); 不传则取订单金额",
    )


class InvoiceKey(Body):
    """发票编号"""

    id: str = Field(alias="invoiceNo", description="发票编号")


class InvoiceEdit(InvoiceKey):
    """修改发票"""

    due_date: Day = Field(description="到期日 YYYY-MM-DD, 传空串为清空")


class InvoicePay(InvoiceKey):
    """收款"""

    paid_date: SetDay = Field(description="付款日期 YYYY-MM-DD")


@invoices.post("/create", summary="开票")
async def invoice_create(call: CallDep, body: InvoiceNew) -> Invoice:
    """订单须已发货, 且没有其他已开, 逾期或已付的发票. 状态为 1 已开."""
    given = call.given(body)
    order = call.get("order", body.order_id)
    require(order["state"] == "shipped", "ORDER_NOT_SHIPPED", f"订单 {order['id']} 不是已发货")
    others = call.find("invoice", order_id=order["id"])
    valid = any(other["state"] != "void" for other in others)
    require(not valid, "INVOICE_EXISTS", f"订单 {order['id']} 已有有效发票")
    amount = given.get("amount", order["amount"])
    require(amount >= 1, "AMOUNT_TOO_SMALL", "发票金额至少一元")
    fields = {
        "order_id": order["id"],
        "customer_id": order["customer_id"],
        "amount": amount,
        "due_date": given["due_date"],
        "paid_date": "",
        "state": "issued",
    }
    return view(Invoice, call.add("invoice", fields))


@invoices.post("/update", summary="修改发票到期日")
async def invoice_update(call: CallDep, body: InvoiceEdit) -> Invoice:
    """已付或作废的发票不能修改."""
    changes = call.given(body)
    row = call.get("invoice", body.id)
    call.editable("invoice", row, changes)
    return view(Invoice, call.set("invoice", row, changes))


@invoices.post("/markOverdue", summary="标记逾期")
async def invoice_mark_overdue(call: CallDep, body: InvoiceKey) -> Invoice:
    """1 转 2. 须已填到期日, 不看当前日期."""
    call.given(body)
    row = call.get("invoice", body.id)
    call.may_move("invoice", row, "overdue")
    require(bool(row["due_date"]), "DUE_DATE_REQUIRED", "请先填写到期日")
    return view(Invoice, call.set("invoice", row, {"state": "overdue"}))


@invoices.post("/pay", summary="登记收款")
async def invoice_pay(call: CallDep, body: InvoicePay) -> Invoice:
    """1 或 2 转 3. 订单状态不变."""
    changes = call.given(body)
    row = call.get("invoice", body.id)
    call.may_move("invoice", row, "paid")
    return view(Invoice, call.set("invoice", row, {**changes, "state": "paid"}))


@invoices.post("/void", summary="作废发票")
async def invoice_void(call: CallDep, body: InvoiceKey) -> Invoice:
    """1 或 2 转 4, 不可恢复."""
    call.given(body)
    row = call.get("invoice", body.id)
    call.may_move("invoice", row, "void")
    return view(Invoice, call.set("invoice", row, {"state": "void"}))


@invoices.get("/list", summary="发票列表")
async def invoice_list(
    call: CallDep, wanted: Annotated[Row, Depends(filters(Invoice))]
) -> InvoiceList:
    """按编号排序. totalAmount 为金额合计, 单位: 分."""
    rows = call.search("invoice", Invoice, wanted)
    return InvoiceList(total=len(rows), total_amount=sum(r.amount for r in rows), rows=rows)


@invoices.get("/detail", summary="发票详情")
async def invoice_detail(
    call: CallDep, key: Annotated[str, Query(alias="invoiceNo", description="发票编号")]
) -> Invoice:
    """按发票编号查询."""
    return view(Invoice, call.get("invoice", key))


class Return(Record):
    """退货单"""

    id: str = Field(alias="returnNo", description="退货单编号")
    order_id: str = Field(description="订单编号")
    quantity: int = Field(description="退货数量")
    reason: ReturnReason = Field(description=ReturnReason.__doc__)
    note: str = Field(description="备注")
    stock_id: str = Field(description="入库的库存编号, 未入库为空串")
    state: ReturnStatus = Field(description=ReturnStatus.__doc__)


class ReturnList(Record):
    """退货单列表"""

    total: int
    rows: list[Return]


class ReturnNew(Body):
    """新建退货单"""

    order_id: str = Field(description="订单编号, 订单须为 30 已发货或 40 已完成")
    quantity: Count = Field(description="退货数量, 1 到订单数量")
    reason: ReturnReason = Field(description=ReturnReason.__doc__)
    note: str = Field("", description="备注")


class ReturnKey(Body):
    """退货单编号"""

    id: str = Field(alias="returnNo", description="退货单编号")


class ReturnEdit(ReturnKey):
    """修改退货单, 只传要改的字段"""

    quantity: Count | None = Field(None, description="退货数量, 仅已申请状态可改")
    note: str | None = Field(None, description="备注, 传空串为清空")


class ReturnAudit(ReturnKey):
    """审核退货"""

    result: AuditResult = Field(description=AuditResult.__doc__)


class ReturnStock(ReturnKey):
    """退货入库"""

    stock_id: str = Field(description="库存编号, 须为该订单商品的库存")


def _fits(quantity: int, order: Row) -> None:
    require(quantity <= order["quantity"], "QUANTITY_TOO_LARGE", "退货数量超过订单数量")


@returns.post("/create", summary="新建退货单")
async def return_create(call: CallDep, body: ReturnNew) -> Return:
    """状态为 0 已申请."""
    given = call.given(body)
    order = call.get("order", body.order_id)
    sent = order["state"] in ("shipped", "completed")
    require(sent, "ORDER_NOT_SHIPPED", f"订单 {order['id']} 尚未发货")
    _fits(body.quantity, order)
    return view(Return, call.add("return", {**given, "stock_id": "", "state": "requested"}))


@returns.post("/update", summary="修改退货单")
async def return_update(call: CallDep, body: ReturnEdit) -> Return:
    """数量仅已申请状态可改. 已入库或已拒绝的不能修改, 退货原因不可改."""
    changes = call.given(body)
    row = call.get("return", body.id)
    call.editable("return", row, changes)
    if "quantity" in changes:
        require(row["state"] == "requested", "RETURN_NOT_REQUESTED", "只有已申请状态可以改数量")
        _fits(changes["quantity"], call.get("order", row["order_id"]))
    return view(Return, call.set("return", row, changes))


@returns.post("/audit", summary="审核退货 (同意 / 拒绝)")
async def return_audit(call: CallDep, body: ReturnAudit) -> Return:
    """AGREE: 0 转 1. REFUSE: 0 或 1 转 3."""
    target = call.given(body)["result"]
    row = call.get("return", body.id)
    call.may_move("return", row, target)
    return view(Return, call.set("return", row, {"state": target}))


@returns.post("/stockIn", summary="退货入库")
async def return_stock_in(call: CallDep, body: ReturnStock) -> Return:
    """1 转 2, 仅限原因 3 发错货或 9 其他. 该库存数量同时增加退货数量."""
    changes = call.given(body)
    row = call.get("return", body.id)
    line = call.get("stock_line", body.stock_id)
    call.may_move("return", row, "stocked")
    good = row["reason"] in ("wrong_item", "other")
    require(good, "REASON_NOT_STOCKABLE", "破损或过期的退货不能入库")
    order = call.get("order", row["order_id"])
    same = line["product_id"] == order["product_id"]
    require(same, "STOCK_MISMATCH", f"库存 {line['id']} 不是该订单的商品")
    call.set("return", row, {**changes, "state": "stocked"})
    call.set("stock_line", line, {"quantity": line["quantity"] + row["quantity"]})
    return view(Return, row)


@returns.get("/list", summary="退货单列表")
async def return_list(
    call: CallDep, wanted: Annotated[Row, Depends(filters(Return))]
) -> ReturnList:
    """按编号排序."""
    rows = call.search("return", Return, wanted)
    return ReturnList(total=len(rows), rows=rows)


@returns.get("/detail", summary="退货单详情")
async def return_detail(
    call: CallDep, key: Annotated[str, Query(alias="returnNo", description="退货单编号")]
) -> Return:
    """按退货单编号查询."""
    return view(Return, call.get("return", key))
