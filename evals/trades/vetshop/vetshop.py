"""Back office of Greenpaw Veterinary Supplies. Run: python vetshop.py --port 8391"""

import argparse
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from billing import invoices, returns
from core import ApiError, ErrorBody, operation_name
from customers import customers, products
from depots import stocks, warehouses
from orders import orders
from shipments import shipments
from store import STORE, Row

app = FastAPI(
    title="绿爪兽医用品 ERP 接口",
    version="1.8.0",
    description="绿爪兽医用品批发后台. 所有金额单位为分, 日期为 YYYY-MM-DD, 文本为空时是空串. "
    "记录不可删除, 只能变为终态; 终态记录不能修改. "
    '出错返回 {"error", "detail"}: 400 参数错误, 404 记录不存在, 409 违反业务规则.',
    generate_unique_id_function=lambda route: operation_name(route.path),
    responses={
        400: {"model": ErrorBody, "description": "参数错误"},
        404: {"model": ErrorBody, "description": "记录不存在"},
        409: {"model": ErrorBody, "description": "违反业务规则"},
    },
)
for router in (customers, products, warehouses, stocks, orders, shipments, invoices, returns):
    app.include_router(router)

_plain_schema = app.openapi


def schema() -> dict[str, Any]:
    """The generated schema without the 422 answers, which are sent as 400 here."""
    made = _plain_schema()
    for path in made["paths"].values():
        for operation in path.values():
            operation["responses"].pop("422", None)
    for name in ("HTTPValidationError", "ValidationError"):
        made["components"]["schemas"].pop(name, None)
    return made


app.openapi = schema  # type: ignore[method-assign]


@app.exception_handler(ApiError)
async def on_api_error(_: Request, e: ApiError) -> JSONResponse:
    """Answers a broken rule or an unknown number."""
    return JSONResponse({"error": e.error, "detail": e.detail}, status_code=e.status)


@app.exception_handler(RequestValidationError)
async def on_bad_input(_: Request, e: RequestValidationError) -> JSONResponse:
    """Answers wrong parameters with a 400."""
    parts = [f"{'.'.join(map(str, item['loc'][1:]))}: {item['msg']}" for item in e.errors()]
    return JSONResponse({"error": "PARAM_INVALID", "detail": "; ".join(parts)}, status_code=400)


@app.post("/_reset", include_in_schema=False)
async def reset() -> dict[str, bool]:
    """Back to the seeded records, with an empty log."""
    STORE.reset()
    return {"ok": True}


@app.get("/_effects", include_in_schema=False)
async def effects() -> list[Row]:
    """Everything written since the start or the last reset, oldest first."""
    return STORE.effects


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="绿爪兽医用品 ERP")
    parser.add_argument("--port", type=int, required=True)
    uvicorn.run(app, host="127.0.0.1", port=parser.parse_args().port, log_level="warning")
