"""Results of tools with facts planted in them by a seed, and questions about them."""

import json
import random
from dataclasses import dataclass

from tool_registry.base.types import JsonValue

SIZE = 20_000
"""Characters of a result, at least."""
_FIELDS = {
    "warehouse_code": "which warehouse code has {key}?",
    "courier": "{key} 的 courier 是谁?",
    "batch": "batch of {key}",
    "shelf_life_days": "how many shelf life days does {key} have",
    "inspector": "who is the inspector of {key}?",
}
_NOTES = {
    "the maintenance window of {key} begins at {value}": "when has {key} its maintenance?",
    "{key} 的限额调整为 {value}": "{key} 的限额是多少?",
    "the owner of gateway {key} is team {value}": "which team is the owner of gateway {key}?",
}


@dataclass(frozen=True)
class Fact:
    """One thing that stands once in a result."""

    question: str
    value: str


def record(draw: random.Random) -> dict[str, JsonValue]:
    """One row of a list, as an order service has them."""
    fields: dict[str, JsonValue] = {"id": f"SKU-{draw.randrange(10**6, 10**7)}"}
    for name in _FIELDS:
        fields[name] = f"{name[:2].upper()}{draw.randrange(10**5, 10**6)}"
    fields["buyer"] = {"id": str(draw.randrange(10**9, 10**10)), "level": draw.randrange(9)}
    return fields


def listing(draw: random.Random) -> tuple[JsonValue, Fact]:
    """A long list in an envelope, and what is to be found in it."""
    rows: list[dict[str, JsonValue]] = []
    while len(json.dumps(rows)) < SIZE:
        rows.append(record(draw))
    row, name = draw.choice(rows), draw.choice([*_FIELDS])
    question = _FIELDS[name].format(key=row["id"])
    return {"code": 0, "data": {"total": len(rows), "list": rows}}, Fact(question, str(row[name]))


def log(draw: random.Random) -> tuple[JsonValue, Fact]:
    """A long text, and what one of its sentences says."""
    lines = [
        f"{n:04d} job {draw.randrange(10**6)} of node-{draw.randrange(99)} ended well"
        for n in range(600)
    ]
    said, question = draw.choice([*_NOTES.items()])
    key, value = f"gw-{draw.randrange(100, 1000)}", f"Q{draw.randrange(1000, 10_000)}"
    lines.insert(draw.randrange(len(lines)), said.format(key=key, value=value))
    return "\n".join(lines), Fact(question.format(key=key), value)


def planted(seed: int) -> tuple[JsonValue, Fact]:
    """A result of 20 kB and a fact in it, lists and texts by turns."""
    draw = random.Random(seed)
    return (listing if seed % 3 else log)(draw)
