"""What Alembic runs to migrate any of our schemas."""
