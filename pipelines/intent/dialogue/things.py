"""The things that a stored run has made, used and named."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipelines.contracts.answer import Answer
from pipelines.contracts.intent import EntityRef
from pipelines.runs.store import Run
from tool_registry.catalogue import Catalogue
from tool_registry.sources.paths import read

DONE = ("succeeded", "partial", "unknown")
"""How runs end that may have done something."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An instance that the conversation knows."""

    entity: str
    id: str
    environment: str
    run: int
    """0: of the latest run, 1: of the one before, …; -1: what is in view now."""
    made: bool
    """False for what was only spoken of."""
    asked: bool = False
    """True for what the sentence was about, not what it needed besides."""
    seen: bool = False
    """True for what the page around the chat shows, whatever was said of it before."""
    told: tuple[str, ...] = ()
    """What an answer told of it, as people say it."""


def things_of(run: Run, number: int, catalogue: Catalogue) -> Iterator[Thing]:
    """What was used, what the sentence names, then what came of it; a query's finds count as
    spoken of. What a plan would have used, had it been carried out, nobody has spoken of."""
    answer = run.answer
    intent = answer.intent if answer else None
    environment = intent.environment if intent else None
    if answer is None or intent is None or environment is None:
        return
    used = _used(answer, catalogue)
    for value, entity in used.items() if run.status in DONE else ():
        yield Thing(entity, value, environment, number, made=False)
    for goal in intent.goals:
        for ref in (*goal.related, goal.object):
            yield from _named(ref, used, environment, number)
    wrote = any(goal.function.writes for goal in intent.goals)
    for item in answer.summary.data:
        if item.id:
            asked = any(goal.object.type == item.entity for goal in intent.goals)
            told = tuple(item.values.values())
            yield Thing(item.entity, item.id, environment, number, wrote, asked, told=told)


def _used(answer: Answer, catalogue: Catalogue) -> dict[str, str]:
    """The ids that the calls took → the kind of thing that each is of: a bare number is somebody
    or something, and a tool tells what."""
    kinds: dict[str, str] = {}
    for step in answer.chain:
        tool = catalogue.tools.get(step.tool)
        for slot in tool.needs if tool else ():
            if slot.entity is not None and slot.attribute == "id":
                for value in read(dict(step.arguments), f"{slot.path.removesuffix('[]')}[]"):
                    kinds |= {str(value): slot.entity} if isinstance(value, str | int) else {}
    return kinds


def _named(
    ref: EntityRef, used: Mapping[str, str], environment: str, number: int
) -> Iterator[Thing]:
    for one in ref.identifiers:
        entity = ref.type or used.get(one.value)
        if entity is not None and one.attribute in (None, "id"):
            yield Thing(entity, one.value, environment, number, made=False)
