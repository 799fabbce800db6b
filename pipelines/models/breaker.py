"""A rest for models that fail: one breaker for each provider and model."""

from dataclasses import dataclass, field

from pipelines.models.errors import Resting
from tool_registry.base.clock import Clock


@dataclass(frozen=True, slots=True)
class BreakerOptions:
    """When a model rests, and for how long."""

    failures: int = 3
    """In a row."""
    rest: float = 25.0
    """Seconds; after them one question is let through, and its outcome decides."""


@dataclass(slots=True)
class _State:
    failures: int = 0
    until: float | None = None
    """Resting until then, by the steady clock; None while questions go through."""
    probing: bool = False


@dataclass(slots=True)
class Breakers:
    """The breakers of one process, by the model's name."""

    options: BreakerOptions = BreakerOptions()
    clock: Clock = field(default_factory=Clock)
    states: dict[str, _State] = field(default_factory=dict[str, _State])

    def enter(self, name: str) -> None:
        """Before a question; Resting where none may be asked. After a rest, one goes through."""
        state = self.states.setdefault(name, _State())
        if state.until is None:
            return
        if not self._is_rested(state):
            left = state.until - self.clock.monotonic()
            reason = f"it failed {state.failures} times in a row"
            raise Resting(reason, model=name, seconds=max(0.0, left))
        state.probing = True

    def leave(self, name: str, failed: bool | None) -> None:
        """After it: whether the model failed; None where that was not found out."""
        state = self.states.setdefault(name, _State())
        if failed is False:
            self.states[name] = _State()
            return
        if failed:
            state.failures += 1
            if state.probing or state.failures >= self.options.failures:
                state.until = self.clock.monotonic() + self.options.rest
        state.probing = False

    def rests(self, name: str) -> bool:
        """True where no question would be let through now."""
        state = self.states.get(name)
        return state is not None and state.until is not None and not self._is_rested(state)

    def _is_rested(self, state: _State) -> bool:
        return (
            state.until is not None and self.clock.monotonic() >= state.until and not state.probing
        )
