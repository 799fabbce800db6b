"""The school's records in memory, one set per environment, and the journal of writes."""

import copy
from typing import Any

Row = dict[str, Any]
Table = dict[str, Row]

ENVS = ("daily", "pre")

# Per kind: id prefix and the fields of a record after `id`, in their order.
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "teacher": ("T", ("name", "language", "hourly_rate", "phone", "state")),
    "room": ("R", ("name", "seats", "floor", "state")),
    "course": (
        "C",
        ("title", "teacher_id", "level", "fee", "capacity", "start_date", "state"),
    ),
    "student": ("S", ("name", "phone", "email", "note", "state")),
    "enrolment": (
        "E",
        ("student_id", "course_id", "price", "source", "state", "withdraw_reason"),
    ),
    "lesson": (
        "L",
        (
            *("course_id", "room_id", "teacher_id", "date"),
            *("start_time", "minutes", "topic", "state"),
        ),
    ),
    "payment": ("P", ("enrolment_id", "amount", "method", "note", "state")),
    "certificate": ("Z", ("enrolment_id", "grade", "issue_date", "state")),
}

SEED: dict[str, tuple[int, tuple[tuple[Any, ...], ...]]] = {
    "teacher": (
        1001,
        (
            ("林晓梅", "english", 220, "13800010001", "active"),
            ("Oliver Grant", "english", 260, "13800010002", "active"),
            ("Claire Dubois", "french", 280, "13800010003", "active"),
            ("佐藤健", "japanese", 250, "13800010004", "on_leave"),
            ("王若琳", "japanese", 210, "13800010005", "active"),
            ("Diego Ramos", "spanish", 240, "", "left"),
        ),
    ),
    "room": (
        101,
        (
            ("梧桐厅", 20, 1, "usable"),
            ("银杏厅", 12, 1, "usable"),
            ("Harbour Room", 8, 2, "usable"),
            ("小书房", 4, 2, "closed"),
        ),
    ),
    "course": (
        2001,
        (
            ("商务英语 Business English", "T1001", "B2", 3600, 12, "2025-03-03", "running"),
            ("英语口语 Spoken English", "T1002", "B1", 2800, 8, "2025-05-12", "open"),
            ("法语入门 French Starter", "T1003", "A1", 2400, 10, "2025-05-19", "open"),
            ("日语初级 Japanese Basics", "T1005", "A2", 2600, 2, "2025-05-20", "open"),
            ("雅思冲刺 IELTS Sprint", "T1002", "C1", 5200, 6, "", "planned"),
            ("西语旅行 Travel Spanish", "T1006", "A1", 1800, 10, "2024-09-02", "finished"),
            ("法语会话 French Conversation", "T1003", "B1", 3000, 8, "2025-06-02", "planned"),
        ),
    ),
    "student": (
        3001,
        (
            ("陈思远", "13911110001", "siyuan@example.com", "", "active"),
            ("赵雨桐", "13911110002", "", "周末上课", "active"),
            ("Emma Clarke", "13911110003", "emma@example.com", "", "active"),
            ("黄子轩", "13911110004", "", "", "active"),
            ("刘佳怡", "13911110005", "jiayi@example.com", "", "active"),
            ("Marco Bianchi", "13911110006", "marco@example.com", "", "blocked"),
            ("孙浩然", "13911110007", "", "", "active"),
        ),
    ),
    "enrolment": (
        4001,
        (
            ("S3001", "C2001", 3600, "web", "confirmed", ""),
            ("S3002", "C2001", 3200, "referral", "confirmed", ""),
            ("S3003", "C2004", 2600, "walk_in", "pending", ""),
            ("S3004", "C2002", 2800, "web", "pending", ""),
            ("S3005", "C2003", 2400, "web", "confirmed", ""),
            ("S3006", "C2006", 1800, "walk_in", "completed", ""),
            ("S3007", "C2001", 3600, "walk_in", "withdrawn", "搬家"),
        ),
    ),
    "lesson": (
        5001,
        (
            ("C2001", "R101", "T1001", "2025-04-07", "18:30", 90, "会议英语", "held"),
            ("C2001", "R101", "T1001", "2025-04-14", "18:30", 90, "邮件写作", "scheduled"),
            ("C2001", "R101", "T1002", "2025-04-21", "18:30", 120, "谈判", "scheduled"),
            ("C2002", "R102", "T1002", "2025-05-12", "10:00", 90, "", "scheduled"),
            ("C2003", "R103", "T1003", "2025-05-19", "14:00", 60, "发音", "cancelled"),
        ),
    ),
    "payment": (
        6001,
        (
            ("E4001", 3600, "wechat", "", "received"),
            ("E4002", 3200, "bank", "", "received"),
            ("E4003", 1000, "cash", "定金", "received"),
            ("E4005", 2400, "alipay", "", "received"),
            ("E4006", 1800, "cash", "", "received"),
            ("E4007", 500, "wechat", "定金", "received"),
        ),
    ),
    "certificate": (
        7001,
        (
            ("E4006", "merit", "2024-12-20", "issued"),
            ("E4001", "pass", "2025-06-30", "draft"),
            ("E4002", "distinction", "", "draft"),
        ),
    ),
}


def _table(kind: str) -> Table:
    prefix, fields = KINDS[kind]
    first, lines = SEED[kind]
    made: Table = {}
    for number, line in enumerate(lines, first):
        key = f"{prefix}{number}"
        made[key] = {"id": key, **dict(zip(fields, line, strict=True))}
    return made


class Store:
    """Both environments with their counters, and the journal."""

    data: dict[str, dict[str, Table]]
    last: dict[str, dict[str, int]]
    journal: list[Row]

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Seeded records, seeded counters, empty journal."""
        self.data = {env: {kind: _table(kind) for kind in KINDS} for env in ENVS}
        last = {kind: first + len(lines) - 1 for kind, (first, lines) in SEED.items()}
        self.last = {env: dict(last) for env in ENVS}
        self.journal = []

    def insert(self, env: str, kind: str, values: Row) -> Row:
        """Stores a record under the next running number."""
        prefix, fields = KINDS[kind]
        self.last[env][kind] += 1
        key = f"{prefix}{self.last[env][kind]}"
        row: Row = {"id": key, **{field: values[field] for field in fields}}
        self.data[env][kind][key] = row
        return row

    def note(self, env: str, operation: str, arguments: Row, kind: str, row: Row) -> None:
        """Writes one changed record into the journal."""
        entry: Row = {
            "seq": len(self.journal) + 1,
            "env": env,
            "operation": operation,
            "arguments": copy.deepcopy(arguments),
            "entity": kind,
            "id": row["id"],
            "state_after": copy.deepcopy(row),
        }
        self.journal.append(entry)


STORE = Store()
