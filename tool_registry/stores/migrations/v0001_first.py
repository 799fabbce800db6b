"""The first version."""

import uuid

from alembic import op
from sqlalchemy import JSON, Boolean, Column, Float, Integer, String, Text, column, insert, table

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the tables, and the row that says which database this is."""
    _create_pool()
    _create_knowledge()
    _create_records()
    first = {"id": uuid.uuid4().hex, "revision": 0}
    op.execute(insert(table("registry", column("id"), column("revision"))).values(first))


def _space() -> tuple[Column[str], ...]:
    return (
        Column("tenant", String(128), nullable=False),
        Column("scope", String(16), nullable=False),
        Column("project", String(128), nullable=False),
        Column("owner", String(128), nullable=False),
    )


def _create_pool() -> None:
    op.create_table(
        "registry",
        Column("id", String(64), primary_key=True),
        Column("revision", Integer, nullable=False),
    )
    op.create_table(
        "sources",
        Column("id", String(512), primary_key=True),
        Column("name", String(64), nullable=False),
        Column("entry", JSON, nullable=False),
        *_space(),
        Column("enabled", Boolean, nullable=False),
        Column("created_at", Float, nullable=False),
        Column("created_by", String(128), nullable=False),
        Column("revision", Integer, nullable=False),
    )
    op.create_table(
        "sightings",
        Column("source", String(512), primary_key=True),
        Column("content", String(64), nullable=False),
        Column("at", Float, nullable=False),
    )
    op.create_table(
        "tools",
        Column("id", String(768), primary_key=True),
        Column("source", String(512), nullable=False),
        Column("status", String(32), nullable=False),
        *_space(),
        Column("seen_hash", String(64), nullable=False),
        Column("approved_hash", String(64)),
        Column("reasons", JSON, nullable=False),
        Column("changed_at", Float, nullable=False),
    )
    op.create_index("tools_by_source", "tools", ["source"])
    op.create_index("tools_by_status", "tools", ["status"])


def _create_knowledge() -> None:
    op.create_table(
        "edits",
        Column("tool", String(768), primary_key=True),
        Column("path", String(512), primary_key=True),
        Column("value", JSON, nullable=False),
        Column("who", String(128), nullable=False),
        Column("at", Float, nullable=False),
    )
    op.create_table(
        "learned",
        Column("tool", String(768), primary_key=True),
        Column("kind", String(32), primary_key=True),
        Column("path", String(512), primary_key=True),
        Column("what", JSON, nullable=False),
        Column("evidence", Integer, nullable=False),
        Column("at", Float, nullable=False),
    )
    op.create_table(
        "findings",
        Column("tool", String(768), primary_key=True),
        Column("kind", String(32), primary_key=True),
        Column("hash", String(64), nullable=False),
        Column("found", JSON, nullable=False),
        Column("at", Float, nullable=False),
    )


def _create_records() -> None:
    op.create_table(
        "usage",
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
    op.create_table(
        "unmet",
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
    )
    op.create_table(
        "audit",
        Column("id", Integer, primary_key=True, autoincrement=True),
        *_space(),
        Column("who", String(128), nullable=False),
        Column("what", String(64), nullable=False),
        Column("subject", String(768), nullable=False),
        Column("detail", JSON, nullable=False),
        Column("at", Float, nullable=False),
    )
