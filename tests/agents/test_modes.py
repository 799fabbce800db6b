"""When a model is asked to word an answer, and what is said where it cannot be used."""

import json
from dataclasses import replace

import pytest
from pydantic import SecretStr

from pipelines.contracts.answer import Requirement, Verdict
from pipelines.knowledge.index import IndexedShelf
from pipelines.models.errors import Unreachable
from pipelines.models.options import Mode
from pipelines.summary.wording import Account, Worded
from services.models import Models
from services.settings import ModelAccess, Settings, StageChoice
from services.wording import wording
from tests.agents.test_summary import GOOD, account_of, form
from tests.scripted_model.replies import ScriptedModel
from tests.trades.library import library
from tool_registry.model import Document

pytestmark = pytest.mark.anyio
PAGE = Document(source="knowledge", name="fines.md", text="# Fine of a reader\n\nIn dollars.\n")


def open_account(account: Account) -> Account:
    """The same with a requirement that nobody could verify."""
    more = Requirement(text="the reader was told", verdict=Verdict.UNVERIFIED)
    return replace(account, requirements=(*account.requirements, more))


async def worded(mode: Mode, account: Account, model: ScriptedModel) -> Worded | None:
    """None where the mode has no wording at all."""
    choice = StageChoice(model="scripted", mode=mode)
    models = Models(Settings(stage_summary=choice), ModelAccess(key=SecretStr("sk-x")))
    models.opened["scripted"] = model
    word = wording(models, library(), IndexedShelf.of([PAGE], None))
    return None if word is None else await word(account)


async def test_rules_ask_nobody() -> None:
    assert await worded("rules", await account_of(), ScriptedModel([])) is None


async def test_auto_asks_only_where_something_is_unclear() -> None:
    account, model = await account_of(), ScriptedModel([form()])
    assert await worded("auto", account, model) == Worded()
    assert model.asked == []
    told = await worded("auto", open_account(account), model)
    assert told is not None
    assert (told.told, told.use.calls) == ((GOOD,), 1)


async def test_auto_keeps_the_rules_words_where_the_model_fails() -> None:
    model = ScriptedModel([Unreachable("gone")] * 9)
    told = await worded("auto", open_account(await account_of()), model)
    assert told is not None
    assert (told.told, told.doubts, told.uncovered) == (None, (), ())


async def test_model_mode_tells_the_facts_alone_where_the_model_fails() -> None:
    model = ScriptedModel(["{", "prose", json.dumps({"text": "Fine F9999 was made."})])
    told = await worded("model", await account_of(), model)
    assert told is not None
    assert told.told == (
        "The model gave no usable wording; these are the facts alone:",
        "fine F0002",
    )
    assert told.use.calls == 3


async def test_the_prompt_has_the_pages_only_where_words_or_results_puzzle() -> None:
    account, model = await account_of(), ScriptedModel([form(), form()])
    await worded("model", account, model)
    assert "In dollars." not in model.asked[0].messages[0].text
    await worded("model", replace(account, outputs=("4 of something",)), model)
    assert "In dollars." in model.asked[1].messages[0].text


async def test_the_mode_of_all_stages_asks_for_words_only_where_something_is_unclear() -> None:
    account, model = await account_of(), ScriptedModel([form()])
    settings = Settings(mode="model", stage_summary=StageChoice(model="scripted"))
    models = Models(settings, ModelAccess(key=SecretStr("sk-x")))
    models.opened["scripted"] = model
    word = wording(models, library(), IndexedShelf.of([PAGE], None))
    assert word is not None
    assert await word(account) == Worded()
    assert (await word(open_account(account))).told == (GOOD,)
