"""Deliveries that came in, and posts that go out."""

from alembic import op
from sqlalchemy import JSON, Column, Float, Integer, String, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "deliveries",
        Column("id", String(64), primary_key=True),
        Column("channel", String(32), nullable=False),
        Column("payload", JSON),
        Column("received_at", Float, nullable=False),
        Column("until", Float, nullable=False),
        Column("done_at", Float),
    )
    op.create_index("deliveries_open", "deliveries", ["done_at", "until"])
    op.create_table(
        "posts",
        Column("id", String(64), primary_key=True),
        Column("channel", String(32), nullable=False),
        Column("target", JSON, nullable=False),
        Column("payload", JSON),
        Column("created_at", Float, nullable=False),
        Column("next_at", Float, nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("done_at", Float),
        Column("problem", Text),
    )
    op.create_index("posts_open", "posts", ["done_at", "next_at"])
    op.create_table(
        "files",
        Column("session_id", String(256), primary_key=True),
        Column("attachments", JSON, nullable=False),
        Column("until", Float, nullable=False),
        Column("taken_by", String(64)),
    )
