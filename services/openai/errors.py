"""How a request on the OpenAI wire fails: `{"error": {"message", "type", "param", "code"}}`."""

from collections.abc import Callable, Coroutine
from typing import Any, cast

from fastapi import HTTPException
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from sqlalchemy.exc import DataError
from starlette.requests import Request
from starlette.responses import Response

from services.errors import (
    KNOWN,
    InvalidRequest,
    NotFound,
    ServiceError,
    headers_of,
    sentence,
    wire,
)
from services.http.failing import UNSTORABLE, spoken

_TYPES = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}


class BadField(InvalidRequest):
    """A field of the body that cannot be used; `param` is where it stands."""

    def __init__(self, key: str, param: str, **values: object) -> None:
        super().__init__(key, **values)
        self.param = param


class NoModel(NotFound):
    """A model id that the list of models does not have."""


def clean(text: str) -> str:
    """The text as any client can read it: no halves of characters."""
    return text.encode("utf-8", "replace").decode("utf-8")


class OpenAIRoute(APIRoute):
    """A route whose failures are error objects of this wire."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, with every foreseen failure of it answered."""
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handle(request)
            except (*KNOWN, RequestValidationError, HTTPException) as error:
                return failure(request, error)
            except DataError:
                return failure(request, InvalidRequest(UNSTORABLE))

        return handled


def failure(request: Request, error: Exception) -> JSONResponse:
    """The response for a foreseen failure."""
    if isinstance(error, HTTPException):
        code, text = "refused", str(error.detail)
        return _response(error.status_code, text, code, None, error.headers)
    if isinstance(error, RequestValidationError):
        first = cast("dict[str, Any]", error.errors()[0])
        place = ".".join(str(part) for part in first["loc"][1:]) or "body"
        told = BadField("openai.bad_field", place, place=place, reason=str(first["msg"]))
        return failure(request, told)
    line = wire(error)
    key = error.key if isinstance(error, ServiceError) else str(line.key)
    code = "model_not_found" if isinstance(error, NoModel) else key.rpartition(".")[2]
    param = error.param if isinstance(error, BadField) else None
    status = 400 if line.http_status == 422 else line.http_status
    text = sentence(error, spoken(request))
    return _response(status, text, code, param, headers_of(error))


def _response(
    status: int, text: str, code: str, param: str | None, headers: Any = None
) -> JSONResponse:
    kind = _TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")
    param = _printable(param) if param else None
    told = {"message": _printable(text), "type": kind, "param": param, "code": code}
    return JSONResponse({"error": told}, status, headers)


def _printable(text: str) -> str:
    """What was sent is quoted without signs that change how the rest is read."""
    return "".join(char if char.isprintable() else "?" for char in clean(text))
