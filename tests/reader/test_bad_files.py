"""Files of the reader that hold something else are named, and nothing breaks."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pipelines.intent.lexical import leftover
from pipelines.intent.reader.local import confidence_file, opened
from services.cli.reader import reader
from tests.reader.small import write_small


@pytest.mark.parametrize("text", ["nothing", '{"a": 1}', "[1.0]", '["x"]'])
def test_a_confidence_of_something_else_is_named(tmp_path: Path, text: str) -> None:
    weights = tmp_path / "weights.npz"
    write_small(weights, seed=1)
    confidence_file(weights).write_text(text)
    with pytest.raises(ValueError, match=r"confidence\.json holds no weights of a confidence"):
        opened(weights)


@pytest.mark.parametrize("text", [None, "", "nothing", '{"a": 1}', "[1]"])
def test_words_that_are_left_over_are_named_where_they_are_missing_or_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    words = tmp_path / "leftover.json"
    if text is not None:
        words.write_text(text)
    monkeypatch.setattr(leftover, "LEARNED", words)
    leftover.known_words.cache_clear()
    with pytest.raises(ValueError, match=r"leftover\.json holds no words that are left over"):
        leftover.known_words()


@pytest.mark.parametrize("command", [["sentences"], ["measure", "--corpus"], ["train", "--corpus"]])
def test_a_folder_without_labelled_requests_is_named(tmp_path: Path, command: list[str]) -> None:
    said = CliRunner().invoke(reader, [*command, str(tmp_path)])
    assert said.exit_code == 2
    assert f"{tmp_path} holds no business" in said.output
