"""Says the conversations of a run, here or in several processes, each with a bench of its own."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from evals.applications.premises import run_application
from evals.bench import Bench
from evals.case import TRADES
from evals.conversation import Conversation
from evals.errors import BenchError
from evals.picking import Picks
from evals.pricing import Price
from evals.records import Record
from evals.runner import Runner
from services.eval_wiring import open_bench, open_foreign_bench, premises
from services.evaluation.planning import Plan
from services.evaluation.scorers import all_scorers
from services.settings import child_environment

_WORKER = (sys.executable, "-P", "-m", "services.evaluation.worker")
_MEMORY = Path("/dev/shm")
_ROOM = 2 * 1024**3
"""Bytes that have to be free there; a bench takes some tens of megabytes."""
Done = Callable[[Record], None]


def run_here(plan: Plan, chosen: Iterable[Conversation], done: Done) -> None:
    """Says them one after the other in this process."""
    picks = Picks.read(Path(plan.options.picks)) if plan.options.picks else None
    with tempfile.TemporaryDirectory(prefix="zhizao-eval-", dir=_in_memory()) as folder:
        if plan.suite.application and plan.options.data:
            data = Path(plan.options.data)
            place = premises(plan.settings, plan.suite.application, data, Path(folder))
            run_application(place, list(chosen), picks, done)
        else:
            with _bench(plan, Path(folder)) as bench:
                runner = Runner(
                    bench, plan.options.seed, picks, all_scorers(), Price(*plan.options.price)
                )
                asyncio.run(runner.run(chosen, done))
    if picks is not None:
        picks.write()


def _in_memory() -> Path | None:
    """Where the system keeps files in memory, if it does and there is room: what a bench writes is
    thrown away, and need not wait for a disk at each of its thousands of commits."""
    try:
        has_room = shutil.disk_usage(_MEMORY).free >= _ROOM
    except OSError:
        return None
    return _MEMORY if has_room and os.access(_MEMORY, os.W_OK) else None


@contextmanager
def _bench(plan: Plan, folder: Path) -> Generator[Bench]:
    if plan.execution == "mock":
        from services.evaluation.mock_bench import open_mock_bench

        opened = open_mock_bench(plan, folder)
    elif plan.suite.service:
        data = Path(plan.options.data) if plan.options.data else TRADES
        opened = open_foreign_bench(plan.settings, plan.suite, folder, data)
    else:
        opened = open_bench(plan.settings, plan.suite.trade, folder)
    with opened as bench:
        yield bench


def run_beside(plan: Plan, chosen: Sequence[int], jobs: int, done: Done) -> None:
    """Says the conversations of these places in the plan, in so many processes; `done` is called
    in this thread. BenchError where a process does not do its part."""
    places, heard = iter(chosen), SimpleQueue[Record | str | None]()
    turn = threading.Lock()

    def next_place() -> int | None:
        with turn:
            return next(places, None)

    workers = [_Worker(plan, next_place, heard.put) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    try:
        for found in _until(heard, len(workers)):
            if isinstance(found, str):
                raise BenchError(found)
            done(found)
    finally:
        for worker in workers:
            worker.end()


def _until(heard: "SimpleQueue[Record | str | None]", workers: int) -> Iterator[Record | str]:
    """What is heard until so many have ended."""
    while workers:
        found = heard.get()
        if found is None:
            workers -= 1
        else:
            yield found


class _Worker(threading.Thread):
    """Hands one process its conversations, one after the other."""

    def __init__(
        self,
        plan: Plan,
        next_place: Callable[[], int | None],
        hear: Callable[[Record | str | None], None],
    ) -> None:
        super().__init__(daemon=True)
        self._next, self._hear = next_place, hear
        self._process = subprocess.Popen(
            _WORKER,
            env=child_environment(OPENBLAS_NUM_THREADS="1"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self._tell(plan.options.model_dump_json())

    def run(self) -> None:
        """Until nothing is left to say."""
        try:
            while (place := self._next()) is not None:
                self._tell(str(place))
                self._hear(self._answer())
        except (BenchError, OSError, ValueError) as error:
            self._hear(str(error))
        finally:
            self._hear(None)

    def end(self) -> None:
        """Ends the process: where it still works, it is told to stop."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait(timeout=10)
        self.join(timeout=10)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _answer(self) -> Record:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise BenchError("a process of the evaluation has ended; its complaint stands above")
        told = json.loads(line)
        if "error" in told:
            raise BenchError(str(told["error"]))
        return Record.model_validate(told)
