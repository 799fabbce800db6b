"""Rooms and courses."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

import bodies as b
import codes as k
import views as v
from core import Call, CallDep, conflict, docs
from store import Row

rooms = APIRouter(prefix="/api/rooms", tags=["rooms"])
courses = APIRouter(prefix="/api/courses", tags=["courses"])

RoomNo = Annotated[str, Path(alias="roomNo", description="教室编号 R…")]
CourseNo = Annotated[str, Path(alias="courseNo", description="课程编号 C…")]


@dataclass
class RoomQuery:
    """Filters of the room list."""

    id: Annotated[str | None, Query(alias="roomNo", description="编号")] = None
    name: Annotated[str | None, Query(alias="label", description="名称, exact")] = None
    contains: Annotated[str | None, Query(alias="labelLike", description="名称包含")] = None
    seats: Annotated[int | None, Query(alias="seatCount", description="座位数, exact")] = None
    floor: Annotated[int | None, Query(alias="storey", description="楼层")] = None
    state: Annotated[k.RoomStatus | None, Query(alias="status", description=k.ROOM_TEXT)] = None


@rooms.get("", operation_id="roomList", summary="教室列表", response_model=v.Listing[v.RoomView])
async def room_list(c: CallDep, q: Annotated[RoomQuery, Depends()]) -> Row:
    """Rooms that fit every filter given."""
    return v.listing(c.listing("room", q))


@rooms.get(
    "/{roomNo}",
    operation_id="roomGet",
    summary="One room",
    response_model=v.RoomView,
    responses=docs(),
)
async def room_get(c: CallDep, no: RoomNo) -> Row:
    """按编号查教室."""
    return c.get("room", no)


@rooms.post(
    "", operation_id="roomAdd", summary="新增教室", status_code=201, response_model=v.RoomView
)
async def room_add(c: CallDep, body: b.RoomNew) -> Row:
    """A new room is IN_SERVICE at once."""
    return c.add("room", {**c.fresh("room", body), "state": "usable"})


@rooms.patch(
    "/{roomNo}",
    operation_id="roomEdit",
    summary="Edit a room",
    response_model=v.RoomView,
    responses=docs(),
)
async def room_edit(c: CallDep, no: RoomNo, body: b.RoomEdit) -> Row:
    """改名称、座位数、楼层; 停用的教室也能改."""
    return c.put("room", c.get("room", no), **c.changes("room", body))


@rooms.put(
    "/{roomNo}/service",
    operation_id="roomService",
    summary="停用 / 启用教室",
    response_model=v.RoomView,
    responses=docs("Already so, or closing with lessons still SCHEDULED in it"),
)
async def room_service(c: CallDep, no: RoomNo, body: b.RoomService) -> Row:
    """false closes the room (还有已排课次时拒绝), true opens it again."""
    c.took(body)
    row = c.get("room", no)
    if body.in_service:
        c.need("room", row, "closed")
        return c.put("room", row, state="usable")
    c.need("room", row, "usable")
    if c.find("lesson", room_id=no, state="scheduled"):
        raise conflict("room_has_lessons", f"Lessons are still scheduled in {no}.")
    return c.put("room", row, state="closed")


@dataclass
class CourseQuery:
    """Filters of the course list."""

    id: Annotated[str | None, Query(alias="courseNo", description="编号")] = None
    title: Annotated[str | None, Query(description="课程名称, exact")] = None
    contains: Annotated[str | None, Query(alias="titleLike", description="名称包含")] = None
    teacher_id: Annotated[str | None, Query(alias="leadTeacher", description="教师 T…")] = None
    level: Annotated[k.Cefr | None, Query(description=k.LEVEL_TEXT)] = None
    fee: Annotated[int | None, Query(alias="tuition", description="学费, exact")] = None
    capacity: Annotated[int | None, Query(alias="maxStudents", description="名额")] = None
    start_date: Annotated[str | None, Query(alias="startsOn", description="开课日期")] = None
    state: Annotated[k.Stage | None, Query(alias="stage", description=k.STAGE_TEXT)] = None


@courses.get(
    "", operation_id="courseList", summary="课程列表", response_model=v.Listing[v.CourseView]
)
async def course_list(
    c: CallDep,
    q: Annotated[CourseQuery, Depends()],
    below: Annotated[
        int | None, Query(alias="tuitionBelow", description="学费低于, strictly less (yuan)")
    ] = None,
) -> Row:
    """Courses that fit every filter given."""
    rows = c.listing("course", q, has="title")
    return v.listing([row for row in rows if below is None or row["fee"] < below])


@courses.get(
    "/{courseNo}",
    operation_id="courseGet",
    summary="One course",
    response_model=v.CourseView,
    responses=docs(),
)
async def course_get(c: CallDep, no: CourseNo) -> Row:
    """按编号查课程; 名额情况见 courseSeats."""
    return c.get("course", no)


@courses.get(
    "/{courseNo}/seats",
    operation_id="courseSeats",
    summary="剩余名额与各状态人数",
    response_model=v.SeatsView,
    responses=docs(),
)
async def course_seats(c: CallDep, no: CourseNo) -> Row:
    """Enrolments of the course by status, and places still free."""
    row = c.get("course", no)
    counts = {word: len(c.find("enrolment", course_id=no, state=word)) for word in k.ENROL.values()}
    free = row["capacity"] - len(c.live(course_id=no))
    return {"courseNo": no, "maxStudents": row["capacity"], "free": free, **counts}


@courses.post(
    "",
    operation_id="coursePlan",
    summary="Plan a course 新建课程",
    status_code=201,
    response_model=v.CourseView,
    responses=docs("教师不在岗, teacher is not ON_DUTY", "No such teacher"),
)
async def course_plan(c: CallDep, body: b.CourseNew) -> Row:
    """Begins in stage PLAN. 级别建好后不能改."""
    values = c.fresh("course", body)
    c.active_teacher(values["teacher_id"])
    return c.add("course", {**values, "state": "planned"})


@courses.patch(
    "/{courseNo}",
    operation_id="courseEdit",
    summary="修改课程 (title, teacher, tuition, places, start)",
    response_model=v.CourseView,
    responses=docs("DONE or VOID, teacher not ON_DUTY, or fewer places than taken"),
)
async def course_edit(c: CallDep, no: CourseNo, body: b.CourseEdit) -> Row:
    """Lessons keep their teacher and enrolments their price."""
    row = c.get("course", no)
    c.need("course", row, "planned", "open", "running")
    values = c.changes("course", body)
    if "teacher_id" in values:
        c.active_teacher(values["teacher_id"])
    taken = len(c.live(course_id=no))
    if values.get("capacity", taken) < taken:
        raise conflict("too_few_places", f"{taken} places of {no} are already taken.")
    return c.put("course", row, **values)


def _may_enter(c: Call, row: Row, to: str) -> None:
    """Preconditions of a stage, the state before it aside."""
    no = row["id"]
    if to == "ENROL" and not row["start_date"]:
        raise conflict("no_start_date", f"{no} has no startsOn yet.")
    if to == "TEACH" and not c.find("enrolment", course_id=no, state="confirmed"):
        raise conflict("nobody_confirmed", f"{no} has no confirmed enrolment.")
    if to == "DONE" and c.find("lesson", course_id=no, state="scheduled"):
        raise conflict("lessons_left", f"{no} still has scheduled lessons.")


@courses.post(
    "/{courseNo}/stage",
    operation_id="courseAdvance",
    summary="推进课程阶段",
    response_model=v.CourseView,
    responses=docs("Wrong stage, or the stage's condition is not met"),
)
async def course_advance(c: CallDep, no: CourseNo, body: b.StageBody) -> Row:
    """PLAN → ENROL needs a start date; ENROL → TEACH needs one confirmed enrolment;
    TEACH → DONE needs that no lesson is SCHEDULED. 不能跳级, 不能回退。"""
    c.took(body)
    row = c.get("course", no)
    before = {"ENROL": "planned", "TEACH": "open", "DONE": "running"}[body.to]
    c.need("course", row, before)
    _may_enter(c, row, body.to)
    return c.put("course", row, state=k.STAGE[body.to])


@courses.post(
    "/{courseNo}/void",
    operation_id="courseVoid",
    summary="取消课程 (cancel)",
    response_model=v.CourseView,
    responses=docs("Not in PLAN or ENROL, or enrolments are pending or confirmed"),
)
async def course_void(c: CallDep, no: CourseNo) -> Row:
    """Final. 有待确认或已确认的报名时拒绝, 须先退课."""
    row = c.get("course", no)
    c.need("course", row, "planned", "open")
    if c.live(course_id=no):
        raise conflict("course_has_enrolments", f"{no} has pending or confirmed enrolments.")
    return c.put("course", row, state="cancelled")
