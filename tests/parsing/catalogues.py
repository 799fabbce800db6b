"""Three small catalogues of invented companies, and the few words that a pack would bring."""

from collections.abc import Mapping

from tool_registry.base.environment import Environment, Environments
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.vocabulary.lexicon import Concept, Kind

ENVIRONMENTS = Environments(
    configured=(
        Environment(name="daily", words=("日常", "线下", "offline")),
        Environment(name="pre", words=("预发", "pre-release", "staging")),
    )
)

_ACTIONS: dict[str, tuple[FunctionType, tuple[str, ...]]] = {
    "create": (FunctionType.CREATE, ("创建", "新建", "新增", "add", "register")),
    "query": (FunctionType.QUERY, ("查询", "查", "查看", "get", "find", "look up", "show")),
    "lend": (FunctionType.OPERATE, ("借出", "出借")),
    "return": (FunctionType.OPERATE, ("归还", "还")),
    "cancel": (FunctionType.OPERATE, ("取消",)),
    "delete": (FunctionType.DELETE, ("删除", "remove")),
    "discharge": (FunctionType.OPERATE, ()),
    "admit": (FunctionType.OPERATE, ()),
    "dispatch": (FunctionType.OPERATE, ("发运", "派车")),
    "verify": (FunctionType.VERIFY, ("校验", "核对", "check")),
}
_ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "id": ("编号", "identifier"),
    "name": ("姓名", "名称", "full name"),
    "phone": ("手机号", "mobile", "phone number"),
    "status": ("状态", "state"),
    "amount": ("金额", "fee"),
    "date": ("日期",),
    "count": ("总数",),
}
WORDS = [
    *(Concept(Kind.ACTION, n, w, function=f) for n, (f, w) in _ACTIONS.items()),
    *(Concept(Kind.ATTRIBUTE, n, w) for n, w in _ATTRIBUTES.items()),
]


def raw(
    name: str,
    description: str = "",
    arguments: Mapping[str, JsonValue] | None = None,
    *,
    title: str | None = None,
    required: tuple[str, ...] = (),
    results: Mapping[str, JsonValue] | None = None,
    source: str = "s",
    read_only: bool | None = None,
) -> RawTool:
    """A declared tool with an object schema of these arguments and results."""
    output = {"type": "object", "properties": dict(results)} if results else None
    schema = {"type": "object", "properties": dict(arguments or {}), "required": list(required)}
    return RawTool(
        source=source,
        name=name,
        title=title,
        description=description,
        input_schema=schema,
        output_schema=output,
        read_only=read_only,
    )


def text(description: str, **more: JsonValue) -> dict[str, JsonValue]:
    """A string property."""
    return {"type": "string", "description": description, **more}


def number(description: str, **more: JsonValue) -> dict[str, JsonValue]:
    """An integer property."""
    return {"type": "integer", "description": description, **more}


def parse(*tools: RawTool, documents: tuple[Document, ...] = ()) -> Catalogue:
    """A catalogue of these tools, with the few words above."""
    return build_catalogue(tools, documents, ENVIRONMENTS, WORDS)


ENV = text("执行环境:daily-线下,pre-预发", enum=["daily", "pre"])
LOAN_STATUS = text("借阅状态:OPEN-借出中 CLOSED-已归还 LOST-已遗失")
LOAN = {
    "data": {
        "type": "object",
        "description": "借阅单信息",
        "properties": {
            "loanNo": text("借阅单号"),
            "readerId": text("读者id"),
            "bookId": text("图书id"),
            "status": LOAN_STATUS,
            "fineAmount": number("逾期金额,单位:分"),
        },
    }
}
TEMPLATE = """#基本信息
##工具平台:{platform}
##运行环境:{environments}
##作者:{author}
#功能信息
##功能描述:{function}
##使用说明:
###预发环境:{pre}
###线下环境:env=daily
##特殊说明:{notes}
#出参信息
{outputs}
#排查辅助
##异常说明:NOT_FOUND 不存在
##排查工具:{trouble}
##替换方案:{replacement}
"""


def described(function: str, **sections: str) -> str:
    """A description in the standard's template."""
    given = {
        "platform": "libra",
        "environments": "线下、预发",
        "author": "阿岚",
        "pre": "env=pre",
        "notes": "无",
        "outputs": "见出参",
        "trouble": "无",
        "replacement": "无",
    }
    return TEMPLATE.format(function=function, **{**given, **sections})


GLOSSARY = Document(
    source="s",
    name="glossary",
    text="""# 术语表

| 术语 | 别名 | 英文 | 说明 |
| --- | --- | --- | --- |
| 读者 | 借书人、会员 | reader、patron | 办了借书证的人 |
| 图书 | 书、藏书 | book | 一册书 |
| 借阅单 | 借书单、借阅 | loan | 一次借阅 |
| 少儿 | 儿童 | kids | 分馆 |

读者又称持证人。
""",
)


LIBRARY_TOOLS = (
    raw(
        "createReader",
        described("创建一个读者,手机号不能重复。", notes="支持幂等,传requestNo"),
        {
            "env": ENV,
            "readerName": text("读者姓名"),
            "mobile": text("手机号,必填"),
            "requestNo": text("请求流水号,用于幂等"),
        },
        title="创建测试读者",
        required=("env",),
        results={"data": {"type": "object", "properties": {"readerId": text("读者id")}}},
    ),
    raw(
        "queryReaderByMobile",
        described("通过手机号查询读者。"),
        {"env": ENV, "mobile": text("读者手机号")},
        title="手机号查询读者",
        required=("env", "mobile"),
        results={
            "data": {
                "type": "object",
                "description": "读者信息",
                "properties": {"readerId": text("读者id"), "mobile": text("手机号")},
            }
        },
        read_only=True,
    ),
    raw(
        "createKidsBook",
        described("创建一册少儿绘本。", pre="不支持"),
        {"env": ENV, "price": number("价格,单位:分")},
        title="创建少儿绘本",
        required=("env",),
        results={"data": {"type": "object", "properties": {"bookId": text("图书id")}}},
    ),
    raw(
        "createAdultBook",
        described("创建一册成人绘本。"),
        {"env": ENV},
        title="创建成人绘本",
        required=("env",),
        results={"data": {"type": "object", "properties": {"bookId": text("图书id")}}},
    ),
    raw(
        "lendBook",
        described(
            "把图书借给读者,生成借阅单。",
            notes="创建后借阅单状态为借出中",
            trouble="getLoan",
            replacement="快速借书",
        ),
        {"env": ENV, "readerId": text("借书读者的readerId"), "bookId": text("图书id")},
        title="创建借阅单",
        required=("env", "readerId", "bookId"),
        results=LOAN,
    ),
    raw(
        "quickLend",
        "快速借书",
        {"env": ENV, "bookId": text("图书id")},
        title="快速借书",
        required=("env", "bookId"),
    ),
    raw(
        "returnBook",
        described("归还图书。仅支持借出中的借阅单,归还后借阅单变为已归还。"),
        {"env": ENV, "loanNo": text("借阅单号")},
        title="归还借阅单",
        required=("env", "loanNo"),
        results=LOAN,
    ),
    raw(
        "getLoan",
        described("根据借阅单号查询借阅单。"),
        {"env": ENV, "loanNo": text("借阅单号")},
        title="查询借阅单详情",
        required=("env", "loanNo"),
        results=LOAN,
        read_only=True,
    ),
    raw(
        "listReaderLoans",
        described("查询读者名下的借阅单。"),
        {"env": ENV, "readerId": text("读者id"), "pageNo": number("页码")},
        title="查询读者借阅单列表",
        required=("env", "readerId"),
        results={
            "data": {
                "type": "object",
                "properties": {
                    "total": number("总数"),
                    "list": {
                        "type": "array",
                        "description": "借阅单列表",
                        "items": LOAN["data"],
                    },
                },
            }
        },
        read_only=True,
    ),
)


def library() -> Catalogue:
    """A Chinese library: template descriptions, a glossary, two near twins."""
    return parse(*LIBRARY_TOOLS, documents=(GLOSSARY,))


STAGE = text("Which environment to run against.", enum=["DAILY", "STAGING"])


CLINIC_TOOLS = (
    raw(
        "register_patient",
        "Registers a new patient and returns the patient_id. Runs in daily and staging.",
        {
            "stage": STAGE,
            "full_name": text("Full name of the patient."),
            "email": text("E-mail address, unique per patient."),
        },
        required=("stage", "full_name"),
    ),
    raw(
        "find_patient",
        "Looks up a patient. Give either patient_id or email.",
        {
            "stage": STAGE,
            "patient_id": text("ID of the patient"),
            "email": text("E-mail address of the patient"),
        },
        required=("stage",),
        results={"id": text("Unique id"), "full_name": text(""), "email": text("")},
        read_only=True,
    ),
    raw(
        "book_appointment",
        "Books an appointment for a patient. The fee is in cents.",
        {
            "stage": STAGE,
            "patient": {
                "type": "object",
                "properties": {"id": text("")},
                "required": ["id"],
            },
            "fee": number("Fee"),
            "kind": text("Kind of visit", enum=["first_visit", "follow_up"]),
            "slots": {"type": "array", "items": {"type": "string", "format": "date-time"}},
        },
        required=("stage", "patient"),
        results={
            "appointment_id": text("ID of the appointment"),
            "status": text("", enum=["booked", "attended", "cancelled"]),
        },
    ),
    raw(
        "cancel_appointment",
        "Cancels an appointment. Only works while the appointment is booked; the status "
        "becomes cancelled. This cannot be undone.",
        {"stage": STAGE, "appointment_id": text("ID of the appointment")},
        required=("stage", "appointment_id"),
    ),
    raw(
        "transfer_patient",
        "Transfers a patient between wards. Only in staging.",
        {
            "stage": STAGE,
            "patient_id": text("ID of the patient"),
            "old_ward_id": text("ID of the ward"),
            "new_ward_id": text("ID of the ward"),
        },
        required=("stage", "patient_id", "old_ward_id", "new_ward_id"),
    ),
)


def clinic() -> Catalogue:
    """An English clinic: snake_case names, prose, flat results, bare ids."""
    return parse(*CLINIC_TOOLS)


LOGISTICS_TOOLS = (
    raw(
        "createParcel",
        "新建包裹。运行环境:预发。返回parcelId:包裹id",
        {"weight": number("重量,单位:千克"), "count": number("一次创建的包裹数量")},
        title="批量新建包裹",
    ),
    raw(
        "printLabels",
        "异步打印面单,提交后返回taskId,用queryPrintTask查询结果。运行环境:预发",
        {"parcelIds": {"type": "array", "items": {"type": "string"}, "description": "包裹id"}},
        title="新建面单",
        required=("parcelIds",),
    ),
    raw(
        "queryPrintTask",
        "运行环境:预发",
        {"taskId": text("任务id")},
        title="查询打印任务",
        required=("taskId",),
        results={"state": text("1:进行中 2:已完成")},
    ),
    raw(
        "dispatchTruck",
        "派车。运行环境:线下、预发",
        {"_mcp_t": {"type": "boolean"}, "truckNo": text("车辆编号"), "env": ENV},
        title="派车",
        required=("truckNo", "env"),
    ),
    raw("x17", "", {"a": text("")}),
)


def logistics() -> Catalogue:
    """A haulier: camelCase names, no output schemas, one fixed environment, a slow job."""
    return parse(*LOGISTICS_TOOLS)
