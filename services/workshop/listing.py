"""The tools that an author works on, each in a few words, and what the author may do at all."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pipelines.messages import Language, say
from pipelines.messages.labels import title_of, tool_title
from services.governing import RegistryView, pool_of
from services.registry import Known
from services.registry_reports import Report
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool, ToolEssentialModel
from tool_registry.stores.permissions import may, may_review
from tool_registry.stores.rows import ToolStatus, Usage
from tool_registry.stores.space import Space


class Work(Report):
    """One tool of the list."""

    id: str
    title: str
    summary: str
    source: str
    status: ToolStatus
    status_label: str
    scope: Scope
    scope_label: str
    project: str
    environments: tuple[str, ...]
    """As the reader calls them."""
    function_label: str
    """Empty for a tool that is out of use."""
    mine: bool
    """True where the caller has registered its source, or it is in the caller's own space."""
    reasons: tuple[str, ...]
    edited: int
    """Fields that people have set."""
    calls: int
    success: float | None
    """Share of its calls that succeeded, 0 to 1; None before the first."""
    submission: str | None
    """What became of its last submission for the public pool: `pending`, `rejected`, …"""
    changed: bool = False
    """True where its source offers it otherwise now; it is used as it was approved."""


class WorkList(Report):
    """Those that were asked for, by id; `total`: how many there are of them."""

    tools: tuple[Work, ...]
    total: int


class Place(Report):
    """A space into which the caller may register tools."""

    scope: Scope
    project: str = ""


class Bench(Report):
    """Who works here, and what they may do."""

    user: str
    may_review: bool
    """True for those who decide about the public pool."""
    may_change: bool
    """False where the key by which the caller came is not for changing tools."""
    places: tuple[Place, ...]
    mine: int
    """So many tools are the caller's own."""
    tools: int
    waiting: int
    """Submissions that are to be decided, as far as the caller sees them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which tools are to be listed; None and an empty text: any."""

    text: str = ""
    mine: bool = False
    status: ToolStatus | None = None
    scope: Scope | None = None

    def has(self, one: Work, words: str) -> bool:
        """True for a tool as asked for; `words`: all that it is called, in lower case."""
        return (
            all(word in words for word in self.text.casefold().split())
            and (one.mine or not self.mine)
            and self.status in (None, one.status)
            and self.scope in (None, one.scope)
        )


async def work_list(
    view: RegistryView, asked: Asked, limit: int, offset: int, language: Language
) -> WorkList:
    """The tools as asked for, `limit` of them from `offset` on; found by their authors' words, too,
    where those are of another language than the reader's."""
    found = [one for one, words in await _works(view, language) if asked.has(one, words)]
    return WorkList(tools=tuple(found[offset : offset + limit]), total=len(found))


async def bench(view: RegistryView, may_change: bool) -> Bench:
    """What the caller has, and may do."""
    caller = view.caller
    own = owners(view)
    return Bench(
        user=caller.user,
        may_review=may_review(caller),
        may_change=may_change,
        places=tuple(_places(caller)),
        mine=sum(is_mine(view, one, own) for one in view.known),
        tools=len(view.known),
        waiting=len(view.registry.stores.submissions.visible(caller)),
    )


def owners(view: RegistryView) -> dict[str, str]:
    """Source → who registered it, of the sources that the caller sees."""
    rows = view.registry.stores.sources.visible(view.caller)
    return {row.id: row.created_by for row in rows}


def is_mine(view: RegistryView, known: Known, own: dict[str, str]) -> bool:
    """True for a tool of the caller's own source or space."""
    personal = known.state.space.scope is Scope.PERSONAL
    return personal or own.get(known.raw.source) == view.caller.user


async def _works(view: RegistryView, language: Language) -> list[tuple[Work, str]]:
    """Each tool with all that it is called, by id."""
    pool = await pool_of(view.registry, view.caller)
    stores, own = view.registry.stores, owners(view)
    usage = {one.tool: one for one in stores.usage.visible(view.caller)}
    edits = edited_of(view)
    submitted: dict[str, str] = {}
    for one in stores.submissions.visible(view.caller, settled=True):
        submitted.setdefault(one.tool, one.state)
    held: Mapping[str, ToolEssentialModel] = pool.tools if pool is not None else {}
    works = [
        _work(view, one, held.get(one.raw.id), edited, language).model_copy(
            update={
                "mine": is_mine(view, one, own),
                "edited": len(edited),
                "submission": submitted.get(one.raw.id),
                **_used(usage.get(one.raw.id)),
            }
        )
        for one in view.known
        for edited in (edits.get(one.raw.id, {}),)
    ]
    said = [
        f"{work.id} {work.title} {_titles(one, edits)} {work.summary}".casefold()
        for one, work in zip(view.known, works, strict=True)
    ]
    return sorted(zip(works, said, strict=True), key=lambda pair: pair[0].id)


def edited_of(view: RegistryView) -> dict[str, dict[str, JsonValue]]:
    """Tool → what people have set of it, by path."""
    found: dict[str, dict[str, JsonValue]] = {}
    for one in view.registry.stores.edits.visible(view.caller):
        found.setdefault(one.tool, {})[one.path] = one.value
    return found


def title_now(
    known: Known,
    tool: ToolEssentialModel | None,
    edited: Mapping[str, JsonValue],
    language: Language,
) -> str:
    """As the reader can read it; `tool`: where it is in the pool."""
    return tool_title(tool, language) if tool else title_of(known.raw, edited, language)


def _titles(known: Known, edits: Mapping[str, Mapping[str, JsonValue]]) -> str:
    edited = edits.get(known.raw.id, {})
    told = (known.raw.title, edited.get("title"), edited.get("other_title"))
    return " ".join(str(one) for one in told if one)


def _work(
    view: RegistryView,
    known: Known,
    tool: ToolEssentialModel | None,
    edited: Mapping[str, JsonValue],
    language: Language,
) -> Work:
    raw, state = known.raw, known.state
    places = tool.environments if tool is not None else ()
    function = say(language, f"consult.do_{tool.function.value}") if tool is not None else ""
    return Work(
        id=raw.id,
        title=title_now(known, tool, edited, language),
        summary=tool.summary if tool is not None else _summary(raw, edited),
        source=raw.source,
        status=state.status,
        status_label=say(language, f"registry.status_{state.status.value}"),
        scope=state.space.scope,
        scope_label=say(language, f"registry.scope_{state.space.scope.value}"),
        project=state.space.project,
        environments=tuple(view.registry.environments.label(name, language) for name in places),
        function_label=function,
        mine=False,
        reasons=() if known.offered is not None else state.reasons,
        edited=0,
        calls=0,
        success=None,
        submission=None,
        changed=known.offered is not None,
    )


def _summary(raw: RawTool, edited: Mapping[str, JsonValue]) -> str:
    return str(edited.get("summary") or raw.description[:200])


def _used(usage: Usage | None) -> dict[str, object]:
    calls = usage.succeeded + usage.failed if usage is not None else 0
    success = usage.succeeded / calls if usage is not None and calls else None
    return {"calls": calls, "success": success}


def _places(caller: Caller) -> Iterable[Place]:
    """The caller's own space first: what is tried out is seen by nobody else."""
    spaces = [Space.of(caller, Scope.PERSONAL)]
    spaces += [Space.of(caller, Scope.PROJECT, name) for name in caller.projects]
    spaces.append(Space.of(caller, Scope.PUBLIC))
    for space in spaces:
        if may(caller, "register", space, caller.user):
            yield Place(scope=space.scope, project=space.project)
