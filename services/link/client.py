"""The caller's end: asks the running service, where there is one that fits."""

import json
import os
import secrets
import socket
import threading
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

from services.link.agreement import HOST, MCP, Place, marked, program, read_place, whereabouts
from services.link.asked import Asked, Terminal

_GREETING = 2.0
"""Seconds in which a service that is well says who it is."""
_PARTING = 5.0
"""Seconds that it has for its last words once it is told to stop."""
_CHUNK = 1 << 16
_NOBODY = Terminal(lambda _: None, lambda _: None, lambda _, default: default)
"""Where a program sits at the other end, and no user."""


def ask_service(
    home: Path, asked: Asked, files: tuple[Path, ...], terminal: Terminal
) -> int | None:
    """Has the service of that home answer, and passes on what it says; the exit code.

    None where there is none that fits or it went away: then the same request, under its id, is
    to be answered here. Standard input and `files` are read once a service has said yes.
    """
    place = read_place(home)
    if place is None:
        return None
    try:
        with socket.create_connection((HOST, place.port), timeout=_GREETING) as link:
            return _Talk(place, link, terminal).ask(home, asked, files)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def pipe_service(home: Path, source: int, sink: BinaryIO) -> bool | None:
    """Has the service of that home folder speak MCP with whoever is at the other end of the
    descriptor `source` and of `sink`, until either goes.

    True where the source ended, False where the service went away; None where there is none that
    fits, and nothing was read."""
    place = read_place(home)
    if place is None:
        return None
    try:
        with socket.create_connection((HOST, place.port), timeout=_GREETING) as link:
            talk = _Talk(place, link, _NOBODY)
            if talk.greet(home) is None:
                return None
            talk.open(MCP)
            return talk.pipe(source, sink)
    except (OSError, ValueError, KeyError, TypeError):
        return None


class _Talk:
    """One connection: a greeting, the request, and lines until the exit code."""

    def __init__(self, place: Place, link: socket.socket, terminal: Terminal) -> None:
        self._place, self._link, self._terminal = place, link, terminal
        self._lines: BufferedReader = link.makefile("rb")

    def ask(self, home: Path, asked: Asked, files: tuple[Path, ...]) -> int | None:
        """See `ask_service`; OSError, ValueError, KeyError, TypeError where the other end fails."""
        limits = self.greet(home)
        if limits is None:
            return None
        asked.read(limits["text"], files)
        body = json.dumps(asked.as_json_object()).encode()
        if len(body) > limits["body"]:
            return None
        self._link.settimeout(None)
        head = json.dumps({"token": self._place.token, "length": len(body)}).encode()
        self._link.sendall(head + b"\n" + body)
        try:
            return self._heard()
        except KeyboardInterrupt:
            return self._parted()

    def open(self, kind: str) -> None:
        """Begins a talk of another kind than a request."""
        self._link.settimeout(None)
        head = json.dumps({"token": self._place.token, "length": 0, "kind": kind}).encode()
        self._link.sendall(head + b"\n")

    def pipe(self, source: int, sink: BinaryIO) -> bool:
        """Passes everything on both ways; True where the source ended, not the service."""
        ended = threading.Event()
        threading.Thread(target=self._send_on, args=(source, ended), daemon=True).start()
        with suppress(OSError):
            for line in self._lines:
                sink.write(line)
                sink.flush()
        return ended.is_set()

    def _send_on(self, source: int, ended: threading.Event) -> None:
        # Read without a buffer: a daemon thread that holds its lock would keep Python from ending.
        with suppress(OSError):
            while data := os.read(source, _CHUNK):
                self._link.sendall(data)
            ended.set()
            self._link.shutdown(socket.SHUT_WR)

    def greet(self, home: Path) -> dict[str, int] | None:
        """What the service takes at most; None unless it knows the token and would do the same."""
        nonce = secrets.token_hex(16)
        about = {
            "nonce": nonce,
            "home": whereabouts(home),
            "program": program(),
            "variables": marked(self._place, os.environ),
        }
        self._link.sendall(json.dumps(about).encode() + b"\n")
        told: dict[str, Any] = json.loads(self._lines.readline())
        fits = told["proof"] == self._place.proof(nonce) and told["fits"] is True
        return told["limits"] if fits else None

    def _heard(self) -> int | None:
        for line in self._lines:
            told: dict[str, Any] = json.loads(line)
            if "exit" in told:
                return int(told["exit"])
            if "out" in told:
                self._terminal.echo(told["out"])
            elif "err" in told:
                self._terminal.complain(told["err"])
            else:
                said = self._terminal.prompt(told["prompt"], told["default"])
                self._link.sendall(json.dumps({"said": said}).encode() + b"\n")
        return None

    def _parted(self) -> int:
        """Ctrl-C: the run is ended there, and what is said of it is passed on."""
        self._link.settimeout(_PARTING)
        try:
            self._link.sendall(b"{}\n")
            code = self._heard()
        except (OSError, ValueError):
            code = None
        return 1 if code is None else code
