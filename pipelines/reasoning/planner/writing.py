"""Steps and the frozen chain as every planner writes them, whatever the search was."""

import hashlib
import json
from collections.abc import Mapping, Sequence

from pipelines.contracts.chain import Binding, Check, Produced, Step, ToolChain
from pipelines.messages import say
from pipelines.messages.labels import tool_title
from pipelines.reasoning.planner.by_way_of import ways_told
from pipelines.reasoning.planner.ends_told import ends_told
from pipelines.reasoning.planner.problem import Problem
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel


def step_of(
    problem: Problem,
    number: int,
    tool: ToolEssentialModel,
    arguments: Mapping[str, Binding],
    *,
    goal: str,
    ordinal: int,
    produces: Produced,
    does: FunctionType | None = None,
) -> Step:
    """A call, the `number`-th of its chain; `does`: what it does to what it is for, where that is
    not what the tool does at large. A step for what was asked for is a main step."""
    function, main = does or tool.function, produces.asked
    kind = function.value if main else f"for_{function.value}"
    thing = problem.spoken(produces.entity)
    return Step(
        id=f"s{number}",
        tool=tool.id,
        title=tool_title(tool, problem.intent.language),
        function=function,
        arguments={path: told(problem, one) for path, one in arguments.items()},
        purpose=say(problem.intent.language, f"planner.purpose_{kind}", entity=thing),
        goal=goal,
        ordinal=ordinal,
        depends_on=tuple(dict.fromkeys(b.step for b in arguments.values() if b.step)),
        produces=produces,
        main=main,
    )


def chain_of(
    problem: Problem,
    steps: Sequence[Step],
    checks: Sequence[Check],
    notes: Sequence[str] = (),
    unused: Sequence[str] = (),
) -> ToolChain:
    """The frozen chain; `unused`: words that nothing in it honours, which are told beside those
    that nobody could read."""
    given = {one.detail for step in steps for one in step.arguments.values()}
    unread = (span.text for span in problem.intent.unread)
    words = [*(one for one in unread if one not in given), *unused]
    notes = (*notes, *ways_told(problem, steps), *ends_told(problem, steps))
    if words and not _is_passed_on(problem, steps):
        language = problem.intent.language
        notes = (*notes, say(language, "planner.note_unread", words=", ".join(words)))
    return ToolChain(
        environment=problem.environment,
        steps=tuple(steps),
        checks=tuple(checks),
        notes=tuple(dict.fromkeys(notes)),
        digest=digest(steps, problem.environment),
    )


def _is_passed_on(problem: Problem, steps: Sequence[Step]) -> bool:
    """True where a step is told the whole sentence: then no word of it is lost."""
    tools = (problem.catalogue.tools.get(step.tool) for step in steps)
    return any(slot.sentence for tool in tools if tool for slot in tool.needs)


def digest(steps: Sequence[Step], environment: str) -> str:
    """Hash of everything that will be executed, generated values included."""
    content = [step.model_dump(mode="json") for step in steps]
    text = json.dumps([environment, content], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


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
    said = origins.own if origins.own is not None else problem.intent.text
    value = str(binding.value)
    seen = origins.seen.get(words) or (origins.seen.get(value) if value not in said else None)
    if seen is not None:
        return binding.model_copy(update={"source": "page", "detail": seen})
    said_before = origins.own is not None and words not in origins.own
    if words in origins.recalled or said_before:
        detail = origins.recalled.get(words, binding.detail)
        return binding.model_copy(update={"source": "remembered", "detail": detail})
    return binding
