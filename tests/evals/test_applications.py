"""Applications that nobody here wrote: filled once, fresh for every request, compared by rows."""

import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from evals.applications.application import APPLICATIONS, Application, load_application
from evals.applications.premises import Premises, run_application
from evals.applications.rows import difference, read_rows
from evals.case import Suite
from evals.child_process import free_port
from evals.errors import BenchError, SuiteError
from evals.picking import Picks
from evals.suites import own_wordings
from services.eval_wiring import premises as wired
from services.settings import Settings

KENNEL: dict[str, Any] = {
    "about": "dogs",
    "start": [sys.executable, str(Path(__file__).with_name("kennel.py")), "{state}", "{port}"],
    "ready": "/openapi.json",
    "source": {
        "type": "openapi",
        "document": "http://127.0.0.1:{port}/openapi.json",
        "environments": {"pre": {"url": "http://127.0.0.1:{port}"}},
    },
    "seed": [
        {"call": "POST /dogs", "body": {"name": "Rex"}, "keep": {"first": "id"}},
        {"call": "POST /dogs", "body": {"name": "Heir of {first}"}},
    ],
    "tables": {"dog": {"lines": "{state}/dogs.jsonl", "drop": ["seen"]}},
}
SUITE = Suite.model_validate(
    {
        "name": "kennel",
        "about": "dogs",
        "trade": "kennel",
        "application": "kennel",
        "cases": [
            {
                "id": "make",
                "turns": "create a dog named Bella in pre",
                "expect": [
                    {
                        "status": "succeeded",
                        "effects": [
                            {
                                "op": "create",
                                "entity": "dog",
                                "environment": "pre",
                                "after": {"id": 3, "name": "Bella", "state": "home"},
                            }
                        ],
                    }
                ],
            },
            {
                "id": "delete",
                "turns": "delete the dog Rex in pre",
                "expect": [
                    {
                        "status": "succeeded",
                        "effects": [
                            {
                                "op": "delete",
                                "entity": "dog",
                                "environment": "pre",
                                "before": {"name": "Rex"},
                            }
                        ],
                    }
                ],
            },
            {
                "id": "wrong",
                "turns": "create a dog named Fifi in pre",
                "expect": [{"status": "succeeded", "effects": []}],
            },
        ],
    }
)


def premises(folder: Path, told: dict[str, Any] = KENNEL) -> Premises:
    """The kennel, installed and running below a folder."""
    own = folder / "run"
    own.mkdir()
    (folder / "kennel").mkdir()
    (folder / "kennel" / "application.yaml").write_text(yaml.safe_dump(told), "utf-8")
    return wired(Settings(), "kennel", folder, own, here=folder)


def test_every_request_meets_the_first_records_and_is_judged_by_what_differs(
    tmp_path: Path,
) -> None:
    place = premises(tmp_path)
    picks = Picks.read(tmp_path / "picks.json")
    results = run_application(place, own_wordings(SUITE), picks, lambda result: None)
    assert [(one.id, one.reasons()) for one in results] == [
        ("make/0", []),
        ("delete/0", []),
        (
            "wrong/0",
            [
                "effects: unexpected: create dog 3 in pre by the application "
                "(id=3, name=Fifi, state=home)"
            ],
        ),
    ]
    with place.fresh():
        assert list(place.rows()["dog"]) == ["1", "2"]


def test_an_application_that_is_filled_is_not_filled_again(tmp_path: Path) -> None:
    place = premises(tmp_path)
    with place.fresh():
        assert place.rows()["dog"]["2"] == {"id": 2, "name": "Heir of 1", "state": "home"}
    unseeded = place.application.model_copy(update={"seed": ()})
    other = replace(place, application=unseeded, port=free_port())
    with other.fresh():
        assert len(other.rows()["dog"]) == 2


def test_a_step_that_the_application_refuses_is_told_with_its_words(tmp_path: Path) -> None:
    place = premises(tmp_path, {**KENNEL, "seed": [{"call": "GET /dogs/9"}]})
    with pytest.raises(BenchError, match=r"GET /dogs/9: 404 .*no such dog"):
        place.fill()


def test_a_variable_that_is_not_set_is_named(tmp_path: Path) -> None:
    place = premises(tmp_path, {**KENNEL, "headers": {"Authorization": "${KENNEL_KEY}"}})
    with pytest.raises(BenchError, match="set the variable KENNEL_KEY"):
        place.fill()


def test_records_are_read_from_databases_files_and_programs(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "shop.db")) as database:
        database.execute("create table item (id integer, name text, at text)")
        database.execute("insert into item values (1, 'pen', 'now')")
        database.commit()
    (tmp_path / "notes").mkdir()
    note = "---\nid: n-1\ntags: [a]\n---\nHello.\n\n## Due by\n\n<!-- x -->\nMonday\n"
    (tmp_path / "notes" / "first.md").write_text(note, "utf-8")
    (tmp_path / "all.jsonl").write_text('{"kind": "a", "id": 1}\n{"kind": "b", "id": 2}\n', "utf-8")
    printed = [sys.executable, "-c", 'print(\'[{"x": 1, "y": 2}]\')']
    application = Application.model_validate(
        {
            "about": "everything",
            "source": {"environments": {"pre": {}}},
            "tables": {
                "item": {"sqlite": "{state}/shop.db", "query": "select * from item", "drop": "at"},
                "note": {"pages": "notes/*.md"},
                "line": {"lines": "{state}/all.jsonl", "where": {"kind": "b"}},
                "none": {"lines": "{state}/none.jsonl"},
                "pair": {"command": printed, "key": ["x", "y"]},
            },
        }
    )
    assert read_rows(application, {"state": str(tmp_path)}) == {
        "item": {"1": {"id": 1, "name": "pen"}},
        "note": {
            "n-1": {
                "id": "n-1",
                "tags": ["a"],
                "text": "Hello.",
                "due_by": "Monday",
                "folder": "notes",
            }
        },
        "line": {"2": {"kind": "b", "id": 2}},
        "none": {},
        "pair": {"1 / 2": {"x": 1, "y": 2}},
    }


def test_what_differs_is_made_changed_or_gone() -> None:
    before = {"dog": {"1": {"name": "Rex"}, "2": {"name": "Ada"}, "3": {"name": "Bo"}}}
    after = {"dog": {"1": {"name": "Max"}, "3": {"name": "Bo"}, "4": {"name": "Cleo"}}}
    told: list[Any] = difference(before, after, "pre")
    assert [(one["id"], one["change"]) for one in told] == [
        ("1", {"op": "update", "before": {"name": "Rex"}, "after": {"name": "Max"}}),
        ("2", {"op": "delete", "before": {"name": "Ada"}, "after": None}),
        ("4", {"op": "create", "before": None, "after": {"name": "Cleo"}}),
    ]


def test_a_table_without_a_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "kennel").mkdir()
    told = json.dumps({**KENNEL, "tables": {"dog": {"key": "id"}}})
    (tmp_path / "kennel" / "application.yaml").write_text(told, "utf-8")
    with pytest.raises(SuiteError, match=r"tables\.dog: .*give one of sqlite, lines"):
        load_application("kennel", tmp_path)


@pytest.mark.parametrize("name", sorted(one.parent.name for one in APPLICATIONS.glob("*/*.yaml")))
def test_every_description_here_can_be_read(name: str) -> None:
    assert load_application(name).tables


def test_an_application_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(SuiteError, match="no application named 'kennel'; there are: backlog"):
        load_application("kennel")
