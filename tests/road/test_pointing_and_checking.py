"""A word that only points changes nothing, and a tool's own verb is no check."""

from pathlib import Path

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Request
from pipelines.filter.finder import CatalogueFinder
from pipelines.flow.options import RoadOptions
from pipelines.flow.road import Road
from pipelines.runs.store import RunStore
from tests.trades.counter import Counter, Deed, items, only, text, tool
from tests.trades.library import ENVIRONMENTS
from tool_registry.building import build_catalogue
from tool_registry.sources.source import Sources
from tool_registry.vocabulary.packs import load_packs

pytestmark = pytest.mark.anyio

BOOKING = {
    "booking_no": text("Number of the booking, such as BK-301"),
    "guest": text("Name of the guest"),
    "status": text("State: draft, confirmed, cancelled", enum=["draft", "confirmed", "cancelled"]),
}
BILL = {
    "bill_no": text("Number of the bill, such as FO-801"),
    "balance": {"type": "integer", "description": "What is still to be paid, in cents"},
    "status": text(
        "open 未结 / settled 已结清 / refunded 已退款", enum=["open", "settled", "refunded"]
    ),
}
TOOLS = (
    tool("desk", "getBooking", "Look up a booking", only(BOOKING, "booking_no"), BOOKING,
         reads=True),
    tool("desk", "listBookings", "List the bookings", {}, items(BOOKING), reads=True),
    tool("desk", "confirmBooking", "Confirm a booking", only(BOOKING, "booking_no"), BOOKING),
    tool("desk", "listBills", "List the bills", only(BILL, "status"), items(BILL),
         reads=True, optional=("status",)),
    tool("desk", "refundBill", "Refund a settled bill 整单退款. 只有已结清的账单可以退款",
         only(BILL, "bill_no"), BILL),
)  # fmt: skip
DEEDS = {
    "getBooking": Deed("read", "booking_no"),
    "listBookings": Deed("list", "booking_no"),
    "confirmBooking": Deed("change", "booking_no", {"status": "=confirmed"}),
    "listBills": Deed("list", "bill_no"),
    "refundBill": Deed("change", "bill_no", {"status": "=refunded"}),
}


def desk() -> Counter:
    rows = {
        "BK-301": {"booking_no": "BK-301", "guest": "Ida", "status": "draft"},
        "FO-802": {"bill_no": "FO-802", "balance": 0, "status": "settled"},
    }
    return Counter("desk", TOOLS, DEEDS, rows)


async def asked(trade: Counter, folder: Path, sentence: str) -> Answer:
    store = RunStore(folder / "runs.db")
    options = RoadOptions(finder=CatalogueFinder())
    packs = load_packs(("general", "commerce"))
    catalogue = build_catalogue(trade.tools, (), ENVIRONMENTS, packs)
    road = Road(catalogue, Sources({trade.name: trade}), store, options)
    request = Request(
        text=sentence, session_id="s", request_id=sentence, environment="pre", approved=True
    )
    try:
        return await road.run(request, lambda event: None)
    finally:
        store.close()


def changes(trade: Counter) -> list[str]:
    return [name for name, _ in trade.calls if trade.deeds[name].does == "change"]


@pytest.mark.parametrize("sentence", ["can you refund it in pre?", "refund that in pre"])
async def test_the_only_one_that_would_do_is_not_the_one_that_is_pointed_at(
    tmp_path: Path, sentence: str
) -> None:
    trade = desk()
    answer = await asked(trade, tmp_path, sentence)
    assert answer.status is Status.NEEDS_INPUT
    assert changes(trade) == []


@pytest.mark.parametrize("sentence", ["BK-301 确认掉 预发", "Confirm BK-301 in pre"])
async def test_what_a_tool_is_called_by_is_asked_about_and_not_answered_by_a_look(
    tmp_path: Path, sentence: str
) -> None:
    trade = desk()
    answer = await asked(trade, tmp_path, sentence)
    assert answer.status is Status.NEEDS_INPUT
    assert answer.choices[0].tool == "desk/confirmBooking"
    assert changes(trade) == []
