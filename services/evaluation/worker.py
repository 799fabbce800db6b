"""`python -m services.evaluation.worker`: says conversations that another process hands it.

Standard input: the options of a run as JSON, then the place of a conversation a line. Standard
output: a record a line, or `{"error": …}`.
"""

import json
import sys
from collections.abc import Iterator

from evals.conversation import Conversation
from evals.errors import EvaluationError
from evals.options import Options
from evals.records import Record
from services.errors import KNOWN, sentence
from services.evaluation.jobs import run_here
from services.evaluation.planning import Plan, plan_run
from services.settings import read_settings


def main() -> None:
    """Until standard input ends."""
    try:
        options = Options.model_validate_json(sys.stdin.readline())
        plan = plan_run(options, read_settings())
        run_here(plan, _handed(plan), _tell)
    except EvaluationError as error:
        print(json.dumps({"error": str(error)}), flush=True)  # noqa: T201 - it is the wire
    except KNOWN as error:
        print(json.dumps({"error": sentence(error, "en")}), flush=True)  # noqa: T201


def _handed(plan: Plan) -> Iterator[Conversation]:
    for line in sys.stdin:
        yield plan.conversations[int(line)]


def _tell(record: Record) -> None:
    print(record.model_dump_json(exclude_defaults=True), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
