"""Guest profiles and coupons."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

import codes as k
import schemas as s
from core import ApiError, CallDep, errs
from store import Row

guests = APIRouter(prefix="/guests", tags=["guests"])
coupons = APIRouter(prefix="/coupons", tags=["coupons"])

Size = Annotated[int, Query(ge=1, le=100, description="每页条数 rows per page")]
Page = Annotated[int, Query(ge=1, description="页码, starts at 1")]
PATCHED = {"name": "name", "mobile": "phone", "mail": "email"}


class GuestPage(BaseModel):
    """One page of profiles."""

    total: int = Field(description="Hits on all pages")
    page: int
    hits: list[s.GuestOut]


@guests.post(
    "",
    operation_id="createGuest",
    summary="新建客人档案",
    status_code=201,
    response_model=s.GuestOut,
)
async def create_guest(c: CallDep, b: s.GuestIn) -> Row:
    """新客人建档, 建档即为正常状态, 积分从 0 开始。

    Look the guest up first (searchGuests): doubles are not merged."""
    c.took(b)
    return c.add(
        "guest",
        name=b.name,
        phone=b.mobile,
        email=b.mail,
        vip_level=k.VIP[b.vip],
        status="active",
        points=0,
    )


@guests.get("", operation_id="searchGuests", summary="Guest search", response_model=GuestPage)
async def search_guests(
    c: CallDep,
    q: Annotated[str | None, Query(description="姓名、手机或邮箱的一部分; any case")] = None,
    vip: Annotated[k.Vip | None, Query(description=k.VIP_TEXT)] = None,
    flag: Annotated[k.Profile | None, Query(description=k.PROFILE_TEXT)] = None,
    page: Page = 1,
    size: Size = 20,
) -> Row:
    """Profiles by name, phone, mail, VIP level or flag, all conditions together (AND).

    No hit gives an empty list, not an error."""
    rows = c.find("guest", vip_level=k.stored(k.VIP, vip), status=k.stored(k.PROFILE, flag))
    if q:
        texts = [(row, f"{row['name']} {row['phone']} {row['email'] or ''}") for row in rows]
        rows = [row for row, text in texts if q.strip().lower() in text.lower()]
    return {"total": len(rows), "page": page, "hits": rows[(page - 1) * size : page * size]}


@guests.get(
    "/{profile_id}",
    operation_id="getGuest",
    summary="客人档案详情",
    response_model=s.GuestOut,
    responses=errs("No such profile"),
)
async def get_guest(c: CallDep, profile_id: str) -> Row:
    """One profile with VIP level, flag and points."""
    return c.get("guest", profile_id)


@guests.patch(
    "/{profile_id}",
    operation_id="updateGuest",
    summary="Change name, phone or mail",
    response_model=s.GuestOut,
    responses=errs("档案不存在", bad="Nothing was sent"),
)
async def update_guest(c: CallDep, profile_id: str, b: s.GuestPatch) -> Row:
    """Only what is sent is changed. VIP 等级、黑名单和积分各有单独接口, 不在这里改。"""
    c.took(b)
    row = c.get("guest", profile_id)
    sent = {PATCHED[name]: value for name, value in b.model_dump(exclude_none=True).items()}
    if not sent:
        raise ApiError(400, "NOTHING_SENT", "Send at least one of name, mobile, mail.")
    return c.set("guest", row, **sent)


@guests.put(
    "/{profile_id}/vip",
    operation_id="setGuestVip",
    summary="调整 VIP 等级",
    response_model=s.GuestOut,
    responses=errs("档案不存在", "Already on this level"),
)
async def set_vip(c: CallDep, profile_id: str, b: s.VipIn) -> Row:
    """升级或降级。Up or down, takes effect at once; points stay as they are."""
    c.took(b)
    row = c.get("guest", profile_id)
    if row["vip_level"] == k.VIP[b.vip]:
        raise ApiError(409, "VIP_UNCHANGED", f"Guest {profile_id} already is {b.vip}.")
    return c.set("guest", row, vip_level=k.VIP[b.vip])


@guests.post(
    "/{profile_id}/blacklist",
    operation_id="blacklistGuest",
    summary="拉黑客人",
    response_model=s.GuestOut,
    responses=errs("档案不存在", "Already on the blacklist"),
)
async def blacklist(c: CallDep, profile_id: str, b: s.BlacklistIn | None = None) -> Row:
    """拉黑后不能再新建或确认预订。Bookings the guest already has are not touched."""
    c.took(b)
    row = c.get("guest", profile_id)
    if row["status"] == "blacklisted":
        raise ApiError(409, "ALREADY_BLACKLISTED", f"Guest {profile_id} is on the blacklist.")
    return c.set("guest", row, status="blacklisted")


@guests.delete(
    "/{profile_id}/blacklist",
    operation_id="liftBlacklist",
    summary="Take a guest off the blacklist",
    response_model=s.GuestOut,
    responses=errs("No such profile", "Guest is not on the blacklist"),
)
async def lift_blacklist(c: CallDep, profile_id: str) -> Row:
    """解除黑名单, the guest can book again."""
    row = c.get("guest", profile_id)
    if row["status"] != "blacklisted":
        raise ApiError(409, "NOT_BLACKLISTED", f"Guest {profile_id} is not on the blacklist.")
    return c.set("guest", row, status="active")


@guests.post(
    "/{profile_id}/points",
    operation_id="adjustPoints",
    summary="积分调整",
    response_model=s.GuestOut,
    responses=errs("档案不存在", "积分不足 – fewer points than are to be taken", "delta is 0"),
)
async def adjust_points(c: CallDep, profile_id: str, b: s.PointsIn) -> Row:
    """人工加减积分。`delta` is added to the balance; the balance never goes below 0."""
    c.took(b)
    row = c.get("guest", profile_id)
    if b.delta == 0:
        raise ApiError(400, "ZERO_DELTA", "delta must not be 0.")
    if row["points"] + b.delta < 0:
        detail = f"Guest {profile_id} has {row['points']} points, cannot take {-b.delta}."
        raise ApiError(409, "NOT_ENOUGH_POINTS", detail)
    return c.set("guest", row, points=row["points"] + b.delta)


@coupons.post(
    "",
    operation_id="grantCoupon",
    summary="发放优惠券",
    status_code=201,
    response_model=s.CouponOut,
    responses=errs("客人档案不存在"),
)
async def grant_coupon(c: CallDep, b: s.CouponIn) -> Row:
    """Gives one guest a coupon (满减券): `off` yuan off from `threshold` yuan. Amounts in yuan."""
    c.took(b)
    c.get("guest", b.profile_id)
    return c.add(
        "voucher", guest_id=b.profile_id, amount=b.off, min_spend=b.threshold, state="unused"
    )


@coupons.get("", operation_id="listCoupons", summary="查优惠券", response_model=list[s.CouponOut])
async def list_coupons(
    c: CallDep,
    coupon_no: Annotated[str | None, Query(description="券号, just this one")] = None,
    profile_id: Annotated[str | None, Query(description="Owner G…")] = None,
    state: Annotated[k.CouponState | None, Query()] = None,
) -> list[Row]:
    """Coupons by number, owner or state."""
    return c.find("voucher", id=coupon_no, guest_id=profile_id, state=state)


@coupons.post(
    "/{coupon_no}/redeem",
    operation_id="redeemCoupon",
    summary="用券抵扣账单 / redeem on a folio",
    response_model=s.CouponOut,
    responses=errs(
        "Coupon or folio unknown",
        "Coupon not unused; folio not open, of another guest, or below the coupon's threshold",
    ),
)
async def redeem_coupon(c: CallDep, coupon_no: str, b: s.RedeemIn) -> Row:
    """Takes the coupon's face value off an open folio's balance and marks the coupon used.

    The balance must be at least the threshold. 不可撤销。"""
    c.took(b)
    row, folio = c.get("voucher", coupon_no), c.get("folio", b.folio_no)
    c.need("voucher", row, "state", ("unused",), "redeem it")
    c.need("folio", folio, "state", ("open",), "use a coupon on it")
    if folio["guest_id"] != row["guest_id"]:
        detail = f"Coupon {coupon_no} belongs to {row['guest_id']}, folio to {folio['guest_id']}."
        raise ApiError(409, "COUPON_OF_OTHER_GUEST", detail)
    if folio["balance"] < max(row["min_spend"], row["amount"]):
        detail = (
            f"Coupon {coupon_no} takes {row['amount']} yuan off from {row['min_spend']} yuan; "
            f"folio {b.folio_no} has only {folio['balance']}."
        )
        raise ApiError(409, "BELOW_THRESHOLD", detail)
    c.set("voucher", row, state="used")
    c.set("folio", folio, balance=k.yuan(k.fen(folio["balance"]) - k.fen(row["amount"])))
    return row


@coupons.post(
    "/{coupon_no}/revoke",
    operation_id="revokeCoupon",
    summary="Revoke a coupon 收回",
    response_model=s.CouponOut,
    responses=errs("券不存在", "已使用、已过期或已作废的券不能收回"),
)
async def revoke_coupon(c: CallDep, coupon_no: str) -> Row:
    """Makes an unused coupon void for good. To replace it grant a new one."""
    row = c.get("voucher", coupon_no)
    c.need("voucher", row, "state", ("unused",), "revoke it")
    return c.set("voucher", row, state="revoked")
