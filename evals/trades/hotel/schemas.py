"""Request bodies and answers of the property API."""

import re
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

import codes as k


def _mail(value: str) -> str:
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", value):
        raise ValueError("must be an e-mail address")
    return value


Phone = Annotated[str, Field(pattern=r"^\+?[0-9][0-9 \-]{4,19}$", examples=["13800002001"])]
Mail = Annotated[str, Field(max_length=120), AfterValidator(_mail)]


def src(stored_as: str, text: str) -> Any:
    """An answer's field that the database keeps under another name."""
    return Field(validation_alias=stored_as, description=text)


# ---------------------------------------------------------------- bodies


class Body(BaseModel):
    """Common settings: unknown fields are refused, blanks around texts are cut."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class GuestIn(Body):
    """New guest profile."""

    name: str = Field(min_length=1, max_length=80, description="姓名, as on the ID document")
    mobile: Phone = Field(description="手机号, with country code if it is not a mainland number")
    mail: Mail | None = Field(None, description="E-mail for booking letters, may be left out")
    vip: k.Vip = Field("V0", description=k.VIP_TEXT)


class GuestPatch(Body):
    """Contact data to change."""

    name: str | None = Field(None, min_length=1, max_length=80, description="新姓名")
    mobile: Phone | None = Field(None, description="New phone number")
    mail: Mail | None = Field(None, description="New e-mail")


class VipIn(Body):
    """New VIP level."""

    vip: k.Vip = Field(description=k.VIP_TEXT)


class BlacklistIn(Body):
    """Why a guest is put on the blacklist."""

    remark: str | None = Field(None, max_length=300, description="原因, mailed to the duty manager")


class PointsIn(Body):
    """Points to add or to take."""

    delta: int = Field(
        ge=-1_000_000,
        le=1_000_000,
        description="增减分值: 500 adds 500 points, -500 takes 500. NOT the new total. Not 0.",
    )


class RateIn(Body):
    """New public rate."""

    rate: int = Field(ge=1, le=100_000, description="门市价, whole YUAN per night (not fen)")


class HkStatusIn(Body):
    """New housekeeping status of an empty room."""

    hk_status: Literal["VC", "VD"] = Field(description="VC = 净房 clean, VD = 脏房 dirty")


class OutOfOrderIn(Body):
    """Remark for a room taken out of sale."""

    reason: str | None = Field(None, max_length=300, description="Goes to the shift book only")


class BookingIn(Body):
    """New booking."""

    profile_id: str = Field(description="客人档案号 G…", examples=["G2001"])
    rtc: k.RoomTypeCode = Field(
        description="Room type code: STD 标准间, DLX 豪华间, SUI Suite 套房"
    )
    arrival: date = Field(description="入住日期 check-in date, YYYY-MM-DD")
    departure: date = Field(description="离店日期 check-out date, after arrival")
    channel: k.Channel = Field("DIR", description=k.CHANNEL_TEXT)
    bkf: bool = Field(False, description="含早餐 breakfast included")


class BookingPatch(Body):
    """What to change on a booking."""

    rtc: k.RoomTypeCode | None = Field(None, description="New room type STD / DLX / SUI")
    arrival: date | None = Field(None, description="新入住日期")
    departure: date | None = Field(None, description="新离店日期; later for an extended stay 续住")
    bkf: bool | None = Field(None, description="Breakfast yes/no")


class RoomPick(Body):
    """A room for a booking."""

    room_no: str = Field(description="房号, e.g. 303")


class CheckInIn(Body):
    """Room at check-in."""

    room_no: str | None = Field(
        None, description="Room to give. Leave out if one is allotted already (allotRoom)."
    )


class LetterIn(Body):
    """Language of the letter."""

    lang: Literal["zh", "en"] = Field("zh", description="zh 中文 / en English")


class CancelIn(Body):
    """Remark of a cancellation."""

    remark: str | None = Field(None, max_length=300, description="取消原因, for statistics only")


class PostingIn(Body):
    """One extra to put on a folio."""

    item: k.Item = Field(description=k.ITEM_TEXT)
    amount_fen: int = Field(
        ge=1, le=100_000_000, description="金额,单位:分. In FEN: 60 yuan is 6000", examples=[6000]
    )


class SettleIn(Body):
    """How the guest pays."""

    pay_by: Literal["cash", "card", "wechat", "alipay"] | None = Field(
        None, description="付款方式, printed on the receipt, not kept on the folio"
    )


class JobIn(Body):
    """New housekeeping or repair job."""

    room_no: str = Field(description="房号")
    kind: k.JobKind = Field(description=k.JOB_TEXT)
    prio: k.Prio = Field(2, description=k.PRIO_TEXT)


class AttendantIn(Body):
    """Who does the job."""

    emp_no: str = Field(description="工号 S…, must be on duty now")


class PrioIn(Body):
    """New priority."""

    prio: k.Prio = Field(description=k.PRIO_TEXT)


class ShiftIn(Body):
    """On or off duty."""

    on_duty: bool = Field(description="true = 上班 on shift, false = 下班 off shift")


class CouponIn(Body):
    """New coupon."""

    profile_id: str = Field(description="发给哪位客人 G…")
    off: int = Field(ge=1, le=10_000, description="面额, in YUAN (元)")
    threshold: int = Field(
        0, ge=0, le=1_000_000, description="满多少可用 minimum spend in YUAN; 0 = none"
    )


class RedeemIn(Body):
    """Where a coupon is used."""

    folio_no: str = Field(description="账单号 FO…, of the same guest")


# ---------------------------------------------------------------- answers


class GuestOut(BaseModel):
    """Guest profile."""

    profile_id: str = src("id", "档案号 G…")
    name: str = Field(description="姓名")
    mobile: str = src("phone", "Phone")
    mail: str | None = src("email", "E-mail or empty")
    vip: k.VipOut = src("vip_level", k.VIP_TEXT)
    flag: k.ProfileOut = src("status", k.PROFILE_TEXT)
    points: int = Field(description="积分 balance")


class RoomTypeOut(BaseModel):
    """Room type."""

    rtc: str = src("code", "Room type code")
    name: str = Field(description="名称")
    rate: int = src("price", "门市价 yuan per night")
    max_pax: int = src("capacity", "Max. persons")


class RoomOut(BaseModel):
    """Room with its housekeeping status."""

    room_no: str = src("number", "房号")
    rtc: str = src("type", "Room type code")
    floor: int = Field(description="楼层")
    hk_status: k.HkStatusOut = src("state", k.HK_TEXT)


class BookingOut(BaseModel):
    """Booking."""

    conf_no: str = src("id", "预订号 confirmation number, RSV…")
    profile_id: str = src("guest_id", "Guest profile")
    rtc: str = src("room_type", "Booked room type")
    arrival: str = src("check_in", "YYYY-MM-DD")
    departure: str = src("check_out", "YYYY-MM-DD")
    room_no: str | None = src("room_number", "Allotted or occupied room, empty if none yet")
    channel: k.ChannelOut = src("source", k.CHANNEL_TEXT)
    status: k.BookingStatusOut = src("state", k.BOOKING_TEXT)
    bkf: bool = src("breakfast", "含早")


class PostingOut(BaseModel):
    """Extra on a folio."""

    posting_id: str = src("id", "CH…")
    folio_no: str = src("folio_id", "账单号")
    item: k.ItemOut = Field(description=k.ITEM_TEXT)
    amount_fen: k.Fen = src("amount", "金额(分)")
    state: Literal["posted", "voided"] = Field(description="posted 已入账 / voided 已冲销")


class FolioOut(BaseModel):
    """Folio."""

    folio_no: str = src("id", "账单号 FO…")
    conf_no: str = src("reservation_id", "Booking it belongs to")
    profile_id: str = src("guest_id", "Guest who pays")
    balance_fen: k.Fen = src("balance", "未结金额(分) what is still to be paid, in fen")
    status: k.FolioStatus = src("state", "open 未结 / settled 已结清 / refunded 已退款")


class JobOut(BaseModel):
    """Housekeeping job."""

    job_no: str = src("id", "工单号 HK…")
    room_no: str = src("room_number", "房号")
    kind: k.JobKindOut = Field(description=k.JOB_TEXT)
    attendant: str | None = src("assignee", "Employee no. of who does it, empty if nobody yet")
    prio: k.PrioOut = src("priority", k.PRIO_TEXT)
    status: k.JobStatus = src("state", "open 待派 / assigned 已派 / done 已完成")


class StaffOut(BaseModel):
    """Employee."""

    emp_no: str = src("id", "工号 S…")
    name: str = Field(description="Name")
    role: k.Role = Field(description="housekeeper 客房 / engineer 工程 / receptionist 前台")
    on_duty: bool = src("on_shift", "是否当班")


class CouponOut(BaseModel):
    """Coupon."""

    coupon_no: str = src("id", "券号 VC…")
    profile_id: str = src("guest_id", "Owner")
    off: int = src("amount", "面额(元)")
    threshold: int = src("min_spend", "最低消费(元)")
    state: k.CouponState = Field(description="unused 未用, used 已用, expired 过期, revoked 收回")
