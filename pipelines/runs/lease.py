"""Who may work on a run: one holder at a time, known by process, with an epoch that only grows."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tool_registry.base.clock import Clock


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on a run. Every write checks the epoch: a taken-over run refuses it."""

    run_id: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a lease holds: by the machine's steady clock, and by the wall clock elsewhere."""

    monotonic: float
    wall: float

    @classmethod
    def after(cls, seconds: float, clock: Clock) -> "Deadline":
        """That many seconds from now."""
        return cls(clock.monotonic() + seconds, clock.now() + seconds)


def this_process() -> str:
    """Names this process among all of this machine: `pid:start:namespace`."""
    return _process(os.getpid())


def is_free(holder: str | None, deadline: Deadline, clock: Clock) -> bool:
    """True when the holder's process is gone, or its time is up.

    `holder` is `boot/process`. Another machine's, or another container's, process cannot be seen
    from here: there only time decides.
    """
    if holder is None:
        return True
    boot, _, process = holder.partition("/")
    if not boot or boot != clock.boot:
        return clock.now() > deadline.wall
    pid, started, namespace = process.split(":", 2)
    if namespace == _namespace() and _started(int(pid)) != started:
        return True
    return clock.monotonic() > deadline.monotonic


@cache
def _process(pid: int) -> str:
    return f"{pid}:{_started(pid)}:{_namespace()}"


def _started(pid: int) -> str:
    """When the process started, in the system's ticks; empty where there is no such process."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return text.rpartition(")")[2].split()[19]


def _namespace() -> str:
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""
