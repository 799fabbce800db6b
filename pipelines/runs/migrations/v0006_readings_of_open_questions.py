"""What the sentence of an open question was understood to mean."""

from alembic import op
from sqlalchemy import JSON, Column

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds the column."""
    op.add_column("pending", Column("reading", JSON(none_as_null=True)))
