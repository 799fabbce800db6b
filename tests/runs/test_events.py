"""Events as they are stored and sent: what was kept once is read, and told again as it was."""

from typing import Any

import pytest

from pipelines.contracts.events import EVENT, Asked
from tests.runs.test_store import READ

FAILURE: dict[str, Any] = {
    "kind": "business",
    "code": "404",
    "message": "no such part",
    "fields": {},
}
STEP: dict[str, Any] = {
    "step": "s1",
    "tool": "workshop/make_part",
    "arguments": {"name": "bolt"},
    "bindings": {"name": {"source": "words", "detail": "bolt", "step": None}},
    "status": "planned",
    "output": None,
}
STORED: dict[str, dict[str, Any]] = {
    "run_started": {"text": "make a bolt", "session_id": "s"},
    "intent": {"intent": READ.intent.model_dump(mode="json")},
    "candidates": {
        "candidates": [
            {"tool": "a/b", "role": "dropped", "score": 0.5, "reasons": ["far"], "serves": []}
        ]
    },
    "read": {
        "tool": "a/b",
        "title": "B",
        "environment": "pre",
        "arguments": {"id": 7},
        "ok": False,
        "failure": FAILURE,
    },
    "plan": {
        "chain": [STEP],
        "steps": [{"step": "s1", "title": "Make", "purpose": "to make it"}],
        "notes": ["a note"],
    },
    "context": {"turn": 1, "tokens": 10, "outside": 0, "compressed": 0},
    "question": {"question": "which?", "missing": ["part.id"]},
    "refused": {"reason": "production"},
    "step_started": {
        "step": "s1",
        "tool": "a/b",
        "title": "B",
        "purpose": "x",
        "arguments": {"list": [1, {"a": None}]},
    },
    "step_corrected": {
        "step": "s1",
        "reason": "no date",
        "changes": {"day": {"source": "derived", "detail": "1 May", "step": None}},
        "missing": [],
        "lessons": [
            {"tool": "a/b", "path": "day", "kind": "format", "value": ["date"], "words": "no date"}
        ],
    },
    "step_finished": {
        "step": "s1",
        "tool": "a/b",
        "status": "failed",
        "arguments": {},
        "output": {"any": ["thing", 1.5]},
        "failure": FAILURE,
        "verified": False,
        "replaces": None,
        "troubleshooting": None,
    },
    "summary": {
        "summary": {
            "satisfied": True,
            "text": "done",
            "lead": "done",
            "requirements": [{"text": "it exists", "verdict": "confirmed"}],
            "data": [
                {
                    "entity": "part",
                    "id": "P1",
                    "attributes": {"size": 3},
                    "values": {"size": "3 cm"},
                    "times": {},
                    "parts": [{"name": "lines", "rows": [{"size": "1 cm"}], "total": 1}],
                    "came_of": "read",
                }
            ],
            "graph": {
                "nodes": [{"entity": "part", "id": "P1", "came_of": "changed", "place": 0}],
                "edges": [
                    {"source": 0, "target": 0, "step": "s1", "tool": "a/b", "argument": "id"}
                ],
            },
            "missing": [],
        }
    },
    "answer": {"status": "succeeded", "text": "done"},
    "run_finished": {"status": "succeeded"},
}


@pytest.mark.parametrize("kind", STORED)
def test_what_is_stored_is_what_is_sent(kind: str) -> None:
    wire = {"type": kind, "run_id": "run-1", "seq": 3, "at": 1.5, "data": STORED[kind]}
    event = EVENT.validate_python(wire)
    assert event.model_dump(mode="json") == wire
    assert list(event.model_dump(mode="json")) == ["type", "run_id", "seq", "at", "data"]
    assert (event.type, event.data) == (kind, STORED[kind])


def test_what_was_not_told_is_not_on_the_wire() -> None:
    assert Asked(question="which?").data == {"question": "which?"}
    assert Asked(question="which?", missing=()).data == {"question": "which?", "missing": []}


def test_an_event_of_another_version_can_still_be_read() -> None:
    more = {"question": "which?", "colour": "red"}
    told = EVENT.validate_python({"type": "question", "run_id": "run-1", "data": more})
    assert told == Asked(run_id="run-1", question="which?")
