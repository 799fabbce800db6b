"""In-memory records of the depots, one copy per environment, and the log of writes."""

import copy
from typing import Any

Row = dict[str, Any]
Table = dict[str, Row]

ENVS = ("daily", "pre")

# Name of each kind in the log of writes.
ENTITY = {
    "depot": "Depot",
    "courier": "Courier",
    "sender": "Sender",
    "parcel": "Parcel",
    "locker": "Locker",
    "pickup_job": "Pickup job",
    "complaint": "Complaint",
    "claim": "Claim",
}

# Prefix, digits and last seeded number of each kind.
NUMBERS: dict[str, tuple[str, int, int]] = {
    "depot": ("D", 2, 5),
    "courier": ("K", 3, 206),
    "sender": ("N", 3, 305),
    "parcel": ("B", 4, 8007),
    "locker": ("X", 3, 406),
    "pickup_job": ("J", 3, 504),
    "complaint": ("Q", 3, 605),
    "claim": ("M", 3, 703),
}

WHOLE = {
    "monthly_limit",
    "weight_g",
    "declared_value",
    "freight",
    "pieces",
    "amount",
    "approved_amount",
}

SEED = {
    "depot": """id|name|city|address|manager|status
D01|浦东张江网点|上海|祖冲之路88号|周建国|open
D02|徐汇漕河泾网点|上海|桂平路12号|何丽|open
D03|余杭未来网点|杭州|文一西路300号|沈涛|open
D04|江宁大学城网点|南京|格致路5号||paused
D05|Suzhou Park Depot|苏州|星湖街20号|Helen Xu|open""",
    "courier": """id|name|depot_id|phone|vehicle|status
K201|马志强|D01|13700020001|ebike|on_duty
K202|吴小军|D01|13700020002|van|on_duty
K203|郑海燕|D02|13700020003|ebike|off_duty
K204|Tony Lau|D03|13700020004|ebike|on_duty
K205|钱文斌|D04|13700020005|foot|off_duty
K206|冯磊|D02|13700020006|van|dismissed""",
    "sender": """id|name|phone|tier|monthly_limit|status
N301|青禾茶叶店|02160010001|gold|20000|active
N302|蓝鲸数码|02160010002|silver|8000|active
N303|Maple Books|02160010003|normal|0|active
N304|云朵童装|02160010004|silver|5000|frozen
N305|老张五金|02160010005|normal|0|active""",
    "parcel": "id|sender_id|depot_id|receiver_name|receiver_phone|weight_g|declared_value|freight"
    """|courier_id|locker_id|status
B8001|N301|D01|李梦瑶|13600030001|1200|300|12|||received
B8002|N302|D01|张伟|13600030002|850|2600|18|K201||out_for_delivery
B8003|N302|D01|徐静|13600030003|400|0|12|K202|X401|in_locker
B8004|N303|D03|Grace Miller|13600030004|2300|150|20|K204||out_for_delivery
B8005|N301|D02|高飞|13600030005|5000|900|35|||received
B8006|N303|D03|罗敏|13600030006|700|80|12|K204||delivered
B8007|N302|D01|唐宁|13600030007|950|4800|18|K201||lost""",
    "locker": """id|depot_id|label|size|status
X401|D01|张江-A1|small|occupied
X402|D01|张江-A2|medium|free
X403|D01|张江-B1|large|broken
X404|D03|未来-01|medium|free
X405|D03|未来-02|small|free
X406|D05|Park-1|large|free""",
    "pickup_job": """id|sender_id|depot_id|pickup_date|pieces|note|courier_id|status
J501|N301|D01|2025-04-10|5|易碎|K202|assigned
J502|N303|D03|2025-04-11|2|||waiting
J503|N302|D01|2025-04-11|10|下午三点后||waiting
J504|N305|D02|2025-04-02|1||K203|done""",
    "complaint": """id|parcel_id|topic|detail|priority|answer|status
Q601|B8007|missing|手机没收到|high||handling
Q602|B8002|late|晚了三天|normal||open
Q603|B8006|damaged|书角压坏|low||open
Q604|B8004|attitude|Courier was rude|normal||open
Q605|B8006|late|晚一天|low|已致歉|resolved""",
    "claim": """id|complaint_id|amount|approved_amount|pay_date|status
M701|Q601|4800|0||filed
M702|Q605|60|0||refused
M703|Q603|50|40||approved""",
}


def _table(text: str) -> Table:
    head, *lines = text.splitlines()
    names, table = head.split("|"), Table()
    for line in lines:
        pairs = zip(names, line.split("|"), strict=True)
        row: Row = {name: int(word) if name in WHOLE else word for name, word in pairs}
        table[row["id"]] = row
    return table


class Store:
    """Both environments and everything written since the start or the last reset."""

    data: dict[str, dict[str, Table]]
    last: dict[str, dict[str, int]]
    effects: list[Row]

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Back to the seeded records, numbers and an empty log."""
        self.data = {env: {kind: _table(text) for kind, text in SEED.items()} for env in ENVS}
        self.last = {env: {kind: no for kind, (_, _, no) in NUMBERS.items()} for env in ENVS}
        self.effects = []

    def next_id(self, env: str, kind: str) -> str:
        """Hands out the next number of a kind; each environment counts for itself."""
        self.last[env][kind] += 1
        prefix, digits, _ = NUMBERS[kind]
        return f"{prefix}{self.last[env][kind]:0{digits}d}"

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
