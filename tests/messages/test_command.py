"""Our command, as it is typed where the process runs."""

import shutil
from pathlib import Path

import pytest

from pipelines.messages import say
from tool_registry.base import program


@pytest.mark.parametrize(
    ("started", "typed"),
    [
        ("work/.venv/bin/zhizao", ".venv/bin/zhizao"),
        ("work/.venv/Scripts/zhizao.exe", ".venv/Scripts/zhizao"),
        ("opt/bin/zhizao", "zhizao"),
        ("work/services/cli/__main__.py", "zhizao"),
    ],
)
def test_a_checkout_whose_environment_is_not_active_names_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: str, typed: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program.typed_as(tmp_path / started) == typed


def test_on_the_path_it_is_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / ".venv" / "bin" / "zhizao"
    place.parent.mkdir(parents=True)
    place.write_text("#!/bin/sh\n")
    place.chmod(0o755)
    monkeypatch.setenv("PATH", str(place.parent))
    assert shutil.which("zhizao") == str(place)
    assert program.typed_as(place) == "zhizao"


def test_texts_name_it_so() -> None:
    assert program.program() == "zhizao"
    assert say("en", "agui.cut_off", run="r").endswith(": zhizao runs resume r")
