"""Stored events of a run as AG-UI events: stages are steps, calls tool calls, the rest state.

Each carries the time at which its event was stored, and the state has beside what was found what
the reader calls it (`/labels`)."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ag_ui.core import (
    BaseEvent,
    CustomEvent,
    Interrupt,
    RunErrorEvent,
    RunFinishedCancelledOutcome,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunFinishedSuccessOutcome,
    RunStartedEvent,
    StateDeltaEvent,
    StateSnapshotEvent,
    StepFinishedEvent,
    StepStartedEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.events import Event
from pipelines.contracts.page import PREFIX
from pipelines.contracts.reply_names import APPROVAL
from services.agui.labels import Labels

CALL = ":page"
"""Behind a run's id, the id of the call that it leaves to the client."""
_RESPONSE = {
    "type": "object",
    "properties": {
        "approved": {"type": "boolean"},
        "text": {"type": "string"},
        "drop": {"type": "array", "items": {"type": "string"}},
        "arguments": {"type": "object", "additionalProperties": {"type": "object"}},
        "values": {"type": "object", "additionalProperties": {"type": "object"}},
        "at": {"type": "string"},
        "zone": {"type": "string"},
    },
}


class Translator:
    """One run's events in order, each as the AG-UI events that say the same.

    The same stored events always give the same AG-UI events, so that a client that comes back can
    go on behind the last one that it got.
    """

    def __init__(
        self, thread_id: str, run_id: str, answer: Callable[[], Answer | None], labels: Labels
    ) -> None:
        """`run_id`: the client's; `answer` gives the run's answer once it is over."""
        self.thread_id = thread_id
        self.run_id = run_id
        self._answer = answer
        self._labels = labels
        self._stage: str | None = None
        self._calls: dict[str, str] = {}
        self._missing: list[str] = []
        self._is_left = False
        """The run has left a call to the client: that is the end of it, and no interrupt."""
        self._told: dict[str, Callable[[Event], Iterator[BaseEvent]]] = {
            "run_started": self._run_started,
            "intent": self._intent,
            "candidates": self._candidates,
            "plan": self._plan,
            "question": self._question,
            "step_started": self._step_started,
            "step_finished": self._step_finished,
            "page_call": self._page_call,
            "summary": self._summary,
            "answer": self._text,
            "run_finished": self._run_finished,
        }

    def __call__(self, event: Event) -> Iterator[BaseEvent]:
        """What the event is on this wire."""
        self._labels.hear(event)
        at = round(event.at * 1000)
        for told in self._told.get(event.type, self._other)(event):
            told.timestamp = at
            yield told

    def cut_off(self, message: str) -> RunErrorEvent:
        """The end of a run that nobody works on any more."""
        return RunErrorEvent(message=message, code="INTERRUPTED")

    def _run_started(self, event: Event) -> Iterator[BaseEvent]:
        yield RunStartedEvent(thread_id=self.thread_id, run_id=self.run_id)
        state = {"run_id": event.run_id, "text": event.data["text"], "labels": self._labels.told()}
        yield StateSnapshotEvent(snapshot=state)
        yield from self._enter("intent")

    def _intent(self, event: Event) -> Iterator[BaseEvent]:
        yield self._add("intent", event.data["intent"])
        if self._stage == "intent":  # it may be told again, narrower, by a later stage
            yield from self._enter("filter")

    def _candidates(self, event: Event) -> Iterator[BaseEvent]:
        yield self._add("candidates", event.data["candidates"])
        yield from self._enter("plan")

    def _plan(self, event: Event) -> Iterator[BaseEvent]:
        yield self._add("plan", event.data)

    def _question(self, event: Event) -> Iterator[BaseEvent]:
        self._missing = list(event.data.get("missing") or [])
        yield self._add("question", event.data["question"])

    def _step_started(self, event: Event) -> Iterator[BaseEvent]:
        yield from self._enter("execute")
        step = str(event.data["step"])
        call = self._calls[step] = f"{event.run_id}:{step}:{event.seq}"
        yield ToolCallStartEvent(tool_call_id=call, tool_call_name=str(event.data["tool"]))
        arguments = json.dumps(event.data.get("arguments", {}), ensure_ascii=False)
        yield ToolCallArgsEvent(tool_call_id=call, delta=arguments)
        yield ToolCallEndEvent(tool_call_id=call)

    def _step_finished(self, event: Event) -> Iterator[BaseEvent]:
        step = str(event.data["step"])
        call = self._calls.get(step)
        if call is not None:
            content = json.dumps(event.data, ensure_ascii=False)
            yield ToolCallResultEvent(message_id=f"{call}:r", tool_call_id=call, content=content)
        yield CustomEvent(name=event.type, value=event.data)

    def _page_call(self, event: Event) -> Iterator[BaseEvent]:
        """A call of the client's own tool: it is told, and what became of it is the client's next
        message."""
        yield from self._enter("execute")
        yield CustomEvent(name=event.type, value=event.data)
        call, tool = f"{event.run_id}{CALL}", event.data["call"]
        name = str(tool["tool"]).removeprefix(PREFIX)
        yield ToolCallStartEvent(tool_call_id=call, tool_call_name=name)
        arguments = json.dumps(tool["arguments"], ensure_ascii=False)
        yield ToolCallArgsEvent(tool_call_id=call, delta=arguments)
        yield ToolCallEndEvent(tool_call_id=call)
        self._is_left = True

    def _summary(self, event: Event) -> Iterator[BaseEvent]:
        yield from self._enter("summary")
        yield self._add("summary", event.data["summary"])

    def _text(self, event: Event) -> Iterator[BaseEvent]:
        text = str(event.data.get("text") or "")
        if text:
            message = f"{event.run_id}:answer"
            yield TextMessageStartEvent(message_id=message, role="assistant")
            yield TextMessageContentEvent(message_id=message, delta=text)
            yield TextMessageEndEvent(message_id=message)

    def _run_finished(self, event: Event) -> Iterator[BaseEvent]:
        yield from self._enter(None)
        answer = self._answer()
        yield RunFinishedEvent(
            thread_id=self.thread_id,
            run_id=self.run_id,
            result=answer.model_dump(mode="json") if answer else None,
            outcome=self._outcome(event, answer),
        )

    def _outcome(self, event: Event, answer: Answer | None) -> Any:
        status = str(event.data.get("status"))
        if status == Status.CANCELLED:
            return RunFinishedCancelledOutcome()
        if status != Status.NEEDS_INPUT or self._is_left:
            return RunFinishedSuccessOutcome()
        interrupt = Interrupt(
            id=event.run_id,
            reason="approval" if _is_consent(self._missing) else "input",
            message=answer.question if answer else None,
            response_schema=_RESPONSE,
        )
        return RunFinishedInterruptOutcome(interrupts=[interrupt])

    def _other(self, event: Event) -> Iterator[BaseEvent]:
        yield CustomEvent(name=event.type, value=event.data)

    def _add(self, path: str, value: Any) -> StateDeltaEvent:
        """More of the state, and what the reader calls it."""
        labels = {"op": "add", "path": "/labels", "value": self._labels.told()}
        operation = {"op": "add", "path": f"/{path}", "value": value}
        return StateDeltaEvent.model_validate({"delta": [labels, operation]})

    def _enter(self, stage: str | None) -> Iterator[BaseEvent]:
        """Ends the stage that is open and begins the next one."""
        if stage == self._stage:
            return
        if self._stage is not None:
            yield StepFinishedEvent(step_name=self._stage)
        if stage is not None:
            yield StepStartedEvent(step_name=stage)
        self._stage = stage


def _is_consent(missing: Sequence[str]) -> bool:
    """True where only a yes is missing, of whatever part of the program."""
    return any(name.endswith(APPROVAL) for name in missing)
