"""Bodies and answers of the API."""

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

DepotStatus = Literal["open", "paused", "shut"]
CourierStatus = Literal["off_duty", "on_duty", "dismissed"]
SenderStatus = Literal["active", "frozen"]
ParcelStatus = Literal["received", "out_for_delivery", "in_locker", "delivered", "returned", "lost"]
LockerStatus = Literal["free", "occupied", "broken"]
JobStatus = Literal["waiting", "assigned", "done", "cancelled"]
ComplaintStatus = Literal["open", "handling", "resolved", "rejected"]
ClaimStatus = Literal["filed", "approved", "paid", "refused"]
Vehicle = Literal["ebike", "van", "foot"]
Tier = Literal["normal", "silver", "gold"]
Size = Literal["small", "medium", "large"]
Topic = Literal["late", "damaged", "missing", "attitude"]
Priority = Literal["low", "normal", "high"]


def _iso(value: object) -> object:
    if isinstance(value, date) or (isinstance(value, str) and re.fullmatch(r"[\d-]{10}", value)):
        return value
    raise ValueError("must be a date like 2025-04-10")


Text = Annotated[str, Field(min_length=1, pattern=r"\S")]
Yuan = Annotated[int, Field(ge=0, strict=True, description="Whole yuan")]
Positive = Annotated[int, Field(ge=1, strict=True)]
Day = Annotated[date, BeforeValidator(_iso), Field(description="YYYY-MM-DD")]


class Body(BaseModel):
    """A request body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Depot(BaseModel):
    """A depot (网点)."""

    id: str
    name: str
    city: str
    address: str
    manager: str
    status: DepotStatus


class DepotCreate(Body):
    """A new depot."""

    name: Text
    city: Text
    address: str = ""
    manager: str = ""


class DepotPatch(Body):
    """Either new field values or a new status."""

    name: Text | None = None
    address: str | None = None
    manager: str | None = None
    status: DepotStatus | None = None


class Courier(BaseModel):
    """A courier (快递员)."""

    id: str
    name: str
    depot_id: str
    phone: str
    vehicle: Vehicle
    status: CourierStatus


class CourierCreate(Body):
    """A new courier."""

    name: Text
    depot_id: Text = Field(description="An open depot")
    phone: Text
    vehicle: Vehicle = "ebike"


class CourierPatch(Body):
    """Either new field values or a new status."""

    name: Text | None = None
    phone: Text | None = None
    vehicle: Vehicle | None = None
    depot_id: Text | None = Field(None, description="Move to another open depot")
    status: CourierStatus | None = None


class Sender(BaseModel):
    """A sender (寄件客户)."""

    id: str
    name: str
    phone: str
    tier: Tier
    monthly_limit: int
    status: SenderStatus


class SenderCreate(Body):
    """A new sender."""

    name: Text
    phone: Text
    tier: Tier = "normal"
    monthly_limit: Yuan = 0


class SenderPatch(Body):
    """Either new field values or a new status."""

    name: Text | None = None
    phone: Text | None = None
    tier: Tier | None = None
    monthly_limit: Yuan | None = None
    status: SenderStatus | None = None


class Parcel(BaseModel):
    """A parcel (包裹)."""

    id: str
    sender_id: str
    depot_id: str
    receiver_name: str
    receiver_phone: str
    weight_g: int
    declared_value: int
    freight: int
    courier_id: str
    locker_id: str
    status: ParcelStatus


class ParcelCreate(Body):
    """A parcel taken in."""

    sender_id: Text = Field(description="An active sender")
    depot_id: Text = Field(description="An open depot")
    receiver_name: Text
    receiver_phone: Text
    weight_g: Positive = Field(description="Grams")
    declared_value: Yuan = 0
    freight: Yuan = 12


class ParcelPatch(Body):
    """Either new field values or a new status."""

    receiver_name: Text | None = None
    receiver_phone: Text | None = None
    weight_g: Positive | None = Field(None, description="Grams")
    declared_value: Yuan | None = None
    freight: Yuan | None = None
    depot_id: Text | None = Field(None, description="Transfer (转网点), only while received")
    status: Literal["received", "delivered", "returned", "lost"] | None = Field(
        None, description="`received` after a failed delivery try"
    )


class CourierRef(Body):
    """The courier who takes it."""

    courier_id: Text


class LockerRef(Body):
    """The locker it is put into."""

    locker_id: Text


class Locker(BaseModel):
    """A locker (快递柜格口)."""

    id: str
    depot_id: str
    label: str
    size: Size
    status: LockerStatus


class LockerCreate(Body):
    """A new locker."""

    depot_id: Text = Field(description="Any depot that is not shut")
    label: Text = Field(description="Unique within the depot", examples=["张江-A3"])
    size: Size


class LockerPatch(Body):
    """Either new field values or a new status."""

    label: Text | None = None
    size: Size | None = None
    status: Literal["free", "broken"] | None = None


class PickupJob(BaseModel):
    """A pickup job (上门取件)."""

    id: str
    sender_id: str
    depot_id: str
    pickup_date: str
    pieces: int
    note: str
    courier_id: str
    status: JobStatus


class PickupJobCreate(Body):
    """A new pickup job."""

    sender_id: Text = Field(description="An active sender")
    depot_id: Text = Field(description="An open depot")
    pickup_date: Day
    pieces: Positive = 1
    note: str = ""


class PickupJobPatch(Body):
    """Either new field values or a new status."""

    pickup_date: Day | None = None
    pieces: Positive | None = None
    note: str | None = None
    status: Literal["waiting", "done", "cancelled"] | None = Field(
        None, description="`waiting` takes the courier off the job"
    )


class Complaint(BaseModel):
    """A complaint (投诉)."""

    id: str
    parcel_id: str
    topic: Topic
    detail: str
    priority: Priority
    answer: str
    status: ComplaintStatus


class ComplaintCreate(Body):
    """A new complaint."""

    parcel_id: Text
    topic: Topic
    detail: Text
    priority: Priority = "normal"


class ComplaintPatch(Body):
    """Either new field values or a new status (with its answer)."""

    priority: Priority | None = None
    detail: Text | None = None
    status: Literal["handling", "resolved", "rejected"] | None = None
    answer: Text | None = Field(None, description="Required with `resolved` and `rejected`")


class Claim(BaseModel):
    """A claim (理赔)."""

    id: str
    complaint_id: str
    amount: int
    approved_amount: int
    pay_date: str
    status: ClaimStatus


class ClaimCreate(Body):
    """A new claim."""

    complaint_id: Text
    amount: Positive = Field(description="Yuan, at most the parcel's declared value")


class ClaimPatch(Body):
    """Either a new amount or a new status (with what goes with it)."""

    amount: Positive | None = Field(None, description="Only while filed")
    status: Literal["approved", "paid", "refused"] | None = None
    approved_amount: Positive | None = Field(
        None, description="Only with `approved`; the full amount if not given"
    )
    pay_date: Day | None = Field(None, description="YYYY-MM-DD; required with `paid`")


class ParcelCount(BaseModel):
    """Parcels per status."""

    total: int
    by_status: dict[ParcelStatus, int]


class FreeLockers(BaseModel):
    """Free lockers per size."""

    total: int
    by_size: dict[Size, int]


class Payable(BaseModel):
    """Claims approved but not yet paid."""

    count: int
    approved_amount_sum: int
    claim_ids: list[str]
