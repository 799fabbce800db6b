"""The table. Times are seconds since 1970; JSON is portable to PostgreSQL."""

from pathlib import Path

from sqlalchemy import JSON, Column, Float, Index, MetaData, String, Table, Text

from tool_registry.base.sql import Schema

metadata = MetaData()
SCHEMA = Schema("handovers", "0001", Path(__file__).with_name("migrations"))

handovers = Table(
    "handovers",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("tenant", String(128), nullable=False),
    Column("user", String(128), nullable=False),
    Column("session_id", String(256), nullable=False),
    Column("run_id", String(64), nullable=False),
    Column("projects", JSON, nullable=False),
    Column("note", Text, nullable=False),
    Column("packet", JSON, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("answer", Text),
    Column("answered_by", String(128)),
    Column("answered_at", Float),
    Column("withdrawn_at", Float),
    Index("handovers_by_user", "tenant", "user", "session_id"),
)
"""`run_id`: the run that it was handed over at, once. `packet`: the conversation as it was then."""
