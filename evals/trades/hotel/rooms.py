"""Room types, rooms, housekeeping jobs and who is on duty."""

from typing import Annotated

from fastapi import APIRouter, Query

import codes as k
import schemas as s
from core import ApiError, CallDep, errs
from store import Row

rooms = APIRouter(tags=["rooms"])
jobs = APIRouter(prefix="/hk/jobs", tags=["housekeeping"])
staff = APIRouter(prefix="/staff", tags=["staff"])


@rooms.get(
    "/room-types",
    operation_id="listRoomTypes",
    summary="房型及门市价",
    response_model=list[s.RoomTypeOut],
)
async def list_room_types(c: CallDep) -> list[Row]:
    """All room types with public rate (yuan) and how many persons they take."""
    return c.find("room_type")


@rooms.put(
    "/room-types/{rtc}/rate",
    operation_id="changeRackRate",
    summary="修改门市价",
    response_model=s.RoomTypeOut,
    responses=errs("房型代码不存在"),
)
async def change_rate(c: CallDep, rtc: str, b: s.RateIn) -> Row:
    """Sets the public rate of a room type, in whole yuan. 已有账单不受影响。"""
    c.took(b)
    return c.set("room_type", c.get("room_type", rtc), price=b.rate)


@rooms.get("/rooms", operation_id="listRooms", summary="房态表", response_model=list[s.RoomOut])
async def list_rooms(
    c: CallDep,
    room_no: Annotated[str | None, Query(description="房号, just this room")] = None,
    rtc: Annotated[k.RoomTypeCode | None, Query(description="Room type code")] = None,
    floor: Annotated[int | None, Query(description="楼层")] = None,
    hk_status: Annotated[k.HkStatus | None, Query(description=k.HK_TEXT)] = None,
) -> list[Row]:
    """Rooms with housekeeping status. For a check-in ask for the type and `VC`."""
    state = k.stored(k.HK_STATUS, hk_status)
    return c.find("room", number=room_no, type=rtc, floor=floor, state=state)


@rooms.put(
    "/rooms/{room_no}/hk-status",
    operation_id="setRoomStatus",
    summary="改房态 (净房/脏房)",
    response_model=s.RoomOut,
    responses=errs("No such room", "Room is occupied, out of order, or already has this status"),
)
async def set_room_status(c: CallDep, room_no: str, b: s.HkStatusIn) -> Row:
    """Marks an empty room clean (VC) or dirty (VD) by hand. Opens or closes no job.

    在住房由入住/退房自动改; 维修房请用 takeRoomOut / returnRoom。"""
    c.took(b)
    row = c.get("room", room_no)
    c.need("room", row, "state", ("clean", "dirty"), "change it by hand")
    if row["state"] == k.HK_STATUS[b.hk_status]:
        raise ApiError(409, "STATUS_UNCHANGED", f"Room {room_no} already is {b.hk_status}.")
    return c.set("room", row, state=k.HK_STATUS[b.hk_status])


@rooms.post(
    "/rooms/{room_no}/out-of-order",
    operation_id="takeRoomOut",
    summary="Put a room out of order 停用",
    response_model=s.RoomOut,
    responses=errs("房号不存在", "Only an empty room (VC or VD)"),
)
async def take_room_out(c: CallDep, room_no: str, b: s.OutOfOrderIn | None = None) -> Row:
    """Takes a room out of sale (OOO). No repair job is made, use createJob for that.

    Bookings with this room allotted stay as they are."""
    c.took(b)
    row = c.get("room", room_no)
    c.need("room", row, "state", ("clean", "dirty"), "take it out of order")
    return c.set("room", row, state="out_of_order")


@rooms.post(
    "/rooms/{room_no}/in-order",
    operation_id="returnRoom",
    summary="维修房恢复",
    response_model=s.RoomOut,
    responses=errs("房号不存在", "Room is not out of order"),
)
async def return_room(c: CallDep, room_no: str) -> Row:
    """Back in sale after an OOO. The room comes back DIRTY (VD) and has to be cleaned first."""
    row = c.get("room", room_no)
    c.need("room", row, "state", ("out_of_order",), "bring it back")
    return c.set("room", row, state="dirty")


@jobs.post(
    "",
    operation_id="createJob",
    summary="新建客房工单",
    status_code=201,
    response_model=s.JobOut,
    responses=errs("房号不存在"),
)
async def create_job(c: CallDep, b: s.JobIn) -> Row:
    """打扫、查房或维修工单。Starts open with nobody on it; give it to someone with assignJob."""
    c.took(b)
    c.get("room", b.room_no)
    return c.add(
        "task",
        room_number=b.room_no,
        kind=k.JOB[b.kind],
        assignee=None,
        priority=k.PRIO[b.prio],
        state="open",
    )


@jobs.get("", operation_id="listJobs", summary="HK jobs 工单列表", response_model=list[s.JobOut])
async def list_jobs(
    c: CallDep,
    job_no: Annotated[str | None, Query(description="工单号, just this one")] = None,
    room_no: Annotated[str | None, Query(description="房号")] = None,
    kind: Annotated[k.JobKind | None, Query(description=k.JOB_TEXT)] = None,
    attendant: Annotated[str | None, Query(description="Employee no. S…")] = None,
    status: Annotated[k.JobStatus | None, Query(description="`open` = nobody on it yet")] = None,
) -> list[Row]:
    """Jobs by number, room, kind, employee or status, done ones too."""
    return c.find(
        "task",
        id=job_no,
        room_number=room_no,
        kind=k.stored(k.JOB, kind),
        assignee=attendant,
        state=status,
    )


@jobs.put(
    "/{job_no}/attendant",
    operation_id="assignJob",
    summary="派工 / assign a job",
    response_model=s.JobOut,
    responses=errs("工单或工号不存在", "Job is done, employee off duty, or has the job already"),
)
async def assign_job(c: CallDep, job_no: str, b: s.AttendantIn) -> Row:
    """Gives the job to an employee who is on duty. Also moves it from one to another (改派)."""
    c.took(b)
    row, who = c.get("task", job_no), c.get("staff", b.emp_no)
    c.need("task", row, "state", ("open", "assigned"), "assign it")
    if not who["on_shift"]:
        raise ApiError(409, "OFF_DUTY", f"{who['name']} ({b.emp_no}) is off duty.")
    if row["assignee"] == b.emp_no:
        raise ApiError(409, "SAME_ATTENDANT", f"Job {job_no} is with {b.emp_no} already.")
    return c.set("task", row, assignee=b.emp_no, state="assigned")


@jobs.put(
    "/{job_no}/prio",
    operation_id="setJobPrio",
    summary="工单加急/改优先级",
    response_model=s.JobOut,
    responses=errs("No such job", "Job is done, or has this priority already"),
)
async def set_prio(c: CallDep, job_no: str, b: s.PrioIn) -> Row:
    """1 is the most urgent, 3 the least."""
    c.took(b)
    row = c.get("task", job_no)
    c.need("task", row, "state", ("open", "assigned"), "change its priority")
    if row["priority"] == k.PRIO[b.prio]:
        raise ApiError(409, "PRIO_UNCHANGED", f"Job {job_no} has priority {b.prio} already.")
    return c.set("task", row, priority=k.PRIO[b.prio])


@jobs.post(
    "/{job_no}/done",
    operation_id="finishJob",
    summary="完工",
    response_model=s.JobOut,
    responses=errs("工单不存在", "未派工或已完成 – job is not assigned"),
)
async def finish_job(c: CallDep, job_no: str) -> Row:
    """Closes an assigned job. A finished cleaning turns a dirty room clean (VD → VC).

    Inspection and repair leave the room's status alone; 维修房恢复请用 returnRoom。"""
    row = c.get("task", job_no)
    c.need("task", row, "state", ("assigned",), "finish it")
    c.set("task", row, state="done")
    room = c.get("room", row["room_number"])
    if row["kind"] == "cleaning" and room["state"] == "dirty":
        c.set("room", room, state="clean")
    return row


@staff.get("", operation_id="listStaff", summary="员工列表", response_model=list[s.StaffOut])
async def list_staff(
    c: CallDep,
    role: Annotated[k.Role | None, Query(description="岗位")] = None,
    on_duty: Annotated[bool | None, Query(description="true = only who is on shift")] = None,
) -> list[Row]:
    """Employees of this house. 派工前先看谁当班。"""
    return c.find("staff", role=role, on_shift=on_duty)


@staff.put(
    "/{emp_no}/shift",
    operation_id="setShift",
    summary="Clock on / off (上下班)",
    response_model=s.StaffOut,
    responses=errs("工号不存在", "Already on / off duty"),
)
async def set_shift(c: CallDep, emp_no: str, b: s.ShiftIn) -> Row:
    """Puts an employee on or off duty. Jobs they have stay with them; reassign if needed."""
    c.took(b)
    row = c.get("staff", emp_no)
    if row["on_shift"] == b.on_duty:
        now = "on" if b.on_duty else "off"
        raise ApiError(409, "SHIFT_UNCHANGED", f"{row['name']} ({emp_no}) is {now} duty already.")
    return c.set("staff", row, on_shift=b.on_duty)
