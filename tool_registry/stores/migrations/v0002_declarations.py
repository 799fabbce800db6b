"""What was approved is kept as it was declared, so that a change can be shown."""

from alembic import op
from sqlalchemy import JSON, Column, String

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Creates the table; tools approved before it have no row until they are approved again."""
    op.create_table(
        "declarations",
        Column("tool", String(768), primary_key=True),
        Column("hash", String(64), nullable=False),
        Column("declared", JSON, nullable=False),
    )
