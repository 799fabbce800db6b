"""The seed rows, and what must hold of them when something is altered, on the whole road."""

from collections.abc import Generator

import anyio
import pytest

from evals.bench import Bench
from evals.case import load_suite
from evals.conversation import Conversation
from evals.records import Record
from evals.runner import Runner
from evals.suites import corruption, own_wordings, plan, removal
from evals.variation import Variation
from services.eval_wiring import open_bench
from services.settings import read_settings

pytestmark = pytest.mark.slow

SEED = load_suite("seed")
ROWS = [one for name in ("seed", "more") for one in own_wordings(load_suite(name))]
REMOVALS = removal(SEED)
FIRST_CORRUPTIONS = {one.case.id: one for one in reversed(corruption(SEED))}
_UNWANTED = "effects: unexpected:"
_UNREAD = 9
"""Rows in invented words that come to a question or a refusal at most; none may do harm."""
RENAMED = plan("renaming", SEED, Variation(renamed=True), own=True)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Generator[Bench]:
    with open_bench(read_settings({}), "commerce", tmp_path_factory.mktemp("bench")) as bench:
        yield bench


def run(bench: Bench, seed: int, *conversations: Conversation) -> list[Record]:
    return anyio.run(Runner(bench, seed).run, conversations)


def failures(results: list[Record]) -> dict[str, list[str]]:
    return {one.id: one.reasons() for one in results if not one.passed}


@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.case.id)
def test_a_row_holds_with_the_known_data_and_with_other(
    bench: Bench, row: Conversation, seed: int
) -> None:
    assert failures(run(bench, seed, row)) == {}


@pytest.mark.parametrize("part", [0, 1])
def test_without_its_tool_or_environment_a_row_runs_nothing(bench: Bench, part: int) -> None:
    assert failures(run(bench, 0, *REMOVALS[part::2])) == {}


@pytest.mark.parametrize("row", FIRST_CORRUPTIONS.values(), ids=lambda row: row.id)
def test_an_effect_that_was_falsified_is_noticed(bench: Bench, row: Conversation) -> None:
    assert failures(run(bench, 0, row)) == {}


def test_in_invented_words_nothing_is_done_that_was_not_wanted(bench: Bench) -> None:
    failed = failures(run(bench, 0, *RENAMED))
    reasons = [reason for found in failed.values() for reason in found]
    assert [one for one in reasons if one.startswith(_UNWANTED)] == []
    assert len(failed) <= _UNREAD
