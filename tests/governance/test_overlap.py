"""Tools that do the same are found before they are published, and told from twins."""

import time

import pytest

from pipelines.messages import LANGUAGES
from pipelines.onboarding.texts import overlap_text
from tests.governance.catalogues import commerce, named, parsed
from tests.parsing.operations import STRING, operation
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.governance.nearness import is_same_kind, nearest
from tool_registry.governance.overlap import Comparison, Overlaps, Verdict, compare
from tool_registry.model import RawTool


def _compared(one: str, other: str) -> Comparison:
    tools = commerce().tools
    return compare(tools[f"commerce/{one}"], tools[f"commerce/{other}"])


def _beside_the_sandbox(new: RawTool) -> tuple[Catalogue, list[Comparison]]:
    raws = [tool for tool in _declared() if tool.id != new.id]
    catalogue = parsed([*raws, new])
    return catalogue, Overlaps(catalogue.tools.values()).of(catalogue.tools[new.id])


def _declared() -> list[RawTool]:
    return [named(tool.name) for tool in commerce().tools.values()]


@pytest.mark.parametrize(
    ("one", "other", "told_by"),
    [
        ("createDaodianSingleItemCoupon", "createWaimaiSingleItemCoupon", "discriminators"),
        ("issueDaodianRedPacket", "issueWaimaiRedPacket", "discriminators"),
        ("applyDaodianRefund", "applyWaimaiRefund", "discriminators"),
        ("createDaodianItem", "lanhai_daodian_item_daily", "platform"),
        ("issueFullReductionCoupon", "lanhai_coupon_pre", "platform"),
        ("lanhai_user_daily", "lanhai_user_pre", "environments"),
        ("putItemOnShelf", "takeItemOffShelf", "states"),
        ("getUserInfo", "queryUserByAccount", "inputs"),
    ],
)
def test_twins_are_told_apart_by_what_differs(one: str, other: str, told_by: str) -> None:
    found = _compared(one, other)
    assert found.verdict is Verdict.TWIN
    assert told_by in found.told_by
    assert not found.verdict.blocks


def test_nothing_in_the_sandbox_stands_in_the_way_of_publishing() -> None:
    overlaps = Overlaps(commerce().tools.values())
    found = [one for tool in commerce().tools.values() for one in overlaps.of(tool)]
    assert [(one.new, one.other) for one in found if one.verdict.blocks] == []


def test_the_same_tool_under_another_name_is_a_duplicate() -> None:
    original = named("createDaodianOrder")
    copy = original.model_copy(update={"source": "rival", "name": "makeDaodianTrade"})
    catalogue, found = _beside_the_sandbox(copy)
    assert (found[0].other, found[0].verdict) == (original.id, Verdict.DUPLICATE)
    for language in LANGUAGES:
        assert original.id in overlap_text(found[0], catalogue.tools, language)


def test_a_duplicate_is_found_though_its_author_uses_other_words() -> None:
    original = named("issueWaimaiRedPacket")
    text = original.description.replace("红包", "现金红包").replace("发放", "派发")
    update = {"source": "rival", "name": "grantCash", "title": "发外卖红包", "description": text}
    _, found = _beside_the_sandbox(original.model_copy(update=update))
    assert (found[0].other, found[0].verdict) == (original.id, Verdict.DUPLICATE)


def test_what_is_called_alike_is_found_though_verb_and_noun_are_others() -> None:
    given: dict[str, JsonValue] = {"boat_id": STRING, "customer": STRING, "day": STRING}
    book = operation("book_boat", "POST /bookings", given, {"booking_id": STRING}, tuple(given))
    more = operation("reserve_boat", "POST /reservations", given, required=tuple(given))
    again = more.model_copy(update={"description": "Reserve a boat for a customer on a day."})
    hire = book.model_copy(update={"description": "Book a boat for a customer on a day."})
    tools = parsed([hire, again]).tools
    (found,) = Overlaps(tools.values()).of(tools[again.id])
    assert (found.other, found.verdict) == (book.id, Verdict.TWIN)
    assert set(found.told_by) <= {"actions", "objects"}


def _coupons_in_english() -> RawTool:
    told = {
        "user_id": "Id of the user",
        "amount": "Amount off, in yuan",
        "minimum": "Minimum amount of the order",
    }
    given: dict[str, JsonValue] = {
        name: {"type": "string", "description": text} for name, text in told.items()
    }
    asked = operation("issue_coupon", "POST /coupons", given, required=tuple(given))
    words = {"title": "Issue a coupon to a user", "description": "Issue a coupon to a user."}
    return asked.model_copy(update={"source": "bikes", **words})


def test_what_does_the_same_is_found_though_its_text_is_in_another_language() -> None:
    new = _coupons_in_english()
    catalogue, [found] = _beside_the_sandbox(new)
    other = "commerce/issueFullReductionCoupon"
    assert (found.other, found.verdict) == (other, Verdict.ALIKE)
    assert (found.verdict.open, found.verdict.blocks) == (True, False)
    for language in LANGUAGES:
        assert other in overlap_text(found, catalogue.tools, language)


def test_the_nearest_tools_are_those_of_the_same_function_and_object() -> None:
    new = _coupons_in_english()
    catalogue, _ = _beside_the_sandbox(new)
    tool = catalogue.tools[new.id]
    near = nearest(tool, catalogue.tools.values())
    assert near[0].name == "issueFullReductionCoupon"
    assert len(near) == 3
    assert all(is_same_kind(tool, one) for one in near)
    closing = catalogue.tools["commerce/closeStore"]
    assert nearest(closing, catalogue.tools.values(), 1)[0].name == "openStore"


def test_the_real_duplicate_comes_before_the_authors_own_and_twins_count_once() -> None:
    new = _coupons_in_english()
    catalogue, _ = _beside_the_sandbox(new)
    tool = catalogue.tools[new.id]
    twin = catalogue.tools["commerce/issueFullReductionCoupon"]
    here = tool.model_copy(update={"environments": ("daily",)})
    own = [
        tool.model_copy(update={"id": f"{new.source}/{place}", "environments": (place,)})
        for place in ("pre", "gray", "night")
    ]
    first, *rest = nearest(here, [*own, *catalogue.tools.values()], 40)
    assert first.id == twin.id
    assert sum(one.source == new.source for one in rest) == 1


def test_a_tool_that_is_like_nothing_still_has_its_nearest() -> None:
    odd = operation("tune_piano", "POST /tunings", {"piano": STRING}, required=("piano",))
    catalogue, found = _beside_the_sandbox(odd)
    assert found == []
    tool = catalogue.tools[odd.id]
    near = nearest(tool, catalogue.tools.values())
    assert (len(near), any(is_same_kind(tool, one) for one in near)) == (3, False)


def test_a_tool_for_one_kind_specialises_the_general_one() -> None:
    general = named("createStore")
    special = general.model_copy(
        update={"source": "rival", "name": "createWaimaiStore", "title": "创建外卖门店"}
    )
    catalogue, found = _beside_the_sandbox(special)
    one = next(c for c in found if c.other == general.id)
    assert (one.verdict, one.special) == (Verdict.SPECIALISES, special.id)
    assert "创建外卖门店" in overlap_text(one, catalogue.tools, "zh")


def test_a_twin_that_lacks_the_word_that_tells_it_apart_is_stopped() -> None:
    original = named("createStore")
    schema = {
        "type": "object",
        "properties": {
            "envType": original.input_schema["properties"]["envType"],
            "licenceNo": {"type": "string", "description": "营业执照号"},
            "ownerPhone": {"type": "string", "description": "店主手机号"},
        },
        "required": ["envType", "licenceNo", "ownerPhone"],
    }
    twin = original.model_copy(
        update={"source": "rival", "name": "registerShop", "input_schema": schema}
    )
    catalogue, found = _beside_the_sandbox(twin)
    one = next(c for c in found if c.other == original.id)
    assert one.verdict is Verdict.UNMARKED
    assert one.verdict.blocks
    for language in LANGUAGES:
        assert original.id in overlap_text(one, catalogue.tools, language)


def test_the_comparison_shows_every_aspect_side_by_side() -> None:
    found = _compared("createDaodianItem", "createWaimaiItem")
    rows = {row.aspect: row for row in found.rows}
    assert rows["discriminators"].new == ("channel=到店",)
    assert rows["discriminators"].other == ("channel=外卖",)
    assert not rows["discriminators"].same
    assert rows["objects"].same
    assert rows["environments"].same
    assert rows["inputs"].same


def test_another_object_or_another_action_is_unrelated() -> None:
    assert _compared("createStore", "createTestUser").verdict is Verdict.UNRELATED
    assert _compared("closeStore", "openStore").verdict is Verdict.UNRELATED


def test_a_new_tool_is_compared_with_seven_thousand_in_well_under_a_second() -> None:
    tools = list(commerce().tools.values())
    many = [
        tool.model_copy(update={"id": f"copy{number}/{tool.name}", "source": f"copy{number}"})
        for number in range(70)
        for tool in tools
    ]
    overlaps = Overlaps(many)
    started = time.process_time()
    found = overlaps.of(tools[0])
    assert time.process_time() - started < 0.5
    assert found[0].verdict is Verdict.DUPLICATE
