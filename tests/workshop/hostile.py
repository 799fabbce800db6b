"""Bodies that nobody sends by mistake: broken JSON, wrong types, nesting, sizes, odd characters."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, cast

LARGE = 10_000_000
RAW = (
    b"",
    b"{",
    b"\xff\xfe",
    b"[" * 100_000,
    b"null",
    b'"x"',
    b'{"a":NaN}',
    b'{"a":1,"a":2}',
    b"\xef\xbb\xbf{}",
    b"x" * LARGE,
)
"""What is no body at all; the last one is larger than any entrance reads."""


def values() -> list[Any]:
    """What stands where something else belongs."""
    deep: Any = "x"
    for _ in range(200):
        deep = [deep]
    odd: list[Any] = [None, 0, -1, 1e308, 2**70, True, "", " ", "\0", [], {}, [7], deep]
    odd += ["\u202e\u2066", "\ud800", {"x": "\ud800"}, "x" * 9000, "../../etc/passwd", "'; --"]
    return [
        *odd,
        {"text": 7},
        {"content": 7},
        "<script>",
        "javascript:alert(1)",
        "１２３",
        "\u200b",
    ]


def bodies(
    whole: Mapping[str, Any], count: int, seed: int = 11
) -> Iterator[dict[str, Any] | bytes]:
    """That many variants of a right body: some of its values, at any depth, replaced or taken out;
    one in forty is no JSON, or nothing but its size."""
    drawn = random.Random(seed)
    odd = values()
    for number in range(count):
        yield drawn.choice(RAW) if number % 40 == 0 else _changed(whole, odd, drawn)


def _changed(whole: Mapping[str, Any], odd: list[Any], drawn: random.Random) -> dict[str, Any]:
    told = dict(whole)
    for name in drawn.sample(sorted(told), drawn.randint(1, min(4, len(told)))):
        if drawn.random() < 0.1:
            del told[name]
        else:
            told[name] = _instead(told[name], odd, drawn)
    return told


def _instead(right: Any, odd: list[Any], drawn: random.Random) -> Any:
    """Something in its place, or, mostly, in the place of something in it."""
    if drawn.random() < 0.6 and isinstance(right, Mapping) and right:
        return _changed(cast("Mapping[str, Any]", right), odd, drawn)
    if drawn.random() < 0.6 and isinstance(right, list) and right:
        return [_instead(one, odd, drawn) for one in cast("list[Any]", right)]
    return drawn.choice(odd)
