"""What a turn costs: calls, tokens, time, money. Judged only where the case sets a limit."""

from evals.score import Outcome, Score, Stage, score
from evals.scorers.chain import RAN


class Calls:
    """Calls of tools that left."""

    name = "calls"
    stage: Stage = "plan"

    def score(self, outcome: Outcome) -> Score | None:
        """The number of calls."""
        count = sum(step.status in RAN for step in outcome.answer.chain)
        return _within(self.name, count, outcome.expected.limits.calls)


class Tokens:
    """Tokens of language models, in and out, as the service counted them."""

    name = "tokens"
    stage: Stage = "reading"

    def score(self, outcome: Outcome) -> Score | None:
        """The number of tokens."""
        model = outcome.answer.model
        count = model.input_tokens + model.output_tokens
        return _within(self.name, count, outcome.expected.limits.tokens)


class Latency:
    """Milliseconds from the request to the answer."""

    name = "latency"
    stage: Stage = "summary"

    def score(self, outcome: Outcome) -> Score | None:
        """Milliseconds."""
        limit = outcome.expected.limits.milliseconds
        return _within(self.name, outcome.milliseconds, limit)


class Cost:
    """What the tokens cost, by the price that was given."""

    name = "cost"
    stage: Stage = "reading"

    def score(self, outcome: Outcome) -> Score | None:
        """In the currency of the price."""
        return _within(self.name, outcome.cost, outcome.expected.limits.cost)


def _within(name: str, value: float, limit: float | None) -> Score:
    over = [f"{value:g}, at most {limit:g} are allowed"] if limit is not None else []
    return score(name, over if limit is not None and value > limit else [], float(value))
