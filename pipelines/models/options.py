"""What a deployment chooses for one stage."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Stage: TypeAlias = Literal["intent", "parsing", "reasoning", "summary"]
STAGES: tuple[Stage, ...] = ("intent", "parsing", "reasoning", "summary")
Mode: TypeAlias = Literal["rules", "model", "auto"]
"""`rules`: no model. `model`: a model, and rules may not fill in. `auto`: a model reads first and
does what the program is unsure of; the rules stand in where its answer cannot be used."""

Provider: TypeAlias = Literal["dashscope", "compatible"]
"""`dashscope`: its own wire. `compatible`: the OpenAI form, at any address."""


@dataclass(frozen=True, slots=True)
class StageOptions:
    """The model of a stage and its limits."""

    model: str
    temperature: float = 0.0
    seconds: float = 30.0
    """For one answer, with everything that is tried for it."""
    calls: int = 4
    """Questions to the model that the stage may ask for one request, repairs included."""
    mode: Mode = "auto"
