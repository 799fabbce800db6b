"""The tools of a run are told in the order in which it called them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Empties the tables: they are filled anew when the figures are next asked for."""
    op.execute("DELETE FROM insights_calls")
    op.execute("DELETE FROM insights_runs")
    column = sa.Column("place", sa.Integer(), nullable=False, server_default="0")
    op.add_column("insights_calls", column)
