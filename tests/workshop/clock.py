"""A clock whose hands the test moves."""

from dataclasses import dataclass, field

from tool_registry.base.clock import Clock


@dataclass(frozen=True)
class HandClock(Clock):
    """Stands still until it is told to move."""

    hands: dict[str, float] = field(default_factory=lambda: {"wall": 1e6, "steady": 500.0})

    def now(self) -> float:
        return self.hands["wall"]

    def monotonic(self) -> float:
        return self.hands["steady"]

    def jump(self, wall: float, steady: float = 0.0) -> None:
        self.hands["wall"] += wall
        self.hands["steady"] += steady
