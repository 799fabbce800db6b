"""蓝海 assets: one uniform way of use, one asset for one environment."""

from collections.abc import Callable
from typing import Any

from services.sandbox.commerce.handlers.accounts import new_user
from services.sandbox.commerce.handlers.common import CHANNEL_CODES, active_user, view
from services.sandbox.commerce.handlers.coupons import new_coupon
from services.sandbox.commerce.handlers.goods import new_item
from services.sandbox.commerce.handlers.stores import new_store, open_store
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

Maker = Callable[[World, dict[str, Any]], Row]


def _asset(asset_id: str, entity: str, make: Maker) -> Handler:
    """Checks the asset's id, makes one row, answers {assetId, dataType, data}."""

    def handler(call: Call) -> Row:
        given = call.args["assetId"]
        if given != asset_id:
            raise BusinessError("ASSET_NOT_EXIST", f"资产{given}不存在或不属于本工具")
        row = make(call.world, call.arg("params", {}))
        return {"assetId": asset_id, "dataType": entity, "data": view(entity, row)}

    return handler


def _user(world: World, params: dict[str, Any]) -> Row:
    return new_user(world, params.get("mobile"))


def _store(world: World, params: dict[str, Any]) -> Row:
    return new_store(world, **{k: params[k] for k in ("storeName", "city") if k in params})


def _item(channel: str) -> Maker:
    def make(world: World, params: dict[str, Any]) -> Row:
        store = open_store(world, params["storeId"])
        given = {k: params[k] for k in ("title", "price") if k in params}
        return new_item(world, channel, store["id"], **given)

    return make


def _coupon(world: World, params: dict[str, Any]) -> Row:
    owner = active_user(world, params["havanaId"])
    given = {
        "channel": CHANNEL_CODES[params.get("channel", 1)],
        "thresholdAmount": params["threshold"],
        "discountAmount": params["reduce"],
    }
    return new_coupon(world, owner, **given)


HANDLERS: dict[str, Handler] = {
    "lanhai_user_daily": _asset("LH100011", "user", _user),
    "lanhai_user_pre": _asset("LH100012", "user", _user),
    "lanhai_store_daily": _asset("LH100021", "store", _store),
    "lanhai_daodian_item_daily": _asset("LH100031", "item", _item("DAODIAN")),
    "lanhai_waimai_item_pre": _asset("LH100042", "item", _item("WAIMAI")),
    "lanhai_daodian_item_pre": _asset("LH100032", "item", _item("DAODIAN")),
    "lanhai_coupon_pre": _asset("LH100052", "coupon", _coupon),
}
