"""The table of push notifications. Times are seconds since 1970; JSON is portable to PostgreSQL."""

from pathlib import Path

from sqlalchemy import JSON, Boolean, Column, Float, Index, MetaData, String, Table, Text

from tool_registry.base.sql import Schema

metadata = MetaData()
SCHEMA = Schema("a2a", "0001", Path(__file__).with_name("migrations"))

configs = Table(
    "push_configs",
    metadata,
    Column("task_id", String(64), primary_key=True),
    Column("id", String(128), primary_key=True),
    Column("caller", JSON, nullable=False),
    Column("url", Text, nullable=False),
    Column("token", Text, nullable=False),
    Column("scheme", Text, nullable=False),
    Column("credentials", Text, nullable=False),
    Column("version", String(8), nullable=False),
    Column("told", String(128), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("created_at", Float, nullable=False),
    Index("push_configs_open", "open"),
)
"""`told`: the state of the task that was told last. `open`: there is more to tell. `version`: of
the protocol that the receiver speaks."""
