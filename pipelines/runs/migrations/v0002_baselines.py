"""What was there before a run changed anything, so that a resumed run can tell what it did."""

from alembic import op
from sqlalchemy import JSON, Column, ForeignKey, String

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "baselines",
        Column("run_id", String(64), ForeignKey("runs.id"), primary_key=True),
        Column("data", JSON, nullable=False),
    )
