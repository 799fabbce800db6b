"""Things that were taken from among many are reserved for the user who works with them."""

from alembic import op
from sqlalchemy import Column, Float, String, Text

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "reservations",
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
    )
    op.create_index("reservations_by_user", "reservations", ["tenant", "user"])
