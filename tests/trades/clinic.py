"""A clinic, in Chinese: near twins, amounts in fen, hidden parameters."""

from functools import cache
from typing import Any

from tests.trades.library import ENVIRONMENTS
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.vocabulary.packs import load_packs

PATIENT = {
    "patientNo": {"type": "string", "description": "患者编号"},
    "phone": {"type": "string", "description": "手机号"},
}
VISIT = {
    "visitId": {"type": "string", "description": "预约单id"},
    "patientNo": {"type": "string", "description": "患者编号"},
    "fee": {"type": "integer", "description": "挂号费,单位:分"},
    "status": {"type": "string", "description": "状态:BOOKED-已预约 DONE-已就诊 CANCELED-已取消"},
}
HIDDEN = {"_mcp_t": {"type": "boolean", "description": "压测标记"}}


def described(function: str, author: str, environments: str = "线下、预发") -> str:
    """A description as the clinic's authors write it."""
    return (
        f"#基本信息\n##工具平台:clinic\n##运行环境:{environments}\n##作者:{author}\n"
        f"#功能信息\n##功能描述:{function}\n#排查辅助\n##排查工具:查看前台日志"
    )


def tool(
    name: str, title: str, description: str, arguments: dict[str, Any], output: dict[str, Any]
) -> RawTool:
    """A tool that takes an environment; every argument but the hidden one is required."""
    env = {"type": "string", "enum": ["daily", "pre"], "description": "环境"}
    return RawTool(
        source="clinic",
        name=name,
        title=title,
        description=description,
        input_schema={
            "type": "object",
            "properties": {"env": env, **arguments, **HIDDEN},
            "required": ["env", *arguments],
        },
        output_schema={"type": "object", "properties": output},
    )


def one(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    """Some arguments out of a row's fields."""
    return {name: fields[name] for name in names}


LIST = {"list": {"type": "array", "items": {"type": "object", "properties": VISIT}}}
TOOLS = (
    tool("createPatient", "创建患者", described("创建一个患者。", "白术"), {}, PATIENT),
    tool(
        "getPatientByPhone",
        "根据手机号查询患者",
        described("根据手机号查询患者。", "白术"),
        one(PATIENT, "phone"),
        PATIENT,
    ),
    tool(
        "createOnlineVisit",
        "创建线上问诊预约单",
        described("创建一张线上问诊预约单,仅限线上问诊。", "当归"),
        one(VISIT, "patientNo", "fee"),
        VISIT,
    ),
    tool(
        "createClinicVisit",
        "创建到院就诊预约单",
        described("创建一张到院就诊预约单,仅限到院就诊。", "当归", "线下"),
        one(VISIT, "patientNo", "fee"),
        VISIT,
    ),
    tool(
        "getVisit",
        "查询预约单",
        described("根据id查询预约单。", "黄芪"),
        one(VISIT, "visitId"),
        VISIT,
    ),
    tool(
        "listVisits",
        "查询患者的预约单列表",
        described("查询患者的所有预约单。", "黄芪"),
        one(VISIT, "patientNo"),
        LIST,
    ),
    tool(
        "cancelVisit",
        "取消预约单",
        described("取消预约单,取消后状态为已取消。", "黄芪"),
        one(VISIT, "visitId"),
        VISIT,
    ),
)
PAGES = (
    Document(
        source="clinic",
        name="guide.md",
        text=(
            "# 就诊指南\n\n## 什么是线上问诊\n\n患者在家通过视频看医生,不需要到院。\n\n"
            "## 什么是到院就诊\n\n患者到诊所看医生,需要提前十分钟签到。\n\n"
            "## 退号\n\n就诊前两小时可以退号,挂号费原路退回。\n部分平台透传 _mcp_ 开头的参数。\n"
        ),
    ),
)


@cache
def clinic() -> Catalogue:
    """The catalogue of the clinic."""
    return build_catalogue(TOOLS, PAGES, ENVIRONMENTS, load_packs(("general",)))
