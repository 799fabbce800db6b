"""Lessons: the timetable."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

import bodies as b
import codes as k
import views as v
from core import Call, CallDep, conflict, docs
from store import Row

lessons = APIRouter(prefix="/api/timetable/lessons", tags=["timetable"])

LessonNo = Annotated[str, Path(alias="lessonNo", description="课次编号 L…")]


@dataclass
class LessonQuery:
    """Filters of the timetable."""

    id: Annotated[str | None, Query(alias="lessonNo", description="编号")] = None
    course_id: Annotated[str | None, Query(alias="courseNo", description="课程 C…")] = None
    room_id: Annotated[str | None, Query(alias="roomNo", description="教室 R…")] = None
    teacher_id: Annotated[str | None, Query(alias="teacherNo", description="教师 T…")] = None
    date: Annotated[str | None, Query(alias="day", description="日期 YYYY-MM-DD")] = None
    start_time: Annotated[str | None, Query(alias="startsAt", description="HH:MM")] = None
    minutes: Annotated[int | None, Query(alias="duration", description="时长")] = None
    topic: Annotated[str | None, Query(description="主题, exact")] = None
    state: Annotated[k.LessonStatus | None, Query(alias="status", description=k.LESSON_TEXT)] = None


def check_slot(c: Call, slot: Row, own: str = "") -> None:
    """The room is usable and no other scheduled lesson begins there at that moment."""
    where = {field: slot[field] for field in ("room_id", "date", "start_time")}
    c.need("room", c.get("room", slot["room_id"]), "usable")
    for other in c.find("lesson", state="scheduled", **where):
        if other["id"] != own:
            raise conflict("slot_taken", f"Lesson {other['id']} has that room at that time.")


@lessons.get(
    "",
    operation_id="lessonList",
    summary="课表查询",
    response_model=v.Listing[v.LessonView],
)
async def lesson_list(c: CallDep, q: Annotated[LessonQuery, Depends()]) -> Row:
    """Lessons of a teacher, a room, a course, a day…, all filters joined by AND."""
    return v.listing(c.listing("lesson", q))


@lessons.get(
    "/{lessonNo}",
    operation_id="lessonGet",
    summary="查课次",
    response_model=v.LessonView,
    responses=docs(),
)
async def lesson_get(c: CallDep, no: LessonNo) -> Row:
    """One lesson by number."""
    return c.get("lesson", no)


@lessons.post(
    "",
    operation_id="lessonSchedule",
    summary="排课 (schedule a lesson)",
    status_code=201,
    response_model=v.LessonView,
    responses=docs(
        "Course not in ENROL or TEACH, room closed, teacher not ON_DUTY, or the slot is taken",
        "No such course, room or teacher",
    ),
)
async def lesson_schedule(c: CallDep, body: b.LessonNew) -> Row:
    """Puts one lesson into the timetable; 不填教师则用课程的主讲教师."""
    values = c.fresh("lesson", body)
    values.update(values.pop("slot"))
    course = c.get("course", body.course_id)
    if values["teacher_id"] is None:
        values["teacher_id"] = course["teacher_id"]
    c.need("course", course, "open", "running")
    c.active_teacher(values["teacher_id"])
    check_slot(c, values)
    return c.add("lesson", {**values, "state": "scheduled"})


@lessons.patch(
    "/{lessonNo}",
    operation_id="lessonEdit",
    summary="调课 / 代课 / 改主题",
    response_model=v.LessonView,
    responses=docs("Not SCHEDULED any more, teacher not ON_DUTY, room closed or slot taken"),
)
async def lesson_edit(c: CallDep, no: LessonNo, body: b.LessonEdit) -> Row:
    """Moves a lesson, gives it another teacher, or changes topic or duration."""
    row = c.get("lesson", no)
    c.need("lesson", row, "scheduled")
    c.took(body)
    flat = body.model_dump(exclude={"slot"}, exclude_unset=True)
    slot = body.slot.model_dump(exclude_unset=True) if body.slot else {}
    values: Row = {f: value for f, value in {**flat, **slot}.items() if value is not None}
    if not values:
        c.changes("lesson", b.LessonEdit())
    if "teacher_id" in values:
        c.active_teacher(values["teacher_id"])
    if values.keys() & {"room_id", "date", "start_time"}:
        check_slot(c, {**row, **values}, own=no)
    return c.put("lesson", row, **values)


@lessons.post(
    "/{lessonNo}/given",
    operation_id="lessonGiven",
    summary="登记已上课",
    response_model=v.LessonView,
    responses=docs("Not SCHEDULED, or the course is not in stage TEACH"),
)
async def lesson_given(c: CallDep, no: LessonNo) -> Row:
    """Marks the lesson as held. Final."""
    row = c.get("lesson", no)
    c.need("lesson", row, "scheduled")
    c.need("course", c.get("course", row["course_id"]), "running")
    return c.put("lesson", row, state="held")


@lessons.post(
    "/{lessonNo}/call-off",
    operation_id="lessonCallOff",
    summary="Call a lesson off 取消课次",
    response_model=v.LessonView,
    responses=docs("不是已排状态, not SCHEDULED"),
)
async def lesson_call_off(c: CallDep, no: LessonNo) -> Row:
    """取消后不能恢复, 请重新排课."""
    row = c.get("lesson", no)
    c.need("lesson", row, "scheduled")
    return c.put("lesson", row, state="cancelled")
