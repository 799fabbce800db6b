"""Which tools speak of the very same things, where several kinds of things have one name."""

from functools import cache

from tool_registry.model import ToolEssentialModel
from tool_registry.parsing.operations import collections_in


def in_one_place(one: ToolEssentialModel, other: ToolEssentialModel) -> bool:
    """False for operations of HTTP APIs on different collections, or of different APIs.

    Their things may have the same name and ids of the same looks, and are none the less others.
    Tools that have no paths are not told apart: their names are all that is known of them.
    """
    if one.path is None and other.path is None:
        return True
    if one.source != other.source or one.path is None or other.path is None:
        return one.source == other.source
    mine, theirs = _collections(one.path), _collections(other.path)
    return bool(mine & theirs) or not (mine and theirs)


_collections = cache(collections_in)
