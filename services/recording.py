"""What runs show of tools: how often they are chosen and succeed, what their results hold, and
what nobody can do."""

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from pipelines.answer import Answer, Status
from pipelines.events import Event
from pipelines.request import Request
from pipelines.road import Road, RoadOptions
from pipelines.runs.store import RunStore
from pipelines.trip import Emit
from services.overlay import declares_outputs
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.source import Sources
from tool_registry.stores.rows import Learned, Unmet, Use
from tool_registry.stores.space import Space
from tool_registry.stores.store import RegistryStore

_DEPTH, _WIDTH = 6, 60
"""Results deeper than this, or with more fields, are learned in part."""
_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string"}
Object = dict[str, JsonValue]


@dataclass
class RunNotes:
    """What the events of one run say of tools."""

    tools: Mapping[str, ToolEssentialModel]
    uses: dict[str, Use] = field(default_factory=dict[str, Use])
    learned: dict[tuple[str, str], Learned] = field(default_factory=dict[tuple[str, str], Learned])
    heard: bool = False
    """False where the answer was there already, so that nothing happened."""
    _begun: dict[str, float] = field(default_factory=dict[str, float])

    def hear(self, event: Event) -> None:
        """Notes one event."""
        data, self.heard = event.data, True
        if event.type == "candidates":
            kept = [one for one in cast("list[Object]", data["candidates"]) if _is_kept(one)]
            for one in kept:
                self._add(one["tool"], candidate=1)
        elif event.type == "plan":
            for tool in {one["tool"] for one in cast("list[Object]", data["chain"])}:
                self._add(tool, chosen=1)
        elif event.type == "step_started":
            self._begun[data["step"]] = time.monotonic()
        elif event.type == "step_finished":
            self._step(data)
        elif event.type == "read":
            self._read(data)

    def _step(self, data: Object) -> None:
        begun = self._begun.pop(data["step"], None)
        if begun is None or data["status"] not in ("done", "failed", "unknown"):
            return
        spent = (time.monotonic() - begun) * 1000
        done = data["status"] == "done"
        self._called(data["tool"], done, data["failure"], spent)
        if done and not self._declares(data["tool"]):
            for path, what in outputs(data["output"]):
                one = Learned(tool=data["tool"], kind="output", path=path, what=what)
                self.learned[one.tool, path] = one

    def _read(self, data: Object) -> None:
        failure: Object | None = data["failure"]
        # Looking for what is not there (yet) says nothing against the tool that looks.
        if failure is None or failure["kind"] != "business":
            self._called(data["tool"], data["ok"], failure, 0.0)

    def _called(self, tool: str, ok: bool, failure: Object | None, spent: float) -> None:
        said = f"{failure['kind']} {failure['code'] or ''}".strip() if failure else None
        self._add(tool, succeeded=int(ok), failed=int(not ok), latency_ms=spent, failure=said)

    def _declares(self, tool: str) -> bool:
        model = self.tools.get(tool)
        return model is None or declares_outputs(model)

    def _add(self, tool: str, *, failure: str | None = None, **counts: float) -> None:
        use = self.uses.get(tool, Use(tool=tool))
        added = {name: getattr(use, name) + count for name, count in counts.items()}
        self.uses[tool] = use.model_copy(update={**added, "failure": failure or use.failure})


def _is_kept(candidate: Object) -> bool:
    return candidate["role"] != "dropped"


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

    async def run(self, request: Request, emit: Emit) -> Answer:
        """Answers one request, as `Road.run` does."""
        notes = RunNotes(self.catalogue.tools)
        answer = await super().run(request, _both(notes, emit))
        await self._keep(notes, request, answer)
        return answer

    async def resume(self, run_id: str, emit: Emit) -> Answer:
        """Goes on with a run, as `Road.resume` does."""
        notes = RunNotes(self.catalogue.tools)
        answer = await super().resume(run_id, _both(notes, emit))
        await self._keep(notes, self.store.get(run_id).request, answer)
        return answer


def keep_notes(stores: RegistryStore, notes: RunNotes, request: Request, answer: Answer) -> bool:
    """Records a run; True where something new was learned, and the pool changed."""
    caller, uses = request.caller, list(notes.uses.values())
    if uses:
        stores.usage.add(caller, uses)
    broken = any(use.failed for use in uses)
    if notes.heard and not broken and (unmet := unmet_of(request, answer)):
        stores.unmet.add(caller, unmet)
    return stores.learned.note(caller, list(notes.learned.values())) if notes.learned else False


def unmet_of(request: Request, answer: Answer) -> list[Unmet]:
    """What was asked for and no tool can do: goals of a data request that came to no chain."""
    intent = answer.intent
    if answer.status is not Status.FAILED or answer.chain or intent is None:
        return []
    return [
        Unmet(
            space=_space(request.caller),
            entity=goal.object.type or goal.object.words or "",
            action=goal.action,
            environment=intent.environment or "",
            last_text=request.text,
        )
        for goal in intent.goals
    ]


def outputs(body: JsonValue) -> list[tuple[str, Object]]:
    """The values that a result holds: path, and `type` with `many`; bounded in depth and number."""
    found: dict[str, Object] = {}
    for path, value in _values(body, "", 0):
        if len(found) < _WIDTH and path and type(value) in _NAMES:
            found.setdefault(path, {"type": _NAMES[type(value)], "many": "[]" in path})
    return sorted(found.items())


def _values(value: JsonValue, path: str, depth: int) -> Iterator[tuple[str, JsonValue]]:
    if depth > _DEPTH:
        return
    if isinstance(value, dict):
        for name, inner in cast("Object", value).items():
            yield from _values(inner, f"{path}.{name}" if path else name, depth + 1)
    elif isinstance(value, list):
        for inner in cast("list[JsonValue]", value)[:3]:
            yield from _values(inner, f"{path}[]", depth + 1)
    else:
        yield path, value


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
