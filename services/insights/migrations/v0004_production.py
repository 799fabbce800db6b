"""Requests for production count as such, and no more as ones that name no environment."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Empties the tables: they are filled anew when the figures are next asked for."""
    op.execute("DELETE FROM insights_calls")
    op.execute("DELETE FROM insights_runs")
