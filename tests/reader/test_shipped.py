"""The shipped reader: one for a catalogue and a folder, whoever reads with it."""

from pathlib import Path

import pytest

from pipelines.intent.reader import NoReader, read_alone, shipped, shipped_reader
from pipelines.onboarding.impact import chain_impact
from pipelines.onboarding.planning import Sentence, without
from tests.governance.catalogues import ORDINARY, commerce, parsed, sandbox_tools
from tool_registry.catalogue import Catalogue

STORE = Sentence(id="store", text="创建一个门店", environment="pre")


def with_a_trade_of_its_own() -> Catalogue:
    """The demo business, and a thing whose names are not among those that are shipped."""
    return parsed([*(one for one in sandbox_tools() if one.source == "commerce"), ORDINARY])


def kept(folder: Path) -> bool:
    """True where the folder holds a file of vectors."""
    return any(one.suffix == ".npz" for one in folder.iterdir())


def test_who_reads_alone_reads_with_the_reader_of_that_folder(tmp_path: Path) -> None:
    catalogue = with_a_trade_of_its_own()
    read = read_alone(STORE.text, catalogue, STORE.environment, folder=tmp_path)
    assert read == shipped_reader(catalogue, tmp_path).read(STORE.text, environment="pre")
    assert kept(tmp_path)


@pytest.mark.anyio
async def test_what_a_change_does_is_found_with_the_vectors_that_are_kept(tmp_path: Path) -> None:
    catalogue = with_a_trade_of_its_own()
    after = without(catalogue, frozenset({"commerce/createStore"}))
    await chain_impact(catalogue, after, [STORE], names=tmp_path)
    assert kept(tmp_path)


def test_without_weights_nobody_reads_and_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> None:
        raise ValueError("no weights")

    monkeypatch.setattr(shipped, "shipped", damaged)
    with pytest.raises(NoReader, match="zhizao doctor"):
        read_alone("create a store", without(commerce(), frozenset()))
