"""One of many processes that start at once on one home: opens its databases and writes."""

import sys
import time
from pathlib import Path

from pipelines.runs.tables import SCHEMA as RUNS
from tool_registry.base.sql import bring_up, noting, open_database
from tool_registry.stores.tables import SCHEMA as REGISTRY


def main(home: Path, starts: float) -> None:
    time.sleep(max(0.0, starts - time.time()))
    for name, schema in (("runs.db", RUNS), ("registry.db", REGISTRY)):
        for _ in range(2):
            engine = open_database(home / name)
            bring_up(engine, schema)
            with engine.begin() as connection:
                connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS visits (at REAL)")
                connection.exec_driver_sql("INSERT INTO visits VALUES (1.0)")
            with noting(engine) as connection:
                connection.exec_driver_sql("INSERT INTO visits VALUES (2.0)")
            engine.dispose()
    sys.stdout.write("done")


main(Path(sys.argv[1]), float(sys.argv[2]))
