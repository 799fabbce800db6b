"""What is remembered of a user beyond one conversation, and whether the user wants that."""

from alembic import op
from sqlalchemy import JSON, Column, Float, Integer, String, Text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Creates the table and adds the preference."""
    op.create_table(
        "recollections",
        Column("id", String(32), primary_key=True),
        Column("tenant", String(128), nullable=False),
        Column("user", String(128), nullable=False),
        Column("project", String(128), nullable=False),
        Column("environment", String(64), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("entity", String(256), nullable=False),
        Column("attributes", JSON, nullable=False),
        Column("words", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("session_id", String(256), nullable=False),
        Column("uses", Integer, nullable=False),
        Column("first_at", Float, nullable=False),
        Column("last_at", Float, nullable=False),
    )
    op.create_index("recollections_by_user", "recollections", ["tenant", "user", "project", "kind"])
    op.add_column("preferences", Column("memory", String(8)))
