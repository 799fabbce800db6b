"""Teachers and students."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

import bodies as b
import codes as k
import views as v
from core import CallDep, conflict, docs
from store import Row

teachers = APIRouter(prefix="/api/faculty", tags=["faculty"])
students = APIRouter(prefix="/api/students", tags=["students"])

TeacherNo = Annotated[str, Path(alias="teacherNo", description="教师编号 T…")]
StudentNo = Annotated[str, Path(alias="studentNo", description="学员编号 S…")]


@dataclass
class TeacherQuery:
    """Filters of the teacher list."""

    id: Annotated[str | None, Query(alias="teacherNo", description="编号")] = None
    name: Annotated[str | None, Query(alias="fullName", description="姓名, exact")] = None
    contains: Annotated[str | None, Query(alias="nameLike", description="姓名包含")] = None
    language: Annotated[k.Lang | None, Query(alias="lang", description=k.LANG_TEXT)] = None
    hourly_rate: Annotated[int | None, Query(alias="ratePerHour", description="课时费")] = None
    phone: Annotated[str | None, Query(alias="mobile", description="电话")] = None
    state: Annotated[k.TeacherStatus | None, Query(alias="status", description=k.TEACHER_TEXT)] = (
        None
    )


@teachers.get(
    "",
    operation_id="facultyList",
    summary="教师列表",
    response_model=v.Listing[v.TeacherView],
)
async def faculty_list(c: CallDep, q: Annotated[TeacherQuery, Depends()]) -> Row:
    """All teachers, or those that fit every filter given."""
    return v.listing(c.listing("teacher", q))


@teachers.get(
    "/{teacherNo}",
    operation_id="facultyGet",
    summary="One teacher",
    response_model=v.TeacherView,
    responses=docs(),
)
async def faculty_get(c: CallDep, no: TeacherNo) -> Row:
    """按编号查教师."""
    return c.get("teacher", no)


@teachers.post(
    "",
    operation_id="facultyHire",
    summary="录入新教师 (hire)",
    status_code=201,
    response_model=v.TeacherView,
)
async def faculty_hire(c: CallDep, body: b.TeacherNew) -> Row:
    """The new teacher is ON_DUTY at once. The language cannot be changed later."""
    return c.add("teacher", {**c.fresh("teacher", body), "state": "active"})


@teachers.patch(
    "/{teacherNo}",
    operation_id="facultyEdit",
    summary="Edit name, phone or hourly rate",
    response_model=v.TeacherView,
    responses=docs("已离职, LEFT teachers are frozen"),
)
async def faculty_edit(c: CallDep, no: TeacherNo, body: b.TeacherEdit) -> Row:
    """改教师资料; 状态请用 leave / resign 接口。"""
    row = c.get("teacher", no)
    c.need("teacher", row, "active", "on_leave")
    return c.put("teacher", row, **c.changes("teacher", body))


@teachers.post(
    "/{teacherNo}/leave",
    operation_id="facultyLeave",
    summary="休假 / 销假",
    response_model=v.TeacherView,
    responses=docs("Not ON_DUTY (begin) or not ON_LEAVE (end)"),
)
async def faculty_leave(c: CallDep, no: TeacherNo, body: b.LeaveBody) -> Row:
    """begin: ON_DUTY to ON_LEAVE. end: back to ON_DUTY. 不影响已排课程。"""
    c.took(body)
    row = c.get("teacher", no)
    before, after = ("active", "on_leave") if body.phase == "begin" else ("on_leave", "active")
    c.need("teacher", row, before)
    return c.put("teacher", row, state=after)


@teachers.post(
    "/{teacherNo}/resign",
    operation_id="facultyResign",
    summary="教师离职",
    response_model=v.TeacherView,
    responses=docs("Already LEFT, or still leads a course in PLAN, ENROL or TEACH"),
)
async def faculty_resign(c: CallDep, no: TeacherNo) -> Row:
    """Final, cannot be taken back. 名下还有未结束课程时拒绝。"""
    row = c.get("teacher", no)
    c.need("teacher", row, "active", "on_leave")
    for course in c.find("course", teacher_id=no):
        if course["state"] in ("planned", "open", "running"):
            raise conflict("teacher_has_courses", f"{no} still leads course {course['id']}.")
    return c.put("teacher", row, state="left")


@dataclass
class StudentQuery:
    """Filters of the student list."""

    id: Annotated[str | None, Query(alias="studentNo", description="编号")] = None
    name: Annotated[str | None, Query(alias="fullName", description="姓名, exact")] = None
    contains: Annotated[str | None, Query(alias="nameLike", description="姓名包含")] = None
    phone: Annotated[str | None, Query(alias="mobile", description="手机号")] = None
    email: Annotated[str | None, Query(alias="mail", description="E-mail")] = None
    note: Annotated[str | None, Query(alias="remark", description="备注, exact")] = None
    state: Annotated[k.StudentStatus | None, Query(alias="status", description=k.STUDENT_TEXT)] = (
        None
    )


@students.get(
    "",
    operation_id="studentList",
    summary="学员列表",
    response_model=v.Listing[v.StudentView],
)
async def student_list(
    c: CallDep,
    q: Annotated[StudentQuery, Depends()],
    idle: Annotated[
        bool | None,
        Query(
            description="true: 只看没有有效报名的, no pending or confirmed enrolment; false: 相反"
        ),
    ] = None,
) -> Row:
    """Students by any field, by part of the name, or those not enrolled now."""
    rows = c.listing("student", q)
    busy = {row["student_id"] for row in c.live()}
    return v.listing([r for r in rows if idle is None or idle != (r["id"] in busy)])


@students.get(
    "/{studentNo}",
    operation_id="studentGet",
    summary="查学员",
    response_model=v.StudentView,
    responses=docs(),
)
async def student_get(c: CallDep, no: StudentNo) -> Row:
    """One student by number."""
    return c.get("student", no)


@students.post(
    "",
    operation_id="studentRegister",
    summary="Register a student 新建学员",
    status_code=201,
    response_model=v.StudentView,
)
async def student_register(c: CallDep, body: b.StudentNew) -> Row:
    """只建档案, 报名另用 enrolCreate."""
    return c.add("student", {**c.fresh("student", body), "state": "active"})


@students.patch(
    "/{studentNo}",
    operation_id="studentEdit",
    summary="修改学员资料",
    response_model=v.StudentView,
    responses=docs(),
)
async def student_edit(c: CallDep, no: StudentNo, body: b.StudentEdit) -> Row:
    """Also possible for a BLOCKED student."""
    return c.put("student", c.get("student", no), **c.changes("student", body))


@students.post(
    "/{studentNo}/block",
    operation_id="studentBlock",
    summary="停用学员",
    response_model=v.StudentView,
    responses=docs("Already BLOCKED"),
)
async def student_block(c: CallDep, no: StudentNo) -> Row:
    """A blocked student cannot enrol; enrolments already there stay."""
    row = c.get("student", no)
    c.need("student", row, "active")
    return c.put("student", row, state="blocked")


@students.post(
    "/{studentNo}/unblock",
    operation_id="studentUnblock",
    summary="Lift the block 恢复学员",
    response_model=v.StudentView,
    responses=docs("未停用, not BLOCKED"),
)
async def student_unblock(c: CallDep, no: StudentNo) -> Row:
    """恢复为 NORMAL."""
    row = c.get("student", no)
    c.need("student", row, "blocked")
    return c.put("student", row, state="active")
