"""YAML files: what they hold, and what is said of one that is broken."""

from pathlib import Path

import pytest

from tool_registry.base.errors import ConfigurationError
from tool_registry.base.yaml_files import packaged, read, read_as


def test_a_file_holds_what_it_says(tmp_path: Path) -> None:
    file = tmp_path / "halls.yaml"
    file.write_text("hall: {seats: 007, open: no}\n", "utf-8")
    assert read(file) == {"hall": {"seats": 7, "open": False}}
    assert read(file, as_written=True) == {"hall": {"seats": "007", "open": "no"}}
    assert read_as(dict[str, dict[str, int]], file) == {"hall": {"seats": 7, "open": 0}}
    file.write_text("", "utf-8")
    assert read(file) is None


def test_data_of_ours_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "halls.yaml"
    file.write_text("- north\n", "utf-8")
    held = packaged(file)
    file.write_text("- south\n", "utf-8")
    assert packaged(file) is held


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"hall: [1,\n  2\nseats: 3\n", r"halls\.yaml: line 3, column 6: not valid YAML: "),
        (b"hall: \xff\n", r"halls\.yaml: byte 6 is not UTF-8 text"),
        (b"hall: \x01\n", r"halls\.yaml: .*not valid YAML: "),
        (b"day: 2024-13-45\n", r"halls\.yaml: month must be in"),
        (b"hall: x\n", r"halls\.yaml: hall: Input should be a valid integer"),
    ],
)
def test_a_broken_file_is_named_with_the_place(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "halls.yaml"
    file.write_bytes(data)
    with pytest.raises(ConfigurationError, match=said):
        read_as(dict[str, int], file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"cannot read .*halls\.yaml: No such file"):
        read(tmp_path / "halls.yaml")
