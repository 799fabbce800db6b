"""How far a chain has come: records and results by step, and arguments made from them."""

from collections.abc import Mapping, Sequence

from pipelines.contracts.chain import Binding, Step, ToolChain
from pipelines.contracts.execution import StepRecord
from pipelines.contracts.resolution import resolve
from pipelines.execution.replacement import translated_path
from pipelines.execution.reserving import Pool, Taken
from tool_registry.base.types import Effect, JsonValue
from tool_registry.model import ToolEssentialModel, Yield
from tool_registry.sources.paths import nested


class Unresolved(Exception):
    """An argument has no usable value: its slot path, the step that should give it, and why."""

    def __init__(
        self, path: str, source: str | None, reason: str, *, missing: bool, taken: bool = False
    ) -> None:
        super().__init__(reason)
        self.taken = taken
        """True where what is there is reserved for others."""
        self.path = path
        self.source = source
        self.missing = missing
        """True where the value is not there; False where it is there and does not fit."""


class Progress:
    """What is known of each step so far."""

    def __init__(
        self,
        chain: ToolChain,
        tools: Mapping[str, ToolEssentialModel],
        pool: Pool | None = None,
    ) -> None:
        self.pool = pool
        self.steps = {step.id: step for step in chain.steps}
        self.tools = tools
        self.records: dict[str, StepRecord] = {}

    def note(self, record: StepRecord) -> None:
        """The step's newest record."""
        self.records[record.step] = record

    def arguments(self, step: Step) -> dict[str, JsonValue]:
        """The step's arguments as the tool takes them; Unresolved where one has no value."""
        bodies = {r.step: r.body for r in self.records.values() if r.status == "done"}
        yields = {r.step: self.tools[r.tool].yields for r in self.records.values()}
        by_path: dict[str, JsonValue] = {}
        for path, binding in step.arguments.items():
            try:
                one = self._picked(self._translated(binding), bodies, yields)
                by_path[path] = resolve(one, bodies, yields)
            except Taken as error:
                told = {"missing": True, "taken": True}
                raise Unresolved(path, binding.step, str(error.args[0]), **told) from error
            except LookupError as error:
                raise Unresolved(path, binding.step, str(error.args[0]), missing=True) from error
            except ValueError as error:
                raise Unresolved(path, binding.step, str(error), missing=False) from error
        return nested(by_path)

    def _picked(
        self,
        binding: Binding,
        bodies: Mapping[str, JsonValue],
        yields: Mapping[str, Sequence[Yield]],
    ) -> Binding:
        """The binding, of what nobody else has."""
        if self.pool is None or binding.source not in ("selected", "output"):
            return binding
        declared = yields.get(binding.step or "", ())
        return self.pool.picked(binding, self.steps.values(), bodies, declared)

    def is_recent(self, step: Step) -> bool:
        """True where the step reads what may have been made a moment ago."""
        made = any(
            record.status == "done" and self.tools[record.tool].effect is not Effect.NONE
            for record in self.records.values()
        )
        return made or any(one.source == "remembered" for one in step.arguments.values())

    def _translated(self, binding: Binding) -> Binding:
        """The binding with its path in the result of the tool that was called in the end."""
        record = self.records.get(binding.step or "")
        if record is None or record.replaces is None or binding.path is None:
            return binding
        planned, called = self.tools[record.replaces], self.tools[record.tool]
        where = {
            name: translated_path(planned, called, path)
            for name, path in binding.where_paths.items()
        }
        path = translated_path(planned, called, binding.path)
        return binding.model_copy(update={"path": path, "where_paths": where})
