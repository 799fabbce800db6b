"""How a request fails: `{"error": {"code", "message"}}` with one clear sentence."""

from typing import cast

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException
from starlette.requests import Request

from pipelines.messages import LANGUAGES, Language, say
from services.errors import KNOWN, ServiceError, headers_of, sentence, wire
from tool_registry.vocabulary.language import language_of

_SPOKEN = "spoken_language"
UNSTORABLE = "services.unstorable"
"""What no database takes or finds: PostgreSQL has no NUL, and no text longer than its column."""


def speak(request: Request, text: str) -> None:
    """From here on this request's errors are in the language of the text, unless the client says
    which one it reads."""
    request.scope[_SPOKEN] = language_of(text)


def spoken(request: Request) -> Language:
    """The language of whoever reads: the first one that the client accepts, else that of the
    sentence, else English."""
    return _accepted(request) or cast("Language", request.scope.get(_SPOKEN, "en"))


def reader_language(request: Request, text: str) -> Language:
    """The language of whoever reads: the first one that the client accepts, else the text's."""
    return _accepted(request) or language_of(text)


def _accepted(request: Request) -> Language | None:
    accepted = request.headers.get("accept-language", "")[:2].lower()
    return next((language for language in LANGUAGES if language == accepted), None)


def failure(request: Request, status: int, key: str, **values: object) -> JSONResponse:
    """The response for one sentence."""
    return _response(status, key, say(spoken(request), key, **values))


def _response(status: int, key: str, text: str) -> JSONResponse:
    code = key.rpartition(".")[2]
    return JSONResponse({"error": {"code": code, "message": text}}, status)


def install(app: FastAPI) -> None:
    """Registers a handler for every way in which a request can be wrong."""

    async def known(request: Request, error: Exception) -> JSONResponse:
        line = wire(error)
        key = error.key if isinstance(error, ServiceError) else str(line.key)
        response = _response(line.http_status, key, sentence(error, spoken(request)))
        response.headers.update(headers_of(error))
        return response

    async def invalid(request: Request, error: Exception) -> JSONResponse:
        return _invalid(request, cast("RequestValidationError", error))

    async def plain(request: Request, error: Exception) -> JSONResponse:
        return _plain(request, cast("HTTPException", error))

    async def unstorable(request: Request, error: Exception) -> JSONResponse:
        return failure(request, 422, UNSTORABLE)

    async def unforeseen(request: Request, error: Exception) -> JSONResponse:
        return failure(request, 500, "services.unforeseen", name=type(error).__name__)

    app.add_exception_handler(Exception, unforeseen)
    for kind in KNOWN:
        app.add_exception_handler(kind, known)
    app.add_exception_handler(DataError, unstorable)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, plain)


def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        detail = str(first.get("ctx", {}).get("error", first["msg"]))
        return failure(request, 422, "services.invalid_json", detail=detail)
    place = ".".join(str(part) for part in first["loc"][1:]) or "body"
    return failure(request, 422, "services.invalid_body", place=place, detail=first["msg"])


def _plain(request: Request, error: HTTPException) -> JSONResponse:
    path = request.url.path
    if error.status_code == 404:
        return failure(request, 404, "services.no_page", path=path)
    if error.status_code == 405:
        return failure(request, 405, "services.method", path=path, method=request.method)
    return failure(request, error.status_code, "services.invalid_other", detail=error.detail)
