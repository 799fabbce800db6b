"""Code lists of the API and the words the database keeps for them."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

VIP = {"V0": "none", "V1": "gold", "V2": "platinum"}
PROFILE = {"OK": "active", "BLK": "blacklisted"}
HK_STATUS = {"VC": "clean", "VD": "dirty", "OCC": "occupied", "OOO": "out_of_order"}
CHANNEL = {"DIR": "direct", "OTA": "ota"}
BOOKING = {
    "draft": "draft",
    "confirmed": "confirmed",
    "in_house": "checked_in",
    "departed": "checked_out",
    "cancelled": "cancelled",
    "no_show": "no_show",
}
ITEM = {"MB": "minibar", "LD": "laundry", "FB": "restaurant", "DM": "damage"}
JOB = {"clean": "cleaning", "inspect": "inspection", "repair": "repair"}
PRIO = {1: "urgent", 2: "normal", 3: "low"}

VIP_TEXT = "VIP code: V0 = none 普通, V1 = gold 金卡, V2 = platinum 白金"
PROFILE_TEXT = "OK = active 正常, BLK = blacklisted 黑名单"
HK_TEXT = (
    "房态: VC = vacant clean 净房, VD = vacant dirty 脏房, OCC = occupied 在住, "
    "OOO = out of order 维修房"
)
CHANNEL_TEXT = "来源: DIR = direct 直订, OTA = online travel agency"
BOOKING_TEXT = (
    "draft 草稿, confirmed 已确认, in_house 在住 (checked in), departed 已离店 (checked out), "
    "cancelled 已取消, no_show 未到"
)
ITEM_TEXT = "MB = minibar 迷你吧, LD = laundry 洗衣, FB = restaurant 餐饮, DM = damage 赔偿"
JOB_TEXT = "clean 打扫 / inspect 查房 / repair 维修"
PRIO_TEXT = "1 = urgent 加急, 2 = normal 普通, 3 = low 不急"

_SHOWN: dict[str, dict[str, str]] = {"reservation": BOOKING, "room": HK_STATUS}


def _code(table: dict[Any, str]) -> BeforeValidator:
    back = {word: code for code, word in table.items()}
    return BeforeValidator(lambda value: back.get(value, value))


def shown(kind: str, word: str) -> str:
    """A stored state as the API calls it."""
    back = {stored: code for code, stored in _SHOWN.get(kind, {}).items()}
    return back.get(word, word)


def stored(table: dict[str, str], code: str | None) -> str | None:
    """The stored word of a code; None stays None."""
    return None if code is None else table[code]


def fen(yuan: float) -> int:
    """Yuan as kept in the ledger to fen."""
    return round(yuan * 100)


def yuan(amount_fen: int) -> int | float:
    """Fen to yuan: a whole number where it is one."""
    return amount_fen // 100 if amount_fen % 100 == 0 else amount_fen / 100


Vip = Literal["V0", "V1", "V2"]
Profile = Literal["OK", "BLK"]
HkStatus = Literal["VC", "VD", "OCC", "OOO"]
Channel = Literal["DIR", "OTA"]
BookingStatus = Literal["draft", "confirmed", "in_house", "departed", "cancelled", "no_show"]
Item = Literal["MB", "LD", "FB", "DM"]
JobKind = Literal["clean", "inspect", "repair"]
Prio = Literal[1, 2, 3]
RoomTypeCode = Literal["STD", "DLX", "SUI"]
FolioStatus = Literal["open", "settled", "refunded"]
CouponState = Literal["unused", "used", "expired", "revoked"]
JobStatus = Literal["open", "assigned", "done"]
Role = Literal["housekeeper", "engineer", "receptionist"]

# The same lists where an answer is filled from a stored row.
VipOut = Annotated[Vip, _code(VIP)]
ProfileOut = Annotated[Profile, _code(PROFILE)]
HkStatusOut = Annotated[HkStatus, _code(HK_STATUS)]
ChannelOut = Annotated[Channel, _code(CHANNEL)]
BookingStatusOut = Annotated[BookingStatus, _code(BOOKING)]
ItemOut = Annotated[Item, _code(ITEM)]
JobKindOut = Annotated[JobKind, _code(JOB)]
PrioOut = Annotated[Prio, _code(PRIO)]
Fen = Annotated[int, BeforeValidator(fen)]
