"""The page on pipelines: its test passes, its command writes JUnit, its jobs are what they say."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.pytest_zhizao.test_plugin import Suite
from tests.services.commands import Zhizao
from tests.services.serving import Client
from tool_registry.base.yaml_files import read

DEPLOY = Path(__file__).parents[2] / "deploy"
COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


def test_the_test_of_the_page_passes(service: Client, zhizao: Zhizao, tmp_path: Path) -> None:
    [test] = re.findall(r"```python\n(.*?)```", (DEPLOY / "ci.md").read_text("utf-8"), re.S)
    code, told = Suite(tmp_path, f"http://127.0.0.1:{service.port}").write(test).run()
    assert (code, len(zhizao.effects())) == (0, 2), told


@pytest.mark.parametrize("name", ["github-actions.yml", "gitlab-ci.yml"])
def test_a_job_installs_the_plugin_and_runs_pytest(name: str) -> None:
    told = str(read(DEPLOY / "ci" / name))
    assert "pip install pytest pytest-zhizao" in told
    assert "pytest --junitxml report.xml" in told


def test_an_answer_is_written_as_junit(zhizao: Zhizao, tmp_path: Path) -> None:
    file = tmp_path / "data.xml"
    assert zhizao.run("ask", COUPON, "--junit", str(file)).code == 0
    suite = ElementTree.parse(file).getroot()
    names = [case.get("name") for case in suite]
    assert (suite.get("failures"), names[0]) == ("0", COUPON)
    assert len(names) == int(suite.get("tests") or 0) > 1


@pytest.mark.parametrize(
    ("sentence", "code", "said"),
    [
        ("给用户1234发放一张满50减20的优惠券", 2, "needs_input: "),
        ("给用户1234发放一张优惠券\x07", 3, "refused: "),
    ],
)
def test_what_is_not_done_is_a_failure_with_what_was_said(
    zhizao: Zhizao, tmp_path: Path, sentence: str, code: int, said: str
) -> None:
    file = tmp_path / "data.xml"
    assert zhizao.run("ask", sentence, "--junit", str(file)).code == code
    failure = ElementTree.parse(file).getroot().find("testcase/failure")
    assert failure is not None
    assert (failure.get("message") or "").startswith(said)


def test_a_file_that_cannot_be_written_is_told(zhizao: Zhizao, tmp_path: Path) -> None:
    done = zhizao.run("ask", COUPON, "--junit", str(tmp_path / "no" / "data.xml"))
    assert (done.code, len(zhizao.effects())) == (2, 1)
    assert "JUnit" in done.err
