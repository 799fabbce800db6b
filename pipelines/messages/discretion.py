"""What users are never shown of the machinery: the protocol's name and its hidden parameters."""

import re

HIDDEN_PREFIX = "_mcp_"

_HIDDEN = re.compile(r"\b_mcp_\w*", re.IGNORECASE)
_PROTOCOL = re.compile(r"\bmcp\b[ :]*(?:error[ :]*)?(?:-?\d+[ :]*)?", re.IGNORECASE)


def is_hidden(name: str) -> bool:
    """True for the name of a parameter that users are not shown."""
    return name.casefold().startswith(HIDDEN_PREFIX)


def discreet(text: str) -> str:
    """Somebody else's text without lines on hidden parameters and without the protocol's name."""
    lines = (line for line in text.splitlines() if not _HIDDEN.search(line))
    return _PROTOCOL.sub("", "\n".join(lines)).strip()
