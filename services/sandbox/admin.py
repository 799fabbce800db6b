"""`/admin`: a page of the demo business itself, in which the chat can be opened on its orders."""

from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from services.sandbox.row import Row
from services.sandbox.store import Store
from services.sandbox.trade import COMMON

_FILES = {"/admin": "admin.html", "/admin.js": "admin.js", "/admin.css": "admin.css"}


def routes(store: Store) -> list[Route]:
    """The page, and the orders that it lists."""

    def orders(request: Request) -> JSONResponse:
        return JSONResponse(_orders(store))

    shown = [Route(path, _file(name)) for path, name in _FILES.items()]
    return [*shown, Route("/admin/orders", orders)]


def _file(name: str) -> Callable[[Request], Response]:
    def serve(request: Request) -> Response:
        return FileResponse(Path(__file__).parent / name, headers={"Cache-Control": "no-cache"})

    return serve


def _orders(store: Store) -> list[Row]:
    """The orders of all environments, the latest first."""
    with store.transaction() as db:
        store.settle(db)
        found = [
            {**row, "environment": env}
            for env in store.databases
            if env != COMMON
            for row in store.world(db, env).find("order")
        ]
    return sorted(found, key=lambda row: (row["createdAt"], row["id"]), reverse=True)
