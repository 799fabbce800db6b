"""In-memory records, one copy per environment, and the log of writes."""

import copy
from typing import Any

Row = dict[str, Any]
Table = dict[str, Row]

ENVS = ("daily", "pre")

PREFIX = {
    "customer": "A",
    "product": "G",
    "warehouse": "W",
    "stock_line": "V",
    "order": "O",
    "shipment": "H",
    "invoice": "I",
    "return": "Y",
}


def _rows(fields: str, *lines: tuple[Any, ...]) -> Table:
    names = fields.split()
    return {line[0]: dict(zip(names, line, strict=True)) for line in lines}


def _customers() -> Table:
    return _rows(
        "id name customer_type city contact credit_limit state",
        ("A1001", "爱宠动物医院", "clinic", "成都", "邓医生", 50000, "active"),
        ("A1002", "康牧奶牛场", "farm", "呼和浩特", "巴特尔", 120000, "active"),
        ("A1003", "Happy Tails Clinic", "clinic", "重庆", "Lucy Wong", 30000, "active"),
        ("A1004", "毛球宠物店", "shop", "成都", "谢芳", 8000, "on_hold"),
        ("A1005", "金穗养鸡场", "farm", "绵阳", "罗刚", 60000, "active"),
        ("A1006", "喵星人宠物店", "shop", "西安", "", 0, "closed"),
    )


def _products() -> Table:
    return _rows(
        "id name category unit_price_fen unit cold_chain state",
        ("G2001", "狂犬疫苗 Rabies Vaccine", "vaccine", 3500, "bottle", True, "on_sale"),
        ("G2002", "阿莫西林片 Amoxicillin Tablets", "drug", 2800, "box", False, "on_sale"),
        ("G2003", "口蹄疫疫苗 FMD Vaccine", "vaccine", 5200, "bottle", True, "on_sale"),
        ("G2004", "手术剪 Surgical Scissors", "instrument", 8800, "piece", False, "on_sale"),
        ("G2005", "肠胃处方粮 Gastro Diet", "feed", 15600, "bag", False, "suspended"),
        ("G2006", "驱虫滴剂 Spot-on Drops", "drug", 4500, "box", False, "draft"),
        ("G2007", "老式注射器 Glass Syringe", "instrument", 1200, "piece", False, "retired"),
    )


def _stores() -> dict[str, Table]:
    return {
        "warehouse": _rows(
            "id name city has_cold_room keeper state",
            ("W01", "成都总仓", "成都", True, "蒋勇", "open"),
            ("W02", "重庆分仓", "重庆", False, "彭娟", "open"),
            ("W03", "内蒙冷链仓", "呼和浩特", True, "苏和", "stocktaking"),
            ("W04", "Xi'an Transit", "西安", False, "", "open"),
        ),
        "stock_line": _rows(
            "id product_id warehouse_id quantity min_quantity batch_no",
            ("V3001", "G2001", "W01", 400, 100, "RB2501"),
            ("V3002", "G2002", "W01", 80, 100, "AM2412"),
            ("V3003", "G2002", "W02", 150, 50, "AM2501"),
            ("V3004", "G2003", "W03", 900, 200, "FM2502"),
            ("V3005", "G2004", "W02", 25, 30, ""),
            ("V3006", "G2005", "W01", 60, 10, "GD2411"),
        ),
    }


def _orders() -> Table:
    return _rows(
        "id customer_id product_id quantity amount wanted_date note state cancel_reason",
        ("O4001", "A1001", "G2001", 100, 3500, "2025-04-15", "", "approved", ""),
        ("O4002", "A1002", "G2003", 500, 26000, "2025-04-20", "要冷藏车", "approved", ""),
        ("O4003", "A1003", "G2004", 10, 880, "", "", "new", ""),
        ("O4004", "A1005", "G2002", 40, 1120, "2025-04-18", "", "new", ""),
        ("O4005", "A1003", "G2002", 30, 840, "2025-03-25", "", "shipped", ""),
        ("O4006", "A1001", "G2004", 5, 440, "2025-03-10", "", "completed", ""),
        ("O4007", "A1004", "G2005", 3, 468, "", "", "cancelled", "客户暂停"),
    )


def _papers() -> dict[str, Table]:
    return {
        "shipment": _rows(
            "id order_id warehouse_id carrier tracking_no arrived_date state",
            ("H5001", "O4006", "W02", "express", "SF10001", "2025-03-09", "arrived"),
            ("H5002", "O4005", "W02", "express", "SF10002", "", "sent"),
            ("H5003", "O4001", "W01", "cold_truck", "", "", "preparing"),
        ),
        "invoice": _rows(
            "id order_id customer_id amount due_date paid_date state",
            ("I6001", "O4006", "A1001", 440, "2025-04-09", "2025-03-30", "paid"),
            ("I6002", "O4005", "A1003", 840, "2025-04-25", "", "issued"),
            ("I6003", "O4005", "A1003", 900, "2025-04-20", "", "void"),
        ),
        "return": _rows(
            "id order_id quantity reason note stock_id state",
            ("Y7001", "O4006", 1, "damaged", "刃口有缺", "", "accepted"),
            ("Y7002", "O4005", 10, "wrong_item", "", "", "accepted"),
            ("Y7003", "O4006", 2, "other", "多买了", "", "requested"),
        ),
    }


def seed() -> dict[str, Table]:
    """The records a fresh environment starts with."""
    trade = {"customer": _customers(), "product": _products(), "order": _orders()}
    return {**trade, **_stores(), **_papers()}


class Store:
    """Both environments and everything written since the start or the last reset."""

    data: dict[str, dict[str, Table]]
    effects: list[Row]

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Back to the seeded records and an empty log."""
        self.data = {env: seed() for env in ENVS}
        self.effects = []

    def next_id(self, env: str, kind: str) -> str:
        """The next running number; records are never deleted, so the last one tells it."""
        last = list(self.data[env][kind])[-1][1:]
        return f"{PREFIX[kind]}{int(last) + 1:0{len(last)}d}"

    def log(self, env: str, operation: str, arguments: Row, kind: str, row: Row) -> None:
        """Adds one written record to the log, as it is after the write."""
        self.effects.append(
            {
                "seq": len(self.effects) + 1,
                "env": env,
                "operation": operation,
                "arguments": copy.deepcopy(arguments),
                "entity": kind,
                "id": row["id"],
                "state_after": copy.deepcopy(row),
            }
        )


STORE = Store()
