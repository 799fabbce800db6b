"""Output into a pipe whose reader may leave early, as `head` does."""

import os
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import Any


class _Open(FileIO):
    """A file that takes whatever is written, also when nobody reads it any more."""

    def write(self, b: Any, /) -> int:
        try:
            return super().write(b)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return memoryview(b).nbytes


def patient(stream: TextIOWrapper) -> TextIOWrapper:
    """The stream in UTF-8; what is written after its reader has left is dropped.

    A command is thus never cut short by its reader: its effects are complete, its exit code is
    its own, and nothing is complained of. The given stream is not to be used any more.
    """
    stream.flush()
    return TextIOWrapper(
        BufferedWriter(_Open(stream.fileno(), "w", closefd=False)),
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def be_patient() -> None:
    """Both streams of the process are so, where they are streams of a file."""
    for name in ("stdout", "stderr"):
        stream: Any = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            setattr(sys, name, patient(stream))  # pyright: ignore[reportUnknownArgumentType]
