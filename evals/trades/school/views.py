"""Answers. Attributes carry stored names, their aliases are the public ones."""

from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

import codes as k

T = TypeVar("T")


def out(alias: str, text: str = "") -> Any:
    """A field shown under its public name."""
    return Field(alias=alias, description=text or None)


class View(BaseModel):
    """Filled from a stored record."""

    model_config = ConfigDict(populate_by_name=True)


class TeacherView(View):
    """教师."""

    id: str = out("teacherNo", "T…")
    name: str = out("fullName", "姓名")
    language: k.LangOut = out("lang", k.LANG_TEXT)
    hourly_rate: int = out("ratePerHour", "课时费 (元)")
    phone: str = out("mobile")
    state: k.TeacherStatusOut = out("status", k.TEACHER_TEXT)


class RoomView(View):
    """教室."""

    id: str = out("roomNo", "R…")
    name: str = out("label", "名称")
    seats: int = out("seatCount", "座位数")
    floor: int = out("storey", "楼层")
    state: k.RoomStatusOut = out("status", k.ROOM_TEXT)


class CourseView(View):
    """课程."""

    id: str = out("courseNo", "C…")
    title: str = out("title")
    teacher_id: str = out("leadTeacher", "主讲教师 T…")
    level: k.Cefr = out("level", k.LEVEL_TEXT)
    fee: int = out("tuition", "学费 (元)")
    capacity: int = out("maxStudents", "名额")
    start_date: str = out("startsOn", "开课日期 or empty")
    state: k.StageOut = out("stage", k.STAGE_TEXT)


class SeatsView(BaseModel):
    """Places of one course."""

    course_no: str = Field(alias="courseNo")
    max_students: int = Field(alias="maxStudents", description="名额")
    free: int = Field(description="剩余名额: places less pending and confirmed enrolments")
    pending: int = Field(description="待确认人数")
    confirmed: int = Field(description="已确认人数")
    completed: int = Field(description="已结业人数")
    withdrawn: int = Field(description="已退课人数")


class StudentView(View):
    """学员."""

    id: str = out("studentNo", "S…")
    name: str = out("fullName", "姓名")
    phone: str = out("mobile")
    email: str = out("mail")
    note: str = out("remark", "备注")
    state: k.StudentStatusOut = out("status", k.STUDENT_TEXT)


class EnrolView(View):
    """报名."""

    id: str = out("enrolNo", "E…")
    student_id: str = out("studentNo")
    course_id: str = out("courseNo")
    price: int = out("dealPrice", "成交价 (元)")
    source: k.ChannelOut = out("channel", k.CHANNEL_TEXT)
    state: k.EnrolStatusOut = out("statusCode", k.ENROL_TEXT)
    withdraw_reason: str = out("withdrawReason", "退课原因, empty unless withdrawn")


class EnrolDetail(EnrolView):
    """One enrolment with its money."""

    paid: int = Field(description="已收合计 (元), received payments")
    owed: int = Field(description="欠费 (元): dealPrice less paid; negative if overpaid")


class LessonView(View):
    """课次."""

    id: str = out("lessonNo", "L…")
    course_id: str = out("courseNo")
    room_id: str = out("roomNo")
    teacher_id: str = out("teacherNo")
    date: str = out("day", "上课日期")
    start_time: str = out("startsAt", "HH:MM")
    minutes: int = out("duration", "时长 (分钟)")
    topic: str = out("topic", "主题")
    state: k.LessonStatusOut = out("status", k.LESSON_TEXT)


class PaymentView(View):
    """收款."""

    id: str = out("receiptNo", "P…")
    enrolment_id: str = out("enrolNo")
    amount: int = out("sum", "金额 (元)")
    method: k.PayWayOut = out("payWay", k.WAY_TEXT)
    note: str = out("remark", "备注")
    state: k.PayStatusOut = out("status", k.PAY_TEXT)


class CertView(View):
    """证书."""

    id: str = out("certNo", "Z…")
    enrolment_id: str = out("enrolNo")
    grade: k.GradeOut = out("gradeCode", k.GRADE_TEXT)
    issue_date: str = out("issuedOn", "颁发日期 or empty")
    state: k.CertStatusOut = out("status", k.CERT_TEXT)


class Listing(BaseModel, Generic[T]):
    """A whole list, in order of number."""

    count: int
    items: list[T]


class EnrolPage(BaseModel):
    """One page of enrolments."""

    total: int = Field(description="总条数, on all pages")
    page: int
    size: int
    items: list[EnrolView]


def listing(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Wraps rows for a Listing."""
    return {"count": len(rows), "items": rows}
