"""The score of a reading: less for what was not understood and for what no tool serves."""

from pathlib import Path

import anyio
import pytest

from pipelines.agents.confidence import scored
from pipelines.intent import understand
from services.registry import read_catalogue
from services.sandbox_process import private_sandbox
from services.settings import Settings
from tool_registry.catalogue import Catalogue


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    folder: Path = tmp_path_factory.mktemp("score")
    with private_sandbox("commerce", folder) as sandbox:
        settings = Settings(home=folder / "home", sandbox_port=sandbox.port)
        return anyio.run(read_catalogue, settings)


def score(text: str, catalogue: Catalogue) -> float:
    intent = understand(text, catalogue.lexicon, catalogue.environments)
    return scored(intent, catalogue).confidence


def test_what_is_understood_and_served_is_sure(catalogue: Catalogue) -> None:
    assert score("给用户1234发一张满50减20的优惠券,预发", catalogue) == 1.0


def test_what_is_not_known_or_served_is_less_sure(catalogue: Catalogue) -> None:
    sure = score("查询订单1234的状态,预发", catalogue)
    assert score("查询打印机1234的状态,预发", catalogue) < sure
    assert score("查询扑棱蛾子1234的状态,预发", catalogue) < sure
