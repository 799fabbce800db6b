"""The agent's loop: the model proposes a call, the program makes it or says why not, and again."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from pipelines.agent.context import Context, NoResult, Segment
from pipelines.agent.options import AgentOptions
from pipelines.agent.tool_calls import Observation
from pipelines.agent.toolbox import ASK, END, SEARCH, SUMMARISE, own_tools
from pipelines.contracts.events import ContextSized, Event
from pipelines.messages import Language, say
from pipelines.models.errors import ModelError, Nonsense
from pipelines.models.model import Ask, LanguageModel, Reply, Tool, ToolCall
from tool_registry.base.redaction import mask_text
from tool_registry.base.types import JsonValue

_LONGEST = 500
"""Characters of a question or a reason that users read, at most."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How the loop ended. `ask`: the user has to be asked; `stopped`: the program ended it."""

    kind: Literal["done", "impossible", "ask", "stopped"]
    text: str = ""
    error: ModelError | None = None


class Tools(Protocol):
    """What the agent may call; see `stage`."""

    def shown(self) -> tuple[Tool, ...]:
        """The tools that the model sees now."""
        ...

    def search(self, query: str) -> str:
        """Finds tools, which are shown from then on; what the model is told of them."""
        ...

    async def make(self, call: ToolCall) -> Observation:
        """Makes a call, or says why not."""
        ...


Reflect: TypeAlias = Callable[[], Awaitable[str]]
"""The program's judgement of what was done so far."""


@dataclass
class Agent:
    """One conversation with a model about one request."""

    model: LanguageModel
    options: AgentOptions
    context: Context
    tools: Tools
    system: str
    language: Language
    """Of the user."""
    reflect: Reflect
    note: Callable[[Event], None]
    """Is told the size of each question."""
    ending: Ending | None = None
    reflected: bool = False
    unusable: int = 0
    later: list[Segment] = field(default_factory=list[Segment])
    """What is said once all calls of the turn have their observations."""
    answers: dict[str, Callable[[ToolCall], Awaitable[None]]] = field(init=False)

    def __post_init__(self) -> None:
        """Its own moves by name."""
        self.answers = {
            ASK: self._ask_user,
            END: self._end,
            SUMMARISE: self._summarise,
            SEARCH: self._search,
        }

    async def run(self) -> Ending:
        """Turns until the end, which comes at the latest with the last turn allowed."""
        if self.options.plan_first:
            self.context.add(Segment("next_goal", say("zh", "single.plan_now")))
        for turn in range(self.options.turns):
            try:
                reply = await self._reply(turn)
            except Nonsense as error:
                self._unusable(say("zh", "single.unusable", reason=str(error)))
            except ModelError as error:
                return Ending("stopped", error.sentence(self.language), error)
            else:
                await self._take(reply, planning=self.options.plan_first and turn == 0)
            if self.ending is not None:
                return self.ending
        return Ending("stopped", self._say("turns", limit=self.options.turns))

    async def plan(self) -> Ending:
        """The plan alone, in the model's words; nothing is called."""
        self.context.add(Segment("next_goal", say("zh", "single.plan_now")))
        try:
            reply = await self._reply(0)
        except ModelError as error:
            return Ending("stopped", error.sentence(self.language), error)
        text = mask_text(reply.text).strip()
        return Ending("done", text) if text else Ending("stopped", self._say("unusable_answers"))

    async def _reply(self, turn: int) -> Reply:
        shown = (*own_tools(search=self.options.search), *self.tools.shown())
        messages = self.context.messages(self.system, shown)
        size = self.context.size(self.system, shown)
        self.note(
            ContextSized(
                turn=turn + 1,
                tokens=size.tokens,
                outside=size.outside,
                compressed=size.compressed,
            )
        )
        return await self.model.answer(
            Ask(
                messages,
                shown,
                temperature=self.options.temperature,
                seconds=self.options.seconds,
                max_tokens=4096,
            )
        )

    async def _take(self, reply: Reply, *, planning: bool) -> None:
        """What the model said, and its calls in order; the first that ends it is the last."""
        if reply.text.strip():
            self.context.add(Segment("plan" if planning else "thought", reply.text.strip()))
        if not reply.calls:
            if not planning:
                self._unusable(say("zh", "single.no_call"))
            return
        calls = [_named(call, number) for number, call in enumerate(reply.calls)]
        self.context.add(*(Segment("call", call=call) for call in calls))
        for number, call in enumerate(calls):
            if self.ending is not None:
                self.context.observe(call, say("zh", "single.over"))
            elif number >= self.options.together:
                self.context.observe(call, say("zh", "single.wait", limit=self.options.together))
            else:
                await self.answers.get(call.name, self._call)(call)
        self.context.add(*self.later)
        self.later.clear()
        self.unusable = 0

    def _unusable(self, told: str) -> None:
        """An answer that leads nowhere; too many in a row are the end."""
        self.unusable += 1
        self.context.add(Segment("evaluation", told))
        if self.unusable >= self.options.repeats:
            self.ending = Ending("stopped", self._say("unusable_answers"))

    async def _call(self, call: ToolCall) -> None:
        observed = await self.tools.make(call)
        if observed.question is not None:
            self.context.observe(call, observed.question)
            self.ending = Ending("ask", observed.question)
            return
        self.context.observe(call, observed.body, observed.labels)
        if observed.repeats > 1:
            told = say("zh", "single.again", count=observed.repeats)
            self.later.append(Segment("evaluation", told))
        if observed.repeats >= self.options.repeats:
            self.ending = Ending("stopped", self._say("loop"))

    async def _ask_user(self, call: ToolCall) -> None:
        question = _text(call, "question")
        if not question:
            self.context.observe(call, say("zh", "single.missing", argument="question"))
            return
        self.context.observe(call, "")
        self.ending = Ending("ask", question)

    async def _end(self, call: ToolCall) -> None:
        done = call.arguments.get("outcome") == "done"
        if done and self.options.reflect and not self.reflected:
            self.reflected = True
            self.context.observe(call, "")
            self.later += [
                Segment("evaluation", await self.reflect()),
                Segment("next_goal", say("zh", "single.reflect_now")),
            ]
            return
        self.context.observe(call, "")
        self.ending = Ending("done" if done else "impossible", _text(call, "text"))

    async def _summarise(self, call: ToolCall) -> None:
        name, question = _text(call, "id"), _text(call, "question")
        try:
            found = self.context.results.summarise(name, question)
        except NoResult:
            known = ", ".join(self.context.results.kept) or "-"
            found = say("zh", "context.no_result", id=name, known=known)
        self.context.observe(call, found)

    async def _search(self, call: ToolCall) -> None:
        self.context.observe(call, self.tools.search(_text(call, "query")))

    def _say(self, key: str, **values: object) -> str:
        return say(self.language, f"single.{key}", **values)


def _named(call: ToolCall, number: int) -> ToolCall:
    """The call with an id: some servers leave it out, and results are told by it."""
    return call if call.id else ToolCall(f"call_{number}", call.name, call.arguments)


def _text(call: ToolCall, name: str) -> str:
    """An argument as a short text without secrets."""
    value: JsonValue = call.arguments.get(name)
    text = mask_text(value).strip() if isinstance(value, str) else ""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
