"""Shared by all routers: models, conversion between API and store, look-ups, writes, errors."""

import inspect
from collections.abc import Callable
from datetime import date
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, Query, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from codes import MOVES, Flag
from store import STORE, Row

MONEY = ("credit_limit", "amount")  # yuan in the store, fen in the API

LABEL = {
    "customer": "客户",
    "product": "商品",
    "warehouse": "仓库",
    "stock_line": "库存",
    "order": "订单",
    "shipment": "发货单",
    "invoice": "发票",
    "return": "退货单",
}


class ApiError(Exception):
    """A refused call; becomes a 4xx with `error` and `detail`."""

    def __init__(self, status: int, error: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.error, self.detail = status, error, detail


class ErrorBody(BaseModel):
    """错误返回"""

    error: str = Field(description="错误码", examples=["STATUS_NOT_ALLOWED"])
    detail: str = Field(description="错误说明")


def api_name(field: str) -> str:
    """The API's name of a stored field."""
    if field == "state":
        return "status"
    if field.endswith("_id"):
        field = field.removesuffix("_id") + "_no"
    return to_camel(field.removesuffix("_fen"))


def operation_name(path: str) -> str:
    """The operationId: `/order/cancel` becomes `orderCancel`."""
    first, *rest = path.strip("/").split("/")
    return first + "".join(part[0].upper() + part[1:] for part in rest)


class Body(BaseModel):
    """What is sent; unknown fields are refused."""

    model_config = ConfigDict(alias_generator=api_name, extra="forbid", str_strip_whitespace=True)


class Record(BaseModel):
    """What is answered."""

    model_config = ConfigDict(alias_generator=api_name, populate_by_name=True)


R = TypeVar("R", bound=Record)


def _a_date(text: str) -> str:
    if text and date.fromisoformat(text).isoformat() != text:
        raise ValueError("日期格式应为 YYYY-MM-DD")
    return text


Text = Annotated[str, Field(min_length=1)]
Day = Annotated[str, AfterValidator(_a_date)]
SetDay = Annotated[str, Field(min_length=10, max_length=10), AfterValidator(_a_date)]
Fen = Annotated[int, Field(ge=0, multiple_of=100)]
Count = Annotated[int, Field(ge=1)]
Level = Annotated[int, Field(ge=0)]


def _to_store(name: str, value: Any) -> Any:
    if isinstance(value, Flag):
        return bool(value)
    if isinstance(value, Enum):
        return value.name.lower()
    return value // 100 if name in MONEY else value


def _to_api(name: str, kind: Any, value: Any) -> Any:
    if kind is Flag:
        return Flag(int(value))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind[value.upper()]
    return value * 100 if name in MONEY else value


def view(model: type[R], row: Row, **more: Any) -> R:
    """A stored record as the API shows it."""
    fields = model.model_fields.items()
    own = {n: _to_api(n, f.annotation, row[n]) for n, f in fields if n in row and n not in more}
    return model.model_validate({**own, **more})


def filters(model: type[Record]) -> Callable[..., Row]:
    """Makes a dependency that takes an equality filter for every field of a record."""

    def pick(**values: Any) -> Row:
        return {name: value for name, value in values.items() if value is not None}

    params = []
    for name, field in model.model_fields.items():
        note = f"按{field.description or field.alias}精确匹配"
        hint: Any = Annotated[field.annotation | None, Query(alias=field.alias, description=note)]  # type: ignore[operator]
        kind = inspect.Parameter.KEYWORD_ONLY
        params.append(inspect.Parameter(name, kind, default=None, annotation=hint))
    pick.__signature__ = inspect.Signature(params)  # type: ignore[attr-defined]
    return pick


class Call:
    """One request: its environment, and what is noted of it in the log."""

    def __init__(
        self,
        request: Request,
        env: Annotated[
            Literal["daily", "pre"],
            Query(description="环境: daily 日常, pre 预发; 两边数据互不相通"),
        ],
    ) -> None:
        self.env = env
        self.operation = operation_name(request.url.path)
        self.args: Row = {k: v for k, v in request.query_params.items() if k != "env"}

    def given(self, body: Body) -> Row:
        """The fields of a body as they are stored, without the record's own number."""
        self.args.update(body.model_dump(mode="json", by_alias=True, exclude_unset=True))
        fields = type(body).model_fields
        values = {name: getattr(body, name) for name in fields if name != "id"}
        return {n: _to_store(n, v) for n, v in values.items() if v is not None}

    def get(self, kind: str, key: str) -> Row:
        """One record, or a 404."""
        row = STORE.data[self.env][kind].get(key)
        if row is None:
            raise ApiError(404, f"{kind.upper()}_NOT_FOUND", f"{LABEL[kind]} {key} 不存在")
        return row

    def find(self, kind: str, /, **equal: object) -> list[Row]:
        """Records whose stored fields equal the given values."""
        rows = STORE.data[self.env][kind].values()
        return [row for row in rows if all(row[name] == v for name, v in equal.items())]

    def search(self, kind: str, model: type[R], wanted: Row, like: str = "") -> list[R]:
        """Records as shown, whose shown fields equal the wanted values."""
        rows = [row for row in self.find(kind) if like.casefold() in row.get("name", "").casefold()]
        shown = [view(model, row) for row in rows]
        return [r for r in shown if all(getattr(r, name) == v for name, v in wanted.items())]

    def add(self, kind: str, fields: Row) -> Row:
        """Stores a new record under the next number."""
        row: Row = {"id": STORE.next_id(self.env, kind), **fields}
        STORE.data[self.env][kind][row["id"]] = row
        STORE.log(self.env, self.operation, self.args, kind, row)
        return row

    def set(self, kind: str, row: Row, changes: Row) -> Row:
        """Changes a record."""
        row.update(changes)
        STORE.log(self.env, self.operation, self.args, kind, row)
        return row

    def editable(self, kind: str, row: Row, changes: Row) -> None:
        """Refuses an edit without content or of a record in an end state."""
        if not changes:
            raise ApiError(400, "NOTHING_TO_UPDATE", "没有要修改的字段")
        if "state" in row and row["state"] not in MOVES[kind]:
            text = f"{LABEL[kind]} {row['id']} 已是终态, 不能修改"
            raise ApiError(409, "RECORD_FINISHED", text)

    def may_move(self, kind: str, row: Row, target: str) -> None:
        """Refuses a change of state that is not among the allowed ones."""
        if target not in MOVES[kind].get(row["state"], ()):
            text = f"{LABEL[kind]} {row['id']} 不能由 {row['state'].upper()} 变为 {target.upper()}"
            raise ApiError(409, "STATUS_NOT_ALLOWED", text)


def require(met: bool, error: str, detail: str) -> None:
    """A 409 unless the rule is met."""
    if not met:
        raise ApiError(409, error, detail)


CallDep = Annotated[Call, Depends()]
