"""What this process served and what its models cost, as counters in the Prometheus text format.

Labels are stages, outcomes and statuses: never a user, a tool or an argument.
"""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.answer import Answer

_Labels: TypeAlias = tuple[tuple[str, str], ...]
_HELP = {
    "zhizao_requests_total": "Requests that were served, by how they ended.",
    "zhizao_requests_with_model_total": "Requests for which a model was asked.",
    "zhizao_model_stage_total": "Stages that may ask a model, by what came of it.",
    "zhizao_model_calls_total": "Questions to models.",
    "zhizao_model_tokens_total": "Tokens as the model services counted them.",
}
"""Name → what it counts; every one is a counter."""


@dataclass(slots=True)
class Counters:
    """Sums since the process started; safe for threads."""

    sums: Counter[tuple[str, _Labels]] = field(default_factory=Counter[tuple[str, _Labels]])
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, answer: Answer) -> None:
        """Adds one request."""
        with self.lock:
            self._add("zhizao_requests_total", 1, status=str(answer.status))
            self._add("zhizao_requests_with_model_total", int(answer.model.calls > 0))
            for one in answer.model.stages:
                stage = one.stage
                self._add("zhizao_model_stage_total", 1, stage=stage, outcome=one.outcome)
                self._add("zhizao_model_calls_total", one.calls, stage=stage)
                for direction, tokens in (("in", one.input_tokens), ("out", one.output_tokens)):
                    self._add("zhizao_model_tokens_total", tokens, stage=stage, direction=direction)

    def text(self) -> str:
        """All counters, each with its help and type."""
        with self.lock:
            return "\n".join(self._lines()) + "\n"

    def _add(self, name: str, count: int, **labels: str) -> None:
        self.sums[name, tuple(sorted(labels.items()))] += count

    def _lines(self) -> Iterator[str]:
        yield "# HELP process_cpu_seconds_total Processor time that this process has used."
        yield "# TYPE process_cpu_seconds_total counter"
        yield f"process_cpu_seconds_total {time.process_time():.6f}"
        for name, told in _HELP.items():
            yield f"# HELP {name} {told}"
            yield f"# TYPE {name} counter"
            for (other, labels), count in sorted(self.sums.items()):
                if other == name:
                    said = ",".join(f'{key}="{value}"' for key, value in labels)
                    yield f"{name}{{{said}}} {count}" if said else f"{name} {count}"
