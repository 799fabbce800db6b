"""Requests that tools have served are kept, to find the tools by."""

from alembic import op
from sqlalchemy import Column, Float, String, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Creates the table; it fills with the runs that come."""
    op.create_table(
        "requests",
        Column("tool", String(768), primary_key=True),
        Column("tenant", String(128), primary_key=True),
        Column("scope", String(16), primary_key=True),
        Column("project", String(128), primary_key=True),
        Column("owner", String(128), primary_key=True),
        Column("digest", String(64), primary_key=True),
        Column("text", Text, nullable=False),
        Column("at", Float, nullable=False),
    )
