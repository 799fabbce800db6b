"""An argument that is either so or not, and a noun that only a tool's title has."""

from pathlib import Path

import pytest

from pipelines.contracts.answer import Status
from tests.road.test_other_trades import asked
from tests.trades.dovecote import dovecote

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("said", "worn"), [("ring worn", True), ("ring not worn", False)])
async def test_a_flag_is_so_or_denied_by_its_own_words(
    said: str, worn: bool, tmp_path: Path
) -> None:
    loft = dovecote()
    answer = await asked(loft, tmp_path, f"Create a weighing for pair P-101, grams 430, {said}")
    assert answer.status is Status.SUCCEEDED, answer.summary.text
    assert loft.calls == [
        ("record_weighing", {"pair_id": "P-101", "grams": 430, "ring_worn": worn})
    ]


async def test_a_noun_that_only_one_title_has_is_of_that_tool(tmp_path: Path) -> None:
    loft = dovecote()
    text = "create a couple for Agnes Thorne, tumbler, box N-07, paired on 2026-05-14"
    answer = await asked(loft, tmp_path, text, "yes")
    assert answer.status is Status.SUCCEEDED, answer.question
    ((called, given),) = loft.calls
    assert called == "put_together"
    told = {"owner": "Agnes Thorne", "breed": "tumbler", "box": "N-07", "paired_on": "2026-05-14"}
    assert told.items() <= given.items()
