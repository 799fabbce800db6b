"""Submissions of tools for the public pool; rows are found by their space, not by their status."""

from alembic import op
from sqlalchemy import JSON, Column, Float, String, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Creates the table and the indexes."""
    op.create_table(
        "submissions",
        Column("id", String(32), primary_key=True),
        Column("tool", String(768), nullable=False),
        Column("source", String(512), nullable=False),
        Column("tenant", String(128), nullable=False),
        Column("scope", String(16), nullable=False),
        Column("project", String(128), nullable=False),
        Column("owner", String(128), nullable=False),
        Column("hash", String(64), nullable=False),
        Column("declared", JSON, nullable=False),
        Column("edited", JSON, nullable=False),
        Column("found", JSON, nullable=False),
        Column("note", Text, nullable=False),
        Column("submitted_by", String(128), nullable=False),
        Column("submitted_at", Float, nullable=False),
        Column("state", String(16), nullable=False),
        Column("decided_by", String(128)),
        Column("decided_at", Float),
        Column("reason", Text, nullable=False),
    )
    op.create_index("submissions_by_source", "submissions", ["source"])
    op.create_index("submissions_by_tool", "submissions", ["tool", "state"])
    op.drop_index("tools_by_status", "tools")
    for table in ("submissions", "tools", "sources", "unmet", "audit"):
        op.create_index(f"{table}_by_project", table, ["tenant", "scope", "project"])
        op.create_index(f"{table}_by_owner", table, ["tenant", "scope", "owner"])
