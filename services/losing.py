"""What taking tools out of use takes from people, told before it is done: numbers, and no names."""

import re
from collections.abc import Collection, Iterator

from sqlalchemy import Engine, select

from pipelines.messages import Language, listed, say
from pipelines.messages.labels import tool_title
from pipelines.runs.store import RunStore
from pipelines.runs.tables import favourites, runs
from services.insights.keeping import catch_up
from services.insights.tables import calls, ended
from tool_registry.base.caller import Caller
from tool_registry.base.sql import reading
from tool_registry.base.types import as_object
from tool_registry.catalogue import Catalogue

_DAYS = 28
_RUNS = 2000
"""So many of the latest runs are looked through for what people have kept."""
_BLANK = re.compile(r"\\\{\\\{.*?\\\}\\\}")


def losses(
    store: RunStore, caller: Caller, ids: Collection[str], pool: Catalogue, language: Language
) -> tuple[str, ...]:
    """Who has called the tools in the last weeks, which kept requests did, which other tools of the
    pool name them, and that there is a way back."""
    catch_up(store.engine)
    return tuple(_told(store, caller, ids, pool, language))


def _told(
    store: RunStore, caller: Caller, ids: Collection[str], pool: Catalogue, language: Language
) -> Iterator[str]:
    people, count, texts = _used(store, caller, ids)
    if count:
        yield say(language, "registry.loss_used", days=_DAYS, people=people, count=count)
    else:
        yield say(language, "registry.loss_unused", days=_DAYS)
    if kept := _kept(store.engine, caller, texts):
        yield say(language, "registry.loss_kept", count=kept)
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


def _kept(engine: Engine, caller: Caller, texts: Collection[str]) -> int:
    """How many kept requests, of all people, are worded as those were; a blank is any words."""
    query = select(favourites.c.text).where(favourites.c.tenant == caller.tenant)
    with reading(engine) as connection:
        kept = [str(row.text) for row in connection.execute(query)]
    forms = [re.compile(_BLANK.sub(".+?", re.escape(text))) for text in kept]
    return sum(any(form.fullmatch(text) for text in texts) for form in forms)
