"""Where other systems want to be told how it stands with a task."""

from alembic import op
from sqlalchemy import JSON, Boolean, Column, Float, String, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "push_configs",
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
    )
    op.create_index("push_configs_open", "push_configs", ["open"])
