"""Where a request is to happen, by its exact words."""

import pytest

from pipelines.intent.lexical.setting import Setting, of_text
from tests.intent.world import ENVIRONMENTS, lexicon_of


def read(text: str) -> Setting:
    return of_text(text, ENVIRONMENTS, lexicon_of("commerce"))


@pytest.mark.parametrize(
    "text", ["线下门店2001的库存", "生产日期为2025-01-01的商品8812", "take the tool offline"]
)
def test_the_same_words_in_another_sense_name_no_environment(text: str) -> None:
    found = read(text)
    assert (found.named, found.production) == ((), None)


def test_an_environment_that_is_denied_is_not_meant() -> None:
    assert read("不要在线上执行,在预发给1234发一张券").production is None
    assert read("create a user, not on daily but on pre").named == ("pre",)


@pytest.mark.parametrize("text", ["在生产环境造一个订单", "create a user in prod"])
def test_production_is_named(text: str) -> None:
    assert read(text).production is not None


def test_two_environments_are_both_named() -> None:
    assert read("预发环境创建用户,线下也要").named == ("pre", "daily")


@pytest.mark.parametrize("text", ["在灰度环境造一个订单", "create a user in staging"])
def test_an_environment_that_is_not_configured_is_told(text: str) -> None:
    assert read(text).unknown is not None
