"""A run of conversations: what is said, when the sandbox is reset, what the report counts."""

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import anyio

from evals.bench import Ask, Bench
from evals.case import Suite
from evals.report import as_text, build_report, wilson, write_files
from evals.runner import Result, Runner
from evals.suites import all_wordings
from evals.variation import Variation
from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Chosen, Request
from tests.evals.answers import answer, created

SUITE = Suite.model_validate(
    {
        "name": "tickets",
        "about": "selling tickets",
        "trade": "theatre",
        "cases": [
            {
                "id": "sell",
                "draw": {"guest": {"fixture": "pre.guest.id"}},
                "turns": "sell a ticket to {guest}",
                "wordings": [["{guest} wants a ticket"], ["give {guest} two"]],
                "expect": [
                    {
                        "status": "succeeded",
                        "effects": [{"op": "create", "entity": "ticket", "environment": "pre"}],
                    }
                ],
            },
            {"id": "look", "turns": "look", "expect": [{"status": "succeeded", "effects": []}]},
            {"id": "see", "turns": "see", "expect": [{"status": "succeeded", "effects": []}]},
        ],
    }
)


class Theatre:
    """Sells a ticket for every sentence about a guest, and one more where it hears `two`."""

    def __init__(self) -> None:
        self.log: list[dict[str, Any]] = []
        self.said: list[str] = []
        self.resets: list[int] = []

    def bench(self) -> Bench:
        return Bench(
            road=self.road,
            effects=lambda since: [one for one in self.log if one["seq"] > since],
            fixtures=lambda: {"pre": {"guest": {"id": "G7"}}},
            reset=self.reset,
            command=self.command,
        )

    @asynccontextmanager
    async def road(self, variation: Variation) -> AsyncGenerator[Ask]:
        yield self.ask

    async def ask(self, request: Request) -> Answer:
        self.said.append(request.text)
        for _ in range(request.text.count("G7") + request.text.count("two")):
            self.log.append(created(len(self.log) + 1, "ticket", f"T{len(self.log)}"))
        return answer(summary={"text": "it is done"})

    def reset(self, seed: int) -> None:
        self.resets.append(seed)
        self.log.clear()

    def command(self, arguments: Sequence[str]) -> None:
        raise AssertionError(f"no case of this suite asks for {arguments}")


def run_all(theatre: Theatre, seed: int = 0) -> list[Result]:
    heard: list[Result] = []
    results = anyio.run(Runner(theatre.bench(), seed).run, all_wordings(SUITE), heard.append)
    assert heard == results
    return results


def test_every_wording_is_said_and_judged_by_what_really_happened() -> None:
    theatre = Theatre()
    results = run_all(theatre)
    assert theatre.said == [
        "sell a ticket to G7",
        "G7 wants a ticket",
        "give G7 two",
        "look",
        "see",
    ]
    assert [(one.conversation.id, one.passed) for one in results] == [
        ("sell/0", True),
        ("sell/1", True),
        ("sell/2", False),
        ("look/0", True),
        ("see/0", True),
    ]
    assert results[2].reasons() == ["effects: unexpected: create ticket T1 in pre by make (id=T1)"]


OFFERED = Suite.model_validate(
    {
        "name": "tickets",
        "about": "tickets of a kind",
        "trade": "theatre",
        "cases": [
            {
                "id": "kind",
                "turns": "sell something",
                "expect": [{"status": "succeeded", "choose": {"kind": "reading", "index": 2}}],
            },
            {
                "id": "tool",
                "turns": "sell a seat",
                "expect": [
                    {"status": "succeeded", "choose": {"tool": "seat", "values": {"row": "{row}"}}}
                ],
                "draw": {"row": {"first": 4, "low": 4, "high": 4}},
            },
            {
                "id": "clear",
                "turns": "sell a ticket",
                "expect": [{"status": "succeeded", "choose": {"kind": "reading"}}],
            },
        ],
    }
)


class Undecided(Theatre):
    """Offers what it is not sure of, and does what is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[Chosen | None] = []

    async def ask(self, request: Request) -> Answer:
        self.chosen.append(request.choice)
        if request.choice is not None or request.text.endswith("ticket"):
            return await super().ask(request)
        told = {"text": "which one?"}
        choices = [
            {"id": "r1", "kind": "reading", "text": "one"},
            {"id": "r2", "kind": "reading", "text": "another"},
            {"id": "t1", "kind": "tool", "text": "a seat", "tool": "shop/seat"},
        ]
        return answer("needs_input", summary=told, question="which one?", choices=choices)


def test_a_case_chooses_by_kind_and_place_or_by_tool_and_the_report_counts_who_had_to() -> None:
    theatre = Undecided()
    done = list[Result]()
    results = anyio.run(Runner(theatre.bench(), 0).run, all_wordings(OFFERED), done.append)
    assert [one.passed for one in results] == [True, True, True]
    assert [one.choices for one in results] == [1, 1, 0]
    taken = [one for one in theatre.chosen if one is not None]
    assert [(one.id, one.values) for one in taken] == [("r2", {}), ("t1", {"row": "4"})]
    report = build_report("tickets", 0, results)
    assert report.at_once is not None
    assert (report.at_once.passed, report.overall.passed) == (1, 3)
    assert "right at once" in as_text(report)


def test_the_sandbox_is_reset_only_after_something_changed() -> None:
    theatre = Theatre()
    run_all(theatre, seed=3)
    assert theatre.resets == [3, 3, 3, 3]


def test_the_report_counts_conversations_rows_scorers_and_wordings(tmp_path: Path) -> None:
    results = run_all(Theatre())
    report = build_report("tickets", 0, results, skipped=["distractors: no --data"])
    assert (report.overall.passed, report.overall.total) == (4, 5)
    assert (report.rows.passed, report.rows.total) == (2, 3)
    assert {name: one.passed for name, one in report.scorers.items()} == {
        "chain": 5,
        "effects": 4,
        "question": 5,
    }
    assert {name: (one.passed, one.total) for name, one in report.wordings.items()} == {
        "0": (3, 3),
        "1": (1, 1),
        "2": (0, 1),
    }
    text = as_text(report)
    assert "FAILED sell/2 (succeeded): give G7 two" in text
    assert "SKIPPED distractors: no --data" in text
    write_files(report, results, tmp_path)
    assert json.loads((tmp_path / "report.json").read_text())["overall"]["passed"] == 4
    junit = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert (junit.get("tests"), junit.get("failures"), junit.get("skipped")) == ("6", "1", "1")
    answers = [json.loads(line) for line in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert [one["passed"] for one in answers] == [True, True, False, True, True]


def test_intervals_are_wilson_s() -> None:
    assert wilson(0, 0).model_dump() == {"passed": 0, "total": 0, "low": 0.0, "high": 1.0}
    assert (wilson(10, 10).low, wilson(10, 10).high) == (0.7225, 1.0)
    assert (wilson(81, 263).low, wilson(81, 263).high) == (0.2553, 0.3662)
