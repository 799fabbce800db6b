"""`python -m services.evaluation.aside`: a run of a suite beside the service that started it.

Standard input: an `Order` as JSON; what the run does goes on until that stream is closed, so that
no run outlives the service. Standard output: a `Told` a line.
"""

import contextlib
import os
import signal
import sys
import threading
from contextlib import closing

from pydantic import BaseModel

from evals.errors import EvaluationError, SuiteError
from evals.options import Options
from evals.records import Record
from services.errors import KNOWN, sentence
from services.evaluation.planning import Plan, plan_run
from services.evaluation.running import begin, carry_out, open_eval_store, planned_again
from services.settings import read_settings
from tool_registry.vocabulary.language import Language

_EACH = 20
"""Conversations for which another process is worth its start."""


class Order(BaseModel):
    """What is to be run, and who wants it."""

    options: Options
    who: str = ""
    label: str = ""
    resume: str = ""
    """Id of the run that is gone on with, as it was begun; empty: a new one."""
    language: Language = "en"
    """In which it is told why it cannot be run."""


class Told(BaseModel):
    """How far it is; `run`, `planned` and what was said before first, then a line for each
    conversation."""

    run: str = ""
    planned: int = 0
    said: int = 0
    passed: int = 0
    finished: bool = False
    error: str = ""


def main() -> None:
    """Until the run has ended, or standard input."""
    order = Order.model_validate_json(sys.stdin.readline())
    with contextlib.suppress(OSError):
        os.nice(10)  # requests come first
    threading.Thread(target=_interrupted_at_the_end, daemon=True).start()
    try:
        _carry_out(order)
    except EvaluationError as error:
        _tell(Told(error=str(error)))
    except KNOWN as error:
        _tell(Told(error=sentence(error, order.language)))
    except KeyboardInterrupt:
        sys.exit(130)


def _carry_out(order: Order) -> None:
    settings = read_settings()
    with closing(open_eval_store(settings)) as store:
        kept = store.run(order.resume) if order.resume else None
        plan = planned_again(kept, settings) if kept else plan_run(order.options, settings)
        if not plan.conversations:
            raise SuiteError(plan.skipped[0] if plan.skipped else f"{order.options.suite} is empty")
        run = kept or begin(plan, store, order.who, order.label)
        before = store.records(run.id)
        passed = sum(one.passed for one in before)
        told = Told(run=run.id, planned=run.planned, said=len(before), passed=passed)
        _tell(told)

        def hear(record: Record) -> None:
            told.said += 1
            told.passed += record.passed
            _tell(told)

        carry_out(plan, run, store, _jobs(plan), hear)
    _tell(told.model_copy(update={"finished": True}))


def _jobs(plan: Plan) -> int:
    """Half of the processors at most: the service needs some, too."""
    return max(1, min((os.cpu_count() or 1) // 2, len(plan.conversations) // _EACH))


def _interrupted_at_the_end() -> None:
    """What the run has said is kept; its processes are ended on the way out."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGINT)


def _tell(told: Told) -> None:
    print(told.model_dump_json(exclude_defaults=True), flush=True)  # noqa: T201 - it is the wire


if __name__ == "__main__":
    main()
