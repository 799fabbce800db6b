"""Runs say whose they are, so that nobody's are looked for among everybody's."""

from alembic import op
from sqlalchemy import Column, String

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the column and fills it from the requests."""
    op.add_column("runs", Column("user", String(128)))
    postgresql = op.get_bind().dialect.name == "postgresql"
    user = "request->'caller'->>'user'" if postgresql else "json_extract(request, '$.caller.user')"
    op.execute(f'UPDATE runs SET "user" = {user}')
    op.drop_index("runs_by_session", "runs")
    op.create_index("runs_by_session", "runs", ["tenant", "user", "session_id", "created_at"])
    op.create_index("runs_by_user", "runs", ["tenant", "user", "created_at"])
