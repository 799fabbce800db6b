"""A small business and requests about it, as authors label them."""

from evals.reader.business import Business
from evals.reader.request import Request

BUSINESS = Business.model_validate(
    {
        "name": "library",
        "about": "readers and cards",
        "entities": [
            {"name": "reader", "person": True, "zh": ["读者"], "en": ["reader", "patron"]},
            {"name": "card", "zh": ["借书证", "卡"], "en": ["card"]},
        ],
        "actions": [{"name": "lend", "function": "operate", "zh": ["借出"], "en": ["lend"]}],
        "attributes": [
            {"name": "limit", "kind": "number", "of": ["card"], "zh": ["限额"], "en": ["limit"]},
            {
                "name": "colour",
                "kind": "enum",
                "of": ["card"],
                "values": [{"name": "red", "zh": ["红"], "en": ["red"]}],
            },
        ],
    }
)

GIVE = Request.model_validate(
    {
        "t": "give reader 1234 two red cards with limit 12, pre, no new reader",
        "type": "create_data",
        "env": "pre",
        "steps": [
            {
                "do": "give",
                "act": "issue",
                "obj": {
                    "w": "cards",
                    "is": "card",
                    "n": "two",
                    "num": 2,
                    "vals": [
                        {"w": "red", "a": "colour", "v": "red"},
                        {"w": "12", "a": "limit", "aw": "limit"},
                    ],
                },
                "with": [{"role": "to", "w": "reader", "is": "reader", "ids": [{"w": "1234"}]}],
            }
        ],
        "aside": [{"k": "forbid", "w": "no new reader", "obj": "reader", "is": "reader"}],
    }
)
