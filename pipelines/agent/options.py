"""What a deployment chooses for the single agent."""

from dataclasses import dataclass

from pipelines.agent.context.window import WINDOW


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """Limits, and how it goes about its work."""

    turns: int = 24
    """Questions to the model for one request, at most."""
    together: int = 8
    """Calls in one turn, at most; the others are told to wait."""
    repeats: int = 3
    """The same call with the same result so often ends the run, as do as many unusable answers."""
    plan_first: bool = False
    """A plan is written ahead of the first call."""
    reflect: bool = False
    """What the agent calls done is judged and shown to it once, before it is the end."""
    search: bool = False
    """The agent finds tools by a search tool, instead of seeing all of them."""
    most_tools: int = 200
    """More tools than this are not shown to one agent."""
    window: int = WINDOW
    """Tokens that one question may have."""
    temperature: float = 0.0
    seconds: float = 60.0
    """For one answer."""
