"""The deployment's folder of knowledge: read as it is now; what cannot be read is named."""

import os
from pathlib import Path

import pytest

from services.knowledge import LARGEST, Library
from tool_registry.base.errors import ConfigurationError


def write(folder: Path, name: str, text: str | bytes) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())


def test_all_markdown_files_are_pages_with_their_place(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "# A\n\nfirst")
    write(tmp_path, "deep/er/b.md", "# B\n\nsecond")
    write(tmp_path, "notes.txt", "no page")
    pages = Library(tmp_path).pages()
    assert [one.name for one in pages.documents] == ["a.md", "deep/er/b.md"]
    assert pages.left_out == ()


def test_what_cannot_be_read_is_left_out_by_name(tmp_path: Path) -> None:
    write(tmp_path, "good.md", "\ufeff# Good\n\ntext")
    write(tmp_path, "binary.md", b"\xff\xfe\x00\x01")
    write(tmp_path, "huge.md", "x" * (LARGEST + 1))
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")
    pages = Library(tmp_path).pages()
    assert [one.text for one in pages.documents] == ["# Good\n\ntext"]
    assert pages.left_out == ("binary.md: no UTF-8 text", f"huge.md: larger than {LARGEST} bytes")


def test_a_changed_page_is_answered_from_at_once(tmp_path: Path) -> None:
    write(tmp_path, "fees.md", "# Fees\n\nA lost book costs 30 dollars.\n")
    shelf = Library(tmp_path).shelf(())
    assert "30" in shelf.nearest("What does a lost book cost?", 1)[0].text
    write(tmp_path, "fees.md", "# Fees\n\nA lost book costs 45 dollars.\n")
    os.utime(tmp_path / "fees.md", (1, 1))
    assert "45" in shelf.nearest("What does a lost book cost?", 1)[0].text


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"ZHIZAO_KNOWLEDGE.*nowhere"):
        Library(tmp_path / "nowhere")
