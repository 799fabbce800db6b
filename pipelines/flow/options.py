"""What a process decides for its road: bounds, when to ask before acting, and what stands behind
each stage."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import anyio

from pipelines.agent.task import SingleAgent
from pipelines.clarification.suggesting import Likeness
from pipelines.contracts.limits import Limits
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.request import Pipeline
from pipelines.execution.run_setup import ExecutionOptions
from pipelines.filter import Finder
from pipelines.flow.for_page import PageReader
from pipelines.flow.interpreting import Interpreter
from pipelines.knowledge.shelf import Shelf
from pipelines.onboarding.commands import Registrar
from pipelines.reasoning.planner.problem import PlanOptions
from pipelines.reasoning.stage import Reasoner
from pipelines.runs.entities import Entities
from pipelines.summary.wording import Wording


@dataclass(frozen=True, slots=True)
class RoadOptions:
    """What the process decides: bounds of planning, and when to ask before acting."""

    plan: PlanOptions = field(default_factory=PlanOptions)
    execution: ExecutionOptions = field(default_factory=ExecutionOptions)
    entities: Entities | None = None
    """Keeps what conversations speak of; None: in the database of runs."""
    bulk_limit: int = 20
    """More instances than this are made only with the user's approval."""
    patience: float = 120.0
    """Seconds that a repeated delivery waits for the run that the first one started."""
    finder: Finder | None = None
    """Has the indices by which the filter finds tools; None: by action and object only."""
    reader: IntentReader | None = None
    """Reads sentences as it has learned; None: the reader that is shipped."""
    likeness: Likeness | None = None
    """Compares a sentence with what a user's memory holds; None: by use alone."""
    limits: Limits = field(default_factory=Limits)
    """How sure it has to be."""
    interpreter: Interpreter | None = None
    """Reads sentences with a language model, where it thinks fit; None: the local reader alone."""
    page_reader: PageReader | None = None
    """Finds with a language model what the page around the chat is to do; None: patterns alone."""
    wording: Wording | None = None
    """Words answers with a language model, where it thinks fit; None: the rules alone word."""
    shelf: Shelf | None = None
    """Pages of knowledge; None: those that the sources offer."""
    reasoner: Reasoner | None = None
    """Plans with a language model, where it thinks fit; None: the rules alone plan."""
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep
    """Waits until what was made can be seen; mocked tools show it at once."""
    replans: int = 2
    """New plans for what is left, at most, where a step does not come out as expected."""
    time_zone: str = "Asia/Shanghai"
    """In which times are said that name none."""
    pipeline: Pipeline = "road"
    """Who serves requests that do not say it themselves."""
    agent: SingleAgent | None = None
    """Serves requests by one agent with all tools; None: no model is there for it."""
    registrar: Callable[[], Registrar] | None = None
    """Opens the registry to the caller; without it, sentences about tools get a how-to."""
