"""What is kept of each ended run for figures."""

from alembic import op
from sqlalchemy import Boolean, Column, Float, Integer, String

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the tables; they are filled from the runs when the figures are first asked for."""
    op.create_table(
        "insights_runs",
        Column("run_id", String(64), primary_key=True),
        Column("tenant", String(128), nullable=False),
        Column("user", String(128), nullable=False),
        Column("session_id", String(256), nullable=False),
        Column("project", String(128), nullable=False),
        Column("environment", String(64), nullable=False),
        Column("language", String(8), nullable=False),
        Column("entity", String(256), nullable=False),
        Column("outcome", String(16), nullable=False),
        Column("asks", Boolean, nullable=False),
        Column("takes_up", Boolean, nullable=False),
        Column("went_on", Boolean, nullable=False),
        Column("quarter", Integer, nullable=False),
        Column("started_at", Float, nullable=False),
        Column("finished_at", Float, nullable=False),
        Column("seconds", Float, nullable=False),
    )
    op.create_index("insights_runs_by_time", "insights_runs", ["tenant", "quarter"])
    op.create_index("insights_runs_by_session", "insights_runs", ["session_id", "started_at"])
    op.create_index("insights_runs_by_end", "insights_runs", ["finished_at"])
    op.create_table(
        "insights_calls",
        Column("run_id", String(64), primary_key=True),
        Column("tool", String(256), primary_key=True),
        Column("calls", Integer, nullable=False),
        Column("failed", Integer, nullable=False),
    )
    op.create_index("insights_calls_by_tool", "insights_calls", ["tool"])
