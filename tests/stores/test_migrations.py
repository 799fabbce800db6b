"""Databases of every version become the present one; those of a newer program are left alone."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, inspect, text

from pipelines.runs import tables as run_tables
from services.a2a import tables as a2a_tables
from services.handover import tables as handover_tables
from services.insights import tables as insights_tables
from tool_registry.base import sql
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.sql import Schema, bring_up, open_database
from tool_registry.stores import tables as registry_tables

ROOT = Path(__file__).parents[2]
BOTH = [
    pytest.param(registry_tables.SCHEMA, registry_tables.metadata, id="registry"),
    pytest.param(run_tables.SCHEMA, run_tables.metadata, id="runs"),
    pytest.param(a2a_tables.SCHEMA, a2a_tables.metadata, id="a2a"),
    pytest.param(handover_tables.SCHEMA, handover_tables.metadata, id="handovers"),
    pytest.param(insights_tables.SCHEMA, insights_tables.metadata, id="insights"),
]
_MIGRATE = cast("Any", sql)._migrate


@pytest.fixture(autouse=True)
def _really(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """Elsewhere the tables of one new database are copied for the next; here each is migrated."""
    monkeypatch.setattr(sql, "_migrate", _MIGRATE)


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_database(database)
    yield opened
    opened.dispose()


def differences(engine: Engine, schema: Schema, metadata: MetaData) -> list[object]:
    """What a migration would still have to do."""
    names = {*metadata.tables, schema.version_table}

    def ours(_: object, name: str | None, kind: str, __: object, ___: object) -> bool:
        return kind != "table" or name in names

    with engine.begin() as connection:
        options = {"version_table": schema.version_table, "include_object": ours}
        found: list[object] = compare_metadata(
            MigrationContext.configure(connection, opts=options), metadata
        )
    return found


def latest(schema: Schema) -> str | None:
    config = Config()
    config.set_main_option("script_location", str(ROOT / "tool_registry/base/migrating"))
    config.set_main_option("version_locations", str(schema.migrations))
    config.set_main_option("path_separator", "newline")
    return ScriptDirectory.from_config(config).get_current_head()


@pytest.mark.parametrize(("schema", "metadata"), BOTH)
def test_an_empty_database_gets_the_tables_that_the_program_expects(
    engine: Engine, schema: Schema, metadata: MetaData
) -> None:
    bring_up(engine, schema)
    assert differences(engine, schema, metadata) == []
    assert schema.version == latest(schema)


@pytest.mark.parametrize(("schema", "metadata"), BOTH)
def test_a_database_of_the_first_version_becomes_the_present_one(
    engine: Engine, schema: Schema, metadata: MetaData
) -> None:
    bring_up(engine, replace(schema, version="0001"))
    bring_up(engine, schema)
    assert differences(engine, schema, metadata) == []


def test_a_database_from_before_migrations_keeps_its_runs(engine: Engine) -> None:
    bring_up(engine, replace(run_tables.SCHEMA, version="0001"))
    values = "VALUES ('local', 's', 'a question', '[]', '{}', 5)"
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE runs_version"))
        connection.execute(text("CREATE TABLE runs_schema (version INTEGER PRIMARY KEY)"))
        connection.execute(text("INSERT INTO runs_schema VALUES (1)"))
        connection.execute(text(f"INSERT INTO pending {values}"))
    bring_up(engine, run_tables.SCHEMA)
    assert differences(engine, run_tables.SCHEMA, run_tables.metadata) == []
    assert not inspect(engine).has_table("runs_schema")
    with engine.begin() as connection:
        assert connection.execute(text("SELECT count(*) FROM pending")).scalar_one() == 1


def test_both_schemas_live_in_one_database(engine: Engine) -> None:
    for schema in (run_tables.SCHEMA, registry_tables.SCHEMA):
        bring_up(engine, schema)
    assert {"runs", "events", "tools", "sources"} <= set(inspect(engine).get_table_names())


def test_a_database_of_a_newer_program_is_left_alone(engine: Engine) -> None:
    bring_up(engine, registry_tables.SCHEMA)
    with engine.begin() as connection:
        connection.execute(text("UPDATE registry_version SET version_num = '9999'"))
    with pytest.raises(ConfigurationError, match="schema version 9999, and this program knows"):
        bring_up(engine, registry_tables.SCHEMA)


def test_a_start_on_a_present_database_loads_no_migrations(tmp_path: Path) -> None:
    code = (
        "import sys; from tool_registry.stores.store import RegistryStore;"
        f"RegistryStore({str(tmp_path / 'r.db')!r}).close(); print('alembic' in sys.modules)"
    )
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = [
        subprocess.run(
            [sys.executable, "-c", code], env=environ, capture_output=True, check=True, text=True
        ).stdout.strip()
        for _ in range(2)
    ]
    assert said == ["True", "False"]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("nonsense://x", "URL cannot be read"),
        ("oracle+oracledb://a:geheim@h/x", "driver is not installed"),
    ],
)
def test_a_url_that_leads_nowhere_is_one_sentence(where: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said) as failure:
        open_database(where)
    assert "geheim" not in str(failure.value)


def test_a_folder_with_a_percent_sign_is_a_folder(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "100% mine" / "r.db")
    bring_up(engine, registry_tables.SCHEMA)
    engine.dispose()
