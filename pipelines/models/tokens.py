"""How many tokens a text has, by the tokenizer that the `dashscope` package carries."""

from collections.abc import Callable
from functools import cache
from importlib import import_module

_ASCII = 4
"""Characters of Latin text that make a token, about; other scripts have about one a character."""


def count_tokens(text: str) -> int:
    """Qwen's tokens; an estimate that is rather too high where the package is not installed."""
    return _counter()(text)


def estimate(text: str) -> int:
    """Tokens by the number of characters, without any tokenizer."""
    latin = sum(1 for char in text if char.isascii())
    return -(-latin // _ASCII) * 2 + (len(text) - latin)


@cache
def _counter() -> Callable[[str], int]:
    try:
        tokenizer = import_module("dashscope.tokenizers").get_tokenizer("qwen-plus")
    except ImportError:
        return estimate
    return lambda text: len(tokenizer.encode(text))
