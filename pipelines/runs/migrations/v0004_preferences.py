"""What a user has set for all requests to come: where, in which language, when to be asked."""

from alembic import op
from sqlalchemy import Column, String

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "preferences",
        Column("tenant", String(128), primary_key=True),
        Column("user", String(128), primary_key=True),
        Column("environment", String(64)),
        Column("language", String(8)),
        Column("approval", String(16)),
    )
