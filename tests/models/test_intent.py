"""The intent stage by a model: words of the sentence only, judged by the program, repaired."""

import json
import re
from copy import deepcopy
from dataclasses import replace
from typing import Any

import anyio
import pytest

from pipelines.contracts.intent import IntentResult
from pipelines.intent.model.agent import (
    Fallback,
    ReadingContext,
    intent_messages,
    to_intent,
    understand_by_model,
)
from pipelines.intent.model.check import check
from pipelines.intent.model.form import ModelIntent
from pipelines.intent.model.sentence import read_sentence
from pipelines.models.errors import Refused, Unreachable
from services.interpreting import reading_context_of
from services.registry import read_catalogue
from services.sandbox_process import private_sandbox
from services.settings import Settings
from tests.intent.projection import goal_line
from tests.intent.world import ENVIRONMENTS, lexicon_of
from tests.models.conftest import opened
from tests.models.heard import heard
from tests.scripted_model.answers import scripted
from tests.scripted_model.replies import ScriptedModel
from tests.scripted_model.server import ScriptedServer
from tool_registry.base.types import IntentType
from tool_registry.catalogue import Catalogue

pytestmark = pytest.mark.anyio
WORLD = ReadingContext(lexicon_of("library"), ENVIRONMENTS)
LEND = "给读者 R20817 借出三本逾期的书,预发,不要动罚款"
OWN = heard(LEND, denied="不要动罚款")
HEARD = read_sentence(OWN, WORLD.lexicon, ENVIRONMENTS)


def thing(type: str | None, words: str, **more: Any) -> dict[str, Any]:
    return {"type": type, "words": words, **more}


def said(words: str, attribute: str | None = None) -> dict[str, Any]:
    return {"attribute": attribute, "words": words}


def lending() -> dict[str, Any]:
    """The right form for LEND."""
    return {
        "intent_type": "B",
        "environment": "pre",
        "environment_words": "预发",
        "steps": [
            {
                "words": "给读者 R20817 借出三本逾期的书",
                "action": "lend",
                "action_words": "借出",
                "object": thing(
                    "book",
                    "三本逾期的书",
                    quantity_words="三",
                    constraints=[said("逾期", "status")],
                ),
                "related": [
                    thing(
                        "reader",
                        "读者 R20817",
                        role="recipient",
                        identifiers=[said("R20817", "id")],
                    )
                ],
            }
        ],
        "negative": [{"kind": "keep", "words": "不要动罚款", "object": "fine"}],
    }


async def ask(text: str, *forms: Any, environment: str | None = None) -> IntentResult | Fallback:
    replies = [json.dumps(one, ensure_ascii=False) for one in forms]
    own = OWN if text == LEND else heard(text)
    return await understand_by_model(own, WORLD, ScriptedModel(replies), environment=environment)


async def test_a_right_form_becomes_a_result_with_every_value_in_the_sentence() -> None:
    result = await ask(LEND, lending())
    assert isinstance(result, IntentResult)
    assert result.intent_type is IntentType.OPERATE_DATA
    assert result.environment == "pre"
    assert [goal_line(goal) for goal in result.goals] == [
        "lend book x3 status=overdue | recipient reader #id:R20817"
    ]
    assert [(item.kind, item.object) for item in result.negative] == [("keep", "fine")]
    assert result.missing == ()
    assert result.unread == ()
    assert result.execution_plan[0].text == "给读者 R20817 借出三本逾期的书"
    for span in result.spans.values():
        assert LEND[span.start : span.end] == span.text


def changed(path: str, value: Any) -> dict[str, Any]:
    """The right form with another value at one place."""
    form = deepcopy(lending())
    *way, last = path.split(".")
    place: Any = form
    for key in way:
        place = place[int(key) if key.isdigit() else key]
    place[int(last) if last.isdigit() else last] = value
    return form


BOOK, READER = "steps.0.object", "steps.0.related.0"
WRONG: dict[str, tuple[str, Any, str]] = {
    "an id that nobody gave": (f"{READER}.identifiers", [said("R99999", "id")], "“R99999”"),
    "a part of an id": (f"{READER}.identifiers", [said("R2081", "id")], "“R2081”"),
    "a number that nobody gave": (f"{BOOK}.quantity_words", "五", "“五”"),
    "a number that is none": (f"{BOOK}.quantity_words", "逾期", "不是一个明确的数量"),
    "another environment": ("environment", "daily", "用户说的环境是 pre"),
    "an environment that does not exist": ("environment", "moon", "environment 填了 moon"),
    "no environment although one is named": ("environment", None, "用户说了环境 pre"),
    "an entity that does not exist": (f"{BOOK}.type", "spaceship", "“spaceship”不在候选里"),
    "an action that does not exist": ("steps.0.action", "teleport", "“teleport”不在候选里"),
    "a write under a query": ("intent_type", "C", "会改变数据的动作 lend"),
    "nothing to do": ("steps", [], "steps 不能为空"),
    "an attribute that does not exist": (
        f"{BOOK}.constraints",
        [said("逾期", "altitude")],
        "“altitude”不在候选里",
    ),
    "an id that was dropped": (f"{READER}.identifiers", [], "“R20817”，但回答里没有"),
    "a letter that is no choice": (
        "intent_type",
        "Z",
        "intent_type 不符合输出格式，应为 A|B|C|D|E|F|G|H",
    ),
    "words of its own": ("steps.0.words", "给读者借书", "“给读者借书”不在用户原话里"),
}


@pytest.mark.parametrize("fault", WRONG)
async def test_each_fault_is_named_repaired_once_or_falls_back(fault: str) -> None:
    path, value, complaint = WRONG[fault]
    wrong = changed(path, value)
    result = await ask(LEND, wrong, wrong, wrong)
    assert isinstance(result, Fallback)
    assert any(complaint in problem for problem in result.problems), result.problems
    assert result.repairs == 2
    repaired = await ask(LEND, wrong, lending())
    assert isinstance(repaired, IntentResult)
    assert repaired.goals[0].related[0].identifiers[0].value == "R20817"


DOUBTED: dict[str, tuple[str, Any, str]] = {
    "a read for a write": ("steps.0.action", "query", "不是 query"),
    "no words for a deed": ("steps.0.action_words", None, "没有动作的原话"),
    "a value that was dropped": (f"{BOOK}.constraints", [], "“逾期”在回答里没有着落"),
    "another entity": (f"{READER}.type", "fine", "说的是 reader"),
    "another attribute": (f"{BOOK}.constraints", [said("逾期", "medium")], "是 status"),
    "a prohibition that was dropped": ("negative", [], "用户说了“不要动罚款”"),
}


@pytest.mark.parametrize("doubt", DOUBTED)
async def test_a_doubt_is_told_once_and_a_repeated_answer_counts(doubt: str) -> None:
    path, value, complaint = DOUBTED[doubt]
    insisting = [json.dumps(changed(path, value), ensure_ascii=False)] * 2
    model = ScriptedModel(insisting)
    result = await understand_by_model(OWN, WORLD, model)
    assert isinstance(result, IntentResult)
    assert result == to_intent(ModelIntent.model_validate(changed(path, value)), HEARD, None)
    told = model.asked[1].messages[-1].text
    assert complaint in told
    assert "<doubts>" in told
    assert "<problems>" not in told
    corrected = await ask(LEND, changed(path, value), lending())
    assert corrected == await ask(LEND, lending())


async def test_what_is_taken_back_does_not_count() -> None:
    text = "借给读者 R20817 两本书,不对,三本书,预发"
    form = {
        "intent_type": "B",
        "environment": "pre",
        "environment_words": "预发",
        "steps": [
            {
                "words": "借给读者 R20817 两本书",
                "action": "lend",
                "action_words": "借给",
                "object": thing("book", "书", quantity_words="两"),
                "related": [thing("reader", "读者 R20817", identifiers=[said("R20817")])],
            }
        ],
    }
    model = ScriptedModel([json.dumps(form, ensure_ascii=False)] * 3)
    own = heard(text, gone="两本书,不对,")
    result = await understand_by_model(own, WORLD, model)
    assert isinstance(result, Fallback)
    assert any("“三”" in problem for problem in result.problems)


async def test_production_is_refused_whatever_the_model_says() -> None:
    text = "线上给读者 R20817 借出三本书"
    none: dict[str, Any] = {"environment": None, "environment_words": None, "negative": []}
    form = lending() | none
    form["steps"][0]["words"] = "给读者 R20817 借出三本书"
    form["steps"][0]["object"] = thing("book", "三本书", quantity_words="三")
    result = await ask(text, form)
    assert isinstance(result, IntentResult)
    assert result.production
    assert result.environment is None
    again = await ask(text, form, environment="pre")
    assert isinstance(again, IntentResult)
    assert again.environment is None


async def test_what_is_missing_is_asked_by_the_program() -> None:
    form = {
        "intent_type": "C",
        "steps": [
            {
                "words": "查书",
                "action": "query",
                "action_words": "查",
                "object": thing("book", "书"),
            }
        ],
    }
    result = await ask("查书", form)
    assert isinstance(result, IntentResult)
    assert [item.name for item in result.missing] == ["book.identifier", "environment"]
    assert result.missing[0].question.startswith("请问")
    chosen = await ask("查书", form, environment="pre")
    assert isinstance(chosen, IntentResult)
    assert chosen.environment == "pre"


CHATTY = "一口气给读者 R20817 借出三本逾期的书,预发,不要动罚款,借完我就睡了,走"


@pytest.mark.parametrize("note", [(), ("一口气", "借完我就睡了", "走")])
async def test_manners_of_speaking_never_stand_in_the_way(note: tuple[str, ...]) -> None:
    form = lending() | {"supplements": [{"kind": "note", "words": one} for one in note]}
    model = ScriptedModel([json.dumps(form, ensure_ascii=False)] * 2)
    result = await understand_by_model(heard(CHATTY), WORLD, model)
    assert isinstance(result, IntentResult), result
    assert result.unread == ()
    assert len(model.asked) == (1 if note else 2)
    if not note:
        assert "睡" in model.asked[1].messages[-1].text


@pytest.mark.parametrize("exact", ["R77 ", "五本 ", "“红皮” "])
async def test_codes_numbers_and_quotations_are_never_left_out(exact: str) -> None:
    text = LEND.replace("书,", f"书,{exact}")
    form = json.dumps(lending(), ensure_ascii=False)
    result = await understand_by_model(heard(text), WORLD, ScriptedModel([form] * 3))
    assert isinstance(result, Fallback)
    assert any("没有任何一处用到" in one for one in result.problems), result.problems


async def test_a_reply_is_shown_as_a_message_of_its_own() -> None:
    added = "三本逾期的书"
    text = f"给读者 R20817 借出,预发,不要动罚款,{added}"
    form = lending()
    form["steps"][0]["words"] = "给读者 R20817 借出"
    model = ScriptedModel([json.dumps(form, ensure_ascii=False)])
    own = heard(text, denied="不要动罚款")
    result = await understand_by_model(own, replace(WORLD, added=added), model)
    assert isinstance(result, IntentResult), result
    assert goal_line(result.goals[0]).startswith("lend book x3 status=overdue")
    system, user = model.asked[0].messages
    assert '<sentence>"给读者 R20817 借出,预发,不要动罚款,"</sentence>' in user.text
    assert f'<reply>"{added}"</reply>' in user.text
    assert "reply 一段是用户接着" in system.text


async def test_a_report_may_hold_more_than_its_text() -> None:
    told = "借 3 天后罚款页白屏,优先级高"
    text = f"提个缺陷:{told}"
    own = heard(text).model_copy(update={"intent_type": IntentType.OPERATE_PROJECT})
    parts = [said("借 3 天后罚款页白屏", "title"), said("高", "priority")]
    step = {"words": text, "action": "file", "action_words": "提"}
    form = {
        "intent_type": "G",
        "steps": [step | {"object": thing(None, "缺陷", constraints=parts)}],
    }
    replies = [json.dumps(form, ensure_ascii=False)]
    result = await understand_by_model(own, WORLD, ScriptedModel(replies))
    assert isinstance(result, IntentResult), result
    found = {one.attribute: one.value for one in result.goals[0].object.constraints}
    assert found == {"title": "借 3 天后罚款页白屏", "priority": "高"}


async def test_a_word_that_the_rules_do_not_know_is_the_models_to_explain() -> None:
    text = "把 R20817 这位书友的大名薅出来,预发"
    form = {
        "intent_type": "C",
        "environment": "pre",
        "environment_words": "预发",
        "steps": [
            {
                "words": "把 R20817 这位书友的大名薅出来",
                "action": "query",
                "action_words": "薅出来",
                "object": thing("reader", "书友", identifiers=[said("R20817", "id")]),
            }
        ],
    }
    result = await ask(text, form)
    assert isinstance(result, IntentResult), result
    assert result.goals[0].object.type == "reader"


async def test_a_model_that_is_down_is_a_fallback() -> None:
    model = ScriptedModel([Unreachable("HTTP 503")])
    result = await understand_by_model(OWN, WORLD, model)
    assert isinstance(result, Fallback)
    assert isinstance(result.error, Unreachable)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    folder = tmp_path_factory.mktemp("sandbox")
    with private_sandbox("commerce", folder) as sandbox:
        settings = Settings(home=folder / "home", sandbox_port=sandbox.port)
        return anyio.run(read_catalogue, settings)


def test_everything_that_tools_do_may_be_picked_and_passes(catalogue: Catalogue) -> None:
    reading_context, text = reading_context_of(catalogue), "把交易 1234 发走,预发"
    sentence = read_sentence(heard(text), reading_context.lexicon, reading_context.environments)
    system, user = intent_messages(sentence, reading_context)
    offered = re.search("^actions: (.*)$", system.text, re.MULTILINE)
    assert offered is not None
    names = {one.partition("[")[0] for one in offered[1].split(", ")}
    shown = set(re.findall(r"action\??\s([^\[\n]+)\[", user.text))
    does = {name for tool in catalogue.tools.values() for name in tool.actions}
    assert does <= names | shown
    for name in does:
        what = thing("交易单", "交易", identifiers=[said("1234")])
        step = {"words": text, "action": name, "action_words": "发走", "object": what}
        form = {"intent_type": "B", "environment": "pre", "steps": [step]}
        faults = check(sentence, ModelIntent.model_validate(form))
        assert not any("不在候选里" in one for one in faults), faults


@pytest.mark.parametrize("wire", ["native", "compatible"])
async def test_question_and_form_go_over_the_wire_unchanged(
    wire: str, service: ScriptedServer
) -> None:
    service.answer = scripted({"ModelIntent: R20817": lending()})
    async with opened(wire, service.url) as model:
        assert await understand_by_model(OWN, WORLD, model) == await ask(LEND, lending())
        service.broken = "bad_key"
        refused = await understand_by_model(OWN, WORLD, model)
    assert isinstance(refused, Fallback)
    assert isinstance(refused.error, Refused)
    assert len(service.asked) == 2
