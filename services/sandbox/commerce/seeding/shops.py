"""Stores with their items, riders, and the projects of the bug tracker."""

from services.sandbox.commerce.seeding.draw import CITIES, CREATED, DISHES, STORES, Draw
from services.sandbox.trade import Row


def goods(draw: Draw, env: str) -> Row:
    ids, category = draw.ids, draw.id("C000101")
    for id, name, channel in ((category, "美食", "ALL"), ("C000900", "丽人", "DAODIAN")):
        draw.put(env, "category", {"id": id, "name": name, "channel": channel})

    def store(id: str, status: str) -> Row:
        row = {
            "id": ids[id],
            "storeName": draw.pick(STORES),
            "city": draw.pick(CITIES),
            "categoryId": category,
            "status": status,
            "businessHours": "09:00-22:00",
            "createdAt": CREATED,
        }
        return draw.put(env, "store", row)

    opened, closed = store("store", "OPEN"), store("closed_store", "CLOSED")

    def item(id: str, channel: str, kind: str, price: int) -> Row:
        row = {
            "id": ids[id],
            "storeId": opened["id"],
            "channel": channel,
            "itemType": kind,
            "title": draw.pick(DISHES),
            "price": draw.fen(price),
            "status": "ON_SHELF",
            "createdAt": CREATED,
        }
        draw.put(env, "stock", {"id": row["id"], "available": 100})
        return draw.put(env, "item", row)

    made = {
        "store": opened,
        "closed_store": closed,
        "category": {"id": category},
        "daodian_item": item("daodian_item", "DAODIAN", "TUANGOU", 6800),
        "waimai_item": item("waimai_item", "WAIMAI", "DISH", 2800),
    }
    if env == "pre":
        row = {
            "id": ids["stress_item"],
            "title": "压测商品",
            "price": draw.fen(100),
            "status": "ON_SHELF",
            "createdAt": CREATED,
        }
        made["stress_item"] = draw.put(env, "stress_item", row)
    return made


def riders(draw: Draw, env: str) -> Row:
    team = [
        {"id": draw.id(f"R10{n}"), "name": f"{surname}师傅", "city": "杭州", "status": status}
        for n, surname, status in (
            (1, "周", "IDLE"),
            (2, "吴", "IDLE"),
            (3, "郑", "OFFLINE"),
            (4, "孙", "IDLE"),
        )
    ]
    for rider in team:
        draw.put(env, "rider", rider)
    return {"rider": team[0], "second_rider": team[1], "offline_rider": team[2]}


def projects(draw: Draw) -> Row:
    projects = [
        {"id": "LOCAL_TRADE", "projectName": "本地生活交易", "owner": "陆川"},
        {"id": "DAODIAN_VOUCHER", "projectName": "到店凭证核销", "owner": "季晴"},
        {"id": "MARKETING", "projectName": "营销中心", "owner": "方舟"},
    ]
    for project in projects:
        draw.put("common", "project", project)
    bug = {
        "id": draw.id("BUG-0001"),
        "projectCode": "LOCAL_TRADE",
        "title": "下单后库存未扣减",
        "description": "",
        "severity": 2,
        "assignee": "陆川",
        "status": "OPEN",
        "createdAt": CREATED,
    }
    return {"project": projects[0], "bug": draw.put("common", "bug", bug)}
