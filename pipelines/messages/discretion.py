"""What users are never shown of the machinery: the protocol's name and its hidden parameters."""

import re
from unicodedata import category

HIDDEN_PREFIX = "_mcp_"

_HIDDEN = re.compile(r"\b_mcp_\w*", re.IGNORECASE)
_PROTOCOL = re.compile(r"\bmcp\b[ :]*(?:error[ :]*)?(?:-?\d+[ :]*)?", re.IGNORECASE)


_JOINERS = "\u200c\u200d"
"""Characters without a form of their own that letters and signs are made with."""


def in_one_line(text: str) -> str:
    """Somebody else's value as it stands within a line: nothing in it begins a new one, and what
    turns or hides text is named."""
    plain = " ".join(text.split())
    return "".join(_named(char) if category(char) in ("Cc", "Cf") else char for char in plain)


def _named(char: str) -> str:
    return char if char in _JOINERS else f"\u2039U+{ord(char):04X}\u203a"


def is_hidden(name: str) -> bool:
    """True for the name of a parameter that users are not shown."""
    return name.casefold().startswith(HIDDEN_PREFIX)


def discreet(text: str) -> str:
    """Somebody else's text without lines on hidden parameters and without the protocol's name."""
    lines = (line for line in text.splitlines() if not _HIDDEN.search(line))
    return _PROTOCOL.sub("", "\n".join(lines)).strip()
