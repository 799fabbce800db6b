"""`zhizao ask` about tools: a conversation over several processes."""

from tests.services.commands import Zhizao

TOOL = "commerce/createTestUser"
WHY = "为什么没有选工具 createTestUser 来 给用户1234发一张满50减20的优惠券,预发"


def test_a_tool_is_retired_and_comes_back_by_sentence(zhizao: Zhizao) -> None:
    asked = zhizao.run("ask", "下线工具 createTestUser", "--session", "s")
    assert asked.code == 2
    assert "现在什么都还没有改" in asked.out
    assert zhizao.run("ask", "是", "--session", "s").code == 0
    made = zhizao.run("ask", "创建一个用户账号,预发", "--plan-only", "--json").json
    assert TOOL not in [step["tool"] for step in made["chain"]]
    mine = zhizao.run("ask", "我有哪些工具").out
    assert f"（{TOOL}）：已下线" in mine
    assert zhizao.run("ask", "restore the tool createTestUser", "--yes").code == 0
    assert TOOL not in zhizao.run("ask", "我有哪些工具").out


def test_why_a_tool_was_not_chosen_is_answered_stage_by_stage(zhizao: Zhizao) -> None:
    told = zhizao.run("ask", WHY)
    assert told.code == 0
    lines = [line for line in told.out.splitlines() if line.startswith(("✓", "✗"))]
    assert [line.partition("：")[0] for line in lines] == [
        "✓ 登记",
        "✓ 规则",
        "✓ 意图",
        "✗ 筛选",
        "✗ 规划",
    ]
    assert "发放满减券" in lines[-1]
    assert zhizao.effects() == []


def test_what_has_nothing_to_do_with_tools_is_as_it_was(zhizao: Zhizao) -> None:
    how = zhizao.run("ask", "我想接入一个工具", "--json").json
    assert (how["status"], how["intent"]["intent_type"]) == ("succeeded", "operate_tool")
    data = zhizao.run("ask", "下线商品 2001", "--json").json
    assert data["intent"]["intent_type"] == "operate_data"
