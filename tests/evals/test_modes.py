"""A suite in mode `model`, beside a model service of its own: what was asked is in the report."""

import json

from click.testing import CliRunner

from pipelines.models.permission import model_requests
from services.cli.evaluate import evaluate


def test_a_suite_runs_in_mode_model_with_a_service_of_its_own() -> None:
    command = ["run", "seed", "--case", "list-item-types", "--own-wording", "--mode", "model"]
    with model_requests(True):
        done = CliRunner().invoke(evaluate, [*command, "--fake-model", "--json"])
    report = json.loads(done.stdout)
    assert (done.exit_code, report["overall"]["passed"]) == (0, 1), report["failures"]
    asked = report["models"]
    assert (asked["turns"], asked["asked"], asked["calls"]) == (1, 1, 1.0)
    assert 500 < asked["input_tokens"] < 2000
    assert asked["stages"]["intent"]["used"] == 1


def test_by_rules_no_model_is_asked_though_one_is_there() -> None:
    command = ["run", "seed", "--case", "list-item-types", "--own-wording", "--mode", "rules"]
    done = CliRunner().invoke(evaluate, [*command, "--fake-model", "--json"])
    report = json.loads(done.stdout)
    assert report["overall"]["passed"] == 1
    assert (report["models"]["asked"], report["models"]["stages"]) == (0, {})
