"""What a user made of a conversation in the history, and the requests that a user keeps."""

from alembic import op
from sqlalchemy import Boolean, Column, Float, Integer, String, Text

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Creates both tables."""
    op.create_table(
        "conversations",
        Column("tenant", String(128), primary_key=True),
        Column("user", String(128), primary_key=True),
        Column("session_id", String(256), primary_key=True),
        Column("title", Text, nullable=False),
        Column("pinned", Boolean, nullable=False),
        Column("deleted_at", Float),
    )
    op.create_table(
        "favourites",
        Column("id", String(32), primary_key=True),
        Column("tenant", String(128), nullable=False),
        Column("user", String(128), nullable=False),
        Column("text", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("environment", String(64)),
        Column("uses", Integer, nullable=False),
        Column("at", Float, nullable=False),
    )
    op.create_index("favourites_by_user", "favourites", ["tenant", "user"])
