"""The gate against real falls: the weights that are shipped, over requests for the staff tools."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from evals.filtering.engines import Engine, Prepared, prepare
from evals.filtering.gate import Fall, falls, keep_missed
from evals.filtering.own import by_tool
from pipelines.filter.index.encoder import known_vectors, load_encoder
from pipelines.filter.index.ranker import Weights, shipped
from pipelines.filter.index.segment import model_text
from pipelines.filter.index.stored import StoredEmbedder, VectorFile
from services.bench_wiring import sandbox_offer
from services.settings import read_settings
from tool_registry.vocabulary.packs import load_packs

Judge = Callable[[Weights], list[Fall]]


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    settings = read_settings().model_copy(update={"home": tmp_path_factory.mktemp("home")})
    tools = sandbox_offer(settings, "staff").tools
    return prepare(by_tool("staff", tools), load_packs(("general",)))


@pytest.fixture(scope="module")
def judge(staff: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """Compares what other weights miss with what the shipped ones miss."""
    file: Path = tmp_path_factory.mktemp("gate") / "missed.json"
    keep_missed(missed(staff, shipped("table")), file)
    return lambda weights: falls(missed(staff, weights), file)


def missed(one: Prepared, weights: Weights) -> dict[str, list[str]]:
    found = zip(one.set.requests, Engine("table", fixed=weights).scores(one), strict=True)
    return {one.set.name: [request.id for request, each in found if not each.complete_at_5]}


def with_order(change: Callable[[str, float], float]) -> Weights:
    weights = shipped("table")
    order = {name: change(name, value) for name, value in weights.order.items()}
    return Weights.model_validate({**weights.model_dump(), "order": order})


def test_lost_paths_between_languages_are_a_fall_of_at_least_three_requests(judge: Judge) -> None:
    lost = ("table",)
    [found] = judge(with_order(lambda name, value: 0.0 if name.startswith(lost) else value))
    assert len(found.lost) >= 3
    assert len(found.lost) > len(found.won)


def test_the_demo_comes_with_the_vectors_of_its_tools(staff: Prepared, tmp_path: Path) -> None:
    stored = StoredEmbedder(load_encoder(), VectorFile(tmp_path / "v.db"), True, known_vectors())
    told = [model_text(each) for each in staff.texts.values()]
    assert stored.lacking(told) == []
    kept = stored.embed(told[:2], tools=True).vectors
    assert np.allclose(kept, load_encoder().embed(told[:2], tools=True).vectors, atol=2e-3)


def test_a_little_noise_in_the_weights_is_no_fall(judge: Judge) -> None:
    draw = np.random.default_rng(3)
    assert judge(with_order(lambda _, value: value * draw.normal(1, 0.02))) == []


def test_what_was_kept_is_no_fall_from_itself(judge: Judge) -> None:
    assert judge(shipped("table")) == []
