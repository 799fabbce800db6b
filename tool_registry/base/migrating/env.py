"""Runs migrations on the connection, and with the version table, that `sql.bring_up` hands over."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
)
context.run_migrations()
