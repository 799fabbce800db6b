"""Conversations that wait for a person's answer."""

from alembic import op
from sqlalchemy import JSON, Column, Float, String, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "handovers",
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
    )
    op.create_index("handovers_by_user", "handovers", ["tenant", "user", "session_id"])
