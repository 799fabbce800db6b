"""Many processes that start at once on one home wait for each other: no lock is an error."""

import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tool_registry.base.sql import open_database

pytestmark = pytest.mark.slow

WORKER = Path(__file__).with_name("worker_of_many.py")
ROOT = WORKER.parents[2]
PROCESSES = 16


def test_sixteen_processes_start_at_once_on_a_new_home(tmp_path: Path) -> None:
    starts = str(time.time() + 3)

    def started(_: int) -> str:
        done = subprocess.run(
            [sys.executable, str(WORKER), str(tmp_path), starts],
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        return done.stdout + done.stderr

    with ThreadPoolExecutor(PROCESSES) as pool:
        told = list(pool.map(started, range(PROCESSES)))
    assert told == ["done"] * PROCESSES
    with open_database(tmp_path / "runs.db").connect() as connection:
        count = connection.exec_driver_sql("SELECT count(*) FROM visits").scalar()
    assert count == PROCESSES * 4


def test_a_writer_waits_longer_than_the_database_itself_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tool_registry.base.sql._WAIT_MS", 1)
    engine = open_database(tmp_path / "runs.db")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE visits (at REAL)")
    other = sqlite3.connect(tmp_path / "runs.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.3, other.rollback)
    timer.start()
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO visits VALUES (1.0)")
    timer.join()
    other.close()
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM visits").scalar() == 1
