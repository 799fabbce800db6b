"""What the registry shows of tools and sources, for terminals and for programs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pipelines.messages import Language, say
from pipelines.messages.labels import tool_title
from pipelines.onboarding.texts import changes_told, finding_text
from services.governing import RegistryView, pool_of
from services.registry import Known, Registry
from services.registry_reports import Report
from services.submitting import NOT_OFFERED, standings
from tool_registry.base.caller import Caller
from tool_registry.base.environment import Environments
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.governance.approval import changes
from tool_registry.graph.matrix import Place, Row
from tool_registry.model import ToolEssentialModel
from tool_registry.stores.rows import ToolStatus, Usage
from tool_registry.vocabulary.lexicon import Kind

_CHANGES = 8
"""So many lines tell what a source offers otherwise, and all that breaks calls."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tools are asked for; None: any."""

    source: str | None = None
    status: str | None = None
    scope: str | None = None
    env: str | None = None
    function: str | None = None

    def has(self, known: Known, tool: ToolEssentialModel | None) -> bool:
        """True for a tool as asked for; one out of use has neither function nor environments."""
        source = known.raw.source
        return (
            self.source in (None, source, source.partition("@")[0])
            and self.status in (None, known.state.status.value)
            and self.scope in (None, known.state.space.scope.value)
            and (self.env is None or (tool is not None and self.env in tool.environments))
            and (self.function is None or (tool is not None and self.function == tool.function))
        )


class ToolCard(Report):
    """All that there is to know of a tool."""

    title: str
    """As the reader can read it."""
    tool: dict[str, Any]
    """The model without hidden parameters; `filled_by` says who filled each field, how sure."""
    status: str
    scope: str
    version: str
    """Hash of all that an approval is for, as the tool is now: the one of submissions and of what
    happened to it."""
    reasons: tuple[str, ...]
    usage: Usage
    success: float
    """How likely a call succeeds, 0 to 1, by what was seen."""
    learned: tuple[str, ...]
    """Paths of outputs and arguments of which runs have taught something."""
    edited: dict[str, Any]
    """Fields that a person has set."""
    findings: tuple[str, ...]
    offered: tuple[str, ...] = ()
    """What its source offers otherwise now, a line each; it is used as it was approved."""


class SourceCard(Report):
    """A source, and how it is."""

    id: str
    name: str
    kind: str
    place: str
    scope: str
    project: str
    declared: bool
    """True where it stands in the sources file, not in the registry."""
    enabled: bool
    environments: tuple[str, ...]
    tools: dict[str, int]
    """How many tools it has, by status."""
    standing: dict[str, int]
    """How many of them stand where on the way into the public pool: under review (`pending`), in
    use in a scope, or else their status."""
    to_submit: int
    """So many can be submitted for it."""
    problem: str | None
    """Why it cannot be reached or used; None when all is well."""
    left_out: tuple[str, ...]
    changed: int = 0
    """So many of them are used as they were approved, while it offers them otherwise."""
    sent: bool = False
    """True where its document was sent along, so that it can be fetched from nowhere."""


class EnvironmentCard(Report):
    """A configured environment."""

    name: str
    label: dict[str, str]
    words: tuple[str, ...]
    hosts: tuple[str, ...]
    """Private hosts that sources may be at, beside the addresses that sources name."""
    sources: dict[str, str]
    """Source id → its address there, where it names one."""


def public_model(tool: ToolEssentialModel) -> dict[str, Any]:
    """The model without what users never see: hidden parameters, raw texts, how it is called."""
    shown = tool.model_dump(mode="json", exclude={"input_schema", "call", "description"})
    shown["needs"] = [slot.model_dump(mode="json") for slot in tool.needs if not slot.hidden]
    return shown


async def tool_rows(
    registry_view: RegistryView, wanted: Wanted
) -> list[tuple[Known, ToolEssentialModel | None]]:
    """The tools asked for, each with its model where it is in the pool."""
    pool = await pool_of(registry_view.registry, registry_view.caller)
    held = pool.tools if pool is not None else None
    rows = [
        (one, held.get(one.raw.id) if held is not None else None) for one in registry_view.known
    ]
    return sorted(
        ((one, tool) for one, tool in rows if wanted.has(one, tool)), key=lambda row: row[0].raw.id
    )


def row_json(known: Known, tool: ToolEssentialModel | None) -> dict[str, Any]:
    """One tool of a list as JSON."""
    model: dict[str, Any] = {"id": known.raw.id, "source": known.raw.source, "name": known.raw.name}
    if tool is not None:
        model = public_model(tool)
    state = known.state
    return {**model, "status": state.status, "scope": state.space.scope, "reasons": state.reasons}


def row_labels(
    known: Known, tool: ToolEssentialModel | None, environments: Environments, language: Language
) -> dict[str, Any]:
    """Status, scope and environments of a tool as a reader calls them."""
    places = tool.environments if tool is not None else ()
    return {
        "status": say(language, f"registry.status_{known.state.status.value}"),
        "scope": say(language, f"registry.scope_{known.state.space.scope.value}"),
        "environments": [environments.label(name, language) for name in places],
    }


async def tool_card(registry_view: RegistryView, known: Known, language: Language) -> ToolCard:
    """Everything about one tool, whether it is in use or not."""
    stores, id = registry_view.registry.stores, known.raw.id
    [found], catalogue = await registry_view.reviewed([known])
    usage = stores.usage.of(registry_view.caller, id)
    return ToolCard(
        title=tool_title(catalogue.tools[id], language),
        tool=public_model(catalogue.tools[id]),
        status=known.state.status,
        scope=known.state.space.scope,
        version=known.state.seen_hash,
        reasons=() if known.offered is not None else known.state.reasons,
        usage=usage,
        success=round(usage.prior, 3),
        learned=tuple(one.path for one in stores.learned.visible(registry_view.caller, id)),
        edited={one.path: one.value for one in stores.edits.visible(registry_view.caller, id)},
        findings=tuple(finding_text(one, language) for one in (*found.poisoned, *found.findings)),
        offered=_offered(known, language),
    )


def _offered(known: Known, language: Language) -> tuple[str, ...]:
    if known.offered is None:
        return ()
    return changes_told(changes(known.raw, known.offered), _CHANGES, language)


async def source_cards(registry: Registry, caller: Caller) -> list[SourceCard]:
    """The sources that the caller sees, with their health."""
    known = await registry.known(caller)
    stands = standings(registry, caller, known)
    counts: dict[str, Counter[str]] = {}
    standing: dict[str, Counter[str]] = {}
    for one in known:
        counts.setdefault(one.raw.source, Counter())[one.state.status] += 1
        standing.setdefault(one.raw.source, Counter())[stands[one.raw.id]] += 1
    otherwise = Counter(one.raw.source for one in known if one.offered is not None)
    listings = {one.source: one for one in await registry.listings(caller)}
    sent = {one.id for one in registry.stores.sources.visible(caller) if "text" in one.entry}
    cards: list[SourceCard] = []
    for one in registry.served(caller):
        if not one.space.is_open_to(caller):
            continue
        listing, config = listings.get(one.config.id), one.config
        held = standing.get(config.id, Counter())
        cards.append(
            SourceCard(
                id=config.id,
                name=config.id.partition("@")[0],
                kind=type(config).__name__.removesuffix("Config").lower() or "source",
                place=config.place,
                scope=one.space.scope,
                project=one.space.project,
                declared=not one.revision,
                enabled=True,
                environments=tuple(config.environments),
                tools=counts.get(config.id, {}),
                standing=dict(held),
                to_submit=sum(count for how, count in held.items() if how not in NOT_OFFERED),
                problem=one.problem or (listing.problem if listing else None),
                left_out=listing.notes if listing else (),
                changed=otherwise[config.id],
                sent=config.id in sent,
            )
        )
    return [*cards, *_disabled(registry, caller)]


def _disabled(registry: Registry, caller: Caller) -> list[SourceCard]:
    return [
        SourceCard(
            id=row.id,
            name=row.name,
            kind=str(row.entry.get("type", "mcp")),
            place="",
            scope=row.space.scope,
            project=row.space.project,
            declared=False,
            enabled=False,
            environments=(),
            tools={},
            standing={},
            to_submit=0,
            problem=None,
            left_out=(),
        )
        for row in registry.stores.sources.visible(caller)
        if not row.enabled
    ]


def environment_cards(registry: Registry, caller: Caller) -> list[EnvironmentCard]:
    """The configured environments, and which sources are called where."""
    environments: Environments = registry.environments
    served = [one for one in registry.served(caller) if one.space.is_open_to(caller)]
    return [
        EnvironmentCard(
            name=each.name,
            label=each.label,
            words=each.words,
            hosts=each.hosts,
            sources={
                one.config.id: situation.url or one.config.place
                for one in served
                if (situation := one.config.environments.get(each.name)) is not None
            },
        )
        for each in environments.configured
    ]


def statuses() -> Sequence[str]:
    """All statuses that a tool can have."""
    return [one.value for one in ToolStatus]


def asked_in_vain(registry_view: RegistryView, catalogue: Catalogue) -> dict[Place, int]:
    """How often an entity, function and environment was asked for that no tool could serve."""
    counts: Counter[Place] = Counter()
    for one in registry_view.registry.stores.unmet.visible(registry_view.caller):
        action = catalogue.lexicon.concept(Kind.ACTION, one.action)
        if action is not None and action.function is not None:
            counts[one.entity, action.function.value, one.environment] += one.times
    return dict(counts)


def row_of_matrix(row: Row) -> dict[str, Any]:
    """One row of the matrix of gaps as JSON."""
    cells = {one: {"tools": row.tools[one], "unmet": row.unmet.get(one, 0)} for one in FunctionType}
    return {"entity": row.entity, "environment": row.environment, **cells, "gaps": row.gaps}
