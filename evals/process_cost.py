"""What a process costs from its start to its end, and the machine it ran on."""

import os
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from subprocess import DEVNULL, Popen

from evals.errors import BenchError

NOWHERE = "http://127.0.0.1:9"
"""Where drawn and foreign tools are said to be; none of them is called."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one process."""

    wall: float
    """Seconds of the clock."""
    cpu: float
    """Seconds of the processor."""
    peak: float
    """Megabytes of memory, at most."""


def timed(
    command: Sequence[str], environment: Mapping[str, str], ended: Collection[int] = (0,)
) -> Cost:
    """Runs a process to its end; BenchError where its exit code is none of `ended`."""
    begun = time.perf_counter()
    process = Popen(command, env=environment, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in ended:
        raise BenchError(f"{' '.join(command[1:])}: exit code {process.returncode}")
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def machine() -> str:
    """What figures stand beside."""
    one, five, _ = os.getloadavg()
    return f"{os.cpu_count()} cores; load average {one:.1f} (1 min), {five:.1f} (5 min)"
