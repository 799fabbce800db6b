"""Turning the best partial plan into a frozen ToolChain with its checks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipelines.contracts.chain import Binding, Produced, Step, ToolChain
from pipelines.contracts.intent import Goal
from pipelines.messages import say
from pipelines.reasoning.planner.checks import checks_for
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.state import Draft, State
from pipelines.reasoning.planner.writing import chain_of, step_of
from tool_registry.base.types import FunctionType


def freeze(problem: Problem, state: State) -> ToolChain:
    """The chain of the drafts that anything depends on, numbered in order of execution."""
    drafts = _used(state.drafts)
    steps = tuple(_step(problem, number, draft, state) for number, draft in enumerate(drafts, 1))
    checks = checks_for(problem, steps, drafts, state)
    searched = [goal for goal in problem.intent.goals if goal.id not in state.resolved]
    unused = [words for words in _unknown_things(searched) if not _is_used(words, steps)]
    notes = (*state.notes, *_made_on_the_way(problem, steps, state))
    return chain_of(problem, steps, checks, notes, unused)


def _used(drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts that are asked for or that a used one reads from, renumbered."""
    used: set[int] = set()
    queue = [n for n, draft in enumerate(drafts) if draft.main]
    while queue:
        number = queue.pop()
        if number not in used:
            used.add(number)
            queue += [_number(b) for b in drafts[number].bindings.values() if b.step]
    kept = sorted(used)
    names = {f"s{old + 1}": f"s{new + 1}" for new, old in enumerate(kept)}
    return [_renamed(drafts[old], names) for old in kept]


def _number(binding: Binding) -> int:
    return int((binding.step or "s1")[1:]) - 1


def _renamed(draft: Draft, names: dict[str, str]) -> Draft:
    bindings = {
        path: binding.model_copy(
            update={
                "step": names[binding.step],
                "detail": binding.detail.replace(f"{binding.step} ", f"{names[binding.step]} ", 1),
            }
        )
        if binding.step
        else binding
        for path, binding in draft.bindings.items()
    }
    return replace(draft, bindings=bindings)


def _step(problem: Problem, number: int, draft: Draft, state: State) -> Step:
    instance = state.instances[draft.target]
    entity = instance.entity or next(iter(draft.tool.objects), draft.tool.title)
    return step_of(
        problem,
        number,
        draft.tool,
        draft.bindings,
        goal=draft.goal,
        ordinal=draft.ordinal,
        produces=Produced(
            instance=instance.key, entity=entity, expected=draft.where, asked=draft.main
        ),
        does=draft.does,
    )


def _made_on_the_way(problem: Problem, steps: Sequence[Step], state: State) -> list[str]:
    """What the user should know before it runs: things that are made for what is asked."""
    return [
        say(
            problem.intent.language,
            "planner.note_made",
            entity=problem.spoken(step.produces.entity),
            tool=step.title,
        )
        for step in steps
        if step.produces and not step.main and step.function is FunctionType.CREATE
        if step.goal not in state.resolved
    ]


def _unknown_things(goals: Sequence[Goal]) -> Iterator[str]:
    """What the goals are to have besides, and nothing of the catalogue is."""
    for goal in goals:
        yield from (one.words for one in goal.related if one.type is None and one.words)


def _is_used(words: str, steps: Sequence[Step]) -> bool:
    bindings = (binding for step in steps for binding in step.arguments.values())
    return any(one.span is not None and words in one.span.text for one in bindings)
