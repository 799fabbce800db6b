"""OpenTelemetry: a trace for each conversation, in OTLP's JSON form, a resource a line.

The form is that of the collector's file exporter, which `otlpjsonfilereceiver` reads; the same
lines are what `POST /v1/traces` takes.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evals.records import Judged, Record, RunInfo, TurnRecord
from pipelines.contracts.answer import ChainStep

_NANO = 1_000_000
_OK, _ERROR = 1, 2
Span = dict[str, Any]


def as_otlp(run: RunInfo, records: Sequence[Record]) -> Iterator[str]:
    """A line for each conversation; times follow each other from the run's start on."""
    at = int(run.started_at * 1000)
    for record in records:
        yield json.dumps(_resource(run, _Trace(run, record, at).spans()), ensure_ascii=False)
        at += int(record.milliseconds)


def _resource(run: RunInfo, spans: list[Span]) -> dict[str, Any]:
    named = {"service.name": "zhizao", "service.version": run.version, "zhizao.eval.run": run.id}
    scope = {"name": "zhizao.evals"}
    return {
        "resourceSpans": [
            {
                "resource": {"attributes": _attributes(named)},
                "scopeSpans": [{"scope": scope, "spans": spans}],
            }
        ]
    }


class _Trace:
    """The spans of one conversation: the case, its turns, their stages and calls."""

    def __init__(self, run: RunInfo, record: Record, start: int) -> None:
        self.record, self.start = record, start
        self._key = f"{run.id}:{record.id}:{record.repetition}"
        self._trace = hashlib.sha256(self._key.encode()).hexdigest()[:32]
        self._made: list[Span] = []
        self._suite = run.suite

    def spans(self) -> list[Span]:
        """All of them, the case's own first."""
        record = self.record
        told = {
            "zhizao.eval.suite": self._suite,
            "zhizao.eval.case": record.id,
            "zhizao.eval.passed": record.passed,
            "zhizao.eval.lost": record.lost or "",
            "zhizao.eval.repetition": record.repetition,
        }
        root = self._span(f"eval {record.id}", None, (self.start, record.milliseconds), told)
        root["status"] = {"code": _OK if record.passed else _ERROR}
        at = float(self.start)
        for number, turn in enumerate(record.turns, 1):
            self._turn(number, turn, root["spanId"], at)
            at += turn.milliseconds
        return self._made

    def _turn(self, number: int, turn: TurnRecord, parent: str, start: float) -> None:
        model = turn.answer.model
        told = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.usage.input_tokens": model.input_tokens,
            "gen_ai.usage.output_tokens": model.output_tokens,
            "zhizao.status": turn.answer.status.value,
            "zhizao.run_id": turn.answer.run_id,
        }
        if not self.record.unseen:
            told["zhizao.text"] = turn.text
        own = self._span(f"turn {number}", parent, (start, turn.milliseconds), told)
        end = str(int((start + turn.milliseconds) * _NANO))
        name = "gen_ai.evaluation.result"
        own["events"] = [
            {"timeUnixNano": end, "name": name, "attributes": _attributes(_verdict(one))}
            for one in turn.scores
        ]
        self._stages(turn, own["spanId"], start)

    def _stages(self, turn: TurnRecord, parent: str, start: float) -> None:
        for stage, milliseconds in turn.answer.timings_ms.items():
            span = self._span(stage, parent, (start, milliseconds), {"zhizao.stage": stage})
            if stage == "execute":
                for step in turn.answer.chain:
                    self._call(step, span["spanId"], start)
            start += milliseconds

    def _call(self, step: ChainStep, parent: str, start: float) -> None:
        told = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": step.tool,
            "zhizao.step.status": step.status,
        }
        span = self._span(f"execute_tool {step.tool}", parent, (start, 0.0), told)
        span["status"] = {"code": _OK if step.status in ("done", "verified") else _ERROR}

    def _span(
        self, name: str, parent: str | None, when: tuple[float, float], told: Mapping[str, object]
    ) -> Span:
        start, milliseconds = when
        id = hashlib.sha256(f"{self._key}:{len(self._made)}".encode()).hexdigest()[:16]
        span: Span = {
            "traceId": self._trace,
            "spanId": id,
            "parentSpanId": parent or "",
            "name": name,
            "kind": 1,
            "startTimeUnixNano": str(int(start * _NANO)),
            "endTimeUnixNano": str(int((start + milliseconds) * _NANO)),
            "attributes": _attributes(told),
            "status": {"code": _OK},
        }
        self._made.append(span)
        return span


def _verdict(one: Judged) -> dict[str, object]:
    told: dict[str, object] = {
        "gen_ai.evaluation.name": one.scorer,
        "gen_ai.evaluation.score.label": "pass" if one.passed else "fail",
    }
    return told if one.value is None else {**told, "gen_ai.evaluation.score.value": one.value}


def _attributes(told: Mapping[str, object]) -> list[dict[str, Any]]:
    return [{"key": name, "value": _value(value)} for name, value in told.items()]


def _value(value: object) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    return {"stringValue": str(value)}
