"""What mocked tools remember: what was said of a thing is what is read of it later.

A thing is whatever shares an identifier: the values of a call that creates `orderId` 7 are found
again by a call that is given 7, under the same names.
"""

import re
from collections.abc import Iterator, Mapping
from typing import cast

from tool_registry.base.types import JsonValue

_IDENTIFIER = re.compile(r"(?:id|no|code|key|phone|mobile|account|email|name)$", re.IGNORECASE)
_PART = 5
"""Letters that a part of a name has at least."""
_SEPARATORS = re.compile(r"[^0-9a-z\u4e00-\u9fff]+")


class World:
    """The values of things, by each value that may identify one."""

    def __init__(self) -> None:
        self._things: dict[str, dict[str, JsonValue]] = {}

    def learn(self, *bodies: JsonValue) -> None:
        """Remembers the plain values of a call's arguments and result as those of one thing."""
        values = [pair for body in bodies for pair in leaves(body)]
        ids = {str(value) for name, value in values if _IDENTIFIER.search(name) and value}
        for id in ids:
            known = self._things.setdefault(id, {})
            for name, value in values:
                known.setdefault(folded(name), value)

    def update(self, *bodies: JsonValue) -> None:
        """The same, where newer values count: a call that changes a thing."""
        values = [pair for body in bodies for pair in leaves(body)]
        for id in {str(value) for name, value in values if _IDENTIFIER.search(name) and value}:
            self._things.setdefault(id, {}).update({folded(n): v for n, v in values})

    def recall(self, arguments: JsonValue) -> dict[str, JsonValue]:
        """What is known of the things that the arguments identify; folded name → value."""
        known: dict[str, JsonValue] = {}
        for _, value in leaves(arguments):
            for name, one in self._things.get(str(value), {}).items():
                known.setdefault(name, one)
        return known


def nearest(known: Mapping[str, JsonValue], key: str) -> JsonValue:
    """What is known under a name, or under the only one that is part of it or that it is part of
    (`threshold`, `thresholdamount`); None where nothing is."""
    if key in known or len(key) < _PART:
        return known.get(key)
    alike = [one for one in known if len(one) >= _PART and (one in key or key in one)]
    return known[alike[0]] if len(alike) == 1 else None


def folded(name: str) -> str:
    """`orderId`, `order_id` and `order-id` are one name."""
    return _SEPARATORS.sub("", name.casefold())


def leaves(value: JsonValue, name: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Plain values at any depth with the name of their field; lists stand under their own name."""
    if isinstance(value, dict):
        for key, one in cast("dict[str, JsonValue]", value).items():
            yield from leaves(one, key)
    elif isinstance(value, list):
        for one in cast("list[JsonValue]", value):
            yield from leaves(one, name)
    elif value is not None:
        yield name, value
