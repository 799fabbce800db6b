"""Which of a conversation's runs is to be taken back, where a message tells it by its place among
them or by words of it."""

import re
from collections.abc import Iterator, Sequence

from pipelines.contracts.message import UndoRequest
from pipelines.execution.undo.effects import effects_of, runs_of, was_taken_back
from pipelines.runs.store import Run, RunStore
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_KINDS = (Kind.ACTION, Kind.ENTITY)


def told_apart(
    asked: UndoRequest, store: RunStore, catalogue: Catalogue, caller: Caller, session_id: str
) -> Run | tuple[Run, ...]:
    """The one run that is told so; else those that it may be, the oldest first: all that left
    something where none of them is told so."""
    every = list(runs_of(store, caller, session_id))[::-1]
    left = [run for run in every if effects_of(run, store, catalogue)]
    if asked.place is not None:
        did = [run for run in every if run in left or was_taken_back(run, store)]
        meant = (_told(asked.told, did, catalogue) or did)[asked.place - 1 : asked.place]
    else:
        meant = _told(asked.told, left, catalogue)
    return meant[0] if len(meant) == 1 else tuple(meant or left)


def _told(words: str, runs: Sequence[Run], catalogue: Catalogue) -> Sequence[Run]:
    """The runs in whose plans all the numbers stand, those that do and have what is named first."""
    numbers = {float(one) for one in _NUMBER.findall(words)}
    named = {
        (kind, concept.name)
        for match in catalogue.lexicon.scan(words)
        for kind in _KINDS
        if (concept := match.of(kind)) is not None
    }
    fitting = [run for run in runs if numbers <= set(_numbers(run))]
    alike = [run for run in fitting if named and named <= set(_named(run, catalogue))]
    return alike or (fitting if numbers else ())


def _named(run: Run, catalogue: Catalogue) -> Iterator[tuple[Kind, str]]:
    """The deeds of its tools, and the kinds of things that they give and take."""
    for step in run.chain.steps if run.chain is not None else ():
        tool = catalogue.tools.get(step.tool)
        if tool is not None:
            yield from ((Kind.ACTION, one) for one in tool.actions)
            yield from ((Kind.ENTITY, one) for one in tool.objects)
            yield from ((Kind.ENTITY, slot.entity) for slot in tool.needs if slot.entity)


def _numbers(run: Run) -> Iterator[float]:
    for step in run.chain.steps if run.chain is not None else ():
        for binding in step.arguments.values():
            for one in _NUMBER.findall(f"{binding.detail} {binding.value}"):
                yield float(one)
