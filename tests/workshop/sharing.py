"""What is costly to make and the same for all tests, made once: parsed tools, empty tables, and
the program of the sandbox's commands.

Each stands in for a function of the product that gives the same result whenever it is called with
the same arguments. Tests of such a function import it at their top, and so test the function.
"""

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from typing import Any, cast

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine

from evals.errors import BenchError
from services.sandbox.cli import main as sandbox_commands
from services.sandbox_process import SandboxProcess
from tool_registry import building
from tool_registry.base import sql
from tool_registry.base.environment import Environments
from tool_registry.base.ids import digest
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.vocabulary.lexicon import Concept

_USERS_OF_BUILDING = ("tool_registry.building", "services.eval_wiring")
"""Modules whose `build_catalogue` is the shared one."""
_KEPT = 32
"""Catalogues that are kept at most; the largest take a hundred megabytes."""


@contextmanager
def shared_catalogues(patch: pytest.MonkeyPatch) -> Generator[None]:
    """In this block the same tools in the same words are parsed once."""
    parsed: dict[str, Catalogue] = {}
    build = building.build_catalogue

    def shared(
        tools: Sequence[RawTool],
        documents: Sequence[Document],
        environments: Environments,
        packs: Sequence[Concept],
        *,
        preferred_platforms: Sequence[str] = (),
        **memory: Any,
    ) -> Catalogue:
        told = (tools, documents, environments, packs)
        key = digest([repr(one) for one in (*told, preferred_platforms)])
        if key not in parsed:
            if len(parsed) >= _KEPT:
                del parsed[next(iter(parsed))]
            parsed[key] = build(*told, preferred_platforms=preferred_platforms, **memory)
        return parsed[key]

    for module in _USERS_OF_BUILDING:
        patch.setattr(f"{module}.build_catalogue", shared)
    yield


@contextmanager
def shared_tables(patch: pytest.MonkeyPatch) -> Generator[None]:
    """In this block the migrations of a new SQLite file run once; later files copy its tables."""
    made: dict[tuple[str, str], list[str]] = {}
    migrate = cast("Any", sql)._migrate

    def migrated(engine: Engine, schema: sql.Schema) -> None:
        if engine.dialect.name != "sqlite" or not engine.url.database:
            migrate(engine, schema)
            return
        key = (schema.name, schema.version)
        with engine.begin() as connection:
            is_new = not connection.exec_driver_sql("SELECT 1 FROM sqlite_master").first()
            for statement in made.get(key, ()) if is_new else ():
                connection.exec_driver_sql(statement)
        migrate_here = not is_new or key not in made
        if migrate_here:
            migrate(engine, schema)
        if is_new and migrate_here:
            with closing(sqlite3.connect(engine.url.database)) as database:
                made[key] = list(database.iterdump())[1:-1]  # without its BEGIN and COMMIT

    patch.setattr(sql, "_migrate", migrated)
    yield


@contextmanager
def quick_sandboxes(patch: pytest.MonkeyPatch) -> Generator[None]:
    """In this block the commands of running sandboxes (reset, effects, …) start no process each."""
    patch.setattr(SandboxProcess, "run", _run_here)
    yield


def _run_here(sandbox: SandboxProcess, arguments: Sequence[str]) -> str:
    environment = cast("Any", sandbox)._environment
    done = CliRunner(catch_exceptions=False).invoke(
        sandbox_commands, list(arguments), env=environment
    )
    if done.exit_code != 0:
        raise BenchError(f"sandbox {' '.join(arguments)}: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout
