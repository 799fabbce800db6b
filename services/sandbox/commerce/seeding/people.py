"""Users with their addresses, tags, memberships and Taobao bindings."""

from services.sandbox.commerce.handlers.accounts import TAGS
from services.sandbox.commerce.seeding.draw import CITIES, CREATED, Draw
from services.sandbox.trade import Row


def people(draw: Draw, env: str) -> Row:
    ids = draw.ids

    def user(id: str, phone: str, account: str) -> Row:
        row = {
            "id": ids[id],
            "phone": ids[phone],
            "account": ids[account],
            "nick": draw.name(),
            "status": "NORMAL",
            "createdAt": CREATED,
        }
        return draw.put(env, "user", row)

    plain = user("user", "user_phone", "user_account")
    phoned = user("phone_user", "phone", "phone_account")
    bound = user("taobao_user", "taobao_user_phone", "account")
    bare = user("bare_user", "bare_user_phone", "bare_user_account")
    for name in ("bound_taobao", "free_taobao"):
        draw.put(env, "taobao_account", {"id": ids[name], "nick": f"tb_{ids[name][-4:]}"})
    binding = {
        "id": draw.id("TBB00001"),
        "account": bound["account"],
        "havanaId": bound["id"],
        "taobaoUserId": ids["bound_taobao"],
        "status": "BOUND",
        "boundAt": CREATED,
    }
    draw.put(env, "taobao_binding", binding)
    address = draw.put(env, "address", _address(draw, plain))
    tags = [_tag(draw, env, plain, n, code) for n, code in enumerate(("VIP", "TEST_ACCOUNT"))]
    _tag(draw, env, phoned, 7, "NEW_CUSTOMER")
    return {
        "user": plain,
        "phone_user": phoned,
        "bare_user": bare,
        "taobao_user": {**bound, "taobaoUserId": ids["bound_taobao"]},
        "free_taobao": {"id": ids["free_taobao"]},
        "address": address,
        "user_tag": tags[0],
        "member": _member(draw, env, plain),
    }


def _address(draw: Draw, user: Row) -> Row:
    return {
        "id": draw.id("AD000101"),
        "havanaId": user["id"],
        "contactName": user["nick"],
        "contactPhone": user["phone"],
        "city": draw.pick(CITIES),
        "detail": "文一西路969号",
        "isDefault": True,
        "createdAt": CREATED,
    }


def _tag(draw: Draw, env: str, user: Row, number: int, code: str) -> Row:
    row = {
        "id": draw.id(f"UT-0000-{number:05d}"),
        "havanaId": user["id"],
        "tagCode": code,
        "tagName": TAGS[code],
        "createdAt": CREATED,
    }
    return draw.put(env, "user_tag", row)


def _member(draw: Draw, env: str, user: Row) -> Row:
    row = {
        "id": draw.id("MB00101"),
        "havanaId": user["id"],
        "level": "GOLD",
        "points": 500,
        "openedAt": CREATED,
    }
    return draw.put(env, "member", row)
