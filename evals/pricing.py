"""What the tokens of language models cost."""

from dataclasses import dataclass

from pipelines.contracts.answer import ModelUse

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """For a million tokens, in and out, in a currency of one's choice."""

    input: float = 0.0
    output: float = 0.0

    def of(self, use: ModelUse) -> float:
        """What was used, at this price."""
        return (use.input_tokens * self.input + use.output_tokens * self.output) / _MILLION


FREE = Price()
