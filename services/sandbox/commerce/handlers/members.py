"""Membership and points."""

from services.sandbox.commerce.handlers.common import active_user, page, view
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

LEVELS = {"NORMAL": 1.0, "GOLD": 1.5, "DIAMOND": 2.0}


def _member(world: World, havana_id: object) -> Row:
    found = world.find("member", havanaId=str(havana_id))
    if not found:
        raise BusinessError("MEMBER_NOT_EXIST", f"用户{havana_id}未开通会员")
    return found[0]


def _open(call: Call) -> Row:
    world = call.world
    user = active_user(world, call.args["havanaId"])
    if world.find("member", havanaId=user["id"]):
        raise BusinessError("MEMBER_EXIST", f"用户{user['id']}已是会员")
    row = {
        "havanaId": user["id"],
        "level": call.arg("level", "NORMAL"),
        "points": 0,
        "openedAt": world.time(),
    }
    return view("member", world.create("member", row))


def _get(call: Call) -> Row:
    return view("member", _member(call.world, call.args["havanaId"]))


def _change_points(sign: int) -> Handler:
    def handler(call: Call) -> Row:
        world, amount = call.world, sign * call.args["points"]
        member = _member(world, call.args["userId"])
        total = member["points"] + amount
        if total < 0:
            raise BusinessError("POINTS_NOT_ENOUGH", f"积分不足,当前{member['points']}")
        world.update("member", member["id"], points=total, side=True)
        row = {
            "havanaId": member["havanaId"],
            "changeAmount": amount,
            "balance": total,
            "remark": call.arg("remark", ""),
            "createdAt": world.time(),
        }
        return view("points_record", world.create("points_record", row))

    return handler


HANDLERS: dict[str, Handler] = {
    "openMembership": _open,
    "getMember": _get,
    "addPoints": _change_points(1),
    "listPointsRecords": page("points_record", havanaId="userId"),
}
