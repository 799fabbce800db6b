"""Labelled sentences of several trades: type, environment, goals, what is missing."""

from pathlib import Path
from typing import TypedDict, cast

import pytest
import yaml

from pipelines.contracts.intent import IntentResult
from pipelines.intent import understand
from tests.intent.projection import goal_line
from tests.intent.world import ENVIRONMENTS, lexicon_of

FOLDER = Path(__file__).parent / "cases"


class Labels(TypedDict, total=False):
    """Labels that most sentences do not have; absent means nothing of the kind."""

    missing: list[str]
    production: bool
    stress: bool
    negative: list[str]
    supplements: list[str]


class Case(Labels):
    """One sentence with its labels."""

    say: str
    type: str
    env: str | None
    goals: list[str]


def _cases() -> list[tuple[str, Case]]:
    found: list[tuple[str, Case]] = []
    for file in sorted(FOLDER.glob("*.yaml")):
        data = yaml.safe_load(file.read_text("utf-8"))
        found += [(str(data["pack"]), cast(Case, case)) for case in data["cases"]]
    return found


@pytest.mark.parametrize(("pack", "case"), _cases(), ids=lambda value: str(value)[:60])
def test_a_sentence_means_what_its_label_says(pack: str, case: Case) -> None:
    result = understand(case["say"], lexicon_of(pack), ENVIRONMENTS)
    assert _labels(result) == {
        "type": case["type"],
        "env": case["env"],
        "goals": case["goals"],
        "missing": sorted(case.get("missing", [])),
        "production": case.get("production", False),
        "stress": case.get("stress", False),
        "negative": case.get("negative", []),
        "supplements": case.get("supplements", []),
    }
    assert [span.text for span in result.unread] == []


def _labels(result: IntentResult) -> dict[str, object]:
    return {
        "type": result.intent_type.value,
        "env": result.environment,
        "goals": [goal_line(goal) for goal in result.goals],
        "missing": sorted(item.name for item in result.missing),
        "production": result.production,
        "stress": result.stress,
        "negative": [
            " ".join(part for part in (item.kind, item.action, item.object) if part)
            for item in result.negative
        ],
        "supplements": [item.kind for item in result.supplements if item.kind != "note"],
    }
