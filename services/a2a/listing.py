"""Pages of a caller's tasks."""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any

from a2a.types import ListTasksRequest
from a2a.utils.errors import InvalidParamsError

from pipelines.messages import say
from services.a2a.protobuf import seconds_of
from services.a2a.tasks import Held

_PAGE = 50


def wanted(tasks: Sequence[Held], params: ListTasksRequest) -> list[Held]:
    """The tasks that the request asks for, on whatever page."""
    found = list(tasks)
    if params.context_id:
        found = [one for one in found if one.context == params.context_id]
    if params.status:
        found = [one for one in found if one.state == params.status]
    if params.HasField("status_timestamp_after"):
        after = seconds_of(params.status_timestamp_after)
        found = [one for one in found if one.changed_at >= after]
    return found


def page_of(tasks: Sequence[Held], params: ListTasksRequest) -> tuple[list[Held], str]:
    """The page that begins behind the token, and the token of the next one; "": there is none.

    InvalidParamsError for a token that is none."""
    size = params.page_size if params.HasField("page_size") else _PAGE
    rest = list(tasks)
    if params.page_token:
        behind = _position(params.page_token)
        rest = [one for one in rest if (one.changed_at, one.id) < behind]
    page = rest[:size]
    return page, _token(page[-1]) if len(rest) > size else ""


def _token(task: Held) -> str:
    text = json.dumps([task.changed_at, task.id])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _position(token: str) -> tuple[float, str]:
    try:
        told: Any = json.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
        at, id = told
        return float(at), str(id)
    except (binascii.Error, ValueError, TypeError, RecursionError, OverflowError) as error:
        raise InvalidParamsError(say("en", "a2a.bad_token")) from error
