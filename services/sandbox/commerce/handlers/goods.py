"""Items, stock, and the shadow items of stress tests."""

from services.sandbox.commerce.handlers.common import (
    CHANNELS,
    missing,
    move,
    page,
    require,
    view,
)
from services.sandbox.commerce.handlers.stores import open_store
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

ITEM_TYPES = {
    "TUANGOU": ("团购套餐", "DAODIAN", ("daily", "pre")),
    "VOUCHER_ITEM": ("代金券商品", "DAODIAN", ("daily",)),
    "TIMES_CARD": ("次卡", "DAODIAN", ("daily",)),
    "DISH": ("外卖单品菜", "WAIMAI", ("daily", "pre")),
    "COMBO": ("外卖套餐", "WAIMAI", ("daily",)),
}


def new_item(world: World, channel: str, store_id: str, **given: object) -> Row:
    """An item on the shelf, with its stock row; `stock` (pieces) is 100 unless given."""
    stock = given.pop("stock", 100)
    row = {
        "storeId": store_id,
        "channel": channel,
        "itemType": "TUANGOU" if channel == "DAODIAN" else "DISH",
        "title": f"测试{CHANNELS[channel]}商品",
        "price": 3000,
        "status": "ON_SHELF",
        "createdAt": world.time(),
        **given,
    }
    item = world.create("item", row)
    world.create("stock", {"id": item["id"], "available": stock}, side=True)
    return item


def sellable(world: World, item_id: object, channel: str, quantity: int) -> Row:
    """The item, which must be on the shelf, of the channel, and in stock."""
    item = require(world, "item", item_id)
    if item["channel"] != channel:
        raise BusinessError("ITEM_CHANNEL_ERROR", f"商品{item['id']}不是{CHANNELS[channel]}商品")
    if item["status"] != "ON_SHELF":
        raise BusinessError("ITEM_OFF_SHELF", f"商品{item['id']}已下架")
    if require_stock(world, item["id"])["available"] < quantity:
        raise BusinessError("STOCK_NOT_ENOUGH", f"商品{item['id']}库存不足")
    return item


def require_stock(world: World, item_id: object) -> Row:
    require(world, "item", item_id)
    return world.require("stock", item_id, "STOCK_NOT_EXIST", f"商品{item_id}无库存记录")


def _create_item(channel: str) -> Handler:
    def handler(call: Call) -> Row:
        store = open_store(call.world, call.args["storeId"])
        kind = call.arg("itemType", "TUANGOU" if channel == "DAODIAN" else "DISH")
        given = {
            "itemType": kind,
            "title": call.arg("title", f"测试{ITEM_TYPES[kind][0]}"),
            "price": call.arg("price", 3000),
            "stock": call.arg("initStock", 100),
        }
        return view("item", new_item(call.world, channel, store["id"], **given))

    return handler


def _item_detail(call: Call) -> Row:
    """With `_mcp_t` the shadow tables of the pre environment answer."""
    id, stress = call.args["itemId"], call.arg("_mcp_t", False)
    if stress and call.env != "pre":
        raise BusinessError("STRESS_ENV_ILLEGAL", "压测数据仅存在于预发环境")
    entity = "stress_item" if stress else "item"
    row = call.world.seen(entity, id)
    if row is None:
        raise missing("item", id)
    return {**view(entity, row), "stressData": stress}


def _creatable_types(call: Call) -> list[Row]:
    return [
        {"itemType": code, "typeName": name, "channel": channel}
        for code, (name, channel, envs) in ITEM_TYPES.items()
        if call.env in envs
    ]


def _stock_view(row: Row) -> Row:
    return {"itemId": row["id"], "available": row["available"]}


def _query_stock(call: Call) -> Row:
    return _stock_view(require_stock(call.world, call.args["itemId"]))


def _add_stock(call: Call) -> Row:
    row = require_stock(call.world, call.args["itemId"])
    available = row["available"] + call.args["quantity"]
    return _stock_view(call.world.update("stock", row["id"], available=available))


def _create_stress_item(call: Call) -> Row:
    row = {
        "title": call.arg("title", "压测商品"),
        "price": call.arg("price", 1),
        "status": "ON_SHELF",
        "createdAt": call.world.time(),
    }
    return view("stress_item", call.world.create("stress_item", row))


HANDLERS: dict[str, Handler] = {
    "createDaodianItem": _create_item("DAODIAN"),
    "createWaimaiItem": _create_item("WAIMAI"),
    "queryItemDetail": _item_detail,
    "listStoreItems": page("item", storeId="storeId", channel="channel", status="status"),
    "listCreatableItemTypes": _creatable_types,
    "putItemOnShelf": move("item", "itemId", ("OFF_SHELF",), "ON_SHELF"),
    "takeItemOffShelf": move("item", "itemId", ("ON_SHELF",), "OFF_SHELF"),
    "queryStock": _query_stock,
    "addStock": _add_stock,
    "createStressItem": _create_stress_item,
}
