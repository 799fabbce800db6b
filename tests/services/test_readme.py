"""The examples in the README are what the commands print."""

import re
import shlex
from pathlib import Path

from tests.services.commands import ROOT, Zhizao
from tests.services.kennel import Office, open_kennel

EXAMPLE = re.compile(r"<!-- example -->\n```\n(.*?)```\n<!-- /example -->", re.DOTALL)
IMPORT = re.compile(r"<!-- import -->\n```\n(.*?)```\n<!-- /import -->", re.DOTALL)
REQUEST = re.compile(r'^EXAMPLE="(.*)"$', re.MULTILINE)
CHANGING = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|(\.venv/bin/)?zhizao ask --session session-[0-9a-f]{16}"
)
"""Times, ids of conversations, and how the command is typed where the environment is not active."""
SHOWN_PLACE = "http://127.0.0.1:8080"


def test_the_readme_shows_what_the_example_prints(zhizao: Zhizao) -> None:
    shown = EXAMPLE.search((ROOT / "README.md").read_text("utf-8"))
    request = REQUEST.search((ROOT / "deploy" / "run.sh").read_text("utf-8"))
    assert shown
    assert request
    printed = zhizao.run("ask", request[1]).out
    assert CHANGING.sub("…", printed) == CHANGING.sub("…", shown[1])


def test_the_readme_shows_what_an_import_and_a_request_print(tmp_path: Path) -> None:
    shown = IMPORT.search((ROOT / "README.md").read_text("utf-8"))
    assert shown
    office, printed = Office(tmp_path / "home"), ""
    with open_kennel() as kennel:
        for line in shown[1].splitlines():
            if line.startswith("$ zhizao "):
                words = shlex.split(line.removeprefix("$ zhizao "))
                done = office.run(*(word.replace(SHOWN_PLACE, kennel.url) for word in words))
                printed += f"{line}\n{done.out}".replace(kennel.url, SHOWN_PLACE)
    assert CHANGING.sub("…", printed) == CHANGING.sub("…", shown[1])
