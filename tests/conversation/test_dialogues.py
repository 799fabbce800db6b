"""Some dialogues of the suite, said to the whole road and judged by the sandbox's effects."""

from collections.abc import Generator

import pytest

from evals.bench import Bench
from evals.case import load_suite
from evals.runner import Runner
from evals.suites import own_wordings
from services.eval_wiring import open_bench
from services.settings import Settings

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
SAID = (
    "zh-coupon-zailai",
    "zh-only-id-then-also",
    "zh-channel-corrected-while-asked",
    "en-one-more-same-for",
    "zh-undo-only-last",
    "zh-store-env-corrected",
    "zh-refund-refused",
    "en-refund-consent",
    "en-meant-daily",
)
NOT_YET = {
    "zh-same-set-in-daily": "the whole set in another environment is asked about, not made",
    "zh-thirty-users-refused": "a smaller count behind a refusal is asked about, not made",
    "en-smalltalk-while-asked": "what answers behind small talk is asked about again",
    "en-same-store-in-live": "another environment behind a refused production stays refused",
}
"""Dialogues that the road does not hold, with what it does instead."""
_FAILING = [
    pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=why))
    for name, why in NOT_YET.items()
]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Generator[Bench]:
    folder = tmp_path_factory.mktemp("dialogues")
    with open_bench(Settings(home=folder, mode="rules"), "commerce", folder) as bench:
        yield bench


@pytest.mark.parametrize("dialogue", [*SAID, *_FAILING])
async def test_a_dialogue_has_the_effects_that_its_author_expected(
    bench: Bench, dialogue: str
) -> None:
    suite = load_suite("dialogues")
    chosen = [one for one in own_wordings(suite) if one.case.id == dialogue]
    [result] = await Runner(bench, 0).run(chosen)
    assert result.reasons() == []
