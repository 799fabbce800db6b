"""What this process served and what its models cost, as counters for Prometheus.

Labels are stages, outcomes and statuses: never a user, a tool or an argument.
"""

import time

from prometheus_client import CollectorRegistry, Counter, disable_created_metrics, generate_latest

from pipelines.contracts.answer import Answer


class Counters:
    """Sums since the process started; safe for threads."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        disable_created_metrics()

        def counter(name: str, told: str, *labels: str) -> Counter:
            return Counter(name, told, labels, registry=self.registry)

        served = "Requests that were served, by how they ended."
        asked = "Stages that may ask a model, by what came of it."
        read = "Tokens as the model services counted them."
        self.cpu = counter("process_cpu_seconds", "Processor time that this process has used.")
        self.requests = counter("zhizao_requests", served, "status")
        self.with_model = counter(
            "zhizao_requests_with_model", "Requests for which a model was asked."
        )
        self.stages = counter("zhizao_model_stage", asked, "outcome", "stage")
        self.calls = counter("zhizao_model_calls", "Questions to models.", "stage")
        self.tokens = counter("zhizao_model_tokens", read, "direction", "stage")

    def count(self, answer: Answer) -> None:
        """Adds one request."""
        self.requests.labels(answer.status).inc()
        self.with_model.inc(answer.model.calls > 0)
        for one in answer.model.stages:
            self.stages.labels(one.outcome, one.stage).inc()
            self.calls.labels(one.stage).inc(one.calls)
            self.tokens.labels("in", one.stage).inc(one.input_tokens)
            self.tokens.labels("out", one.stage).inc(one.output_tokens)

    def text(self) -> bytes:
        """All counters in the Prometheus text format, each with its help and type."""
        self.cpu.reset()
        self.cpu.inc(time.process_time())
        return generate_latest(self.registry)
