"""Runs of suites, and their records."""

from alembic import op
from sqlalchemy import JSON, Boolean, Column, Float, Integer, String

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "eval_runs",
        Column("id", String(64), primary_key=True),
        Column("suite", String(1024), nullable=False),
        Column("started_at", Float, nullable=False),
        Column("info", JSON, nullable=False),
    )
    op.create_index("eval_runs_started", "eval_runs", ["started_at"])
    op.create_table(
        "eval_records",
        Column("run_id", String(64), primary_key=True),
        Column("id", String(256), primary_key=True),
        Column("repetition", Integer, primary_key=True),
        Column("place", Integer, nullable=False),
        Column("passed", Boolean, nullable=False),
        Column("record", JSON, nullable=False),
    )
