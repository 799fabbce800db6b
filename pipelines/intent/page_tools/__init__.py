"""What a sentence says to the tools that the page around the chat offers with it."""

from pipelines.intent.page_tools.reading import (
    ASKED,
    WHICH,
    begun_for_page,
    dropped_in,
    named_in,
    read_for_page,
)

__all__ = ["ASKED", "WHICH", "begun_for_page", "dropped_in", "named_in", "read_for_page"]
