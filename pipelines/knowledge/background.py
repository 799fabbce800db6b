"""What the pages say of a text, for a prompt."""

from pipelines.knowledge.shelf import Shelf
from pipelines.models.typed_answers import as_data
from tool_registry.governance.poison import tricks
from tool_registry.governance.texts import Text

MOST = 3
"""Passages that a prompt holds."""
LONGEST = 1500
"""Characters of all of them together."""
_FROM = 0.35
"""From this likeness on a passage is worth its place in a prompt."""


def background(shelf: Shelf | None, text: str) -> str:
    """What the pages say of a text, for a prompt: a JSON list of sources and texts, as data.

    Empty where they say nothing. A passage that reads like an order to a model is left out.
    """
    told: list[dict[str, str]] = []
    length = 0
    for one in shelf.nearest(text, MOST, least=_FROM) if shelf is not None else ():
        length += len(one.text)
        if length > LONGEST:
            break
        if not tricks(Text("knowledge", f"{one.heading}\n{one.text}")):
            source = f"{one.file or one.page} · {one.heading}"
            told.append({"source": source, "text": one.text})
    if not told:
        return ""
    return as_data(told)
