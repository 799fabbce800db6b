"""The order in which steps run."""

import pytest

from pipelines.contracts.chain import Step
from pipelines.execution.order import batches
from tests.workshop.tools import TOOLS, out, said, step


def ids(*steps: Step) -> list[list[str]]:
    return [[one.id for one in batch] for batch in batches(steps, TOOLS)]


def test_reads_run_together_writes_alone_and_nothing_is_moved_across_a_write() -> None:
    lists = [step(n, "list_parts") for n in (1, 2, 4)]
    make = step(3, "make_part", name=said("bolt"))
    assert ids(lists[0], lists[1], make, lists[2]) == [["s1", "s2"], ["s3"], ["s4"]]


def test_a_read_that_needs_another_comes_after_it() -> None:
    first = step(1, "list_parts")
    second = step(2, "get_part", partId=out("s1", "data.list[].partId"))
    assert ids(first, second) == [["s1"], ["s2"]]


def test_a_step_that_needs_a_later_one_is_refused() -> None:
    early = step(1, "get_part", partId=out("s2", "data.list[].partId"))
    with pytest.raises(ValueError, match="s1 depends on s2"):
        ids(early, step(2, "list_parts"))
