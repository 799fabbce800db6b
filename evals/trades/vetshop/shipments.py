"""Shipments."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from codes import Carrier, Flag, ShipmentStatus
from core import Body, CallDep, Record, SetDay, filters, require, view
from depots import check_warehouse
from store import Row

shipments = APIRouter(prefix="/shipment", tags=["发货单"])


class Shipment(Record):
    """发货单"""

    id: str = Field(alias="shipmentNo", description="发货单编号")
    order_id: str = Field(description="订单编号")
    warehouse_id: str = Field(description="发货仓库编号")
    carrier: Carrier = Field(description=Carrier.__doc__)
    tracking_no: str = Field(description="运单号, 未填为空串")
    arrived_date: str = Field(description="送达日期 YYYY-MM-DD, 未送达为空串")
    state: ShipmentStatus = Field(description=ShipmentStatus.__doc__)


class ShipmentList(Record):
    """发货单列表"""

    total: int
    rows: list[Shipment]


class ShipmentNew(Body):
    """新建发货单"""

    order_id: str = Field(description="订单编号, 订单须为 20 已审核")
    warehouse_id: str = Field(description="发货仓库编号, 须启用")
    carrier: Carrier = Field(Carrier.EXPRESS, description=f"{Carrier.__doc__}; 默认 2")


class ShipmentEdit(Body):
    """修改发货单, 只传要改的字段"""

    id: str = Field(alias="shipmentNo", description="发货单编号")
    warehouse_id: str | None = Field(None, description="发货仓库编号, 仅备货中可改")
    carrier: Carrier | None = Field(None, description=Carrier.__doc__)
    tracking_no: str | None = Field(None, description="运单号")


class ShipmentKey(Body):
    """发货单编号"""

    id: str = Field(alias="shipmentNo", description="发货单编号")


class ShipmentArrive(ShipmentKey):
    """确认送达"""

    arrived_date: SetDay = Field(description="送达日期 YYYY-MM-DD")


@shipments.post("/create", summary="新建发货单")
async def shipment_create(call: CallDep, body: ShipmentNew) -> Shipment:
    """整单发货, 不扣库存. 订单不能已有备货中的发货单; 冷链商品须由有冷库的仓库发货."""
    given = call.given(body)
    order = call.get("order", body.order_id)
    call.get("warehouse", body.warehouse_id)
    require(order["state"] == "approved", "ORDER_NOT_APPROVED", f"订单 {order['id']} 未审核")
    busy = call.find("shipment", order_id=order["id"], state="preparing")
    require(not busy, "SHIPMENT_PREPARING", f"订单 {order['id']} 已有备货中的发货单")
    check_warehouse(call, body.warehouse_id, call.get("product", order["product_id"]))
    unset = {"tracking_no": "", "arrived_date": "", "state": "preparing"}
    return view(Shipment, call.add("shipment", {**given, **unset}))


@shipments.post("/update", summary="修改发货单 (填运单号 / 换仓 / 换承运方式)")
async def shipment_update(call: CallDep, body: ShipmentEdit) -> Shipment:
    """仓库仅备货中可改, 规则同新建. 已送达或已取消的不能修改."""
    changes = call.given(body)
    row = call.get("shipment", body.id)
    call.editable("shipment", row, changes)
    if "warehouse_id" in changes:
        require(row["state"] == "preparing", "SHIPMENT_NOT_PREPARING", "只有备货中可以换仓")
        order = call.get("order", row["order_id"])
        check_warehouse(call, changes["warehouse_id"], call.get("product", order["product_id"]))
    return view(Shipment, call.set("shipment", row, changes))


@shipments.post("/send", summary="确认发出")
async def shipment_send(call: CallDep, body: ShipmentKey) -> Shipment:
    """PREPARING 转 SENT, 须已填运单号. 订单同时变为 30 已发货."""
    call.given(body)
    row = call.get("shipment", body.id)
    call.may_move("shipment", row, "sent")
    require(bool(row["tracking_no"]), "TRACKING_NO_REQUIRED", "请先填写运单号")
    order = call.get("order", row["order_id"])
    call.may_move("order", order, "shipped")
    call.set("shipment", row, {"state": "sent"})
    call.set("order", order, {"state": "shipped"})
    return view(Shipment, row)


@shipments.post("/arrive", summary="确认送达")
async def shipment_arrive(call: CallDep, body: ShipmentArrive) -> Shipment:
    """SENT 转 ARRIVED, 记录送达日期."""
    changes = call.given(body)
    row = call.get("shipment", body.id)
    call.may_move("shipment", row, "arrived")
    return view(Shipment, call.set("shipment", row, {**changes, "state": "arrived"}))


@shipments.post("/cancel", summary="取消发货单")
async def shipment_cancel(call: CallDep, body: ShipmentKey) -> Shipment:
    """PREPARING 转 CANCELLED. 订单仍为 20 已审核."""
    call.given(body)
    row = call.get("shipment", body.id)
    call.may_move("shipment", row, "cancelled")
    return view(Shipment, call.set("shipment", row, {"state": "cancelled"}))


@shipments.get("/list", summary="发货单列表")
async def shipment_list(
    call: CallDep,
    wanted: Annotated[Row, Depends(filters(Shipment))],
    tracked: Annotated[
        Flag | None, Query(alias="hasTrackingNo", description="有无运单号: 0 无, 1 有")
    ] = None,
) -> ShipmentList:
    """按编号排序."""
    rows = call.search("shipment", Shipment, wanted)
    if tracked is not None:
        rows = [row for row in rows if bool(row.tracking_no) == bool(tracked)]
    return ShipmentList(total=len(rows), rows=rows)


@shipments.get("/detail", summary="发货单详情")
async def shipment_detail(
    call: CallDep, key: Annotated[str, Query(alias="shipmentNo", description="发货单编号")]
) -> Shipment:
    """按发货单编号查询."""
    return view(Shipment, call.get("shipment", key))
