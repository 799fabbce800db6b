"""Submissions with the address of their source, and the sentences that their authors tried."""

from alembic import op
from sqlalchemy import JSON, Column

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the columns; of older submissions neither was kept."""
    op.add_column("submissions", Column("address", JSON(none_as_null=True)))
    op.add_column("submissions", Column("examples", JSON(none_as_null=True)))
