"""What an open question offers to choose from, and what users chose for which words."""

from alembic import op
from sqlalchemy import JSON, Column, Float, String, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the column and creates the table."""
    op.add_column("pending", Column("offer", JSON(none_as_null=True)))
    op.create_table(
        "chosen",
        Column("tenant", String(128), primary_key=True),
        Column("user", String(128), primary_key=True),
        Column("id", String(64), primary_key=True),
        Column("words", Text, nullable=False),
        Column("tools", JSON, nullable=False),
        Column("title", Text, nullable=False),
        Column("at", Float, nullable=False),
    )
