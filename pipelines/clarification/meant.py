"""Which of two readings of a misspelt sentence counts: of what was said, or of what is meant."""

from collections.abc import Callable

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.readings import put_plainly
from pipelines.filter import Finder
from tool_registry.catalogue import Catalogue


def as_meant(
    read: Callable[[str], IntentResult | None], text: str, catalogue: Catalogue, finder: Finder
) -> IntentResult | None:
    """The reading; where that is unclear and the sentence has misspelt words, the one of the words
    that are meant, if it is clear. None where nobody can read."""
    meant = read(text)
    return meant and put_plainly(meant, finder.of(catalogue).plain(text), read)
