"""What runs show of tools: how often they are chosen and succeed, what their results hold, and
what nobody can do."""

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.contracts.answer import Answer
from pipelines.contracts.events import Event, StepFinished, ToolRead
from pipelines.contracts.lessons import Lesson
from pipelines.contracts.request import Request
from pipelines.flow.options import RoadOptions
from pipelines.flow.road import Road
from pipelines.runs.context import Emit
from pipelines.runs.stop import Stop
from pipelines.runs.store import RunStore
from services.insights.outcomes import Ending
from services.overlay import declares_outputs
from services.past import served_requests, space_of_request, without_values
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.parsing.learning import OBSERVED, learn_outputs
from tool_registry.sources.result import Failure
from tool_registry.sources.source import Sources
from tool_registry.stores.rows import Learned, Unmet, Use
from tool_registry.stores.space import Space
from tool_registry.stores.store import RegistryStore
from tool_registry.vocabulary.lexicon import Lexicon


@dataclass
class RunNotes:
    """What the events of one run say of tools."""

    tools: Mapping[str, ToolEssentialModel]
    lexicon: Lexicon = field(default_factory=lambda: Lexicon(()))
    uses: dict[str, Use] = field(default_factory=dict[str, Use])
    results: dict[str, list[JsonValue]] = field(default_factory=dict[str, list[JsonValue]])
    """Bodies of tools that do not declare what they yield."""
    lessons: list[Lesson] = field(default_factory=list[Lesson])
    refused: str = ""
    """Why nothing was planned, where something stood against it."""
    happened: bool = False
    """False where the answer was there already, so that nothing happened."""
    _begun: dict[str, float] = field(default_factory=dict[str, float])

    def hear(self, event: Event) -> None:
        """Notes one event."""
        self.happened = True
        if event.type == "candidates":
            for one in event.candidates:
                if one.role != "dropped":
                    self._add(one.tool, candidate=1)
        elif event.type == "plan":
            for tool in {one.tool for one in event.chain}:
                self._add(tool, chosen=1)
        elif event.type == "refused":
            self.refused = event.reason
        else:
            self._work(event)

    def _work(self, event: Event) -> None:
        if event.type == "step_started":
            self._begun[event.step] = time.monotonic()
        elif event.type == "step_finished":
            self._step(event)
        elif event.type == "step_corrected":
            self.lessons += event.lessons
        elif event.type == "read":
            self._read(event)

    def _step(self, event: StepFinished) -> None:
        begun = self._begun.pop(event.step, None)
        if begun is None or event.status not in ("done", "failed", "unknown"):
            return
        spent = (time.monotonic() - begun) * 1000
        done = event.status == "done"
        self._called(event.tool, done, event.failure, spent)
        if done and not self._declares(event.tool):
            self.results.setdefault(event.tool, []).append(event.output)

    def _read(self, event: ToolRead) -> None:
        # Looking for what is not there (yet) says nothing against the tool that looks: it answered.
        if event.failure is not None and event.failure.kind == "business":
            self._called(event.tool, True, None, event.milliseconds)
        else:
            self._called(event.tool, event.ok, event.failure, event.milliseconds)

    def _called(self, tool: str, ok: bool, failure: Failure | None, spent: float) -> None:
        said = f"{failure.kind} {failure.code or ''}".strip() if failure else None
        self._add(tool, succeeded=int(ok), failed=int(not ok), latency_ms=spent, failure=said)

    def _declares(self, tool: str) -> bool:
        model = self.tools.get(tool)
        return model is None or declares_outputs(model)

    def _add(self, tool: str, *, failure: str | None = None, **counts: float) -> None:
        use = self.uses.get(tool, Use(tool=tool))
        added = {name: getattr(use, name) + count for name, count in counts.items()}
        self.uses[tool] = use.model_copy(update={**added, "failure": failure or use.failure})


Keep: TypeAlias = Callable[[RunNotes, Request, Answer], Awaitable[None]]


class ObservedRoad(Road):
    """The road, with notes taken of what its events say of tools."""

    def __init__(
        self,
        catalogue: Catalogue,
        sources: Sources,
        store: RunStore,
        options: RoadOptions,
        *,
        keep: Keep,
    ) -> None:
        super().__init__(catalogue, sources, store, options)
        self._keep = keep

    async def run(self, request: Request, emit: Emit, stop: Stop | None = None) -> Answer:
        """Answers one request, as `Road.run` does."""
        notes = self._begin()
        answer = await super().run(request, _both(notes, emit), stop)
        await self._keep(notes, request, answer)
        return answer

    async def resume(self, run_id: str, emit: Emit, stop: Stop | None = None) -> Answer:
        """Goes on with a run, as `Road.resume` does."""
        notes = self._begin()
        answer = await super().resume(run_id, _both(notes, emit), stop)
        await self._keep(notes, self.store.get(run_id).request, answer)
        return answer

    def _begin(self) -> RunNotes:
        return RunNotes(self.catalogue.tools, self.catalogue.lexicon)


def keep_notes(stores: RegistryStore, notes: RunNotes, request: Request, answer: Answer) -> bool:
    """Records a run; True where something new was learned, and the pool changed."""
    caller, uses = request.caller, list(notes.uses.values())
    served = served_requests(answer, notes.lexicon)
    broken = any(use.failed for use in uses)
    unmet = unmet_of(notes, request, answer) if notes.happened and not broken else []
    found = False
    if uses or served or unmet:
        with stores.database.recording(caller):
            if uses:
                stores.usage.add(caller, uses)
            found = stores.requests.add(caller, space_of_request(request), served)
            if unmet:
                stores.unmet.add(caller, unmet)
    if not (notes.results or notes.lessons):
        return found
    shown = learned_of(notes, stores.learned.visible(caller))
    return stores.learned.note(caller, shown) or found


def unmet_of(notes: RunNotes, request: Request, answer: Answer) -> list[Unmet]:
    """What was asked for and no tool can do, as the figures for owners tell it from all else.

    Owners of tools read it, so that no value of the user's is in it."""
    intent, lexicon = answer.intent, notes.lexicon
    told = answer.model_dump(mode="json", include={"intent", "choices", "candidates"})
    ending = Ending(answer.status, {}, told, notes.refused)
    if intent is None or answer.chain or ending.outcome() != "no_tool":
        return []
    return [
        Unmet(
            space=_space(request.caller),
            entity=goal.object.type or without_values(goal.object.words, answer, intent, lexicon),
            action=goal.action,
            environment=intent.environment or "",
            last_text=without_values(request.text, answer, intent, lexicon),
        )
        for goal in intent.goals
    ]


def learned_of(notes: RunNotes, known: Iterable[Learned]) -> list[Learned]:
    """What the run adds to what is known: the form of results, and lessons on arguments.

    Of neither any value is kept, nor the words of a server, which may hold some."""
    before = {one.tool: one.what for one in known if one.kind == "output"}
    found = [
        Learned(
            tool=tool,
            kind="output",
            path="",
            what={
                key: value
                for key, value in learn_outputs(bodies, before.get(tool)).items()
                if key != OBSERVED
            },
        )
        for tool, bodies in notes.results.items()
    ]
    for lesson in notes.lessons:
        what = lesson.model_dump(mode="json", exclude={"tool", "words"})
        path = f"{lesson.path} {lesson.kind}"
        found.append(Learned(tool=lesson.tool, kind="lesson", path=path, what=what))
    return list({(one.tool, one.kind, one.path): one for one in found}.values())


def _space(caller: Caller) -> Space:
    """Who is to know of an unmet request: the caller's team, or, without one, everybody."""
    if caller.projects:
        return Space.of(caller, Scope.PROJECT, caller.projects[0])
    return Space(tenant=caller.tenant)


def _both(notes: RunNotes, emit: Emit) -> Emit:
    def hear(event: Event) -> None:
        notes.hear(event)
        emit(event)

    return hear
