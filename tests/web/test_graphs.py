"""A chain and what it made as pictures: nodes, lines, states, and what a node opens."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.services.commands import Zhizao
from tests.web.browsing import ORDER, Visitor, agree, part, press, say, slow, tools
from tests.web.test_looks import AXE, focused, is_wider_than_the_screen, serious

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

VOUCHER = "预发造一个新用户,给他创建一个已支付的到店团购订单并生成凭证,缺什么就创建什么"
VOIDED = "给用户1234发一张满50减20的优惠券,然后作废它,预发环境"
COUPONS = "预发环境建50个新用户,给他们每人发一张满20减3的券"


def nodes(page: Page, card: str) -> Locator:
    return part(page, card).locator("button[data-node]")


def node(page: Page, card: str, name: str) -> Locator:
    return nodes(page, card).filter(has_text=name)


def as_graph(page: Page, card: str) -> None:
    part(page, card).get_by_role("button", name="图", exact=True).click()


def lines(page: Page, card: str) -> list[str]:
    """The lines of the picture, as they are read out."""
    expect(part(page, card).locator(".diagram")).to_be_visible()
    return part(page, card).locator(".diagram .unseen li").all_inner_texts()


def test_a_plan_is_a_graph_that_runs(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, ORDER)
    as_graph(page, "plan")
    assert lines(page, "plan") == [
        "1 搜索门店 → 2 查询门店商品列表：门店id",
        "1 搜索门店 → 3 创建到店交易：门店id",
        "2 查询门店商品列表 → 3 创建到店交易：到店商品id",
        "3 创建到店交易 → 4 模拟支付：交易单id",
    ]
    expect(node(page, "plan", "搜索门店")).to_contain_text("只查询")
    node(page, "plan", "创建到店交易").click()
    expect(part(page, "plan").locator(".opened")).to_contain_text("来自原话")
    expect(part(page, "plan").locator(".line-label").first).to_have_text("门店id")
    visitor.shoot(page, "plan")
    slow(zhizao, "payOrder", 3)
    agree(page)
    expect(node(page, "execution", "模拟支付")).to_contain_text("执行中")
    expect(node(page, "execution", "创建到店交易")).to_contain_text("完成")
    visitor.shoot(page, "running")
    expect(node(page, "execution", "模拟支付")).to_contain_text("完成")
    expect(part(page, "result")).to_be_visible()
    node(page, "execution", "模拟支付").click()
    expect(part(page, "execution").locator(".opened pre")).to_contain_text("orderStatus")
    press(page, "列表")
    expect(part(page, "execution").locator(".diagram")).to_have_count(0)
    assert tools(zhizao) == ["createDaodianOrder", "payOrder"]


def test_what_is_handed_on_is_not_read_from_what_is_told_to_people(visitor: Visitor) -> None:
    def reworded(route: Route) -> None:
        told = route.fetch()
        text = re.sub(r'("detail": ?")s(\d) →', r"\1the call \2, its", told.text())
        assert "the call 1, its" in text
        route.fulfill(response=told, body=text)

    page = visitor.open()
    page.route("**/api/agui", reworded)
    say(page, ORDER)
    as_graph(page, "plan")
    assert lines(page, "plan")[-1] == "3 创建到店交易 → 4 模拟支付：交易单id"
    assert len(lines(page, "plan")) == 4


def test_the_choice_of_list_or_graph_is_remembered(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, ORDER)
    as_graph(page, "plan")
    page.reload()
    expect(part(page, "plan").locator(".diagram")).to_be_visible()
    part(page, "plan").get_by_role("button", name="列表", exact=True).click()
    page.reload()
    expect(part(page, "plan").locator(".steps > li")).to_have_count(4)
    expect(part(page, "plan").locator(".diagram")).to_have_count(0)


def test_what_a_run_made_is_a_graph_of_things(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, VOUCHER)
    agree(page)
    expect(part(page, "result")).to_be_visible()
    as_graph(page, "result")
    told = [re.sub(r"\d{7,}", "N", one) for one in lines(page, "result")]
    assert sorted(told) == [
        "交易单 N → 凭证 N：作为「交易单id」交给「发放到店凭证」",
        "商品 N → 交易单 N：作为「到店商品id」交给「创建到店交易」",
        "用户 N → 交易单 N：作为「买家havanaId」交给「创建到店交易」",
        "门店 2001 → 交易单 N：作为「门店id」交给「创建到店交易」",
    ]
    expect(node(page, "result", "用户")).to_contain_text("新建")
    expect(node(page, "result", "门店")).to_contain_text("只读取")
    node(page, "result", "交易单").click()
    opened = part(page, "result").locator(".opened")
    expect(opened).to_contain_text("68 元")
    id = node(page, "result", "交易单").locator("code").inner_text()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    part(page, "result").locator(".node").get_by_role("button", name=f"复制 {id}").click()
    assert page.evaluate("navigator.clipboard.readText()") == id
    visitor.shoot(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_fifty_are_one_node(visitor: Visitor, zhizao: Zhizao, dark: bool) -> None:
    page = visitor.open(width=320, dark=dark)
    say(page, COUPONS)
    as_graph(page, "plan")
    expect(nodes(page, "plan")).to_have_count(2)
    expect(nodes(page, "plan").first).to_contain_text("× 50")
    assert not is_wider_than_the_screen(page)
    agree(page)
    expect(nodes(page, "execution").first).to_contain_text(re.compile(r"\d+ / 50"))
    expect(part(page, "result")).to_be_visible()
    expect(nodes(page, "execution").last).to_contain_text("50 / 50")
    as_graph(page, "result")
    expect(nodes(page, "result")).to_have_count(2)
    node(page, "result", "用户").click()
    expect(part(page, "result").locator(".opened").get_by_role("row")).to_have_count(51)
    assert not is_wider_than_the_screen(page)
    visitor.shoot(page)
    assert len(zhizao.effects()) == 100


def test_a_failed_run_shows_where_it_ended(visitor: Visitor, zhizao: Zhizao) -> None:
    zhizao.sandbox.run(["fault", "set", "payOrder", "--kind", "business"])
    page = visitor.open()
    say(page, VOUCHER)
    as_graph(page, "plan")
    agree(page)
    expect(part(page, "result")).to_be_visible()
    expect(node(page, "execution", "模拟支付")).to_contain_text("失败")
    expect(node(page, "execution", "发放到店凭证")).to_contain_text("跳过")
    node(page, "execution", "模拟支付").click()
    expect(part(page, "execution").locator(".opened .error")).to_be_visible()
    as_graph(page, "result")
    expect(node(page, "result", "凭证")).to_have_count(0)
    expect(node(page, "result", "交易单")).to_contain_text("新建")
    visitor.shoot(page)


def test_a_stopped_run_tells_what_was_not_begun(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    slow(zhizao, "createDaodianOrder", 5)
    say(page, ORDER)
    as_graph(page, "plan")
    agree(page)
    expect(node(page, "execution", "创建到店交易")).to_contain_text("执行中")
    press(page, "停止")
    expect(part(page, "result")).to_be_visible()
    expect(node(page, "execution", "模拟支付")).to_contain_text("已停止，未开始")
    visitor.shoot(page)


def test_what_cannot_be_undone_is_marked(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, VOIDED)
    as_graph(page, "plan")
    expect(node(page, "plan", "作废券")).to_contain_text("无法撤销")
    expect(node(page, "plan", "发放满减券")).not_to_contain_text("无法撤销")
    visitor.shoot(page)


def test_what_only_follows_is_told_from_what_is_handed_on(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, "作废优惠券8020000000000001,再给用户1234发一张满50减20的券,预发环境")
    as_graph(page, "plan")
    assert lines(page, "plan") == ["1 作废券 → 2 发放满减券：只有先后顺序"]
    nodes(page, "plan").first.click()
    expect(part(page, "plan").locator(".line-label")).to_have_text("之后")


def test_what_was_voided_is_no_longer_new(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, VOIDED)
    agree(page)
    expect(part(page, "result")).to_be_visible()
    as_graph(page, "result")
    expect(node(page, "result", "优惠券")).to_contain_text("已删除或作废")
    expect(node(page, "result", "用户")).to_contain_text("给定")
    visitor.shoot(page)


def test_the_keyboard_goes_from_node_to_node(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, ORDER)
    as_graph(page, "plan")
    nodes(page, "plan").first.focus()
    page.keyboard.press("ArrowRight")
    assert "查询门店商品列表" in focused(page)
    page.keyboard.press("ArrowRight")
    assert "创建到店交易" in focused(page)
    page.keyboard.press("Tab")
    assert "模拟支付" in focused(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(part(page, "plan").locator(".opened")).to_contain_text("创建到店交易")
    page.keyboard.press("Enter")
    expect(part(page, "plan").locator(".opened")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious_in_graphs(visitor: Visitor, dark: bool) -> None:
    if not AXE.exists():
        pytest.skip("needs axe-core: npm ci --prefix services/web")
    page = visitor.open(dark=dark, width=400)
    page.evaluate(AXE.read_text("utf-8"))
    say(page, VOIDED)
    as_graph(page, "plan")
    node(page, "plan", "作废券").click()
    expect(part(page, "plan").locator(".opened")).to_be_visible()
    assert serious(page) == []
    agree(page)
    expect(part(page, "result")).to_be_visible()
    as_graph(page, "result")
    nodes(page, "execution").first.click()
    nodes(page, "result").first.click()
    assert serious(page) == []
    assert not is_wider_than_the_screen(page)
