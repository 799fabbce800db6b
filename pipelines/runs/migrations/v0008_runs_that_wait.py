"""Runs that wait for their time say when that is."""

from alembic import op
from sqlalchemy import Column, Float, String

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Adds the columns."""
    op.add_column("runs", Column("due_at", Float))
    op.add_column("runs", Column("due_zone", String(64)))
