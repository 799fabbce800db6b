"""Time, as something that is handed in: tests bring their own."""

import time
from dataclasses import dataclass, field
from pathlib import Path

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Names this start of the machine; empty where the system does not tell."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class Clock:
    """The machine's clocks. `boot` says between which readings `monotonic` may be compared."""

    boot: str = field(default_factory=boot_id)

    def now(self) -> float:
        """Seconds since 1970, UTC; may jump."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds that never jump back, the same for all processes of this machine."""
        return time.monotonic()
