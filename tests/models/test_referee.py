"""The referee refuses no right reading: labelled sentences of eight trades, read ideally."""

import re
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from pipelines.agents.intent.agent import to_intent
from pipelines.agents.intent.check import check, doubts
from pipelines.agents.intent.form import ModelIntent
from pipelines.agents.intent.sentence import read_sentence
from pipelines.contracts.intent import IntentResult
from pipelines.intent import understand
from tests.intent.projection import goal_line
from tests.intent.world import ENVIRONMENTS, lexicon_of
from tests.models.ideal import ideal_form

FOLDER = Path(__file__).parents[1] / "intent" / "cases"
NO_CANDIDATE = {"waive the fine of reader R77, pre"}
"""The rules made an action of a word that no lexicon has; a model has to choose another one."""
STRICTER = {"get 8812 a takeaway order on daily"}
"""The rules take a light verb for making; the referee does not let a model do so."""
DOUBTED = {"不要给用户8812发现金券,发一张满减券,满60减10,预发"}
"""The rules take a receiver out of what is not wanted; the referee asks a model once."""
RANGES = {"账户A-1到A-5都冻结,预发", "close accounts A-1 through A-3, pre"}
"""The rules spread a range; ids between its ends stand nowhere in the sentence."""


def _sentences() -> list[tuple[str, str]]:
    files = [yaml.safe_load(file.read_text("utf-8")) for file in sorted(FOLDER.glob("*.yaml"))]
    return [
        (str(data["pack"]), str(case["say"]))
        for data in files
        for case in cast("list[dict[str, Any]]", data["cases"])
    ]


def goals(result: IntentResult) -> list[str]:
    """The goals without their quantities."""
    return [re.sub(r" x\d+(?= |$)", "", goal_line(goal)) for goal in result.goals]


def test_ideal_readings_pass_and_mean_what_the_rules_mean() -> None:
    refused: dict[str, list[str]] = {}
    doubted: set[str] = set()
    different: list[str] = []
    for pack, text in _sentences():
        lexicon = lexicon_of(pack)
        rules = understand(text, lexicon, ENVIRONMENTS)
        sentence = read_sentence(text, lexicon, ENVIRONMENTS)
        form = ModelIntent.model_validate(ideal_form(rules, sentence))
        if doubts(sentence, form):
            doubted.add(text)
        if problems := check(sentence, form):
            refused[text] = problems
            continue
        result = to_intent(form, sentence, None)
        same = goals(result) == goals(rules) and result.missing == rules.missing
        place = (result.environment, result.production, result.stress)
        if not same or place != (rules.environment, rules.production, rules.stress):
            different.append(text)
    assert set(refused) == NO_CANDIDATE | STRICTER, refused
    assert doubted >= DOUBTED
    assert doubted <= DOUBTED | STRICTER, doubted
    assert set(different) == RANGES


@pytest.mark.parametrize("other", ["Z99999", "88888", "13911112222"])
def test_no_sentence_lets_a_made_up_id_pass(other: str) -> None:
    passed: list[str] = []
    for pack, text in _sentences():
        lexicon = lexicon_of(pack)
        sentence = read_sentence(text, lexicon, ENVIRONMENTS)
        form = ideal_form(understand(text, lexicon, ENVIRONMENTS), sentence)
        told = [one for step in form["steps"] for one in step["object"]["identifiers"]]
        if not told or other in text:
            continue
        told[0]["words"] = other
        if not any(other in one for one in check(sentence, ModelIntent.model_validate(form))):
            passed.append(text)
    assert passed == []
