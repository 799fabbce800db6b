"""What Slack refuses in blocks and windows, by its package's models and its documentation."""

import re
from collections.abc import Iterator
from typing import Any

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

from tool_registry.base.types import as_list, as_object

_RAW = re.compile(r"[<>]|&(?!amp;|lt;|gt;)")
_LIMITS = {"header": 150, "section": 3000, "context": 3000}
_BUTTON, _LABEL, _OPTION = 75, 2000, 75


def wrong_message(body: dict[str, Any]) -> str | None:
    """Why a message is not taken; None where it is."""
    blocks = body.get("blocks")
    if not body.get("text") and not blocks:
        return "no_text"
    if _RAW.search(str(body.get("text", ""))):
        return "text is not escaped"
    return wrong_blocks(blocks) if blocks is not None else None


def wrong_blocks(blocks: Any) -> str | None:
    """The same for blocks alone."""
    told: list[dict[str, Any]] = as_list(blocks)
    if not 0 < len(told) <= 50:
        return "invalid_blocks: 1 to 50"
    names = [one["action_id"] for one in _of(told, "action_id")]
    if len(names) != len(set(names)):
        return "invalid_blocks: an action_id twice"
    for one in told:
        if (problem := _wrong_block(one)) is not None:
            return f"invalid_blocks: {problem}"
    return None


def wrong_view(view: dict[str, Any]) -> str | None:
    """The same for a window."""
    if view.get("type") != "modal" or len(view["blocks"]) > 100:
        return "modal of 1 to 100 blocks"
    names = [one["block_id"] for one in view["blocks"] if "block_id" in one]
    if len(names) != len(set(names)):
        return "a block_id twice"
    for name in ("title", "submit", "close"):
        if view[name]["type"] != "plain_text" or not 0 < len(view[name]["text"]) <= 24:
            return f"{name} of 1 to 24 characters"
    if len(view["private_metadata"]) > 3000:
        return "private_metadata"
    try:
        View(**view).validate_json()
    except SlackObjectFormationError as error:
        return str(error)
    return next(filter(None, map(_wrong_block, view["blocks"])), None)


def _wrong_block(block: dict[str, Any]) -> str | None:
    kind = block.get("type")
    if kind not in ("header", "section", "context", "actions", "input"):
        return f"type {kind}"
    try:
        parse: Any = getattr(Block, "parse")  # noqa: B009 - what it takes is not wholly typed
        parse(block).validate_json()
    except SlackObjectFormationError as error:
        return str(error)
    if kind == "actions" and not 0 < len(block["elements"]) <= 25:
        return "elements"
    if kind == "context" and not 0 < len(block["elements"]) <= 10:
        return "elements"
    return next(filter(None, (_wrong_text(block, one) for one in _of([block], "text"))), None)


def _wrong_text(block: dict[str, Any], holder: dict[str, Any]) -> str | None:
    text = holder["text"]
    if not isinstance(text, str):
        return None
    if holder.get("type") != "plain_text" or holder.get("emoji") is not False:
        return f"markup in {holder}"
    if _RAW.search(text):
        return f"not escaped: {text}"
    if not 0 < len(text) <= _LIMITS.get(block["type"], 3000):
        return f"length {len(text)}"
    return None


def _of(value: Any, name: str) -> Iterator[dict[str, Any]]:
    """All objects in it that have that field."""
    told = as_object(value)
    if name in told:
        yield told
    for inner in (*told.values(), *as_list(value)):
        yield from _of(inner, name)
