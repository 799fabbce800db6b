"""The referee refuses few right readings, and no made-up id: labelled requests, read ideally."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from pydantic import ValidationError

from evals.reader.corpus import CORPUS, read_corpus
from evals.reader.effects import labelled, place_of
from pipelines.intent.lexical import setting
from pipelines.intent.model.check import check, doubts
from pipelines.intent.model.form import ModelIntent
from pipelines.intent.model.sentence import Sentence, read_sentence
from pipelines.intent.reader.result import result_of
from tests.models.ideal import ideal_form
from tool_registry.base.environment import Environment, Environments

AUTHOR = "e1"
FEWEST, MOST_REFUSED, MOST_DOUBTED = 100, 0.1, 0.12
"""Forms that are tried, and the shares of them with which the referee finds fault; the labels have
no notes for manners of speaking, about which it asks once."""


def _environments(words: str | None) -> Environments:
    """One environment, called as the request calls it."""
    label = {"zh": "there", "en": "there"}
    said = (Environment(name="there", label=label, words=(words,)),) if words else ()
    return Environments(configured=said)


@cache
def _readings() -> tuple[tuple[Sentence, ModelIntent], ...]:
    return tuple(_read())


def _read() -> Iterator[tuple[Sentence, ModelIntent]]:
    """What a model that reads as the labels do would fill in."""
    for trade in read_corpus(CORPUS / AUTHOR):
        place = place_of(trade.business)
        for one in trade.requests:
            text, known = one.request.t, _environments(one.request.env)
            where = setting.of_text(text, known, place.lexicon)
            if where.production is not None:
                continue
            here = replace(place, environments=known, setting=where)
            marks = labelled(one, trade.business)
            taken_back = {"retracted": marks.retracted}
            own = result_of(marks, here).model_copy(update=taken_back)
            sentence = read_sentence(own, place.lexicon, known)
            try:
                yield sentence, ModelIntent.model_validate(ideal_form(own, sentence))
            except ValidationError:
                continue  # a remark, a comparison of before: the form has no blank for it


def test_few_ideal_readings_are_refused_or_doubted() -> None:
    found = _readings()
    refused = [one.words.text for one, form in found if check(one, form)]
    doubted = [one.words.text for one, form in found if doubts(one, form)]
    assert len(found) >= FEWEST
    assert len(refused) <= MOST_REFUSED * len(found), refused
    assert len(doubted) <= MOST_DOUBTED * len(found), doubted


@pytest.mark.parametrize("other", ["Z99999", "88888", "13911112222"])
def test_no_sentence_lets_a_made_up_id_pass(other: str) -> None:
    tried, passed = 0, list[str]()
    for sentence, form in _readings():
        told = form.model_dump()
        ids = [one for step in told["steps"] for one in step["object"]["identifiers"]]
        if not ids or other in sentence.words.text:
            continue
        tried += 1
        ids[0]["words"] = other
        if not any(other in one for one in check(sentence, ModelIntent.model_validate(told))):
            passed.append(sentence.words.text)
    assert tried
    assert passed == []
