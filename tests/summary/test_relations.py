"""How the things of a run hang together: by where arguments came from, never by equal values."""

import asyncio
from typing import Any

from pipelines.contracts.answer import ThingGraph
from pipelines.contracts.chain import ToolChain
from pipelines.summary import judge
from tests.summary.test_creating import FINE, lending
from tests.trades.lending import Lending
from tests.trades.library import library
from tests.trades.requests import chain, step


def drawn(world: Lending, plan: ToolChain) -> ThingGraph:
    ran = world.run(plan)
    read, sleep = world.read, world.sleep
    return asyncio.run(judge(FINE, plan, ran, library(), read, sleep=sleep)).graph


def told(graph: ThingGraph) -> list[str]:
    """`reader R0001 –readerId→ loan L0003`."""
    names = [f"{node.entity} {node.id}" for node in graph.nodes]
    return [f"{names[e.source]} –{e.argument}→ {names[e.target]}" for e in graph.edges]


def came_of(graph: ThingGraph) -> dict[str, str]:
    return {f"{node.entity} {node.id}": node.came_of for node in graph.nodes}


def test_what_is_made_hangs_on_what_its_call_was_given() -> None:
    loan: dict[str, Any] = {"bookId": "B1", "readerId": ("s1", "readerId")}
    plan = chain(
        [
            step(library(), 1, "library/findReaderByPhone", "reader", env="pre", phone="137"),
            step(library(), 2, "library/createLoan", "loan", env="pre", **loan),
            step(library(), 3, "library/returnLoan", "loan", env="pre", loanId=("s2", "loanId")),
        ]
    )
    world = Lending()
    world.put("pre", "Reader", phone="137")
    graph = drawn(world, plan)
    assert told(graph) == ["reader R0001 –readerId→ loan L0002", "book B1 –bookId→ loan L0002"]
    assert came_of(graph) == {
        "loan L0002": "created",
        "book B1": "named",
        "reader R0001": "read",
    }


def test_equal_values_join_nothing() -> None:
    call: dict[str, Any] = {"env": "pre", "readerId": "R0001", "amount": 3}
    loan: dict[str, Any] = {"env": "pre", "readerId": "R0001", "bookId": "3"}
    plan = chain(
        [
            step(library(), 1, "library/createLoan", "loan", **loan),
            step(library(), 2, "library/createFine", "fine", **call),
        ]
    )
    graph = drawn(lending(), plan)
    assert told(graph) == [
        "reader R0001 –readerId→ loan L0002",
        "book 3 –bookId→ loan L0002",
        "reader R0001 –readerId→ fine F0003",
    ]


def test_a_call_that_failed_made_nothing_to_be_drawn() -> None:
    missing = step(library(), 1, "library/getLoan", "loan", env="pre", loanId="L9")
    graph = drawn(lending(), chain([missing]))
    assert graph == ThingGraph()
