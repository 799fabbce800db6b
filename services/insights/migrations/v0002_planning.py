"""Faults of planning are counted apart from calls that failed."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Empties the tables: they are filled anew when the figures are next asked for."""
    op.execute("DELETE FROM insights_calls")
    op.execute("DELETE FROM insights_runs")
