"""The filter on catalogues of which its weights have learned nothing, beside another engine."""

import os
from pathlib import Path

import pytest

from evals.filtering.bench import OURS, BenchResult, run_bench
from evals.filtering.engines import Engine, prepare
from evals.filtering.peers import peers
from evals.filtering.sets import CATALOGUES, read_sets
from pipelines.filter.index.encoder import load_encoder
from pipelines.filter.index.stored import StoredEmbedder, VectorFile
from tool_registry.vocabulary.packs import load_packs

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
BM25 = "bm25s characters 1+2"


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> BenchResult:
    """All catalogues of real servers and documents, each judged by what the others teach."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    file: Path = tmp_path_factory.mktemp("vectors") / "vectors.db"
    encoder = StoredEmbedder(load_encoder(), VectorFile(file), local=True)
    packs = load_packs(("general",))
    sets = [prepare(one, packs) for one in read_sets(CATALOGUES)]
    rivals = {name: peer for name, peer in peers().items() if name == BM25}
    assert rivals
    return run_bench(sets, {OURS: Engine("model", encoder)}, rivals, lambda _: None)


def test_no_catalogue_is_one_on_which_another_engine_certainly_finds_more(
    result: BenchResult,
) -> None:
    assert len({name.partition("_")[0] for name in result.scores}) >= 8
    assert result.behind() == []


def test_all_together_the_filter_certainly_finds_more(result: BenchResult) -> None:
    gaps = {name: gap for name, _, gap in result.gaps()}
    assert gaps["pooled_zh"].low > 0
    assert gaps["pooled_en"].low > 0
