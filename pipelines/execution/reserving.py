"""What a chain takes from among many: reserved for the user before it is used."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pipelines.contracts.chain import Binding, Step
from pipelines.contracts.resolution import selected
from pipelines.messages import Language, listed, say
from pipelines.runs.reservations import Reservation
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel, Yield
from tool_registry.sources.paths import read

_CHANGES = (FunctionType.OPERATE, FunctionType.DELETE)
_ENDS = ("first", "last")
_UNSAID = ("environment", "default")
"""Sources of arguments that narrow a search to nothing that anybody has named."""
Claim = Callable[[str, str], Reservation]
"""Entity and value → who has it, which is the run's own user where nobody else does."""


class Taken(LookupError):
    """Everything that was found is reserved for others; its argument is the sentence that says so.

    It is no longer true once more is found, or one of them is given back."""


@dataclass
class Pool:
    """The picks of one run. An account, or what is to be changed, is for one user alone; what is
    only referred to by what is made is not reserved."""

    tools: Mapping[str, ToolEssentialModel]
    catalogue: Catalogue
    user: str
    language: Language
    claim: Claim
    notes: dict[str, str] = field(default_factory=dict[str, str])
    """Step that searched → what was passed over, and why."""
    _picks: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])

    def picked(
        self,
        binding: Binding,
        steps: Iterable[Step],
        bodies: Mapping[str, JsonValue],
        yields: Sequence[Yield],
    ) -> Binding:
        """The binding, of the first thing found that nobody else has. Raises Taken where there is
        none."""
        source = binding.step or ""
        known = list(steps)
        search = next((step for step in known if step.id == source), None)
        if search is None or source not in bodies or not self._is_open(search):
            return binding
        taking = self._taking(search, known)
        if taking is None:
            return binding
        if source not in self._picks:
            self._picks[source] = self._first_free(*taking, bodies[source], yields)
        chosen = self._picks[source][1]
        if binding.source != "selected":
            return binding
        return binding.model_copy(update={"ordinal": chosen})

    def noted(self, step: Step) -> dict[str, Binding]:
        """The step's bindings of which something was passed over, with the reason."""
        return {
            path: one.model_copy(update={"detail": f"{one.detail} {self.notes[one.step]}"})
            for path, one in step.arguments.items()
            if one.step in self.notes
        }

    def _is_open(self, search: Step) -> bool:
        """It looks for any that there is: nobody has named one, or whose it is."""
        tool = self.tools.get(search.tool)
        if tool is None or tool.function.writes:
            return False
        slots = {slot.path: slot for slot in tool.needs}
        return not any(
            path in slots and one.source not in _UNSAID and self._singles_out(slots[path])
            for path, one in search.arguments.items()
        )

    def _taking(self, search: Step, steps: Sequence[Step]) -> tuple[str, Binding] | None:
        """What kind of thing some step takes for itself out of the search, and by which binding."""
        for step in steps:
            tool = self.tools.get(step.tool)
            if tool is None or not step.function.writes:
                continue
            for slot in tool.needs:
                one = step.arguments.get(slot.path)
                if one is None or one.step != search.id or not self._is_exclusive(slot, tool):
                    continue
                if one.source in ("selected", "output") and not self._names_one(one, slot):
                    return slot.entity or "", one
        return None

    def _is_exclusive(self, slot: Slot, tool: ToolEssentialModel) -> bool:
        if slot.entity is None or not self._singles_out(slot):
            return False
        changed = tool.function in _CHANGES and slot.entity in tool.objects
        return changed or self.catalogue.lexicon.is_person(slot.entity)

    def _names_one(self, binding: Binding, slot: Slot) -> bool:
        """The selection is of a certain one: the newest, or one that is named."""
        identifying = self.catalogue.graph.identifiers(slot.entity or "")
        return any(one.operator in _ENDS or one.attribute in identifying for one in binding.where)

    def _singles_out(self, slot: Slot) -> bool:
        return slot.attribute in self.catalogue.graph.identifiers(slot.entity or "")

    def _first_free(
        self, entity: str, binding: Binding, body: JsonValue, yields: Sequence[Yield]
    ) -> tuple[str, int]:
        path = binding.path or ""
        found = selected(binding, body, yields) if binding.where else read(body, path)
        if binding.source == "output":
            found = found[: binding.ordinal + 1]
        others: list[Reservation] = []
        for place in range(binding.ordinal, len(found)):
            held = self.claim(entity, str(found[place]))
            if held.user == self.user:
                if others:
                    self.notes[binding.step or ""] = self._said("passed_over", others)
                return str(found[place]), place
            others.append(held)
        if others:
            raise Taken(self._said("all_taken", others))
        return "", binding.ordinal

    def _said(self, key: str, others: Sequence[Reservation]) -> str:
        told = (
            say(
                self.language,
                "memory.held",
                value=one.value,
                user=one.user,
                until=datetime.fromtimestamp(one.expires_at, UTC).astimezone().strftime("%H:%M"),
            )
            for one in others
        )
        return say(self.language, f"memory.{key}", held=listed(self.language, told))
