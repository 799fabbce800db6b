"""Models that sentence-transformers loads; among them the table of words that the product brings.

The package and its torch are the extra `embed`, which CI installs."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from pipelines.filter.finder import CatalogueFinder
from pipelines.filter.index.neural import SentenceEmbedder
from pipelines.filter.index.static import SHIPPED, load_static
from pipelines.filter.index.stored import StoredEmbedder, VectorFile
from pipelines.models.errors import NotLoaded
from tests.trades.library import library

needs_package = pytest.mark.skipif(
    find_spec("sentence_transformers") is None,
    reason="needs sentence-transformers, the extra `embed`",
)
slow_import = pytest.mark.timeout(300)
TEXTS = [
    "create a coupon for a user",
    "发放一张满减券",
    "退款失败的订单",
    "look up issue 7",
    "foo qwxyz",
]


@needs_package
@slow_import
@pytest.mark.slow
def test_the_shipped_table_is_the_same_in_sentence_transformers() -> None:
    theirs, ours = SentenceEmbedder(str(SHIPPED)).embed(TEXTS), load_static().embed(TEXTS)
    alike = (theirs.vectors * ours.vectors).sum(axis=1)
    assert alike == pytest.approx(np.ones(len(TEXTS)), abs=2e-3)


@needs_package
@slow_import
def test_a_text_of_unknown_words_says_nothing() -> None:
    found = SentenceEmbedder(str(SHIPPED)).embed(["", "ʘʘʘ ʘʘ", "a coupon"])
    assert found.shares.tolist() == [0, 0, 1]
    assert np.linalg.norm(found.vectors, axis=1) == pytest.approx([0, 0, 1], abs=1e-6)


@needs_package
@slow_import
def test_tools_are_found_with_a_model_from_a_folder(tmp_path: Path) -> None:
    embedder = StoredEmbedder(SentenceEmbedder(str(SHIPPED)), VectorFile(tmp_path / "vectors.db"))
    heard = CatalogueFinder(lambda: embedder).of(library()).search("look up a fine")
    assert heard.problem is None
    assert "Fine" in heard.near[0]


@needs_package
@slow_import
def test_a_model_that_was_never_fetched_is_named_with_what_to_do() -> None:
    with pytest.raises(NotLoaded) as caught:
        SentenceEmbedder("nobody/has-such-a-model").embed(["a text"])
    assert "hf download nobody/has-such-a-model" in caught.value.sentence("en")


@needs_package
def test_a_folder_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(NotLoaded, match="no such folder"):
        SentenceEmbedder("/nowhere/at/all").embed(["a text"])


def test_without_the_package_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipelines.filter.index.neural.find_spec", dict[str, str]().get)
    with pytest.raises(NotLoaded, match=r"zhizao\[embed\]"):
        SentenceEmbedder("any").embed(["a text"])
