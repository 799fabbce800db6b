"""Stores and categories."""

from services.sandbox.commerce.handlers.common import fields, move, page, read, require, rows, view
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World


def new_store(world: World, **given: str) -> Row:
    """A store that is open for business at once, serving both channels."""
    row = {
        "storeName": f"测试门店{world.time()[-5:].replace(':', '')}",
        "city": "杭州",
        "categoryId": None,
        "status": "OPEN",
        "businessHours": "09:00-22:00",
        "createdAt": world.time(),
        **given,
    }
    return world.create("store", row)


def open_store(world: World, store_id: object) -> Row:
    """The store, which must exist and be open."""
    store = require(world, "store", store_id)
    if store["status"] != "OPEN":
        raise BusinessError("STORE_NOT_OPEN", f"门店{store['id']}未营业,当前状态{store['status']}")
    return store


def _create_store(call: Call) -> Row:
    if category := call.arg("categoryId"):
        require(call.world, "category", category)
    given = fields("storeName", "city", "categoryId")(call)
    return view("store", new_store(call.world, **given))


HANDLERS: dict[str, Handler] = {
    "createStore": _create_store,
    "getStore": read("store", "storeId"),
    "searchStores": page("store", city="city", status="status", storeName="storeName"),
    "openStore": move("store", "storeId", ("CLOSED",), "OPEN"),
    "closeStore": move("store", "storeId", ("OPEN",), "CLOSED"),
    "listCategories": rows("category", channel="channel"),
}
