"""What ends a request counts as that request, and a gap says what was to be done."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Empties the tables: they are filled anew when the figures are next asked for."""
    op.execute("DELETE FROM insights_calls")
    op.execute("DELETE FROM insights_runs")
    for name, length in (("action", 64), ("request_run", 64)):
        column = sa.Column(name, sa.String(length), nullable=False, server_default="")
        op.add_column("insights_runs", column)
