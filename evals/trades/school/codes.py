"""Codes of the public interface and the stored words behind them."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

Lang = Literal["EN", "FR", "JA", "ES"]
TeacherStatus = Literal["ON_DUTY", "ON_LEAVE", "LEFT"]
RoomStatus = Literal["IN_SERVICE", "OUT_OF_SERVICE"]
Cefr = Literal["A1", "A2", "B1", "B2", "C1"]
Stage = Literal["PLAN", "ENROL", "TEACH", "DONE", "VOID"]
StudentStatus = Literal["NORMAL", "BLOCKED"]
EnrolStatus = Literal[10, 20, 30, 90]
Channel = Literal["WALKIN", "ONLINE", "REFERRAL"]
LessonStatus = Literal["SCHEDULED", "GIVEN", "CALLED_OFF"]
PayWay = Literal["CASH", "WX", "ALI", "BANK"]
PayStatus = Literal["RECEIVED", "REFUNDED"]
Grade = Literal["P", "M", "D"]
CertStatus = Literal["DRAFT", "ISSUED", "REVOKED"]

LANG: dict[Any, str] = {"EN": "english", "FR": "french", "JA": "japanese", "ES": "spanish"}
TEACHER: dict[Any, str] = {"ON_DUTY": "active", "ON_LEAVE": "on_leave", "LEFT": "left"}
ROOM: dict[Any, str] = {"IN_SERVICE": "usable", "OUT_OF_SERVICE": "closed"}
STAGE: dict[Any, str] = {
    "PLAN": "planned",
    "ENROL": "open",
    "TEACH": "running",
    "DONE": "finished",
    "VOID": "cancelled",
}
STUDENT: dict[Any, str] = {"NORMAL": "active", "BLOCKED": "blocked"}
ENROL: dict[Any, str] = {10: "pending", 20: "confirmed", 30: "completed", 90: "withdrawn"}
CHANNEL: dict[Any, str] = {"WALKIN": "walk_in", "ONLINE": "web", "REFERRAL": "referral"}
LESSON: dict[Any, str] = {"SCHEDULED": "scheduled", "GIVEN": "held", "CALLED_OFF": "cancelled"}
WAY: dict[Any, str] = {"CASH": "cash", "WX": "wechat", "ALI": "alipay", "BANK": "bank"}
PAY: dict[Any, str] = {"RECEIVED": "received", "REFUNDED": "refunded"}
GRADE: dict[Any, str] = {"P": "pass", "M": "merit", "D": "distinction"}
CERT: dict[Any, str] = {"DRAFT": "draft", "ISSUED": "issued", "REVOKED": "revoked"}

LANG_TEXT = "语种: EN 英语, FR 法语, JA 日语, ES 西班牙语"
TEACHER_TEXT = "ON_DUTY 在职, ON_LEAVE 休假, LEFT 离职 (final)"
ROOM_TEXT = "IN_SERVICE 可用, OUT_OF_SERVICE 停用"
LEVEL_TEXT = "级别, CEFR level"
STAGE_TEXT = (
    "阶段: PLAN 筹备, ENROL 招生中 (open for enrolment), TEACH 开课中 (running), "
    "DONE 已结课 (final), VOID 已取消 (final)"
)
STUDENT_TEXT = "NORMAL 正常, BLOCKED 停用"
ENROL_TEXT = (
    "状态码: 10 待确认 pending, 20 已确认 confirmed, 30 已结业 completed, 90 已退课 withdrawn"
)
CHANNEL_TEXT = "来源: WALKIN 到店, ONLINE 网络, REFERRAL 转介绍"
LESSON_TEXT = "SCHEDULED 已排, GIVEN 已上 (final), CALLED_OFF 已取消 (final)"
WAY_TEXT = "收款方式: CASH 现金, WX 微信, ALI 支付宝, BANK 转账"
PAY_TEXT = "RECEIVED 已收, REFUNDED 已退款 (final)"
GRADE_TEXT = "等第: P = pass 合格, M = merit 良好, D = distinction 优秀"
CERT_TEXT = "DRAFT 草稿, ISSUED 已颁发, REVOKED 已作废 (final)"

CODED: dict[tuple[str, str], dict[Any, str]] = {
    ("teacher", "language"): LANG,
    ("teacher", "state"): TEACHER,
    ("room", "state"): ROOM,
    ("course", "state"): STAGE,
    ("student", "state"): STUDENT,
    ("enrolment", "source"): CHANNEL,
    ("enrolment", "state"): ENROL,
    ("lesson", "state"): LESSON,
    ("payment", "method"): WAY,
    ("payment", "state"): PAY,
    ("certificate", "grade"): GRADE,
    ("certificate", "state"): CERT,
}


def to_stored(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    """Replaces public codes by stored words; None stays None."""
    out: dict[str, Any] = {}
    for field, value in values.items():
        table = CODED.get((kind, field))
        out[field] = value if table is None or value is None else table[value]
    return out


def to_public(kind: str, field: str, word: str) -> str:
    """The code that callers know a stored word by, as text."""
    back = {stored: code for code, stored in CODED.get((kind, field), {}).items()}
    return str(back.get(word, word))


def _code(table: dict[Any, str]) -> BeforeValidator:
    back = {stored: code for code, stored in table.items()}
    return BeforeValidator(lambda value: back.get(value, value))


# The same code lists where an answer is filled from a stored record.
LangOut = Annotated[Lang, _code(LANG)]
TeacherStatusOut = Annotated[TeacherStatus, _code(TEACHER)]
RoomStatusOut = Annotated[RoomStatus, _code(ROOM)]
StageOut = Annotated[Stage, _code(STAGE)]
StudentStatusOut = Annotated[StudentStatus, _code(STUDENT)]
EnrolStatusOut = Annotated[EnrolStatus, _code(ENROL)]
ChannelOut = Annotated[Channel, _code(CHANNEL)]
LessonStatusOut = Annotated[LessonStatus, _code(LESSON)]
PayWayOut = Annotated[PayWay, _code(WAY)]
PayStatusOut = Annotated[PayStatus, _code(PAY)]
GradeOut = Annotated[Grade, _code(GRADE)]
CertStatusOut = Annotated[CertStatus, _code(CERT)]
