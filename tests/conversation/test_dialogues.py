"""Some dialogues of the suite, said to the whole road and judged by the sandbox's effects."""

from collections.abc import Generator

import pytest

from evals.bench import Bench
from evals.case import load_suite
from evals.runner import Runner
from evals.suites import own_wordings
from services.eval_wiring import open_bench
from services.settings import Settings

pytestmark = pytest.mark.anyio
SAID = (
    "zh-coupon-zailai",
    "zh-only-id-then-also",
    "zh-channel-corrected-while-asked",
    "zh-undo-only-last",
    "zh-store-env-corrected",
    "zh-refund-refused",
    "en-refund-consent",
    "en-meant-daily",
)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Generator[Bench]:
    folder = tmp_path_factory.mktemp("dialogues")
    with open_bench(Settings(home=folder, mode="rules"), "commerce", folder) as bench:
        yield bench


@pytest.mark.parametrize("dialogue", SAID)
async def test_a_dialogue_has_the_effects_that_its_author_expected(
    bench: Bench, dialogue: str
) -> None:
    suite = load_suite("dialogues")
    chosen = [one for one in own_wordings(suite) if one.case.id == dialogue]
    [result] = await Runner(bench, 0).run(chosen, lambda done: None)
    assert result.reasons() == []
