"""Going on from what was done: a new plan for what is left, behind the steps that were made.

A call that is planned again just as it was made keeps its id, and with it its row in the ledger: it
is not made twice. A plan that would leave behind what was made is none.
"""

from collections.abc import Collection, Iterator, Mapping

from pipelines.contracts.chain import Binding, Check, Step, ToolChain
from pipelines.reasoning.planner.writing import digest

_OPEN = ("generated",)
"""Sources whose values are drawn anew for every plan, and equal for equal calls."""


def continued(
    before: ToolChain, done: Collection[str], after: ToolChain, moving: Collection[str]
) -> ToolChain | None:
    """The steps of `before` that were done, then those of `after` that were not.

    `moving`: ids of goals that change a state, of which done steps lie behind us. None where a
    call that changed something has no place in the new plan.
    """
    kept = made_steps(before, done)
    names = _names(before, kept, after)
    stranded = [
        step
        for step in kept
        if step.function.writes and step.id not in names.values() and step.goal not in moving
    ]
    if stranded:
        return None
    first = [step for step in kept if step.id not in names.values()]
    again = {step.id: step for step in kept}
    rest = [again.get(names[step.id]) or renamed(step, names) for step in after.steps]
    steps = (*first, *rest)
    return after.model_copy(
        update={
            "steps": steps,
            "checks": tuple(check_renamed(check, names) for check in after.checks),
            "digest": digest(steps, after.environment),
        }
    )


def made_steps(before: ToolChain, done: Collection[str]) -> list[Step]:
    """The done steps that changed something, and those that they were fed by, in order."""
    made = [step for step in before.steps if step.id in done]
    wanted = {step.id for step in made if step.function.writes}
    for step in reversed(made):
        if step.id in wanted:
            wanted.update(step.depends_on)
    return [step for step in made if step.id in wanted]


def _names(before: ToolChain, kept: list[Step], after: ToolChain) -> dict[str, str]:
    """New id by id of the new plan: that of the same call made before, or a fresh one."""
    free = _fresh(before)
    names: dict[str, str] = {}
    for step in after.steps:
        taken = set(names.values())
        same = (one.id for one in kept if one.id not in taken and _is_same(one, step, names))
        names[step.id] = next(same, None) or next(free)
    return names


def _fresh(before: ToolChain) -> Iterator[str]:
    number = max((int(step.id[1:]) for step in before.steps), default=0)
    while True:
        number += 1
        yield f"s{number}"


def _is_same(made: Step, planned: Step, names: Mapping[str, str]) -> bool:
    same = (made.tool, made.goal, made.ordinal) == (planned.tool, planned.goal, planned.ordinal)
    if not same or made.arguments.keys() != planned.arguments.keys():
        return False
    return all(
        _source(binding) == _source(_rebound(planned.arguments[path], names))
        for path, binding in made.arguments.items()
    )


def _source(binding: Binding) -> tuple[object, ...]:
    value = None if binding.source in _OPEN else binding.value
    return (binding.source, value, binding.step, binding.path, binding.ordinal)


def _rebound(binding: Binding, names: Mapping[str, str]) -> Binding:
    if binding.step is None:
        return binding
    name = names.get(binding.step, binding.step)
    detail = binding.detail.replace(f"{binding.step} ", f"{name} ", 1)
    return binding.model_copy(update={"step": name, "detail": detail})


def renamed(step: Step, names: Mapping[str, str]) -> Step:
    """The step under its new name, as are those that it takes values from."""
    arguments = {path: _rebound(binding, names) for path, binding in step.arguments.items()}
    before = tuple(names.get(name, name) for name in step.depends_on)
    told = {"id": names[step.id], "arguments": arguments, "depends_on": before}
    return step.model_copy(update=told)


def check_renamed(check: Check, names: Mapping[str, str]) -> Check:
    """The check, of the step under its new name."""
    if check.step is None:
        return check
    return check.model_copy(update={"step": names.get(check.step, check.step)})
