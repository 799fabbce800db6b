"""In-memory data of the property system, one copy per environment, and the log of writes."""

import copy
from typing import Any

Row = dict[str, Any]
Table = dict[str, Row]

ENVS = ("daily", "pre")

# Running numbers: prefix and the last one handed out. Rooms, room types and staff get no
# number here, they are set up by head office.
NUMBERS: dict[str, tuple[str, int]] = {
    "guest": ("G", 2004),
    "reservation": ("RSV", 7005),
    "folio": ("FO", 802),
    "charge": ("CH", 93),
    "task": ("HK", 52),
    "voucher": ("VC", 32),
}


def key_of(row: Row) -> str:
    """The value a record is known by: its id, a room's number, a room type's code."""
    return str(row.get("id") or row.get("number") or row.get("code"))


def _rows(fields: str, *lines: tuple[Any, ...]) -> Table:
    names = fields.split()
    made = [dict(zip(names, line, strict=True)) for line in lines]
    return {key_of(row): row for row in made}


def _people() -> dict[str, Table]:
    return {
        "guest": _rows(
            "id name phone email vip_level status points",
            ("G2001", "周敏", "13800002001", "zhoumin@example.com", "none", "active", 120),
            ("G2002", "Emma Clark", "+447700900102", "emma.c@example.com", "gold", "active", 4000),
            ("G2003", "赵磊", "13800002003", None, "platinum", "active", 90),
            ("G2004", "Omar Haddad", "+971500002004", "omar@example.com", "none", "blacklisted", 0),
        ),
        "staff": _rows(
            "id name role on_shift",
            ("S11", "孙丽", "housekeeper", True),
            ("S12", "Tom Reed", "engineer", True),
            ("S13", "吴强", "receptionist", False),
        ),
        "voucher": _rows(
            "id guest_id amount min_spend state",
            ("VC31", "G2001", 50, 300, "unused"),
            ("VC32", "G2002", 100, 500, "used"),
        ),
    }


def _house() -> dict[str, Table]:
    return {
        "room_type": _rows(
            "code name price capacity",
            ("STD", "标准间", 380, 2),
            ("DLX", "豪华间", 680, 2),
            ("SUI", "Suite", 1280, 4),
        ),
        "room": _rows(
            "number type floor state",
            ("301", "STD", 3, "clean"),
            ("302", "STD", 3, "dirty"),
            ("303", "DLX", 3, "clean"),
            ("401", "DLX", 4, "occupied"),
            ("402", "SUI", 4, "clean"),
            ("403", "SUI", 4, "out_of_order"),
        ),
        "task": _rows(
            "id room_number kind assignee priority state",
            ("HK51", "302", "cleaning", None, "normal", "open"),
            ("HK52", "403", "repair", "S12", "normal", "assigned"),
        ),
    }


def _stays() -> dict[str, Table]:
    fields = "id guest_id room_type check_in check_out room_number source state breakfast"
    lines = (
        "RSV7001 G2001 STD 2026-07-03 2026-07-05 - direct confirmed",
        "RSV7002 G2002 DLX 2026-06-30 2026-07-02 401 ota checked_in",
        "RSV7003 G2003 SUI 2026-07-10 2026-07-13 - direct draft",
        "RSV7004 G2001 DLX 2026-07-01 2026-07-02 - ota cancelled",
        "RSV7005 G2003 STD 2026-06-27 2026-06-29 302 direct checked_out",
    )
    with_breakfast = ("RSV7002", "RSV7003")
    split = [[None if word == "-" else word for word in line.split()] for line in lines]
    return {
        "reservation": _rows(fields, *[(*words, words[0] in with_breakfast) for words in split]),
        "folio": _rows(
            "id reservation_id guest_id balance state",
            ("FO801", "RSV7002", "G2002", 860, "open"),
            ("FO802", "RSV7005", "G2003", 0, "settled"),
        ),
        "charge": _rows(
            "id folio_id item amount state",
            ("CH91", "FO801", "minibar", 60, "posted"),
            ("CH92", "FO801", "restaurant", 120, "posted"),
            ("CH93", "FO802", "laundry", 45, "posted"),
        ),
    }


def seed() -> dict[str, Table]:
    """The records a fresh environment starts with."""
    return {**_people(), **_house(), **_stays()}


class Store:
    """Both environments and everything written since the start or the last reset."""

    data: dict[str, dict[str, Table]]
    last: dict[str, dict[str, int]]
    effects: list[Row]

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Back to the seeded records, numbers and an empty log."""
        self.data = {env: seed() for env in ENVS}
        self.last = {env: {kind: no for kind, (_, no) in NUMBERS.items()} for env in ENVS}
        self.effects = []

    def next_id(self, env: str, kind: str) -> str:
        """Hands out the next number of a kind; each environment counts for itself."""
        self.last[env][kind] += 1
        return f"{NUMBERS[kind][0]}{self.last[env][kind]}"

    def log(self, env: str, operation: str, arguments: Row, kind: str, row: Row) -> None:
        """Adds one written record to the log, as it is after the write."""
        self.effects.append(
            {
                "seq": len(self.effects) + 1,
                "env": env,
                "operation": operation,
                "arguments": copy.deepcopy(arguments),
                "entity": kind,
                "id": key_of(row),
                "state_after": copy.deepcopy(row),
            }
        )


STORE = Store()
