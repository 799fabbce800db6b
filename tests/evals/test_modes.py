"""A suite in the variant `model`, beside a scripted model: what was asked is in the report."""

import json
from typing import Any

from click.testing import CliRunner

from services.cli.evaluate import evaluate
from tests.models.business import connected

CONSULTS = {"ModelIntent": {"intent_type": "F"}}


def run(variant: str) -> tuple[dict[str, Any], int]:
    """The report, and how often the model was asked."""
    command = ["run", "seed", "--case", "list-item-types", "--own-wording", "--variant", variant]
    with connected(CONSULTS) as service:
        done = CliRunner().invoke(evaluate, [*command, "--json"])
    return json.loads(done.stdout), len(service.asked)


def test_a_suite_with_a_model_counts_what_was_asked() -> None:
    report, questions = run("model")
    assert report["overall"]["passed"] == 1, report["failures"]
    asked = report["models"]
    assert (asked["turns"], asked["asked"], asked["calls"], questions) == (1, 1, 1.0, 1)
    assert asked["input_tokens"] > asked["output_tokens"] > 0
    assert asked["stages"]["intent"]["used"] == 1


def test_by_the_reader_no_model_is_asked_though_one_is_there() -> None:
    report, questions = run("reader")
    assert (report["overall"]["passed"], questions) == (1, 0)
    assert (report["models"]["asked"], report["models"]["stages"]) == (0, {})
