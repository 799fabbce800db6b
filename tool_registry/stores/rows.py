"""What the repositories hand out and take."""

from enum import StrEnum
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from tool_registry.base.caller import Role
from tool_registry.base.types import JsonValue
from tool_registry.stores.space import Space

LearnedKind: TypeAlias = Literal["output", "lesson"]
FindingKind: TypeAlias = Literal["lint", "poison", "model_fills", "model_conflicts"]
"""`model_…`: what a model said of the tool's texts, so that it is not asked again."""


class Row(BaseModel):
    """Base of all rows: immutable, no unknown fields. Most starts need few of them."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class ToolStatus(StrEnum):
    """Whether a tool is in the pool. Only `published` ones are."""

    DRAFT = "draft"
    PUBLISHED = "published"
    QUARANTINED = "quarantined"
    AWAITING_APPROVAL = "awaiting_approval"
    RETIRED = "retired"


OUT_OF_USE = (ToolStatus.QUARANTINED, ToolStatus.RETIRED)
"""Nobody submits such a tool: first somebody decides that it may be used."""


class SourceRow(Row):
    """A source that was registered at run time."""

    id: str
    """Unique over all spaces: `name`, or `name@space`."""
    name: str
    entry: dict[str, JsonValue]
    """As in the sources file, secrets by `${VARIABLE}`."""
    space: Space
    enabled: bool = True
    created_at: float = 0.0
    created_by: str = ""
    revision: int = 0
    """The registry's revision of its last change."""


class Sighting(Row):
    """What a source offered when its tools were last looked at."""

    source: str
    content: str
    """Hash of it, with the way it was approved."""


class SeenTool(Row):
    """A tool as its source offers it now."""

    id: str
    hash: str
    """Of all that an approval is for; see `governance.approval`."""
    declared: dict[str, JsonValue] | None = None
    """All of it, kept with an approval, so that a later change can be shown."""
    flags: tuple[str, ...] = ()
    """What speaks against showing it to anybody; such a tool is quarantined before it is used."""


class ToolState(Row):
    """Whether a tool may be used, and by whom."""

    id: str
    source: str
    status: ToolStatus
    space: Space
    seen_hash: str
    """What the source offered last."""
    approved_hash: str | None = None
    """What was approved last."""
    reasons: tuple[str, ...] = ()
    """Why it has this status, for people."""
    changed_at: float = 0.0


class ApprovedForm(Row):
    """A tool as it was approved last."""

    hash: str
    declared: dict[str, JsonValue]
    stands_in: bool
    """True where it is used so, while its source offers it otherwise."""


class Admission(Row):
    """What becomes of all tools of a source that somebody has looked at."""

    sighting: Sighting
    tools: tuple[tuple[SeenTool, ToolState], ...]
    """Each as it was looked at, with the state that it gets."""


SubmissionState: TypeAlias = Literal["pending", "approved", "rejected", "withdrawn", "outdated"]
"""`outdated`: the tool changed after it was submitted, or is out of use, or was published."""


class Example(Row):
    """A sentence by which an author tried a tool."""

    text: str
    wanted: bool = True
    """Whether the tool is meant to serve it."""


class Offered(Row):
    """A tool as its author submits it for the public pool."""

    tool: str
    hash: str
    """Of what was looked at; see `governance.approval`."""
    declared: dict[str, JsonValue]
    """The same in full."""
    found: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """What lint and comparison with the public pool found then."""
    address: dict[str, JsonValue] | None = None
    """Where its source is, and how calls get there; None: nobody knows."""
    examples: tuple[Example, ...] = ()
    """Without secrets."""


class Submission(Offered):
    """A tool that was submitted, and what became of it."""

    id: str
    source: str
    space: Space
    """Where the tool was then; the tenant is that of who submitted it."""
    edited: dict[str, JsonValue]
    """Fields that people had set, by path."""
    note: str
    submitted_by: str
    submitted_at: float
    state: SubmissionState = "pending"
    decided_by: str | None = None
    decided_at: float | None = None
    reason: str = ""


class Edit(Row):
    """A person's word on one field of a tool's model; it wins over every later parse."""

    tool: str
    path: str
    """Field of the ToolEssentialModel: `function`, `needs.buyer.id.entity`, …"""
    value: JsonValue
    who: str = ""
    at: float = 0.0


class Learned(Row):
    """What runs have shown of a tool."""

    tool: str
    kind: LearnedKind
    path: str
    """`output`: dotted path in the result, `[]` after a list; `lesson`: slot path or field."""
    what: dict[str, JsonValue] = Field(default_factory=dict)
    evidence: int = 1
    """In how many results it was seen."""


class Findings(Row):
    """What a check found in a tool of that hash; empty: it looked and found nothing."""

    tool: str
    kind: FindingKind
    hash: str
    found: tuple[dict[str, JsonValue], ...] = ()


class Use(Row):
    """What one run did with a tool; added to its `Usage`."""

    tool: str
    candidate: int = 0
    chosen: int = 0
    succeeded: int = 0
    failed: int = 0
    latency_ms: float = 0.0
    """Of all its calls together."""
    failure: str | None = None
    """Kind and code of the last failure; never a server's words, which may hold data."""


class Usage(Row):
    """What all runs did with a tool."""

    tool: str
    candidate: int = 0
    chosen: int = 0
    succeeded: int = 0
    failed: int = 0
    latency_ms: float = 0.0
    """Of all its calls together."""
    last_failure: str | None = None
    last_failed_at: float | None = None
    last_used_at: float | None = None

    @property
    def mean_latency_ms(self) -> float | None:
        """Of one call; None where there was none."""
        calls = self.succeeded + self.failed
        return self.latency_ms / calls if calls else None

    @property
    def prior(self) -> float:
        """How likely a call succeeds, 0 to 1: half before the first call, then what was seen."""
        return (self.succeeded + 1) / (self.succeeded + self.failed + 2)


class Unmet(Row):
    """Something that was asked for and that no tool can do."""

    space: Space
    entity: str
    action: str
    environment: str
    times: int = 1
    last_text: str = ""
    """The last such sentence, without secrets."""
    last_at: float = 0.0


class Person(Row):
    """Somebody who may use the deployment."""

    name: str
    role: Role
    active: bool
    created_at: float
    projects: dict[str, Role] = Field(default_factory=dict[str, Role])
    """Project → role in it."""


class Account(Row):
    """Somebody's account on a chat platform."""

    channel: str
    """`slack`, `dingtalk`, …"""
    account: str
    """As the platform tells people apart: `TEAM/USER`, a staff id."""
    name: str
    """The person."""


Permission: TypeAlias = Literal["read", "run", "tools", "people"]
"""`read`: look at tools, runs and data; `run`: have sentences carried out; `tools`: change tools;
`people`: manage people and keys, and all else. Each brings `read` with it. Nobody may by a key
what the person may not."""


class ApiKey(Row):
    """What is known of a key; the key itself is not."""

    id: str
    name: str
    """Of the person who acts by it."""
    label: str
    """What it is for, in words."""
    permissions: tuple[Permission, ...]
    created_at: float
    expires_at: float | None = None
    revoked_at: float | None = None
    last_used_at: float | None = None

    def is_valid(self, now: float) -> bool:
        """True where it opens anything."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


class AuditRow(Row):
    """One change of the registry."""

    id: int
    space: Space
    who: str
    what: str
    """`register`, `change`, `remove`, `publish`, `approve`, `edit`, …"""
    subject: str
    """Id of the source or tool."""
    detail: dict[str, JsonValue] = Field(default_factory=dict)
    at: float
    chain: str | None = None
    """Hash of the row and of the chain before it; none in rows of older programs."""


class ChainCheck(Row):
    """What became of the audit."""

    rows: int
    """In the chain, as they were written."""
    outside: int
    """Of older programs, which chained none."""
    head: str | None
    """Hash of the last row that is as it was written; to be kept elsewhere, for the next check."""
    broken_at: int | None = None
    """Id of the first row that was changed, or stands behind one that was taken out."""
    cut_off: bool = False
    """True where the hash that was noted earlier is in the chain no more."""

    @property
    def is_whole(self) -> bool:
        """True where nothing was changed."""
        return self.broken_at is None and not self.cut_off
