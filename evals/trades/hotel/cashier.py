"""Folios and what is posted on them. All money of this part is in fen."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

import codes as k
import schemas as s
from core import CallDep, errs
from store import Row

cashier = APIRouter(tags=["cashier"])


class FolioWithPostings(BaseModel):
    """Folio and everything ever posted on it."""

    folio: s.FolioOut
    postings: list[s.PostingOut] = Field(description="含已冲销的, voided ones included")


@cashier.get(
    "/folios", operation_id="listFolios", summary="账单列表", response_model=list[s.FolioOut]
)
async def list_folios(
    c: CallDep,
    conf_no: Annotated[str | None, Query(description="预订号 RSV…")] = None,
    profile_id: Annotated[str | None, Query(description="Guest G…")] = None,
    status: Annotated[k.FolioStatus | None, Query(description="open = 未结")] = None,
) -> list[Row]:
    """Folios by booking, guest or status. Without a condition all of them."""
    return c.find("folio", reservation_id=conf_no, guest_id=profile_id, state=status)


@cashier.get(
    "/folios/{folio_no}",
    operation_id="getFolio",
    summary="Folio with its postings 账单明细",
    response_model=FolioWithPostings,
    responses=errs("账单不存在"),
)
async def get_folio(c: CallDep, folio_no: str) -> Row:
    """The balance also holds room nights from the night audit, which are not listed here."""
    return {"folio": c.get("folio", folio_no), "postings": c.find("charge", folio_id=folio_no)}


@cashier.post(
    "/folios/{folio_no}/postings",
    operation_id="postCharge",
    summary="挂账 (post an extra)",
    status_code=201,
    response_model=s.PostingOut,
    responses=errs("账单不存在", "Folio is not open"),
)
async def post_charge(c: CallDep, folio_no: str, b: s.PostingIn) -> Row:
    """Puts one extra on an open folio and adds it to the balance. 金额单位为分。

    写错了不能改, 请冲销 (voidPosting) 后重新挂账。"""
    c.took(b)
    folio = c.get("folio", folio_no)
    c.need("folio", folio, "state", ("open",), "post on it")
    amount = k.yuan(b.amount_fen)
    row = c.add("charge", folio_id=folio_no, item=k.ITEM[b.item], amount=amount, state="posted")
    c.set("folio", folio, balance=k.yuan(k.fen(folio["balance"]) + b.amount_fen))
    return row


@cashier.get(
    "/postings",
    operation_id="listPostings",
    summary="Search postings",
    response_model=list[s.PostingOut],
)
async def list_postings(
    c: CallDep,
    posting_id: Annotated[str | None, Query(description="CH…, just this one")] = None,
    folio_no: Annotated[str | None, Query(description="账单号 FO…")] = None,
    item: Annotated[k.Item | None, Query(description=k.ITEM_TEXT)] = None,
    state: Annotated[str | None, Query(pattern="^(posted|voided)$")] = None,
) -> list[Row]:
    """查挂账明细, over all folios."""
    item_word = k.stored(k.ITEM, item)
    return c.find("charge", id=posting_id, folio_id=folio_no, item=item_word, state=state)


@cashier.delete(
    "/postings/{posting_id}",
    operation_id="voidPosting",
    summary="冲销挂账 (void)",
    response_model=s.PostingOut,
    responses=errs("No such posting", "Already voided, or its folio is not open any more"),
)
async def void_posting(c: CallDep, posting_id: str) -> Row:
    """Voids one extra and takes it off the balance. 记录保留, state 变为 voided。

    Only while the folio is open; later only a refund of the whole folio is possible."""
    row = c.get("charge", posting_id)
    folio = c.get("folio", row["folio_id"])
    c.need("charge", row, "state", ("posted",), "void it")
    c.need("folio", folio, "state", ("open",), "void a posting on it")
    c.set("charge", row, state="voided")
    c.set("folio", folio, balance=k.yuan(k.fen(folio["balance"]) - k.fen(row["amount"])))
    return row


@cashier.post(
    "/folios/{folio_no}/settle",
    operation_id="settleFolio",
    summary="结账",
    response_model=s.FolioOut,
    responses=errs("账单不存在", "Folio is not open"),
)
async def settle_folio(c: CallDep, folio_no: str, b: s.SettleIn | None = None) -> Row:
    """Takes the whole balance; afterwards it is 0 and nothing can be posted. 不等于退房。"""
    c.took(b)
    row = c.get("folio", folio_no)
    c.need("folio", row, "state", ("open",), "settle it")
    return c.set("folio", row, balance=0, state="settled")


@cashier.post(
    "/folios/{folio_no}/refund",
    operation_id="refundFolio",
    summary="Refund a settled folio 整单退款",
    response_model=s.FolioOut,
    responses=errs("No such folio", "只有已结清的账单可以退款"),
)
async def refund_folio(c: CallDep, folio_no: str) -> Row:
    """Pays the whole settled folio back the way it was paid. Cannot be undone."""
    row = c.get("folio", folio_no)
    c.need("folio", row, "state", ("settled",), "refund it")
    return c.set("folio", row, state="refunded")
