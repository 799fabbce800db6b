"""The tables. Times are seconds since 1970; JSON is portable to PostgreSQL."""

from pathlib import Path

from sqlalchemy import JSON, Column, Float, Index, Integer, MetaData, String, Table, Text

from tool_registry.base.sql import Schema

metadata = MetaData()
SCHEMA = Schema("channels", "0001", Path(__file__).with_name("migrations"))

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("channel", String(32), nullable=False),
    Column("payload", JSON(none_as_null=True)),
    Column("received_at", Float, nullable=False),
    Column("until", Float, nullable=False),
    Column("done_at", Float),
    Index("deliveries_open", "done_at", "until"),
)
"""`payload` is gone once it was served. `until`: so long somebody works on it."""

posts = Table(
    "posts",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("channel", String(32), nullable=False),
    Column("target", JSON, nullable=False),
    Column("payload", JSON(none_as_null=True)),
    Column("created_at", Float, nullable=False),
    Column("next_at", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("done_at", Float),
    Column("problem", Text),
    Index("posts_open", "done_at", "next_at"),
)
"""`problem`: why it was not, or not yet, delivered."""

files = Table(
    "files",
    metadata,
    Column("session_id", String(256), primary_key=True),
    Column("attachments", JSON, nullable=False),
    Column("until", Float, nullable=False),
    Column("taken_by", String(64)),
)
"""Files that came without a word, for the conversation's next message. `taken_by`: its delivery."""
