"""What taking tools out of use takes from people, told before it is done: numbers, and no names."""

import asyncio
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from sqlalchemy import Engine, select

from pipelines.messages import Language, listed, say
from pipelines.messages.labels import tool_title
from pipelines.onboarding.planning import Sentence, plan_only
from pipelines.runs.store import RunStore
from pipelines.runs.tables import favourites, runs
from services.governing import RegistryView, pool_of
from services.insights.keeping import catch_up
from services.insights.tables import calls, ended
from services.registry import Known, Registry
from tool_registry.base.caller import Caller
from tool_registry.base.sql import reading
from tool_registry.base.types import as_object
from tool_registry.catalogue import Catalogue

_DAYS = 28
_RUNS = 2000
"""So many of the latest runs are looked through for what people have kept."""
_MOST = 100
"""So many sentences of each kind are planned."""
_BLANK = re.compile(r"\{\{.*?\}\}|(?<!\w)_{2,}(?!\w)")
"""As the page knows it (`wire/blanks.ts`)."""
_FILLED = "7"
"""Stands in a blank where a template is planned."""
_Plans = dict[tuple[int, Caller, Sentence], frozenset[str]]
_PLANNED: WeakKeyDictionary[Registry, _Plans] = WeakKeyDictionary()
"""Tools of a sentence's plan, by revision: who agrees has seen it."""


@dataclass(frozen=True, slots=True)
class _Count:
    """Of sentences of one kind, so many have a plan with the tools."""

    kind: str
    lost: int
    all: int


async def losses(
    view: RegistryView, chosen: Sequence[Known], store: RunStore, language: Language
) -> tuple[str, ...]:
    """Who has called the tools in the last weeks, which kept requests and which sentences that were
    submitted with other tools would lose them, which other tools of the pool name them, and that
    there is a way back. Empty for who has no tools."""
    pool = await pool_of(view.registry, view.caller)
    if pool is None:
        return ()
    ids = frozenset(one.raw.id for one in chosen)
    await asyncio.to_thread(catch_up, store.engine)
    counts = await _counted(view, ids, store, pool)
    return tuple(_told(store, view.caller, ids, pool, counts, language))


def _told(
    store: RunStore,
    caller: Caller,
    ids: Collection[str],
    pool: Catalogue,
    counts: Iterable[_Count],
    language: Language,
) -> Iterator[str]:
    people, count, _ = _used(store, caller, ids)
    if count:
        yield say(language, "registry.loss_used", days=_DAYS, people=people, count=count)
    else:
        yield say(language, "registry.loss_unused", days=_DAYS)
    for one in counts:
        if one.lost:
            yield say(language, f"registry.loss_{one.kind}", count=one.lost, all=one.all)
    naming = [
        tool_title(one, language)
        for one in pool.tools.values()
        if one.id not in ids and {*one.undo, *one.replacements}.intersection(ids)
    ]
    if naming:
        yield say(language, "registry.loss_named", tools=listed(language, naming))
    yield say(language, "registry.loss_back")


def _used(store: RunStore, caller: Caller, ids: Collection[str]) -> tuple[int, int, set[str]]:
    """How many people have called them, how often, and by which requests."""
    since = store.clock.now() - _DAYS * 86400
    with reading(store.engine) as connection:
        both = calls.join(ended, ended.c.run_id == calls.c.run_id)
        query = select(ended.c.user, calls.c.calls, ended.c.request_run).select_from(both)
        mine = (ended.c.tenant == caller.tenant, calls.c.tool.in_(ids), ended.c.started_at >= since)
        query = query.where(*mine).order_by(ended.c.started_at.desc())
        rows = connection.execute(query).all()
        wanted = [row.request_run for row in rows[:_RUNS]]
        said = connection.execute(select(runs.c.request).where(runs.c.id.in_(wanted))).all()
    texts = {str(as_object(row.request).get("text", "")) for row in said}
    return len({row.user for row in rows}), sum(row.calls for row in rows), texts


async def _counted(
    view: RegistryView, ids: frozenset[str], store: RunStore, pool: Catalogue
) -> list[_Count]:
    """Kept requests, templates and sentences of other tools' submissions: how many have them."""
    _, _, said = _used(store, view.caller, ids)
    kept = _kept(store.engine, view.caller)
    found = {
        "kept": [one for one in kept if not _BLANK.search(one.text)],
        "templates": [one for one in kept if _BLANK.search(one.text)],
        "examples": [
            Sentence(id="example", text=text)
            for text in view.registry.stores.submissions.examples_beside(view.caller, ids)
        ],
    }
    return [
        _Count(kind, await _lost(view, ids, some[:_MOST], said, pool), len(some[:_MOST]))
        for kind, some in found.items()
    ]


async def _lost(
    view: RegistryView,
    ids: frozenset[str],
    sentences: Sequence[Sentence],
    said: Collection[str],
    pool: Catalogue,
) -> int:
    """How many are worded like a request that used the tools, or have a plan with them; a blank is
    any words."""
    lost = 0
    for one in sentences:
        form = re.compile(".+?".join(map(re.escape, _BLANK.split(one.text))))
        if any(form.fullmatch(text) for text in said) or ids & await _tools(view, one, pool):
            lost += 1
    return lost


async def _tools(view: RegistryView, sentence: Sentence, pool: Catalogue) -> frozenset[str]:
    """Of its plan; nothing is called."""
    kept = _PLANNED.setdefault(view.registry, {})
    key = (view.registry.stores.revision(), view.caller, sentence)
    if key not in kept:
        if len(kept) >= 8 * _MOST:
            kept.clear()
        asked = sentence.model_copy(update={"text": _BLANK.sub(_FILLED, sentence.text)})
        made = await plan_only(
            asked, pool, finder=view.finder, caller=view.caller, names=view.names
        )
        kept[key] = frozenset(made.tools)
    return kept[key]


def _kept(engine: Engine, caller: Caller) -> list[Sentence]:
    """The kept requests of all people."""
    c = favourites.c
    query = select(c.text, c.environment).where(c.tenant == caller.tenant).order_by(c.at.desc())
    with reading(engine) as connection:
        rows = connection.execute(query).all()
    return [Sentence(id="kept", text=row.text, environment=row.environment) for row in rows]
