"""The tables. Times are seconds since 1970; JSON is portable to PostgreSQL.

What belongs to a tool has its scope columns in `tools`, and every query joins them.
"""

from pathlib import Path

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

from tool_registry.base.sql import Schema

metadata = MetaData()
SCHEMA = Schema("registry", "0007", Path(__file__).with_name("migrations"))


def _space() -> tuple[Column[str], ...]:
    return (
        Column("tenant", String(128), nullable=False),
        Column("scope", String(16), nullable=False),
        Column("project", String(128), nullable=False),
        Column("owner", String(128), nullable=False),
    )


def _indexes(table: str) -> tuple[Index, ...]:
    """One for each kind of space, so that who looks reads nothing of a space that is not open to
    them: how long it takes says nothing of what others have."""
    return (
        Index(f"{table}_by_project", "tenant", "scope", "project"),
        Index(f"{table}_by_owner", "tenant", "scope", "owner"),
    )


revisions = Table(
    "registry",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("revision", Integer, nullable=False),
)
"""One row: which database this is, and how often its pool was changed."""

sources = Table(
    "sources",
    metadata,
    Column("id", String(512), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("entry", JSON, nullable=False),
    *_space(),
    Column("enabled", Boolean, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("created_by", String(128), nullable=False),
    Column("revision", Integer, nullable=False),
    *_indexes("sources"),
)

sightings = Table(
    "sightings",
    metadata,
    Column("source", String(512), primary_key=True),
    Column("content", String(64), nullable=False),
    Column("at", Float, nullable=False),
)

tools = Table(
    "tools",
    metadata,
    Column("id", String(768), primary_key=True),
    Column("source", String(512), nullable=False),
    Column("status", String(32), nullable=False),
    *_space(),
    Column("seen_hash", String(64), nullable=False),
    Column("approved_hash", String(64)),
    Column("reasons", JSON, nullable=False),
    Column("changed_at", Float, nullable=False),
    Index("tools_by_source", "source"),
    *_indexes("tools"),
)

submissions = Table(
    "submissions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("tool", String(768), nullable=False),
    Column("source", String(512), nullable=False),
    *_space(),
    Column("hash", String(64), nullable=False),
    Column("declared", JSON, nullable=False),
    Column("edited", JSON, nullable=False),
    Column("found", JSON, nullable=False),
    Column("note", Text, nullable=False),
    Column("submitted_by", String(128), nullable=False),
    Column("submitted_at", Float, nullable=False),
    Column("state", String(16), nullable=False),
    Column("decided_by", String(128)),
    Column("decided_at", Float),
    Column("reason", Text, nullable=False),
    Column("address", JSON(none_as_null=True)),
    Column("examples", JSON(none_as_null=True)),
    Index("submissions_by_source", "source"),
    Index("submissions_by_tool", "tool", "state"),
    *_indexes("submissions"),
)
"""Tools that were submitted for the public pool, in the space that they come from. `address`: where
their source was then; None in rows of older programs."""

declarations = Table(
    "declarations",
    metadata,
    Column("tool", String(768), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("declared", JSON, nullable=False),
)
"""What was approved last, as its source declared it."""

edits = Table(
    "edits",
    metadata,
    Column("tool", String(768), primary_key=True),
    Column("path", String(512), primary_key=True),
    Column("value", JSON, nullable=False),
    Column("who", String(128), nullable=False),
    Column("at", Float, nullable=False),
)

learned = Table(
    "learned",
    metadata,
    Column("tool", String(768), primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("path", String(512), primary_key=True),
    Column("what", JSON, nullable=False),
    Column("evidence", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

findings = Table(
    "findings",
    metadata,
    Column("tool", String(768), primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("found", JSON, nullable=False),
    Column("at", Float, nullable=False),
)

usage = Table(
    "usage",
    metadata,
    Column("tool", String(768), primary_key=True),
    Column("candidate", Integer, nullable=False),
    Column("chosen", Integer, nullable=False),
    Column("succeeded", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("latency_ms", Float, nullable=False),
    Column("last_failure", Text),
    Column("last_failed_at", Float),
    Column("last_used_at", Float),
)

requests = Table(
    "requests",
    metadata,
    Column("tool", String(768), primary_key=True),
    Column("tenant", String(128), primary_key=True),
    Column("scope", String(16), primary_key=True),
    Column("project", String(128), primary_key=True),
    Column("owner", String(128), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

unmet = Table(
    "unmet",
    metadata,
    Column("tenant", String(128), primary_key=True),
    Column("scope", String(16), primary_key=True),
    Column("project", String(128), primary_key=True),
    Column("owner", String(128), primary_key=True),
    Column("entity", String(256), primary_key=True),
    Column("action", String(128), primary_key=True),
    Column("environment", String(64), primary_key=True),
    Column("times", Integer, nullable=False),
    Column("last_text", Text, nullable=False),
    Column("last_at", Float, nullable=False),
    *_indexes("unmet"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    *_space(),
    Column("who", String(128), nullable=False),
    Column("what", String(64), nullable=False),
    Column("subject", String(768), nullable=False),
    Column("detail", JSON, nullable=False),
    Column("at", Float, nullable=False),
    Column("chain", String(64)),
    *_indexes("audit"),
)
"""`chain`: hash of the row and of the chain before it; none in rows of older programs."""

people = Table(
    "people",
    metadata,
    Column("tenant", String(128), primary_key=True),
    Column("name", String(128), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("active", Boolean, nullable=False),
    Column("created_at", Float, nullable=False),
)

memberships = Table(
    "memberships",
    metadata,
    Column("tenant", String(128), primary_key=True),
    Column("name", String(128), primary_key=True),
    Column("project", String(128), primary_key=True),
    Column("role", String(16), nullable=False),
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("tenant", String(128), nullable=False),
    Column("name", String(128), nullable=False),
    Column("label", String(128), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("permissions", String(128), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("expires_at", Float),
    Column("revoked_at", Float),
    Column("last_used_at", Float),
)
"""`hash`: SHA-256 of the secret, which is random and long, so that no slow hash is needed."""

accounts = Table(
    "accounts",
    metadata,
    Column("tenant", String(128), primary_key=True),
    Column("channel", String(32), primary_key=True),
    Column("account", String(128), primary_key=True),
    Column("name", String(128), nullable=False),
)
"""`name`: the person whose account on that chat platform it is."""
