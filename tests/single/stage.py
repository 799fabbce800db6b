"""A theatre whose tools one agent may call, and a model that says what a test wants."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from pipelines.agent.options import AgentOptions
from pipelines.agent.stage import Brain, act
from pipelines.agent.task import AgentTask
from pipelines.contracts.answer import Answer, ModelUse
from pipelines.contracts.events import Event
from pipelines.contracts.request import Request
from pipelines.flow.options import RoadOptions
from pipelines.flow.road import Road
from pipelines.models.errors import ModelError
from pipelines.models.model import Ask, Message, Reply, ToolCall
from pipelines.runs.store import RunStore
from tests.scripted_model.replies import FunctionModel, ScriptedModel
from tests.trades.counter import Counter
from tests.trades.theatre import theatre
from tool_registry.base.types import JsonValue
from tool_registry.sources.source import Sources

Move = Reply | ModelError | str


def call(name: str, **arguments: JsonValue) -> Reply:
    """A turn with one call."""
    return calls((name, arguments))


def calls(*wanted: tuple[str, dict[str, JsonValue]]) -> Reply:
    """A turn with several calls."""
    made = (ToolCall(f"call-{n}", name, given) for n, (name, given) in enumerate(wanted))
    return Reply("", tuple(made))


def done(text: str = "") -> Reply:
    """The agent's word that all is done."""
    return call("terminate", outcome="done", text=text)


@dataclass
class Stage:
    """One conversation with the theatre, all of it kept in a folder."""

    folder: Path
    trade: Counter = field(default_factory=theatre)
    asked: list[Ask] = field(default_factory=list[Ask])
    events: list[Event] = field(default_factory=list[Event])
    turns: int = 0

    async def ask(
        self,
        text: str,
        moves: Sequence[Move] | Callable[[Ask], Move],
        options: AgentOptions | None = None,
        *,
        plan_only: bool = False,
        approved: bool = False,
    ) -> Answer:
        """The answer to the next message, where the model makes these moves."""
        model = FunctionModel(moves) if callable(moves) else ScriptedModel(moves)

        async def serve(task: AgentTask) -> Answer:
            chosen = options or AgentOptions()
            return await act(task, Brain(model, chosen, lambda: ModelUse(calls=len(model.asked))))

        self.turns += 1
        request = Request(
            text=text,
            session_id="s",
            request_id=f"m{self.turns}",
            environment="pre",
            plan_only=plan_only,
            approved=approved,
        )
        with closing(RunStore(self.folder / "runs.db")) as store:
            sources = Sources({self.trade.name: self.trade})
            road = Road(
                self.trade.catalogue(), sources, store, RoadOptions(pipeline="single", agent=serve)
            )
            answer = await road.run(request, self.events.append)
        self.asked = model.asked
        return answer

    @property
    def told(self) -> list[str]:
        """What the model was told of its calls, at last."""
        return [one.text for one in self.asked[-1].messages if one.role == "tool"]

    def made(self) -> list[tuple[str, dict[str, JsonValue]]]:
        """Changing calls that reached the theatre."""
        return self.trade.calls


def shown(messages: Sequence[Message]) -> str:
    """All that was sent, as one text."""
    return json.dumps([one.text for one in messages], ensure_ascii=False)
