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
from evals.options import Options
from evals.records import Record, RunInfo
from evals.report import Report, build_report, hidden
from evals.reports.files import FILES, write_files
from evals.reports.text import as_text
from evals.runner import Runner
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


def run_all(theatre: Theatre, seed: int = 0) -> list[Record]:
    heard: list[Record] = []
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
    assert [(one.id, one.passed) for one in results] == [
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
    done = list[Record]()
    results = anyio.run(Runner(theatre.bench(), 0).run, all_wordings(OFFERED), done.append)
    assert [one.passed for one in results] == [True, True, True]
    assert [one.choices for one in results] == [1, 1, 0]
    taken = [one for one in theatre.chosen if one is not None]
    assert [(one.id, one.values) for one in taken] == [("r2", {}), ("t1", {"row": "4"})]
    report = report_of(results)
    assert report.at_once is not None
    assert (report.at_once.passed, report.overall.passed) == (1, 3)
    assert "right at once" in as_text(report)


def test_the_sandbox_is_reset_only_after_something_changed() -> None:
    theatre = Theatre()
    run_all(theatre, seed=3)
    assert theatre.resets == [3, 3, 3, 3]


def report_of(results: list[Record], repetitions: int = 1, **told: Any) -> Report:
    """The report of a run of these records."""
    options = Options(suite="tickets", repetitions=repetitions)
    run = RunInfo(id="eval-1", options=options, planned=len(results), started_at=0, **told)
    return build_report(run, results)


def test_the_report_counts_conversations_rows_scorers_and_slices(tmp_path: Path) -> None:
    results = run_all(Theatre())
    report = report_of(results, skipped=("distractors: no --data",))
    assert (report.overall.passed, report.overall.total, report.verdict) == (4, 5, "failed")
    assert (report.rows.passed, report.rows.total) == (2, 3)
    assert {name: one.passed for name, one in report.scorers.items()} == {
        "effects": 4,
        "status": 5,
        "words": 5,
    }
    assert {name: (one.passed, one.total) for name, one in report.slices["wording"].items()} == {
        "0": (3, 3),
        "1": (1, 1),
        "2": (0, 1),
    }
    assert {name: one.total for name, one in report.slices["length"].items()} == {"short": 5}
    text = as_text(report)
    assert "FAILED sell/2 (succeeded, reading): give G7 two" in text
    assert "SKIPPED distractors: no --data" in text
    write_files(report, results, tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted(FILES)
    assert json.loads((tmp_path / "report.json").read_text())["overall"]["passed"] == 4
    junit = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert (junit.get("tests"), junit.get("failures"), junit.get("skipped")) == ("6", "1", "1")
    lines = (tmp_path / "records.jsonl").read_text().splitlines()
    records = [Record.model_validate_json(line) for line in lines]
    assert records == results
    spans = json.loads((tmp_path / "traces.jsonl").read_text().splitlines()[2])
    [root, turn] = spans["resourceSpans"][0]["scopeSpans"][0]["spans"]
    assert (root["name"], root["status"]["code"], turn["parentSpanId"]) == (
        "eval sell/2",
        2,
        root["spanId"],
    )


def test_the_page_shows_each_failure_with_the_command_that_says_it_again(tmp_path: Path) -> None:
    results = run_all(Theatre())
    results[2] = results[2].model_copy(update={"case": "sell", "id": "<b>sell</b>/2"})
    write_files(report_of(results), results, tmp_path)
    page = (tmp_path / "report.html").read_text()
    assert "zhizao eval run tickets --case" in page
    assert "unexpected: create ticket T1 in pre" in page
    assert "&lt;b&gt;sell&lt;/b&gt;/2" in page
    assert "<b>sell</b>" not in page
    assert "http" not in page.replace("http://www.w3.org", "")


def test_what_nobody_has_read_is_counted_apart_and_not_shown(tmp_path: Path) -> None:
    results = run_all(Theatre())
    results[2] = results[2].model_copy(update={"unseen": True})
    report = report_of(results)
    assert (report.unseen.passed, report.unseen.total) == (0, 1)
    assert (report.seen.passed, report.seen.total) == (4, 4)
    assert hidden(report).failures[0].texts == ()
    assert "G7 two" not in as_text(report)
    assert "zhizao eval open eval-1 CASE" in as_text(report)
    write_files(report, results, tmp_path)
    for name in FILES:
        if name != "records.jsonl":
            assert "G7 two" not in (tmp_path / name).read_text("utf-8"), name


def test_repetitions_tell_how_surely_all_of_them_pass_and_who_is_flaky() -> None:
    first = run_all(Theatre())
    again = [one.model_copy(update={"repetition": 1}) for one in first]
    again[0] = again[0].model_copy(update={"lost": "plan"})
    report = report_of([*first, *again], 2)
    assert report.flaky == ("sell/0",)
    assert report.pass_hat == {1: 0.7, 2: 0.6}
    assert report.funnel == {"reading": 2, "filter": 0, "plan": 1, "execution": 0, "summary": 0}


def test_a_run_that_said_less_than_was_planned_has_no_verdict() -> None:
    results = run_all(Theatre())
    run = RunInfo(id="eval-1", options=Options(suite="t"), planned=6, started_at=0)
    assert build_report(run, results).verdict == "not run"
