"""The commerce trade, put together."""

from pathlib import Path

from services.sandbox.commerce.handlers import HANDLERS
from services.sandbox.commerce.handlers.aftersales import finish_invoice, finish_settlement
from services.sandbox.commerce.handlers.coupons import finish_batch
from services.sandbox.commerce.ids import ENTITIES, new_id
from services.sandbox.commerce.seeding import seed
from services.sandbox.trade import Envelope, Row, Trade

TEXT = {"type": "string"}


def _result(data: object) -> Row:
    return {"success": True, "code": "SUCCESS", "message": "", "data": data}


def _result_failed(code: str, message: str) -> Row:
    return {"success": False, "code": code, "message": message}


def _result_schema(data: Row) -> Row:
    fields: Row = {
        "success": {"type": "boolean", "description": "是否成功"},
        "code": {**TEXT, "description": "结果码,成功为SUCCESS"},
        "message": {**TEXT, "description": "失败原因"},
        "data": data,
    }
    return {"type": "object", "properties": fields, "required": ["success", "code"]}


def _ret(data: object) -> Row:
    return {"ret": "SUCCESS", "msg": "调用成功", "result": data}


def _ret_failed(code: str, message: str) -> Row:
    return {"ret": f"FAIL_BIZ_{code}", "msg": message}


def _ret_schema(data: Row) -> Row:
    fields: Row = {
        "ret": {**TEXT, "description": "SUCCESS为成功,其余为错误码"},
        "msg": {**TEXT, "description": "提示信息"},
        "result": data,
    }
    return {"type": "object", "properties": fields, "required": ["ret", "msg"]}


TRADE = Trade(
    name="commerce",
    title="本地生活联调工具",
    folder=Path(__file__).parent,
    environments=("daily", "pre"),
    environment_words={
        "daily": "daily",
        "pre": "pre",
        "线下": "daily",
        "日常": "daily",
        "预发": "pre",
        1: "daily",
        2: "pre",
    },
    entities=ENTITIES,
    envelopes={
        "kbt": Envelope(_result, _result_failed, _result_schema),
        "mtop": Envelope(_ret, _ret_failed, _ret_schema),
    },
    handlers=HANDLERS,
    new_id=new_id,
    seed=seed,
    messages={
        "param_invalid": "参数校验失败:",
        "unknown_environment": "环境不合法:{}",
        "wrong_environment": "该工具不支持{}环境",
        "busy": "系统繁忙,请稍后重试",
        "broken": "服务内部错误",
    },
    delays={
        "user": 0.15,
        "coupon": 0.25,
        "red_packet": 0.2,
        "order": 0.2,
        "address": 0.15,
        "review": 0.3,
    },
    jobs={
        "batch_issue": finish_batch,
        "settle": finish_settlement,
        "invoice": finish_invoice,
    },
)
