"""Which of a conversation's runs is to be taken back, or which of the things that one made, where a
message tells it by its place among them or by words of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipelines.contracts.message import UndoRequest
from pipelines.execution.undo.effects import Effect, effects_of, runs_of, was_taken_back
from pipelines.runs.store import Run, RunStore
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_KINDS = (Kind.ACTION, Kind.ENTITY)


@dataclass(frozen=True, slots=True)
class Meant:
    """What is to be taken back."""

    run: Run
    things: tuple[str, ...] = ()
    """Ids of those of its things; none: all that it left."""


def told_apart(
    asked: UndoRequest, store: RunStore, catalogue: Catalogue, caller: Caller, session_id: str
) -> Meant | tuple[Meant, ...]:
    """The one that is told so; else those that may be meant, the oldest first: all runs that left
    something where none of them is told so, or a place in a list is that of what none has made."""
    every = list(runs_of(store, caller, session_id))[::-1]
    left = {run.id: found for run in every if (found := effects_of(run, store, catalogue))}
    standing = [run for run in every if run.id in left]
    if asked.place is None:
        told = _told(asked.told, standing, left, catalogue)
        meant = [Meant(run, _named_things(asked.told, left[run.id], catalogue)) for run in told]
    else:
        did = [run for run in every if run.id in left or was_taken_back(run, store)]
        runs = _told(asked.told, did, left, catalogue) or did
        meant = [Meant(run) for run in runs[asked.place - 1 : asked.place]]
        row = () if asked.of_runs else _latest_row(every)
        things = [one for id in row[asked.place - 1 : asked.place] for one in _of(id, every, left)]
        meant += [one for one in things if one not in meant]
        if len(row) >= asked.place and not things:
            meant = []
    return meant[0] if len(meant) == 1 else tuple(meant or (Meant(run) for run in standing))


def told_exactly(
    words: str, store: RunStore, catalogue: Catalogue, caller: Caller, session_id: str
) -> Meant | None:
    """The one in whose plan, or among whose things, all numbers of the words stand, with every deed
    and kind of things that they name; None without a number, or where several are."""
    runs = list(runs_of(store, caller, session_id))
    left = {run.id: found for run in runs if (found := effects_of(run, store, catalogue))}
    numbers, named = _said(words), _concepts(words, catalogue)
    fitting = [
        run
        for run in runs
        if run.id in left
        and numbers <= set(_numbers(run, left[run.id]))
        and named <= set(_named(run, catalogue))
    ]
    if not numbers or len(fitting) != 1:
        return None
    return Meant(fitting[0], _named_things(words, left[fitting[0].id], catalogue))


def of_things(effects: Sequence[Effect], things: Sequence[str]) -> list[Effect]:
    """Those that left nothing but these things; all where none is named."""
    return [e for e in effects if not things or (_ids(e) and _ids(e) <= {*things})]


def _ids(effect: Effect) -> set[str | None]:
    return {one.id for one in effect.subjects}


def _things(effects: Sequence[Effect]) -> list[str]:
    """The ids of what is taken back, the first made first."""
    ids = (one.id for effect in reversed(effects) for one in effect.subjects)
    return list(dict.fromkeys(id for id in ids if id is not None))


def _alone(run: Run, id: str, effects: Sequence[Effect]) -> Meant | None:
    """The thing by itself; the run where that left nothing else; None where no call is its own."""
    if not of_things(effects, (id,)):
        return None
    return Meant(run, (id,) if len(_things(effects)) > 1 else ())


def _named_things(words: str, effects: Sequence[Effect], catalogue: Catalogue) -> tuple[str, ...]:
    """Those of several things that all the numbers of the words are of: their ids, or what they
    were made with; where each is of another, all of these. None where that is all or nothing."""
    numbers = _said(words)
    named = {name for kind, name in _concepts(words, catalogue) if kind is Kind.ENTITY}
    own = {effect.key: _numbers_of(effect) for effect in effects}
    alike = [one for one in effects if named & {subject.entity for subject in one.subjects}]
    rest = [one for one in alike or effects if own[one.key] & numbers]
    whole = [one for one in rest if numbers <= own[one.key]]
    told = {number for one in rest for number in own[one.key]}
    meant = whole or (rest if numbers <= told else [])
    every, ids = _things(effects), _things(meant)
    return tuple(ids) if ids != every and of_things(effects, ids) else ()


def _latest_row(every: Sequence[Run]) -> Sequence[str]:
    """What the latest answer told of that told of several things of a kind."""
    return next((row for run in reversed(every) if len(row := _row(run)) > 1), ())


def _of(id: str, every: Sequence[Run], left: dict[str, list[Effect]]) -> list[Meant]:
    """The runs that left this thing, it alone where that can be."""
    found = (_alone(run, id, left.get(run.id, ())) for run in every)
    return [one for one in found if one is not None]


def _row(run: Run) -> list[str]:
    """The ids of what its answer told most of, in its order."""
    kinds: dict[str, dict[str, None]] = {}
    for item in run.answer.summary.data if run.answer is not None else ():
        if item.id:
            kinds.setdefault(item.entity, {})[item.id] = None
    return list(max(kinds.values(), key=len, default=dict[str, None]()))


def _told(
    words: str, runs: Sequence[Run], left: dict[str, list[Effect]], catalogue: Catalogue
) -> Sequence[Run]:
    """The runs in whose plans, or among whose things, all the numbers stand; those that do and have
    what is named first."""
    numbers, named = _said(words), _concepts(words, catalogue)
    fitting = [run for run in runs if numbers <= set(_numbers(run, left.get(run.id, ())))]
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


def _said(words: str) -> set[Decimal]:
    return {Decimal(one) for one in _NUMBER.findall(words)}


def _concepts(words: str, catalogue: Catalogue) -> set[tuple[Kind, str]]:
    """The deeds and the kinds of things that are named."""
    return {
        (kind, concept.name)
        for match in catalogue.lexicon.scan(words)
        for kind in _KINDS
        if (concept := match.of(kind)) is not None
    }


def _numbers_of(effect: Effect) -> set[Decimal]:
    """Those of its things' ids, and of what its call was told."""
    bindings = effect.step.arguments.values()
    texts = (f"{binding.detail} {binding.value}" for binding in bindings)
    ids = (one.id for one in effect.subjects if one.id is not None)
    return {number for text in (*texts, *ids) for number in _said(text)}


def _numbers(run: Run, effects: Sequence[Effect]) -> Iterator[Decimal]:
    bindings = (b for s in (run.chain.steps if run.chain else ()) for b in s.arguments.values())
    texts = (f"{binding.detail} {binding.value}" for binding in bindings)
    for text in (*texts, *_things(effects)):
        yield from map(Decimal, _NUMBER.findall(text))
