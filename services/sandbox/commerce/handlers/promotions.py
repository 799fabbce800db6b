"""Red packets and marketing activities."""

from services.sandbox.commerce.handlers.common import (
    active_user,
    move,
    read,
    require,
    rows,
    view,
)
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row


def _red_packet(channel: str) -> Handler:
    def handler(call: Call) -> Row:
        world = call.world
        user = active_user(world, call.args["userId"])
        row = {
            "havanaId": user["id"],
            "channel": channel,
            "amount": call.args["amount"],
            "status": "ACTIVE",
            "validTo": world.time(days=call.arg("validDays", 3)),
            "createdAt": world.time(),
        }
        return view("red_packet", world.create("red_packet", row))

    return handler


def _create_activity(call: Call) -> Row:
    world = call.world
    store = call.arg("storeId")
    if store is not None:
        require(world, "store", store)
    threshold, reduction = call.args["thresholdAmount"], call.args["discountAmount"]
    if reduction >= threshold:
        raise BusinessError("ACTIVITY_AMOUNT_ILLEGAL", "立减金额必须小于门槛金额")
    row = {
        "activityName": call.arg("activityName", "测试满减活动"),
        "channel": call.args["channel"],
        "storeId": None if store is None else str(store),
        "thresholdAmount": threshold,
        "discountAmount": reduction,
        "status": "DRAFT",
        "createdAt": world.time(),
    }
    return view("activity", world.create("activity", row))


HANDLERS: dict[str, Handler] = {
    "issueDaodianRedPacket": _red_packet("DAODIAN"),
    "issueWaimaiRedPacket": _red_packet("WAIMAI"),
    "getRedPacket": read("red_packet", "redPacketId"),
    "listUserRedPackets": rows("red_packet", havanaId="userId"),
    "createActivity": _create_activity,
    "getActivity": read("activity", "activityId"),
    "startActivity": move("activity", "activityId", ("DRAFT", "STOPPED"), "RUNNING"),
}
