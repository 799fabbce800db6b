"""What can go wrong on the wire, on demand."""

import threading
from dataclasses import dataclass, field
from typing import Any

from services.fake_model.question import BadQuestion

KINDS = (
    "reset",
    "429",
    "429_after",
    "500",
    "529",
    "error_body",
    "html",
    "half_json",
    "bad_utf8",
    "no_choices",
    "cut_before",
    "cut_after",
    "hang",
    "hang_middle",
    "endless",
    "bad_tool_json",
    "unknown_tool",
    "too_long",
    "bad_key",
)
RETRY_AFTER = 1
"""Seconds that `429_after` asks for."""


@dataclass(slots=True)
class Fault:
    """One fault that is armed; `times` None: until it is cleared."""

    kind: str
    times: int | None = None
    model: str | None = None
    """Only for questions to this model."""


@dataclass(slots=True)
class Faults:
    """The armed faults, the first that fits first; safe for threads."""

    armed: list[Fault] = field(default_factory=list[Fault])
    lock: threading.Lock = field(default_factory=threading.Lock)

    def arm(self, told: dict[str, Any]) -> None:
        """Adds a fault from its JSON form."""
        kind, times = str(told.get("kind")), told.get("times")
        if kind not in KINDS:
            raise BadQuestion(f"no fault '{kind}'; there are: {', '.join(KINDS)}")
        with self.lock:
            self.armed.append(Fault(kind, times, told.get("model")))

    def clear(self) -> None:
        """Disarms all."""
        with self.lock:
            self.armed.clear()

    def next(self, model: str) -> str | None:
        """The fault for this question, which is used up by it."""
        with self.lock:
            found = next((one for one in self.armed if one.model in (None, model)), None)
            if found is None:
                return None
            if found.times is not None:
                found.times -= 1
                if found.times <= 0:
                    self.armed.remove(found)
            return found.kind
