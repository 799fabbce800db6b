"""Runs are found by when they ended, so that what ended since the last look is counted."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Creates the index."""
    op.create_index("runs_by_end", "runs", ["finished_at", "id"])
