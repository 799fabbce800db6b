"""The local reader: a small bilingual encoder that has learned to read requests."""

from pipelines.intent.reader.shipped import (
    NoReader,
    ShippedReader,
    read_alone,
    reader_problem,
    shipped_reader,
)

__all__ = ["NoReader", "ShippedReader", "read_alone", "reader_problem", "shipped_reader"]
