"""Customers and products."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from codes import Category, CustomerStatus, CustomerType, Flag, ProductStatus, Unit
from core import Body, CallDep, Count, Fen, Record, Text, filters, require, view
from store import Row

customers = APIRouter(prefix="/customer", tags=["客户"])
products = APIRouter(prefix="/product", tags=["商品"])

LikeName = Annotated[str, Query(alias="nameLike", description="名称模糊匹配(包含)")]


class Customer(Record):
    """客户"""

    id: str = Field(alias="customerNo", description="客户编号")
    name: str = Field(description="客户名称")
    customer_type: CustomerType = Field(description=CustomerType.__doc__)
    city: str = Field(description="城市")
    contact: str = Field(description="联系人, 无则为空串")
    credit_limit: int = Field(description="信用额度, 单位: 分")
    state: CustomerStatus = Field(description=CustomerStatus.__doc__)


class CustomerDetail(Customer):
    """客户详情"""

    owed_amount: int = Field(description="未收款合计(已开和逾期的发票), 单位: 分")


class CustomerList(Record):
    """客户列表"""

    total: int
    rows: list[Customer]


class CustomerNew(Body):
    """新建客户"""

    name: Text = Field(description="客户名称")
    customer_type: CustomerType = Field(description=CustomerType.__doc__)
    city: Text = Field(description="城市")
    contact: str = Field("", description="联系人")
    credit_limit: Fen = Field(0, description="信用额度, 单位: 分, 须为整元(100 的倍数)")


class CustomerEdit(Body):
    """修改客户, 只传要改的字段"""

    id: str = Field(alias="customerNo", description="客户编号")
    name: Text | None = Field(None, description="客户名称")
    city: Text | None = Field(None, description="城市")
    contact: str | None = Field(None, description="联系人, 传空串为清空")
    credit_limit: Fen | None = Field(None, description="信用额度, 单位: 分, 须为整元(100 的倍数)")


class CustomerMove(Body):
    """客户状态变更"""

    id: str = Field(alias="customerNo", description="客户编号")
    state: CustomerStatus = Field(description="目标状态. " + str(CustomerStatus.__doc__))


@customers.post("/create", summary="新建客户")
async def customer_create(call: CallDep, body: CustomerNew) -> Customer:
    """新客户状态为 1 正常."""
    return view(Customer, call.add("customer", {**call.given(body), "state": "active"}))


@customers.post("/update", summary="修改客户资料")
async def customer_update(call: CallDep, body: CustomerEdit) -> Customer:
    """已销户的客户不能修改. 客户类型不可改."""
    changes = call.given(body)
    row = call.get("customer", body.id)
    call.editable("customer", row, changes)
    return view(Customer, call.set("customer", row, changes))


@customers.post("/changeStatus", summary="变更客户状态 (暂停供货 / 恢复供货 / 销户)")
async def customer_change_status(call: CallDep, body: CustomerMove) -> Customer:
    """1 与 2 可互转; 1 或 2 可转 9 销户, 但客户有已开或逾期发票时拒绝."""
    changes = call.given(body)
    row = call.get("customer", body.id)
    call.may_move("customer", row, changes["state"])
    if changes["state"] == "closed":
        owed = _unpaid(call.find("invoice", customer_id=body.id))
        require(not owed, "CUSTOMER_HAS_UNPAID", f"客户 {body.id} 还有未结清的发票")
    return view(Customer, call.set("customer", row, changes))


@customers.get("/list", summary="客户列表")
async def customer_list(
    call: CallDep, wanted: Annotated[Row, Depends(filters(Customer))], like: LikeName = ""
) -> CustomerList:
    """按编号排序."""
    rows = call.search("customer", Customer, wanted, like)
    return CustomerList(total=len(rows), rows=rows)


@customers.get("/detail", summary="客户详情 (含欠款合计)")
async def customer_detail(
    call: CallDep, key: Annotated[str, Query(alias="customerNo", description="客户编号")]
) -> CustomerDetail:
    """欠款合计见 owedAmount, 单位: 分."""
    row = call.get("customer", key)
    owed = sum(i["amount"] for i in _unpaid(call.find("invoice", customer_id=key)))
    return view(CustomerDetail, row, owed_amount=owed * 100)


def _unpaid(invoices: list[Row]) -> list[Row]:
    return [row for row in invoices if row["state"] in ("issued", "overdue")]


class Product(Record):
    """商品"""

    id: str = Field(alias="productNo", description="商品编号")
    name: str = Field(description="商品名称")
    category: Category = Field(description=Category.__doc__)
    unit_price_fen: int = Field(description="单价, 单位: 分")
    unit: Unit = Field(description=Unit.__doc__)
    cold_chain: Flag = Field(description="是否冷链: 0 否, 1 是")
    state: ProductStatus = Field(description=ProductStatus.__doc__)


class ProductDetail(Product):
    """商品详情"""

    total_stock: int = Field(description="各仓库存数量合计")


class ProductList(Record):
    """商品列表"""

    total: int
    rows: list[Product]


class ProductNew(Body):
    """新建商品"""

    name: Text = Field(description="商品名称")
    category: Category = Field(description=Category.__doc__)
    unit_price_fen: Count = Field(description="单价, 单位: 分, 至少 1")
    unit: Unit = Field(Unit.PIECE, description=f"{Unit.__doc__}; 默认 PCS")
    cold_chain: Flag = Field(Flag.NO, description="是否冷链: 0 否, 1 是; 默认 0")


class ProductEdit(Body):
    """修改商品, 只传要改的字段"""

    id: str = Field(alias="productNo", description="商品编号")
    name: Text | None = Field(None, description="商品名称")
    unit_price_fen: Count | None = Field(None, description="单价, 单位: 分, 至少 1")
    unit: Unit | None = Field(None, description=Unit.__doc__)
    cold_chain: Flag | None = Field(None, description="是否冷链: 0 否, 1 是")


class ProductMove(Body):
    """商品状态变更"""

    id: str = Field(alias="productNo", description="商品编号")
    state: ProductStatus = Field(description="目标状态. " + str(ProductStatus.__doc__))


@products.post("/create", summary="新建商品")
async def product_create(call: CallDep, body: ProductNew) -> Product:
    """新商品状态为 0 草稿."""
    return view(Product, call.add("product", {**call.given(body), "state": "draft"}))


@products.post("/update", summary="修改商品资料 / 调价")
async def product_update(call: CallDep, body: ProductEdit) -> Product:
    """调价不影响已有订单. 已淘汰的商品不能修改, 类别不可改."""
    changes = call.given(body)
    row = call.get("product", body.id)
    call.editable("product", row, changes)
    return view(Product, call.set("product", row, changes))


@products.post("/changeStatus", summary="变更商品状态 (上架 / 停售 / 恢复 / 淘汰)")
async def product_change_status(call: CallDep, body: ProductMove) -> Product:
    """0 转 1, 1 与 2 互转; 0 或 2 可转 3 淘汰, 但有新建或已审核订单时拒绝."""
    changes = call.given(body)
    row = call.get("product", body.id)
    call.may_move("product", row, changes["state"])
    if changes["state"] == "retired":
        orders = call.find("order", product_id=body.id)
        busy = any(order["state"] in ("new", "approved") for order in orders)
        require(not busy, "PRODUCT_HAS_ORDERS", f"商品 {body.id} 还有未发货的订单")
    return view(Product, call.set("product", row, changes))


@products.get("/list", summary="商品列表")
async def product_list(
    call: CallDep, wanted: Annotated[Row, Depends(filters(Product))], like: LikeName = ""
) -> ProductList:
    """按编号排序."""
    rows = call.search("product", Product, wanted, like)
    return ProductList(total=len(rows), rows=rows)


@products.get("/detail", summary="商品详情 (含总库存)")
async def product_detail(
    call: CallDep, key: Annotated[str, Query(alias="productNo", description="商品编号")]
) -> ProductDetail:
    """totalStock 为各仓合计; 分仓明细见 /stock/list."""
    row = call.get("product", key)
    lines = call.find("stock_line", product_id=key)
    return view(ProductDetail, row, total_stock=sum(line["quantity"] for line in lines))
