"""People with their roles and keys; rows of the audit are chained."""

from alembic import op
from sqlalchemy import Boolean, Column, Float, String

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Creates the tables; the rows that the audit has already stay outside of the chain."""
    op.create_table(
        "people",
        Column("tenant", String(128), primary_key=True),
        Column("name", String(128), primary_key=True),
        Column("role", String(16), nullable=False),
        Column("active", Boolean, nullable=False),
        Column("created_at", Float, nullable=False),
    )
    op.create_table(
        "memberships",
        Column("tenant", String(128), primary_key=True),
        Column("name", String(128), primary_key=True),
        Column("project", String(128), primary_key=True),
        Column("role", String(16), nullable=False),
    )
    op.create_table(
        "api_keys",
        Column("id", String(32), primary_key=True),
        Column("tenant", String(128), nullable=False),
        Column("name", String(128), nullable=False),
        Column("label", String(128), nullable=False),
        Column("hash", String(64), nullable=False),
        Column("permissions", String(128), nullable=False),
        Column("created_at", Float, nullable=False),
        Column("expires_at", Float),
        Column("revoked_at", Float),
        Column("last_used_at", Float),
    )
    op.add_column("audit", Column("chain", String(64)))
