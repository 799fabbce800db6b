"""Users, Taobao bindings, addresses, user tags."""

from typing import Any

from services.sandbox.commerce.handlers.common import (
    active_user,
    read,
    require,
    rows,
    view,
)
from services.sandbox.errors import BusinessError
from services.sandbox.trade import Call, Handler, Row
from services.sandbox.world import World

TAGS = {"NEW_CUSTOMER": "新客", "VIP": "高价值", "TEST_ACCOUNT": "测试账号", "SILENT": "沉睡"}


def new_user(world: World, phone: str | None = None, nick: str | None = None) -> Row:
    """Registers a user with the test-account tag; a phone belongs to one user only."""
    phone = phone or world.new_id("phone")
    if world.find("user", phone=phone):
        raise BusinessError("MOBILE_EXIST", f"手机号{phone}已注册")
    account = world.new_id("account")
    user = world.create(
        "user",
        {
            "phone": phone,
            "account": account,
            "nick": nick or f"测试用户{account[-4:]}",
            "status": "NORMAL",
            "createdAt": world.time(),
        },
    )
    tag = {"havanaId": user["id"], "tagCode": "TEST_ACCOUNT", "tagName": TAGS["TEST_ACCOUNT"]}
    world.create("user_tag", {**tag, "createdAt": world.time()}, side=True)
    return user


def _create_user(call: Call) -> Row:
    return view("user", new_user(call.world, call.arg("mobile"), call.arg("nick")))


def _user_by(field: str, argument: str) -> Handler:
    def handler(call: Call) -> Row:
        value = call.args[argument]
        found = call.world.list_seen("user", **{field: str(value)})
        if not found:
            raise BusinessError("USER_NOT_EXIST", f"未查询到用户:{value}")
        return view("user", found[0])

    return handler


def _havana_id(call: Call) -> Row:
    user = _user_by("phone", "mobile")(call)
    return {"havanaId": user["havanaId"], "mobile": user["phone"]}


def _set_user_status(call: Call) -> Row:
    """Freezes or unfreezes; doing it twice is refused."""
    user = require(call.world, "user", call.args["havanaId"])
    to = "FROZEN" if call.tool == "freezeUser" else "NORMAL"
    if user["status"] == to:
        raise BusinessError("USER_STATUS_ILLEGAL", f"用户{user['id']}当前状态已经是{to}")
    return view("user", call.world.update("user", user["id"], status=to))


def _by_account(world: World, account: Any) -> Row:
    found = world.find("user", account=str(account))
    if not found:
        raise BusinessError("ACCOUNT_NOT_EXIST", f"登录账号不存在:{account}")
    return found[0]


def _bound(world: World, **which: str) -> Row | None:
    return next(iter(world.find("taobao_binding", status="BOUND", **which)), None)


def _bind(call: Call) -> Row:
    world, taobao = call.world, str(call.args["taobaoUserId"])
    user = _by_account(world, call.args["account"])
    require(world, "taobao_account", taobao)
    if old := _bound(world, account=user["account"]):
        text = f"账号{user['account']}已绑定淘宝账号{old['taobaoUserId']},请先解绑"
        raise BusinessError("BIND_EXIST", text)
    if _bound(world, taobaoUserId=taobao):
        raise BusinessError("TAOBAO_OCCUPIED", f"淘宝账号{taobao}已被其他账号绑定")
    row = {
        "account": user["account"],
        "havanaId": user["id"],
        "taobaoUserId": taobao,
        "status": "BOUND",
        "boundAt": world.time(),
    }
    return view("taobao_binding", world.create("taobao_binding", row))


def _unbind(call: Call) -> Row:
    user = _by_account(call.world, call.args["account"])
    bound = _bound(call.world, account=user["account"])
    if bound is None:
        raise BusinessError("BIND_NOT_EXIST", f"账号{user['account']}未绑定淘宝账号")
    after: Row = {"status": "UNBOUND", "unboundAt": call.world.time()}
    return view("taobao_binding", call.world.update("taobao_binding", bound["id"], **after))


def _binding(call: Call) -> Row:
    user = _by_account(call.world, call.args["account"])
    bound = _bound(call.world, account=user["account"])
    answer = {"account": user["account"], "havanaId": user["id"], "bound": bound is not None}
    if bound:
        answer.update(taobaoUserId=bound["taobaoUserId"], boundAt=bound["boundAt"])
    return answer


def _create_taobao(call: Call) -> Row:
    world = call.world
    nick = call.arg("nick", "tb_test")
    return view("taobao_account", world.create("taobao_account", {"nick": nick}))


def _taobao(call: Call) -> Row:
    row = require(call.world, "taobao_account", call.args["taobaoUserId"])
    bound = _bound(call.world, taobaoUserId=row["id"])
    return {**view("taobao_account", row), "boundAccount": bound["account"] if bound else None}


def _create_address(call: Call) -> Row:
    world = call.world
    user = active_user(world, call.args["havanaId"])
    first = not world.find("address", havanaId=user["id"])
    row = {
        "havanaId": user["id"],
        "contactName": call.arg("contactName", user["nick"]),
        "contactPhone": call.arg("contactPhone", user["phone"]),
        "city": call.arg("city", "杭州"),
        "detail": call.arg("detail", "文一西路969号"),
        "isDefault": first,
        "createdAt": world.time(),
    }
    return view("address", world.create("address", row))


def _delete_address(call: Call) -> Row:
    row = require(call.world, "address", call.args["addressId"])
    call.world.delete("address", row["id"])
    return {"addressId": row["id"], "deleted": True}


def _tag_user(call: Call) -> Row:
    world, code = call.world, call.args["tagCode"]
    user = require(world, "user", call.args["havanaId"])
    if world.find("user_tag", havanaId=user["id"], tagCode=code):
        raise BusinessError("TAG_EXIST", f"用户{user['id']}已有标签{TAGS[code]}")
    row = {"havanaId": user["id"], "tagCode": code, "tagName": TAGS[code]}
    return view("user_tag", world.create("user_tag", {**row, "createdAt": world.time()}))


def _untag_user(call: Call) -> Row:
    world, code = call.world, call.args["tagCode"]
    found = world.find("user_tag", havanaId=str(call.args["havanaId"]), tagCode=code)
    if not found:
        raise BusinessError("TAG_NOT_EXIST", f"用户没有标签{TAGS[code]}")
    world.delete("user_tag", found[0]["id"])
    return {"havanaId": found[0]["havanaId"], "tagCode": code, "removed": True}


def _tags_by_mobile(call: Call) -> list[Row]:
    user = _user_by("phone", "mobile")(call)
    found = call.world.list_seen("user_tag", havanaId=user["havanaId"])
    return [view("user_tag", tag) for tag in found]


HANDLERS: dict[str, Handler] = {
    "createTestUser": _create_user,
    "getUserInfo": read("user", "havanaId"),
    "queryUserByAccount": _user_by("account", "account"),
    "queryHavanaIdByMobile": _havana_id,
    "setUserStatus": _set_user_status,
    "bindTaobaoAccount": _bind,
    "unbindTaobaoAccount": _unbind,
    "queryTaobaoBinding": _binding,
    "createTaobaoAccount": _create_taobao,
    "getTaobaoAccount": _taobao,
    "createUserAddress": _create_address,
    "getAddress": read("address", "addressId"),
    "listUserAddresses": rows("address", havanaId="havanaId"),
    "deleteAddress": _delete_address,
    "addUserTag": _tag_user,
    "removeUserTag": _untag_user,
    "queryUserTags": rows("user_tag", havanaId="havanaId"),
    "queryUserTagsByMobile": _tags_by_mobile,
}
