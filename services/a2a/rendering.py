"""Runs on the protocol's wire: a task as it stands, and what is told of it on the way.

The same stored run always gives the same messages in the same order, whoever asks and when."""

from collections.abc import Iterator, Sequence
from typing import Any

from a2a.types import (
    Artifact,
    Message,
    Part,
    Role,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatusUpdateEvent,
)

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.events import Event
from pipelines.messages import Language, say
from pipelines.runs.store import Run
from services.a2a.names import message_of
from services.a2a.protobuf import data_part, said, status_of, text_part
from services.a2a.tasks import Held, state_of
from services.openai.markdown import Telling
from tool_registry.base.ids import canonical
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of

_USER, _AGENT = Role.ROLE_USER, Role.ROLE_AGENT


class Rendering:
    """Tells one task in the language of its sentence."""

    def __init__(self, task: Held, catalogue: Catalogue) -> None:
        self.task = task
        self.language: Language = language_of(task.runs[0].request.text)
        self._telling = Telling(catalogue, self.language)

    def begun(self) -> Task:
        """The task as it stood when its latest run began: what every stream of it begins with."""
        run = self.task.latest
        status = status_of(TaskState.TASK_STATE_WORKING, run.created_at)
        return Task(
            id=self.task.id,
            context_id=self.task.context,
            status=status,
            history=[*self._history(self.task.runs[:-1]), self._said(run)],
        )

    def hear(self, events: Sequence[Event]) -> None:
        """What has happened in the latest run, for the answer's words."""
        for event in events:
            self._telling(event)

    def whole(self, run: Run) -> Task:
        """The task as it stands, its latest run being this one."""
        task = self.begun()
        task.status.CopyFrom(self._status(run))
        if run.answer is not None:
            task.artifacts.extend(self._artifacts(run, run.answer))
            task.metadata.update(self._metadata(run))
        return task

    def news(self, event: Event) -> Iterator[TaskStatusUpdateEvent]:
        """What an event of the latest run is worth telling; often nothing."""
        text = self._telling(event).strip()
        if text and event.type != "run_finished":
            message = self._message([text_part(text)], f"{event.run_id}-{event.seq}")
            yield self._update(status_of(TaskState.TASK_STATE_WORKING, event.at, message))

    def end(self, run: Run) -> Iterator[TaskArtifactUpdateEvent | TaskStatusUpdateEvent]:
        """What the latest run ended with: what it made, and how it stands now."""
        assert run.answer is not None, "it has ended"
        for artifact in self._artifacts(run, run.answer):
            yield TaskArtifactUpdateEvent(
                task_id=self.task.id,
                context_id=self.task.context,
                artifact=artifact,
                last_chunk=True,
            )
        update = self._update(self._status(run))
        update.metadata.update(self._metadata(run))
        yield update

    def _status(self, run: Run) -> Any:
        state = state_of(run)
        at = run.finished_at or run.created_at
        if run.answer is None or state == TaskState.TASK_STATE_COMPLETED:
            return status_of(state, at)
        parts = [text_part(self._text(run.answer))]
        if state == TaskState.TASK_STATE_INPUT_REQUIRED:
            parts.append(data_part(question_of(run.answer)))
        return status_of(state, at, self._message(parts, f"{run.id}-answer"))

    def _text(self, answer: Answer) -> str:
        text = self._telling.answer(answer)
        if answer.status is not Status.NEEDS_INPUT:
            return text
        language = answer.intent.language if answer.intent else self.language
        how = say(language, f"a2a.how_{_asked(answer)}", **_example(answer))
        return f"{text}\n\n{how}"

    def _artifacts(self, run: Run, answer: Answer) -> Iterator[Artifact]:
        """The text, and the data that programs read."""
        made = [one.model_dump(mode="json") for one in answer.summary.data]
        is_done = state_of(run) == TaskState.TASK_STATE_COMPLETED
        if answer.status is Status.NEEDS_INPUT or not (is_done or made):
            return
        told: dict[str, JsonValue] = {"status": str(answer.status), "data": made}
        if answer.status is Status.PLANNED:
            told["plan"] = _plan(answer)
        parts = [text_part(self._telling.answer(answer)), data_part(told)]
        yield Artifact(artifact_id=f"{run.id}-result", name="result", parts=parts)

    def _metadata(self, run: Run) -> dict[str, JsonValue]:
        """What the protocol has no word for."""
        assert run.answer is not None, "it has ended"
        return {
            "zhizao/status": run.status,
            "zhizao/run": run.id,
            "zhizao/satisfied": run.answer.summary.satisfied,
        }

    def _history(self, runs: Sequence[Run]) -> Iterator[Message]:
        for run in runs:
            yield self._said(run)
            if run.answer is not None:
                text = run.answer.question or run.answer.summary.text
                yield self._message([text_part(text)], f"{run.id}-answer")

    def _said(self, run: Run) -> Message:
        part = Part(text=run.request.text)
        return said([part], message_of(run), self.task.id, self.task.context, _USER)

    def _message(self, parts: Sequence[Part], id: str) -> Message:
        return said(parts, id, self.task.id, self.task.context, _AGENT)

    def _update(self, status: Any) -> TaskStatusUpdateEvent:
        return TaskStatusUpdateEvent(
            task_id=self.task.id, context_id=self.task.context, status=status
        )


def question_of(answer: Answer) -> dict[str, JsonValue]:
    """What is asked, for programs: `kind` is consent, choices, form or question, the rest what can
    be answered to it in a data part."""
    kind = _asked(answer)
    told: dict[str, JsonValue] = {"kind": kind, "question": answer.question}
    if answer.choices:
        told["choices"] = [one.model_dump(mode="json") for one in answer.choices]
    if answer.form is not None:
        told["form"] = answer.form.model_dump(mode="json")
    if answer.chain:
        told["plan"] = _plan(answer)
    return told


def _example(answer: Answer) -> dict[str, str]:
    """The data part of an answer, for the sentence that tells how to give one."""
    if answer.form is not None:
        paths = [one.path for one in answer.form.fields if one.value is None]
        return {"example": canonical({"values": dict.fromkeys(paths, "…")})}
    told = {"consent": {"approved": True}, "choices": {"choice": "#1"}}.get(_asked(answer))
    return {"example": canonical(told)} if told else {}


def _asked(answer: Answer) -> str:
    if answer.form is not None:
        return "form"
    if answer.chain:
        return "consent"
    return "choices" if answer.choices else "question"


def _plan(answer: Answer) -> list[JsonValue]:
    return [one.model_dump(mode="json") for one in answer.chain]
