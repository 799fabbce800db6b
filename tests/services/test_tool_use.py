"""What an author of tools learns over HTTP: how they are used, and what is asked for in vain."""

from tests.services.commands import Zhizao
from tests.services.serving import Client

ISSUE = "给用户1234发放一张满50减20的优惠券,预发环境"
TOOL = "commerce/issueFullReductionCoupon"


def test_use_is_told_by_tool(service: Client, zhizao: Zhizao) -> None:
    _, before = service.request("GET", "/api/tools/usage")
    calls = {one["tool"]: one["calls"] for one in before}
    service.chat(ISSUE)
    fault = ["fault", "set", "issueFullReductionCoupon", "--kind", "business", "--times", "1"]
    zhizao.sandbox.run(fault)
    service.chat(ISSUE)
    zhizao.sandbox.run(["fault", "clear"])
    _, after = service.request("GET", "/api/tools/usage")
    use = {one["tool"]: one for one in after}
    title = "Issue full reduction coupon"
    assert (use[TOOL]["calls"] - calls[TOOL], use[TOOL]["title"]) == (2, title)
    _, chinese = service.request("GET", "/api/tools/usage", Accept_Language="zh-CN")
    assert {one["tool"]: one["title"] for one in chinese}[TOOL] == "发放满减券"
    assert use[TOOL]["author"] == "江离"
    assert any(one["author"] == "" for one in after)
    assert 0 < use[TOOL]["success"] < 1
    _, known = service.request("GET", "/api/conversations")
    assert use[TOOL]["failed_in"] == known[0]["session_id"]
    assert [one["tool"] for one in after if one["failed_in"]] == [TOOL]
    assert not use[TOOL]["failed_in_deleted"]
    assert use[TOOL]["last_used_at"] > 0
    assert len(use) == len(service.request("GET", "/api/tools")[1])
    assert any(one["calls"] == 0 and one["success"] is None for one in after)


def test_a_failure_in_a_deleted_conversation_is_told_as_deleted(
    service: Client, zhizao: Zhizao
) -> None:
    fault = ["fault", "set", "issueFullReductionCoupon", "--kind", "business", "--times", "1"]
    zhizao.sandbox.run(fault)
    service.chat(ISSUE)
    zhizao.sandbox.run(["fault", "clear"])
    _, known = service.request("GET", "/api/conversations")
    service.request("DELETE", f"/api/conversations/{known[0]['session_id']}")
    _, after = service.request("GET", "/api/tools/usage")
    [row] = [one for one in after if one["failed_in"]]
    assert (row["tool"], row["failed_in_deleted"]) == (TOOL, True)


def test_what_is_asked_in_vain_is_told_without_its_values(service: Client) -> None:
    for person in ("13800138000", "ada@example.com"):
        service.chat(f"create a spaceship for user {person} in pre")
    _, told = service.request("GET", "/api/insights/gaps", Accept_Language="zh-CN")
    [gap] = [one for one in told["gaps"] if one["entity"] == "a spaceship"]
    assert told["environment_labels"][gap["environment"]] == "预发"
    assert (gap["action_label"], gap["times"]) == ("创建", 2)
    assert gap["last_text"].startswith("create a spaceship")
    assert "ada" not in gap["last_text"]
