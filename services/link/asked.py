"""What `zhizao ask` was given, on its way to whoever answers it."""

import base64
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where the user reads and writes."""

    echo: Callable[[str], object]
    """Takes each line for standard output, colours included."""
    complain: Callable[[str], object]
    """The same for what went wrong."""
    prompt: Callable[[str, str], str]
    """What the user says to a label; the second is what nothing said stands for."""


@dataclass(slots=True)
class AskedFile:
    """A file as it was read, before anybody looks at what is in it."""

    name: str
    data: bytes = b""
    problem: str = ""
    """Why it could not be read."""

    @classmethod
    def of(cls, file: Path) -> "AskedFile":
        """The file's bytes, or what keeps them from being read."""
        try:
            return cls(file.name, file.read_bytes())
        except OSError as error:
            return cls(file.name, problem=error.strerror or str(error))


@dataclass(slots=True)
class Asked:
    """One request as the command line says it: nothing is checked yet."""

    text: str
    """`-`: it is in `piped`."""
    request_id: str
    session: str | None = None
    environment: str | None = None
    plan_only: bool = False
    approved: bool = False
    pipeline: str | None = None
    as_json: bool = False
    junit: str | None = None
    """Where the answer is written as JUnit XML, if anywhere; absolute."""
    sets: list[str] = field(default_factory=list[str])
    """`PATH=VALUE` of a form."""
    is_seated: bool = False
    """Somebody sits at a terminal, and can be asked."""
    piped: bytes | None = None
    files: list[AskedFile] = field(default_factory=list[AskedFile])
    folder: str = field(default_factory=os.getcwd)
    """Where relative paths in the sentence begin."""

    def read(self, limit: int, files: tuple[Path, ...]) -> None:
        """Reads standard input, at most a byte more than `limit`, and the files; only once."""
        if self.text == "-" and self.piped is None:
            self.piped = sys.stdin.buffer.read(limit + 1)
        if not self.files:
            self.files = [AskedFile.of(file) for file in files]

    def as_json_object(self) -> dict[str, Any]:
        """For the wire; `of_json` reads it."""
        told = {name: getattr(self, name) for name in _PLAIN}
        told["piped"] = None if self.piped is None else _text(self.piped)
        told["files"] = [[one.name, _text(one.data), one.problem] for one in self.files]
        return told

    @classmethod
    def of_json(cls, told: dict[str, Any]) -> "Asked":
        """Reads what `as_json_object` wrote; KeyError, TypeError or ValueError for other things."""
        piped, files = told["piped"], told["files"]
        return cls(
            **{name: told[name] for name in _PLAIN},
            piped=None if piped is None else base64.b64decode(piped),
            files=[AskedFile(name, base64.b64decode(data), why) for name, data, why in files],
        )


_PLAIN = (
    "text",
    "request_id",
    "session",
    "environment",
    "plan_only",
    "approved",
    "pipeline",
    "as_json",
    "sets",
    "is_seated",
    "folder",
)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
