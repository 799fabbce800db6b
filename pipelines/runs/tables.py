"""The tables. Times are seconds since 1970; JSON is portable to PostgreSQL."""

from pathlib import Path

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from tool_registry.base.sql import Schema

metadata = MetaData()
SCHEMA = Schema("runs", "0012", Path(__file__).with_name("migrations"))

runs = Table(
    "runs",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("tenant", String(128), nullable=False),
    Column("request_key", String(256), nullable=False),
    Column("request_hash", String(64), nullable=False),
    Column("session_id", String(256), nullable=False),
    Column("request", JSON, nullable=False),
    Column("status", String(32), nullable=False),
    Column("plan", JSON(none_as_null=True)),
    Column("plan_digest", String(64)),
    Column("answer", JSON(none_as_null=True)),
    Column("created_at", Float, nullable=False),
    Column("finished_at", Float),
    Column("taken_by", String(64)),
    Column("epoch", Integer, nullable=False),
    Column("holder", Text),
    Column("until_monotonic", Float, nullable=False),
    Column("until_wall", Float, nullable=False),
    Column("user", String(128)),
    Column("due_at", Float),
    Column("due_zone", String(64)),
    UniqueConstraint("tenant", "request_key", name="one_run_per_request"),
    Index("runs_by_session", "tenant", "user", "session_id", "created_at"),
    Index("runs_by_user", "tenant", "user", "created_at"),
    Index("runs_by_status", "status"),
    Index("runs_by_end", "finished_at", "id"),
)

events = Table(
    "events",
    metadata,
    Column("run_id", String(64), ForeignKey("runs.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("type", String(32), nullable=False),
    Column("data", JSON, nullable=False),
    Column("at", Float, nullable=False),
)

ledger = Table(
    "ledger",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("run_id", String(64), ForeignKey("runs.id"), nullable=False),
    Column("tenant", String(128), nullable=False),
    Column("environment", String(64), nullable=False),
    Column("step", String(32), nullable=False),
    Column("goal", String(32), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("tool", String(256), nullable=False),
    Column("arguments", JSON, nullable=False),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("body", JSON(none_as_null=True)),
    Column("failure", JSON(none_as_null=True)),
    Column("planned_at", Float, nullable=False),
    Column("sent_at", Float),
    Column("ended_at", Float),
    Index("ledger_by_run", "run_id"),
)

baselines = Table(
    "baselines",
    metadata,
    Column("run_id", String(64), ForeignKey("runs.id"), primary_key=True),
    Column("data", JSON, nullable=False),
)

undoings = Table(
    "undoings",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("run_id", String(64), ForeignKey("runs.id"), nullable=False),
    Column("step", String(32), nullable=False),
    Index("undoings_by_run", "run_id"),
)

memory = Table(
    "memory",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("tenant", String(128), nullable=False),
    Column("session_id", String(256), nullable=False),
    Column("environment", String(64), nullable=False),
    Column("entity", String(256), nullable=False),
    Column("attributes", JSON, nullable=False),
    Column("words", Text, nullable=False),
    Column("expires_at", Float, nullable=False),
    Index("memory_by_session", "tenant", "session_id"),
)

pending = Table(
    "pending",
    metadata,
    Column("tenant", String(128), primary_key=True),
    Column("session_id", String(256), primary_key=True),
    Column("text", Text, nullable=False),
    Column("missing", JSON, nullable=False),
    Column("given", JSON, nullable=False),
    Column("offer", JSON(none_as_null=True)),
    Column("reading", JSON(none_as_null=True)),
    Column("expires_at", Float, nullable=False),
)

chosen = Table(
    "chosen",
    metadata,
    Column("tenant", String(128), primary_key=True),
    Column("user", String(128), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("words", Text, nullable=False),
    Column("tools", JSON, nullable=False),
    Column("title", Text, nullable=False),
    Column("at", Float, nullable=False),
)

preferences = Table(
    "preferences",
    metadata,
    Column("tenant", String(128), primary_key=True),
    Column("user", String(128), primary_key=True),
    Column("environment", String(64)),
    Column("language", String(8)),
    Column("approval", String(16)),
    Column("memory", String(8)),
)

conversations = Table(
    "conversations",
    metadata,
    Column("tenant", String(128), primary_key=True),
    Column("user", String(128), primary_key=True),
    Column("session_id", String(256), primary_key=True),
    Column("title", Text, nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("deleted_at", Float),
)

favourites = Table(
    "favourites",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("tenant", String(128), nullable=False),
    Column("user", String(128), nullable=False),
    Column("text", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("environment", String(64)),
    Column("uses", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Index("favourites_by_user", "tenant", "user"),
)

recollections = Table(
    "recollections",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("tenant", String(128), nullable=False),
    Column("user", String(128), nullable=False),
    Column("project", String(128), nullable=False),
    Column("environment", String(64), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("entity", String(256), nullable=False),
    Column("attributes", JSON, nullable=False),
    Column("words", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("session_id", String(256), nullable=False),
    Column("uses", Integer, nullable=False),
    Column("first_at", Float, nullable=False),
    Column("last_at", Float, nullable=False),
    Index("recollections_by_user", "tenant", "user", "project", "kind"),
)

reservations = Table(
    "reservations",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("tenant", String(128), nullable=False),
    Column("user", String(128), nullable=False),
    Column("environment", String(64), nullable=False),
    Column("entity", String(256), nullable=False),
    Column("value", String(256), nullable=False),
    Column("run_id", String(64), nullable=False),
    Column("session_id", String(256), nullable=False),
    Column("words", Text, nullable=False),
    Column("taken_at", Float, nullable=False),
    Column("expires_at", Float, nullable=False),
    Index("reservations_by_user", "tenant", "user"),
)
