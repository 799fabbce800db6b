"""One stored entity."""

from typing import Any

Row = dict[str, Any]
"""A JSON object whose `id` is a string or a number."""
