"""What several goals of a plan can have in common is made once."""

from collections.abc import Mapping
from dataclasses import replace

from pipelines.contracts.chain import Binding
from pipelines.reasoning.planner.state import Draft, State


def shared(state: State, begun: int) -> State:
    """The plan in which the drafts from `begun` on read from an earlier upstream thing instead of
    making one just like it; nothing reads from the later one any more."""
    same: dict[str, str] = {}
    for number in range(begun, len(state.drafts)):
        earlier = next((n for n in range(begun) if _alike(state, n, number)), None)
        if earlier is not None:
            same[f"s{number + 1}"] = f"s{earlier + 1}"
    if not same:
        return state
    later = [_reading(draft, same) for draft in state.drafts[begun:]]
    return replace(state, drafts=(*state.drafts[:begun], *later))


def _alike(state: State, one: int, other: int) -> bool:
    """True for the same call with the same values, but for those that are drawn."""
    first, second = state.drafts[one], state.drafts[other]
    made = not second.main and second.tool.function.value == "create"
    same = first.tool.id == second.tool.id and first.main == second.main
    return made and same and _told(first) == _told(second)


def _told(draft: Draft) -> Mapping[str, tuple[str, str]]:
    return {
        path: (binding.source, f"{binding.value}{binding.step}{binding.path}")
        for path, binding in draft.bindings.items()
        if binding.source != "generated"
    }


def _reading(draft: Draft, same: Mapping[str, str]) -> Draft:
    return replace(draft, bindings={p: _from(b, same) for p, b in draft.bindings.items()})


def _from(binding: Binding, same: Mapping[str, str]) -> Binding:
    step = same.get(binding.step or "")
    if step is None or binding.step is None:
        return binding
    detail = binding.detail.replace(f"{binding.step} ", f"{step} ", 1)
    return binding.model_copy(update={"step": step, "detail": detail})
