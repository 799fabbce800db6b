"""Which calls an undoing run takes back, and which run executes a plan that another one showed: so
that nothing is undone or run twice."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Index, String

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Creates the table."""
    op.add_column("runs", Column("taken_by", String(64)))
    op.create_table(
        "undoings",
        Column("key", String(64), primary_key=True),
        Column("run_id", String(64), ForeignKey("runs.id"), nullable=False),
        Column("step", String(32), nullable=False),
        Index("undoings_by_run", "run_id"),
    )
