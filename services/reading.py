"""Who reads sentences in a process of these settings."""

from pipelines.reader import ShippedReader, shipped_reader
from services.settings import Settings
from tool_registry.catalogue import Catalogue


def reader_of(catalogue: Catalogue, settings: Settings) -> ShippedReader:
    """The reader of that catalogue; the vectors of its names are kept at home."""
    return shipped_reader(catalogue, settings.home / "names")
