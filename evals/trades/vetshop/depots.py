"""Warehouses and stock lines."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from codes import Flag, WarehouseStatus
from core import Body, Call, CallDep, Level, Record, Text, filters, require, view
from store import Row

warehouses = APIRouter(prefix="/warehouse", tags=["仓库"])
stocks = APIRouter(prefix="/stock", tags=["库存"])


class Warehouse(Record):
    """仓库"""

    id: str = Field(alias="warehouseNo", description="仓库编号")
    name: str = Field(description="仓库名称")
    city: str = Field(description="城市")
    has_cold_room: Flag = Field(description="是否有冷库: 0 否, 1 是")
    keeper: str = Field(description="仓管员, 无则为空串")
    state: WarehouseStatus = Field(description=WarehouseStatus.__doc__)


class WarehouseList(Record):
    """仓库列表"""

    total: int
    rows: list[Warehouse]


class WarehouseNew(Body):
    """新建仓库"""

    name: Text = Field(description="仓库名称")
    city: Text = Field(description="城市")
    has_cold_room: Flag = Field(Flag.NO, description="是否有冷库: 0 否, 1 是; 默认 0")
    keeper: str = Field("", description="仓管员")


class WarehouseEdit(Body):
    """修改仓库, 只传要改的字段"""

    id: str = Field(alias="warehouseNo", description="仓库编号")
    name: Text | None = Field(None, description="仓库名称")
    keeper: str | None = Field(None, description="仓管员, 传空串为清空")
    has_cold_room: Flag | None = Field(None, description="是否有冷库: 0 否, 1 是")


class WarehouseMove(Body):
    """仓库状态变更"""

    id: str = Field(alias="warehouseNo", description="仓库编号")
    state: WarehouseStatus = Field(description="目标状态. " + str(WarehouseStatus.__doc__))


@warehouses.post("/create", summary="新建仓库")
async def warehouse_create(call: CallDep, body: WarehouseNew) -> Warehouse:
    """新仓库状态为 ENABLED 启用."""
    return view(Warehouse, call.add("warehouse", {**call.given(body), "state": "open"}))


@warehouses.post("/update", summary="修改仓库资料")
async def warehouse_update(call: CallDep, body: WarehouseEdit) -> Warehouse:
    """已停用的仓库不能修改. 城市不可改."""
    changes = call.given(body)
    row = call.get("warehouse", body.id)
    call.editable("warehouse", row, changes)
    return view(Warehouse, call.set("warehouse", row, changes))


@warehouses.post("/changeStatus", summary="变更仓库状态 (开始盘点 / 结束盘点 / 停用)")
async def warehouse_change_status(call: CallDep, body: WarehouseMove) -> Warehouse:
    """ENABLED 与 COUNTING 互转; ENABLED 可转 DISABLED, 须所有库存数量为 0."""
    changes = call.given(body)
    row = call.get("warehouse", body.id)
    call.may_move("warehouse", row, changes["state"])
    if changes["state"] == "closed":
        lines = call.find("stock_line", warehouse_id=body.id)
        empty = all(line["quantity"] == 0 for line in lines)
        require(empty, "WAREHOUSE_NOT_EMPTY", f"仓库 {body.id} 还有库存")
    return view(Warehouse, call.set("warehouse", row, changes))


@warehouses.get("/list", summary="仓库列表")
async def warehouse_list(
    call: CallDep,
    wanted: Annotated[Row, Depends(filters(Warehouse))],
    like: Annotated[str, Query(alias="nameLike", description="名称模糊匹配(包含)")] = "",
) -> WarehouseList:
    """按编号排序."""
    rows = call.search("warehouse", Warehouse, wanted, like)
    return WarehouseList(total=len(rows), rows=rows)


@warehouses.get("/detail", summary="仓库详情")
async def warehouse_detail(
    call: CallDep, key: Annotated[str, Query(alias="warehouseNo", description="仓库编号")]
) -> Warehouse:
    """按仓库编号查询."""
    return view(Warehouse, call.get("warehouse", key))


def check_warehouse(call: Call, warehouse_id: str, product: Row) -> None:
    """The warehouse must be open, and have a cold room for a cold chain product."""
    row = call.get("warehouse", warehouse_id)
    require(row["state"] == "open", "WAREHOUSE_NOT_OPEN", f"仓库 {warehouse_id} 不是启用状态")
    cold = row["has_cold_room"] or not product["cold_chain"]
    require(cold, "COLD_ROOM_REQUIRED", f"冷链商品 {product['id']} 需要有冷库的仓库")


class Stock(Record):
    """库存: 一种商品在一个仓库的数量"""

    id: str = Field(alias="stockNo", description="库存编号")
    product_id: str = Field(description="商品编号")
    warehouse_id: str = Field(description="仓库编号")
    quantity: int = Field(description="数量")
    min_quantity: int = Field(description="安全库存")
    batch_no: str = Field(description="批号, 无则为空串")


class StockList(Record):
    """库存列表"""

    total: int
    total_quantity: int = Field(description="列表内数量合计")
    rows: list[Stock]


class StockNew(Body):
    """新建库存"""

    product_id: str = Field(description="商品编号")
    warehouse_id: str = Field(description="仓库编号")
    quantity: Level = Field(0, description="数量, 默认 0")
    min_quantity: Level = Field(0, description="安全库存, 默认 0")
    batch_no: str = Field("", description="批号")


class StockEdit(Body):
    """修改库存, 只传要改的字段"""

    id: str = Field(alias="stockNo", description="库存编号")
    quantity: Level | None = Field(None, description="盘点后的数量, 仅仓库盘点中可改")
    min_quantity: Level | None = Field(None, description="安全库存")
    batch_no: str | None = Field(None, description="批号, 传空串为清空")


@stocks.post("/create", summary="新建库存")
async def stock_create(call: CallDep, body: StockNew) -> Stock:
    """同一商品同一仓库只能有一条; 商品未淘汰, 仓库须启用, 冷链商品须有冷库."""
    fields = call.given(body)
    product = call.get("product", body.product_id)
    check_warehouse(call, body.warehouse_id, product)
    require(product["state"] != "retired", "PRODUCT_RETIRED", f"商品 {product['id']} 已淘汰")
    same = call.find("stock_line", product_id=body.product_id, warehouse_id=body.warehouse_id)
    require(not same, "STOCK_EXISTS", "该商品在该仓库已有库存记录")
    return view(Stock, call.add("stock_line", fields))


@stocks.post("/update", summary="修改库存 (安全库存 / 批号 / 盘点调整)")
async def stock_update(call: CallDep, body: StockEdit) -> Stock:
    """安全库存和批号随时可改; quantity 为盘点调整, 仅当仓库处于 COUNTING 盘点中."""
    changes = call.given(body)
    row = call.get("stock_line", body.id)
    call.editable("stock_line", row, changes)
    if "quantity" in changes:
        counting = call.get("warehouse", row["warehouse_id"])["state"] == "stocktaking"
        require(counting, "WAREHOUSE_NOT_COUNTING", f"仓库 {row['warehouse_id']} 不在盘点中")
    return view(Stock, call.set("stock_line", row, changes))


@stocks.get("/list", summary="库存列表 (可查低于安全库存)")
async def stock_list(
    call: CallDep,
    wanted: Annotated[Row, Depends(filters(Stock))],
    below_min: Annotated[
        Flag, Query(alias="belowMin", description="1 只看低于安全库存的, 0 不限")
    ] = Flag.NO,
) -> StockList:
    """按编号排序. totalQuantity 为数量合计."""
    rows = call.search("stock_line", Stock, wanted)
    if below_min:
        rows = [row for row in rows if row.quantity < row.min_quantity]
    return StockList(total=len(rows), total_quantity=sum(r.quantity for r in rows), rows=rows)


@stocks.get("/detail", summary="库存详情")
async def stock_detail(
    call: CallDep, key: Annotated[str, Query(alias="stockNo", description="库存编号")]
) -> Stock:
    """按库存编号查询."""
    return view(Stock, call.get("stock_line", key))
