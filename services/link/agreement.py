"""Where the service of a home folder listens, and what it and a caller must have in common."""

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import stat
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

HOST = "127.0.0.1"
MCP = "mcp"
"""Says ahead of a talk that it is one of that protocol, to its end."""
_FILE = "service.json"
_CODE = Path(__file__).parents[2]
_PACKAGES = ("services", "pipelines", "tool_registry", "evals")
_NO_CODE = {"__pycache__", "web", "corpus"}
_PATHS = ("ZHIZAO_SOURCES", "ZHIZAO_ENVIRONMENTS", "ZHIZAO_KNOWLEDGE")


@dataclass(frozen=True, slots=True)
class Place:
    """A port of this machine, and the secret that only the user of the home folder can read."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)

    def write(self, home: Path) -> None:
        """Tells it to later callers in that home folder, to this user alone."""
        draft = home / f"{_FILE}.{self.token[:8]}"
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"port": self.port, "token": self.token}, file)
        draft.replace(home / _FILE)

    def remove(self, home: Path) -> None:
        """Takes it back, unless a later service has told its own."""
        if read_place(home) == self:
            (home / _FILE).unlink(missing_ok=True)

    def mark(self, text: str) -> str:
        """What only who knows the token can make of a text."""
        data = text.encode("utf-8", "surrogatepass")
        return hmac.new(self.token.encode(), data, hashlib.sha256).hexdigest()[:40]

    def proof(self, nonce: str) -> str:
        """Shows who asks with that nonce that the token is known here, without telling it."""
        return self.mark(f"proof {nonce}")

    def is_token(self, said: object) -> bool:
        """True for the own token; the time taken tells nothing of it."""
        given = said.encode("utf-8", "surrogatepass") if isinstance(said, str) else b""
        return hmac.compare_digest(given, self.token.encode())


def read_place(home: Path) -> Place | None:
    """Where the service of that home folder is said to listen.

    None without such a file, and where others than this user could have written or read it."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        with (home / _FILE).open("rb") as file:
            seen = os.fstat(file.fileno())
            told = cast("dict[str, Any]", json.load(file))
        if seen.st_uid == os.getuid() and not stat.S_IMODE(seen.st_mode) & 0o077:
            return Place(int(told["port"]), str(told["token"]))
    return None


def program() -> str:
    """A digest of the program's files by time and size, and of the Python that runs them."""
    seen = hashlib.sha256(f"{sys.version} {sys.prefix} {_CODE}".encode())
    for package in _PACKAGES:
        for file in sorted(_files(str(_CODE / package))):
            seen.update(file.encode("utf-8", "surrogateescape"))
    return seen.hexdigest()


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name not in _NO_CODE:
                    yield from _files(entry.path)
            elif entry.is_file():
                about = entry.stat()
                yield f"{entry.path} {about.st_mtime_ns} {about.st_size}\n"


def whereabouts(home: Path) -> str:
    """The home folder by its one whole path."""
    return os.path.realpath(home)


def marked(place: Place, variables: Mapping[str, str]) -> dict[str, str]:
    """The variables in a form that says nothing of them, but whether two are the same."""
    return {place.mark(name): place.mark(placed(name, value)) for name, value in variables.items()}


def placed(name: str, value: str) -> str:
    """The value without what the folder of the process adds to its meaning."""
    if name in _PATHS:
        return os.path.abspath(value)
    return f"{os.getcwd()} {value}" if value.startswith("sqlite") else value
