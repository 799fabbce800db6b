"""Who reads sentences in a process of these settings."""

from pathlib import Path

from pipelines.intent.reader import ShippedReader, shipped_reader
from services.settings import Settings
from tool_registry.catalogue import Catalogue


def reader_of(catalogue: Catalogue, settings: Settings) -> ShippedReader:
    """The reader of that catalogue; the vectors of its names are kept at home."""
    return shipped_reader(catalogue, names_folder(settings))


def names_folder(settings: Settings) -> Path:
    """Where the vectors of names are kept: whoever reads takes them from there, so that a
    catalogue has one reader and its names are encoded once."""
    return settings.home / "names"
