"""Query filters of the lists: equality on every field, `_contains` for names."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Query

import schemas as s

Str = str | None
Int = int | None
Name = Annotated[str | None, Query(description="Part of the name, any case")]
Above = Annotated[int | None, Query(description="Strictly greater than")]


@dataclass(kw_only=True)
class Paging:
    """Which part of the list is answered."""

    id: Str = None
    limit: Annotated[int, Query(ge=1, le=500)] = 100
    offset: Annotated[int, Query(ge=0)] = 0


@dataclass(kw_only=True)
class DepotQuery(Paging):
    """Filters of the depot list."""

    name: Str = None
    name_contains: Name = None
    city: Str = None
    address: Str = None
    manager: Str = None
    status: s.DepotStatus | None = None


@dataclass(kw_only=True)
class CourierQuery(Paging):
    """Filters of the courier list."""

    name: Str = None
    name_contains: Name = None
    depot_id: Str = None
    phone: Str = None
    vehicle: s.Vehicle | None = None
    status: s.CourierStatus | None = None
    city: Annotated[str | None, Query(description="City of the courier's depot")] = None


@dataclass(kw_only=True)
class SenderQuery(Paging):
    """Filters of the sender list."""

    name: Str = None
    name_contains: Name = None
    phone: Str = None
    tier: s.Tier | None = None
    monthly_limit: Int = None
    status: s.SenderStatus | None = None


@dataclass(kw_only=True)
class ParcelQuery(Paging):
    """Filters of the parcel list."""

    sender_id: Str = None
    depot_id: Str = None
    receiver_name: Str = None
    receiver_name_contains: Name = None
    receiver_phone: Str = None
    weight_g: Int = None
    weight_g_gt: Above = None
    declared_value: Int = None
    declared_value_gt: Above = None
    freight: Int = None
    courier_id: Str = None
    locker_id: Str = None
    status: s.ParcelStatus | None = None


@dataclass(kw_only=True)
class LockerQuery(Paging):
    """Filters of the locker list."""

    depot_id: Str = None
    label: Str = None
    label_contains: Name = None
    size: s.Size | None = None
    status: s.LockerStatus | None = None


@dataclass(kw_only=True)
class PickupJobQuery(Paging):
    """Filters of the pickup job list."""

    sender_id: Str = None
    depot_id: Str = None
    pickup_date: Annotated[str | None, Query(description="YYYY-MM-DD")] = None
    pieces: Int = None
    note: Str = None
    courier_id: Str = None
    status: s.JobStatus | None = None


@dataclass(kw_only=True)
class ComplaintQuery(Paging):
    """Filters of the complaint list."""

    parcel_id: Str = None
    topic: s.Topic | None = None
    detail: Str = None
    priority: s.Priority | None = None
    answer: Str = None
    status: s.ComplaintStatus | None = None


@dataclass(kw_only=True)
class ClaimQuery(Paging):
    """Filters of the claim list."""

    complaint_id: Str = None
    amount: Int = None
    approved_amount: Int = None
    pay_date: Annotated[str | None, Query(description="YYYY-MM-DD")] = None
    status: s.ClaimStatus | None = None
