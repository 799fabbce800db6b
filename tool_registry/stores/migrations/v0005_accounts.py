"""Accounts of people on chat platforms."""

from alembic import op
from sqlalchemy import Column, String

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "accounts",
        Column("tenant", String(128), primary_key=True),
        Column("channel", String(32), primary_key=True),
        Column("account", String(128), primary_key=True),
        Column("name", String(128), nullable=False),
    )
