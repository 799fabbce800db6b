"""Where parsed tools are kept, so that what has not changed is not parsed again."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class ToolCache(Protocol):
    """Bytes under keys that change with everything the bytes depend on: nothing is ever stale."""

    @property
    def problem(self) -> str | None:
        """Why things may be parsed again, as a sentence; None when all is well."""
        ...

    async def get(self, key: str) -> bytes | None:
        """What was put there, if it is still kept. `key`: hexadecimal, from `digest`."""
        ...

    async def put(self, key: str, value: bytes) -> None:
        """Keeps it for a while. Never fails: what is not kept is parsed again."""
        ...

    async def close(self) -> None:
        """Ends its connections."""
        ...


@dataclass(frozen=True)
class FileCache:
    """One file a key, in a folder that several processes may use; the latest few are kept."""

    folder: Path
    keep: int = 16
    problem: str | None = None

    async def get(self, key: str) -> bytes | None:
        """What was put there, if it is still kept."""
        try:
            return (self.folder / key).read_bytes()
        except OSError:
            return None

    async def put(self, key: str, value: bytes) -> None:
        """Writes the file, and removes the oldest ones."""
        _write_whole(self.folder / key, value)
        _keep_latest(self.folder, self.keep)

    async def close(self) -> None:
        """There is nothing to end."""


def _write_whole(file: Path, value: bytes) -> None:
    """Writes the file in one step, so that no process ever reads half of one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".new-")
    with os.fdopen(handle, "wb") as draft:
        draft.write(value)
    Path(name).replace(file)


def _keep_latest(folder: Path, number: int) -> None:
    kept = [file for file in folder.iterdir() if not file.name.startswith(".")]
    for old in sorted(kept, key=_age)[:-number]:
        old.unlink(missing_ok=True)


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
