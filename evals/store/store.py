"""The store of evaluation runs, record by record, so that a run can be gone on with."""

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import case, delete, func, or_, select, update
from sqlalchemy.engine import Engine

from evals.errors import NoSuchRun
from evals.records import Record, RunInfo, Try
from evals.store.tables import SCHEMA, records, runs
from tool_registry.base.program import program
from tool_registry.base.sql import bring_up, noting, open_database, reading


class EvalStore:
    """Runs and records; made where there is none."""

    def __init__(self, where: Path | str) -> None:
        """`where`: a file, or an SQLAlchemy URL."""
        self.engine: Engine = open_database(where)
        bring_up(self.engine, SCHEMA)

    def begin(self, run: RunInfo) -> None:
        """Notes a run that starts."""
        row = {"id": run.id, "suite": run.suite, "started_at": run.started_at}
        with self.engine.begin() as connection:
            connection.execute(runs.insert(), {**row, "info": run.model_dump(mode="json")})

    def finish(self, run: RunInfo) -> None:
        """Notes how it stands now."""
        changed = update(runs).where(runs.c.id == run.id).values(info=run.model_dump(mode="json"))
        with self.engine.begin() as connection:
            connection.execute(changed)

    def add(self, run_id: str, place: int, record: Record) -> None:
        """Keeps one record, as soon as it is there."""
        with noting(self.engine) as connection:
            connection.execute(
                records.insert(),
                {
                    "run_id": run_id,
                    "id": record.id,
                    "repetition": record.repetition,
                    "place": place,
                    "passed": record.passed,
                    "record": record.model_dump(mode="json", exclude_defaults=True),
                },
            )

    def run(self, run_id: str) -> RunInfo:
        """A run by its id, or its beginning; `last`: the latest. NoSuchRun where there is none."""
        with reading(self.engine) as connection:
            wanted = select(runs.c.info).order_by(runs.c.started_at.desc())
            if run_id != "last":
                wanted = wanted.where(runs.c.id.startswith(run_id, autoescape=True))
            found = connection.execute(wanted.limit(2)).scalars().all()
        if not found or (len(found) > 1 and run_id != "last" and found[0]["id"] != run_id):
            why = "several runs begin" if found else "no run begins"
            raise NoSuchRun(f"{why} with '{run_id}'; {program()} eval list names them")
        return RunInfo.model_validate(found[0])

    def latest(self, limit: int = 50) -> Sequence[tuple[RunInfo, int, int]]:
        """The latest runs, with how many records they have and how many of these passed."""
        passed = func.sum(case((records.c.passed, 1), else_=0))
        counts = (
            select(records.c.run_id, func.count().label("total"), passed.label("passed"))
            .group_by(records.c.run_id)
            .subquery()
        )
        wanted = (
            select(runs.c.info, counts.c.total, counts.c.passed)
            .outerjoin(counts, counts.c.run_id == runs.c.id)
            .order_by(runs.c.started_at.desc())
            .limit(limit)
        )
        with reading(self.engine) as connection:
            rows = connection.execute(wanted).all()
        return [(RunInfo.model_validate(i), int(t or 0), int(p or 0)) for i, t, p in rows]

    def records(self, run_id: str) -> list[Record]:
        """The records of a run, in the order in which they ended."""
        wanted = select(records.c.record).where(records.c.run_id == run_id)
        with reading(self.engine) as connection:
            rows = connection.execute(wanted.order_by(records.c.place)).scalars().all()
        return [Record.model_validate(row) for row in rows]

    def of_case(self, run_id: str, case: str) -> list[Record]:
        """The records of one case, or of one conversation; none where there is none of that id."""
        c = records.c
        same = or_(c.id == case, c.id.startswith(f"{case}/", autoescape=True))
        wanted = select(c.record).where(c.run_id == run_id, same).order_by(c.place)
        with reading(self.engine) as connection:
            rows = connection.execute(wanted).scalars().all()
        return [Record.model_validate(row) for row in rows]

    def tries(self, run_id: str) -> list[Try]:
        """What of a run's records is compared, read without the rest of them."""
        c = records.c
        lost, unseen = c.record["lost"].as_string(), c.record["unseen"].as_boolean()
        wanted = select(c.id, c.repetition, lost.label("lost"), unseen.label("unseen"))
        with reading(self.engine) as connection:
            rows = connection.execute(wanted.where(c.run_id == run_id).order_by(c.place)).all()
        told = ({"id": i, "repetition": n, "lost": at, "unseen": bool(u)} for i, n, at, u in rows)
        return [Try.model_validate(one) for one in told]

    def remove(self, run_id: str) -> None:
        """Forgets a run."""
        with self.engine.begin() as connection:
            connection.execute(delete(records).where(records.c.run_id == run_id))
            connection.execute(delete(runs).where(runs.c.id == run_id))

    def close(self) -> None:
        """Ends the connections."""
        self.engine.dispose()
