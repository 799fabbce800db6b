"""The first version; adopts databases whose tables were created without migrations."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, String, Text, UniqueConstraint

revision = "0001"
down_revision = None
_EARLIER = "runs_schema"
"""Where such a database says its version."""


def upgrade() -> None:
    """Creates the tables, unless they are there already."""
    if sa.inspect(op.get_bind()).has_table(_EARLIER):
        op.drop_table(_EARLIER)
        return
    _create_runs()
    _create_memory()


def _create_runs() -> None:
    op.create_table(
        "runs",
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
        Column("epoch", Integer, nullable=False),
        Column("holder", Text),
        Column("until_monotonic", Float, nullable=False),
        Column("until_wall", Float, nullable=False),
        UniqueConstraint("tenant", "request_key", name="one_run_per_request"),
    )
    op.create_index("runs_by_session", "runs", ["tenant", "session_id", "created_at"])
    op.create_index("runs_by_status", "runs", ["status"])
    op.create_table(
        "events",
        Column("run_id", String(64), ForeignKey("runs.id"), primary_key=True),
        Column("seq", Integer, primary_key=True),
        Column("type", String(32), nullable=False),
        Column("data", JSON, nullable=False),
        Column("at", Float, nullable=False),
    )
    op.create_table(
        "ledger",
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
    )
    op.create_index("ledger_by_run", "ledger", ["run_id"])


def _create_memory() -> None:
    op.create_table(
        "memory",
        Column("id", Integer, primary_key=True, autoincrement=True),
        Column("tenant", String(128), nullable=False),
        Column("session_id", String(256), nullable=False),
        Column("environment", String(64), nullable=False),
        Column("entity", String(256), nullable=False),
        Column("attributes", JSON, nullable=False),
        Column("words", Text, nullable=False),
        Column("expires_at", Float, nullable=False),
    )
    op.create_index("memory_by_session", "memory", ["tenant", "session_id"])
    op.create_table(
        "pending",
        Column("tenant", String(128), primary_key=True),
        Column("session_id", String(256), primary_key=True),
        Column("text", Text, nullable=False),
        Column("missing", JSON, nullable=False),
        Column("given", JSON, nullable=False),
        Column("expires_at", Float, nullable=False),
    )
