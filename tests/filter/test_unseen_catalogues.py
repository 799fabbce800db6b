"""The filter on catalogues of which its weights have learned nothing, beside another engine.

Without the encoder, which takes minutes here: `zhizao bench filter` checks the same with it."""

import pytest

from evals.filtering.bench import OURS, BenchResult, run_bench
from evals.filtering.engines import Engine, prepare
from evals.filtering.peers import peers
from evals.filtering.sets import CATALOGUES, read_sets
from tool_registry.vocabulary.packs import load_packs

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
BM25 = "bm25s characters 1+2"


@pytest.fixture(scope="module")
def result() -> BenchResult:
    """All catalogues of real servers and documents, each judged by what the others teach."""
    packs = load_packs(("general",))
    sets = [prepare(one, packs) for one in read_sets(CATALOGUES)]
    rivals = {name: peer for name, peer in peers().items() if name == BM25}
    assert rivals
    return run_bench(sets, {OURS: Engine("table")}, rivals, lambda _: None)


def test_no_catalogue_is_one_on_which_another_engine_certainly_finds_more(
    result: BenchResult,
) -> None:
    assert len({name.partition("_")[0] for name in result.scores}) >= 8
    assert result.behind() == []


def test_all_together_the_filter_certainly_finds_more(result: BenchResult) -> None:
    gaps = {name: gap for name, _, gap in result.gaps()}
    assert gaps["pooled_zh"].low > 0
    assert gaps["pooled_en"].low > 0
