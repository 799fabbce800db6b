"""Who asks over HTTP: every route that shows or changes something is given its caller by this."""

from typing import Annotated

from fastapi import Depends, Request

from pipelines.runs.store import Run
from services.errors import NotPermitted
from services.http.live import Live, LiveRuns
from services.identity import Principal, identified
from services.insights.reach import Reach
from services.own_runs import run_of_caller
from tool_registry.base.caller import Caller, Role

SESSION = "zhizao_session"
"""The cookie that a login on the page leaves."""


def principal(request: Request, live: Live) -> Principal:
    """Whose request it is; Unauthenticated, a 401, where nobody can tell."""
    header, cookie = request.headers.get("authorization"), request.cookies.get(SESSION)
    return identified(live.system.settings, live.system.stores, header, cookie)


Acting = Annotated[Principal, Depends(principal)]


def _reading(acting: Acting) -> Caller:
    return acting.must("read")


def _running(acting: Acting) -> Caller:
    return acting.must("run")


def _changing_tools(acting: Acting) -> Caller:
    return acting.must("tools")


def _owning(acting: Acting) -> Reach:
    reach = Reach.of(acting.looks())
    if reach.is_empty:
        raise NotPermitted("identity.no_owner")
    return reach


def _owning_all(acting: Acting) -> Caller:
    caller = acting.must("tools")
    if not caller.role.includes(Role.OWNER):
        raise NotPermitted("identity.no_owner_of_all")
    return caller


def _managing_people(acting: Acting) -> Caller:
    return acting.must("people")


Asking = Annotated[Caller, Depends(_reading)]
"""Who looks at something."""
Running = Annotated[Caller, Depends(_running)]
"""Who has sentences carried out."""
Managing = Annotated[Caller, Depends(_managing_people)]
"""Who manages people and keys."""
Owning = Annotated[Reach, Depends(_owning)]
"""Who owns the deployment or a project, and what of it they see as figures; it changes nothing."""
OwningAll = Annotated[Caller, Depends(_owning_all)]
"""Who owns the deployment."""
CHANGES_TOOLS = Depends(_changing_tools)
"""For routes that change tools, beside what shows them."""


def own_run(live: LiveRuns, caller: Caller, run_id: str) -> Run:
    """The caller's run of that id; NotFound for one of somebody else as for one that is not."""
    return run_of_caller(live.system.store, caller, run_id)
