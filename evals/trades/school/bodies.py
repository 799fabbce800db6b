"""Request bodies. Attributes carry stored names, their aliases are the public ones."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

import codes as k


def _day(value: str) -> str:
    if value:
        date.fromisoformat(value)
    return value


Text = Annotated[str, Field(min_length=1, max_length=200)]
Free = Annotated[str, Field(max_length=500)]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$"), AfterValidator(_day)]
DayOrBlank = Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$"), AfterValidator(_day)]
Clock = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
From0 = Annotated[int, Field(ge=0, strict=True)]
From1 = Annotated[int, Field(ge=1, strict=True)]
Whole = Annotated[int, Field(strict=True)]


def must(alias: str, text: str) -> Any:
    """A field that has to be sent."""
    return Field(alias=alias, description=text)


def may(alias: str, text: str, default: Any = None) -> Any:
    """A field that may be left out."""
    return Field(default, alias=alias, description=text)


class Body(BaseModel):
    """Unknown fields are refused, blanks around texts are cut."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class TeacherNew(Body):
    """新教师 / a new teacher."""

    name: Text = must("fullName", "姓名")
    language: k.Lang = must("lang", k.LANG_TEXT)
    hourly_rate: From1 = must("ratePerHour", "课时费, whole yuan per hour")
    phone: Free = may("mobile", "电话", "")


class TeacherEdit(Body):
    """Fields left out (or null) stay as they are."""

    name: Text | None = may("fullName", "姓名")
    hourly_rate: From1 | None = may("ratePerHour", "课时费 (元)")
    phone: Free | None = may("mobile", "Phone; empty text clears it")


class LeaveBody(Body):
    """休假开始或结束."""

    phase: Literal["begin", "end"] = Field(description="begin = 开始休假, end = 销假回岗")


class RoomNew(Body):
    """A new room."""

    name: Text = must("label", "教室名称")
    seats: From1 = must("seatCount", "座位数")
    floor: Whole = may("storey", "楼层, 0 if unknown", 0)


class RoomEdit(Body):
    """Fields left out stay as they are."""

    name: Text | None = may("label", "教室名称")
    seats: From1 | None = may("seatCount", "Number of seats")
    floor: Whole | None = may("storey", "楼层")


class RoomService(Body):
    """Whether the room can be used."""

    in_service: bool = Field(
        alias="inService", strict=True, description="true = 启用 reopen, false = 停用 close"
    )


class CourseNew(Body):
    """新课程, begins in stage PLAN."""

    title: Text = must("title", "课程名称")
    teacher_id: str = must("leadTeacher", "主讲教师编号 T…, must be ON_DUTY")
    level: k.Cefr = must("level", k.LEVEL_TEXT)
    fee: From0 = must("tuition", "学费, whole yuan, 0 allowed")
    capacity: From1 = must("maxStudents", "名额")
    start_date: DayOrBlank = may("startsOn", "开课日期 YYYY-MM-DD", "")


class CourseEdit(Body):
    """Fields left out stay as they are."""

    title: Text | None = may("title", "课程名称")
    teacher_id: str | None = may("leadTeacher", "New teacher T…; planned lessons keep theirs")
    fee: From0 | None = may("tuition", "学费 (元); 已有报名的成交价不变")
    capacity: From1 | None = may("maxStudents", "名额, not below the places taken")
    start_date: DayOrBlank | None = may("startsOn", "YYYY-MM-DD; empty text clears it")


class StageBody(Body):
    """The next stage of a course."""

    to: Literal["ENROL", "TEACH", "DONE"] = Field(
        description="ENROL 开始招生 (from PLAN), TEACH 开课 (from ENROL), DONE 结课 (from TEACH)"
    )


class StudentNew(Body):
    """新学员."""

    name: Text = must("fullName", "姓名")
    phone: Text = must("mobile", "手机号")
    email: Free = may("mail", "E-mail", "")
    note: Free = may("remark", "备注", "")


class StudentEdit(Body):
    """Fields left out stay as they are; empty text clears mail or remark."""

    name: Text | None = may("fullName", "姓名")
    phone: Text | None = may("mobile", "Mobile number")
    email: Free | None = may("mail", "邮箱")
    note: Free | None = may("remark", "备注")


class EnrolNew(Body):
    """报名."""

    student_id: str = must("studentNo", "学员编号 S…")
    course_id: str = must("courseNo", "Course C…, in stage ENROL or TEACH")
    price: From0 | None = may("dealPrice", "成交价 (元); left out: the course's tuition")
    source: k.Channel = may("channel", k.CHANNEL_TEXT, "WALKIN")


class EnrolEdit(Body):
    """Fields left out stay as they are."""

    price: From0 | None = may("dealPrice", "成交价 (元), only while the status is 10")
    source: k.Channel | None = may("channel", k.CHANNEL_TEXT)


class WithdrawBody(Body):
    """Why the student leaves."""

    reason: Text = Field(description="退课原因, required")


class EnrolMatch(Body):
    """条件, all optional, joined by AND, equality."""

    id: str | None = may("enrolNo", "报名编号 E…")
    student_id: str | None = may("studentNo", "学员编号 S…")
    course_id: str | None = may("courseNo", "Course C…")
    price: Whole | None = may("dealPrice", "成交价 (元)")
    source: k.Channel | None = may("channel", k.CHANNEL_TEXT)
    state: k.EnrolStatus | None = may("statusCode", k.ENROL_TEXT)
    withdraw_reason: str | None = may("withdrawReason", "退课原因")


class PageBody(Body):
    """Which page."""

    no: From1 = Field(1, description="页码, from 1")
    size: Annotated[int, Field(ge=1, le=100, strict=True)] = Field(20, description="每页条数")


class EnrolSearch(Body):
    """Conditions and page; `{}` gives the first page of all."""

    match: EnrolMatch = Field(default_factory=EnrolMatch, description="查询条件")
    page: PageBody = Field(default_factory=lambda: PageBody.model_validate({}), description="分页")


class Slot(Body):
    """Where and when."""

    room_id: str = must("roomNo", "教室编号 R…, must be IN_SERVICE")
    date: Day = must("day", "上课日期 YYYY-MM-DD")
    start_time: Clock = must("startsAt", "开始时间 HH:MM")
    minutes: From1 = may("duration", "时长 (分钟)", 90)


class SlotEdit(Body):
    """Parts left out stay as they are."""

    room_id: str | None = may("roomNo", "教室编号 R…")
    date: Day | None = may("day", "上课日期")
    start_time: Clock | None = may("startsAt", "HH:MM")
    minutes: From1 | None = may("duration", "时长 (分钟)")


class LessonNew(Body):
    """排课."""

    course_id: str = must("courseNo", "课程编号 C…, stage ENROL or TEACH")
    slot: Slot = Field(description="教室与时间")
    teacher_id: str | None = may("teacherNo", "教师编号 T…; left out: the course's teacher")
    topic: Free = may("topic", "主题", "")


class LessonEdit(Body):
    """Fields left out stay as they are."""

    slot: SlotEdit | None = may("slot", "调课: room, day, time or duration")
    teacher_id: str | None = may("teacherNo", "代课教师 T…, must be ON_DUTY")
    topic: Free | None = may("topic", "主题")


class PaymentNew(Body):
    """收款登记."""

    enrolment_id: str = must("enrolNo", "报名编号 E…, status 10 or 20")
    amount: From1 = must("sum", "金额, whole yuan")
    method: k.PayWay = must("payWay", k.WAY_TEXT)
    note: Free = may("remark", "备注", "")


class PaymentEdit(Body):
    """Only the remark can be changed."""

    note: Free = must("remark", "备注; empty text clears it")


class CertNew(Body):
    """证书草稿."""

    enrolment_id: str = must("enrolNo", "报名编号 E…, status 20 or 30")
    grade: k.Grade = must("gradeCode", k.GRADE_TEXT)
    issue_date: DayOrBlank = may("issuedOn", "颁发日期, may follow later", "")


class CertEdit(Body):
    """Fields left out stay as they are."""

    grade: k.Grade | None = may("gradeCode", k.GRADE_TEXT)
    issue_date: DayOrBlank | None = may("issuedOn", "颁发日期 YYYY-MM-DD")
