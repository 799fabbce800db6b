"""Turning the best partial plan into a frozen ToolChain with its checks."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipelines.messages import say
from pipelines.planner.chain import Binding, Produced, Step, ToolChain
from pipelines.planner.checks import checks_for
from pipelines.planner.facts import Draft, State
from pipelines.planner.frame import Problem


def freeze(problem: Problem, state: State) -> ToolChain:
    """The chain of the drafts that anything depends on, numbered in order of execution."""
    drafts = _used(state.drafts)
    steps = tuple(_step(problem, number, draft, state) for number, draft in enumerate(drafts, 1))
    checks = checks_for(problem, steps, drafts, state)
    chain = ToolChain(
        environment=problem.environment,
        steps=steps,
        checks=checks,
        notes=tuple(_notes(problem, steps)),
    )
    return chain.model_copy(update={"digest": digest(chain.steps, chain.environment)})


def digest(steps: Sequence[Step], environment: str) -> str:
    """Hash of everything that will be executed, generated values included."""
    content = [step.model_dump(mode="json") for step in steps]
    text = json.dumps([environment, content], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


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
    language = problem.intent.language
    kind = draft.tool.function.value if draft.main else f"for_{draft.tool.function.value}"
    entity = instance.entity or next(iter(draft.tool.objects), draft.tool.title)
    return Step(
        id=f"s{number}",
        tool=draft.tool.id,
        title=draft.tool.title,
        function=draft.tool.function,
        arguments={path: told(problem, one) for path, one in draft.bindings.items()},
        purpose=say(language, f"planner.purpose_{kind}", entity=problem.spoken(entity)),
        goal=draft.goal,
        ordinal=draft.ordinal,
        depends_on=tuple(dict.fromkeys(b.step for b in draft.bindings.values() if b.step)),
        produces=Produced(
            instance=instance.key,
            entity=entity,
            expected=draft.where,
            asked=draft.main,
        ),
        main=draft.main,
    )


def told(problem: Problem, binding: Binding) -> Binding:
    """The binding with where its words are from, if that is not the sentence itself."""
    origins = problem.origins
    if binding.source == "environment" and origins.environment is not None:
        return binding.model_copy(update={"detail": origins.environment})
    if binding.source not in ("words", "derived"):
        return binding
    words = binding.span.text if binding.span else binding.detail
    if (told := origins.looked_up.get(words)) is not None:
        return binding.model_copy(update={"source": "derived", "detail": told})
    if (place := origins.attached.get(words)) is not None:
        return binding.model_copy(update={"detail": place})
    said_before = origins.own is not None and words not in origins.own
    if words in origins.recalled or said_before:
        detail = origins.recalled.get(words, binding.detail)
        return binding.model_copy(update={"source": "remembered", "detail": detail})
    return binding


def _notes(problem: Problem, steps: Sequence[Step]) -> list[str]:
    """What the user should know before it runs: things made on the way, invented values."""
    language = problem.intent.language
    upstream = [step for step in steps if not step.main and step.function.value == "create"]
    notes = [
        say(
            language,
            "planner.note_made",
            entity=problem.spoken(step.produces.entity),
            tool=step.title,
        )
        for step in upstream
        if step.produces
    ]
    unused = [span.text for span in problem.intent.unread]
    unused += [words for words in _unknown_things(problem) if not _is_used(words, steps)]
    if unused:
        notes.append(say(language, "planner.note_unread", words=", ".join(unused)))
    return notes


def _unknown_things(problem: Problem) -> Iterator[str]:
    """What the goals are to have besides, and nothing of the catalogue is."""
    for goal in problem.intent.goals:
        yield from (one.words for one in goal.related if one.type is None and one.words)


def _is_used(words: str, steps: Sequence[Step]) -> bool:
    bindings = (binding for step in steps for binding in step.arguments.values())
    return any(one.span is not None and words in one.span.text for one in bindings)
