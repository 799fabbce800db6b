"""Enrolments."""

from typing import Annotated

from fastapi import APIRouter, Path

import bodies as b
import views as v
from codes import to_stored
from core import CallDep, conflict, docs
from store import Row

enrolments = APIRouter(prefix="/api/enrolments", tags=["enrolments"])

EnrolNo = Annotated[str, Path(alias="enrolNo", description="报名编号 E…")]


@enrolments.post(
    "/search",
    operation_id="enrolSearch",
    summary="报名查询 (分页)",
    response_model=v.EnrolPage,
)
async def enrol_search(c: CallDep, body: b.EnrolSearch) -> Row:
    """Read only. Conditions in `match` are joined by AND; without any, all enrolments."""
    rows = c.find("enrolment", **to_stored("enrolment", body.match.model_dump()))
    first = (body.page.no - 1) * body.page.size
    items = rows[first : first + body.page.size]
    return {"total": len(rows), "page": body.page.no, "size": body.page.size, "items": items}


@enrolments.get(
    "/{enrolNo}",
    operation_id="enrolGet",
    summary="报名详情与欠费",
    response_model=v.EnrolDetail,
    responses=docs(),
)
async def enrol_get(c: CallDep, no: EnrolNo) -> Row:
    """One enrolment, what has been paid on it and what is still owed."""
    row = c.get("enrolment", no)
    paid = c.paid(no)
    return {**row, "paid": paid, "owed": row["price"] - paid}


@enrolments.post(
    "",
    operation_id="enrolCreate",
    summary="Enrol a student 新建报名",
    status_code=201,
    response_model=v.EnrolView,
    responses=docs(
        "Student BLOCKED, course not in ENROL or TEACH, already enrolled, or course full",
        "No such student or course",
    ),
)
async def enrol_create(c: CallDep, body: b.EnrolNew) -> Row:
    """Begins with status 10 待确认 and takes a place at once. 收款另行登记."""
    values = c.fresh("enrolment", body)
    student = c.get("student", body.student_id)
    course = c.get("course", body.course_id)
    c.need("student", student, "active")
    c.need("course", course, "open", "running")
    if c.live(student_id=student["id"], course_id=course["id"]):
        raise conflict("already_enrolled", f"{student['id']} is already on {course['id']}.")
    if len(c.live(course_id=course["id"])) >= course["capacity"]:
        raise conflict("course_full", f"{course['id']} has no free place.")
    if values["price"] is None:
        values["price"] = course["fee"]
    return c.add("enrolment", {**values, "state": "pending", "withdraw_reason": ""})


@enrolments.patch(
    "/{enrolNo}",
    operation_id="enrolEdit",
    summary="改成交价或来源",
    response_model=v.EnrolView,
    responses=docs("Completed or withdrawn, or a price change after confirmation"),
)
async def enrol_edit(c: CallDep, no: EnrolNo, body: b.EnrolEdit) -> Row:
    """dealPrice only while pending (10); channel also while confirmed (20)."""
    row = c.get("enrolment", no)
    c.need("enrolment", row, "pending", "confirmed")
    values = c.changes("enrolment", body)
    if "price" in values:
        c.need("enrolment", row, "pending")
    return c.put("enrolment", row, **values)


@enrolments.post(
    "/{enrolNo}/confirm",
    operation_id="enrolConfirm",
    summary="确认报名",
    response_model=v.EnrolView,
    responses=docs("Not pending, or not paid in full"),
)
async def enrol_confirm(c: CallDep, no: EnrolNo) -> Row:
    """10 → 20. Only when received payments reach the deal price."""
    row = c.get("enrolment", no)
    c.need("enrolment", row, "pending")
    paid = c.paid(no)
    if paid < row["price"]:
        raise conflict("not_paid", f"{no}: {paid} of {row['price']} yuan are paid.")
    return c.put("enrolment", row, state="confirmed")


@enrolments.post(
    "/{enrolNo}/complete",
    operation_id="enrolComplete",
    summary="Complete 结业",
    response_model=v.EnrolView,
    responses=docs("Not confirmed, or the course is not in TEACH or DONE"),
)
async def enrol_complete(c: CallDep, no: EnrolNo) -> Row:
    """20 → 30, final. 不会自动生成证书."""
    row = c.get("enrolment", no)
    c.need("enrolment", row, "confirmed")
    c.need("course", c.get("course", row["course_id"]), "running", "finished")
    return c.put("enrolment", row, state="completed")


@enrolments.post(
    "/{enrolNo}/withdraw",
    operation_id="enrolWithdraw",
    summary="退课",
    response_model=v.EnrolView,
    responses=docs("Already completed or withdrawn"),
)
async def enrol_withdraw(c: CallDep, no: EnrolNo, body: b.WithdrawBody) -> Row:
    """10 or 20 → 90, final; gives the place back. 不自动退款, 退款见 paymentRefund."""
    c.took(body)
    row = c.get("enrolment", no)
    c.need("enrolment", row, "pending", "confirmed")
    return c.put("enrolment", row, state="withdrawn", withdraw_reason=body.reason)
