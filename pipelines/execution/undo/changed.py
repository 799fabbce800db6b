"""What a person has changed in a plan that takes back, which is made anew once it is agreed to: its
steps are told apart by the calls that they take back, whatever their numbers are then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pipelines.contracts.request import PlanChange
from pipelines.execution.undo.effects import Effect
from pipelines.execution.undo.plan import UndoPlan
from pipelines.messages import Language, say
from pipelines.reasoning.proposals.revise import BadRevision, revised
from pipelines.runs.store import RunStore
from pipelines.runs.undone import taken_back_by
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue

Values: TypeAlias = dict[str, dict[str, JsonValue]]
"""Step → path of an argument → value."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The changes, with the plan in which they were made."""

    change: PlanChange
    keys: Mapping[str, str]
    """Step of the plan that was shown → ledger key of the call that it takes back."""

    def kept(self, effects: Sequence[Effect]) -> list[Effect]:
        """Those that the plan has shown and that were not left out."""
        shown = {key for step, key in self.keys.items() if step not in self.change.drop}
        return [one for one in effects if one.key in shown]

    def edited(self, plan: UndoPlan, catalogue: Catalogue) -> UndoPlan:
        """The plan with the person's own values; BadRevision where one does not fit."""
        now = {step: plan.steps.get(key, "") for step, key in self.keys.items()}
        change = PlanChange(
            run_id=self.change.run_id,
            arguments=_moved(self.change.arguments, now),
            values=_moved(self.change.values, now),
        )
        return replace(plan, chain=revised(plan.chain, change, catalogue, plan.intent.language))


def changed(change: PlanChange | None, store: RunStore, language: Language) -> Changed | None:
    """The changes of a plan that was shown; None without any. BadRevision where it is not known any
    more what its steps take back."""
    if change is None:
        return None
    keys = taken_back_by(store, change.run_id)
    if {*change.drop, *change.arguments, *change.values} - keys.keys():
        raise BadRevision(say(language, "revise.no_plan"))
    return Changed(change, keys)


def _moved(told: Values, now: Mapping[str, str]) -> Values:
    return {now[step]: values for step, values in told.items() if now[step]}
