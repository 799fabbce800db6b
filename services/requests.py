"""Making a request of what an entrance received, with the same limits for all entrances."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.page import HostPage, PageResult
from pipelines.contracts.request import (
    Attachment,
    Chosen,
    DirectCall,
    InView,
    Later,
    Pipeline,
    PlanChange,
    Request,
    Review,
)
from services.attachments import checked
from services.errors import InvalidRequest, TooLong
from services.time_zones import zone_of
from tool_registry.base.caller import Caller
from tool_registry.base.environment import Environments
from tool_registry.base.ids import digest, new_id
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.packs import load_packs

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")


@dataclass(frozen=True, slots=True)
class Incoming:
    """What a user sends, before any check."""

    text: str
    session_id: str | None = None
    request_id: str | None = None
    environment: str | None = None
    plan_only: bool = False
    approved: bool = False
    review: Review = "unasked"
    plan: PlanChange | None = None
    typed: PlanChange | None = None
    pipeline: Pipeline | None = None
    attachments: Sequence[Attachment] = ()
    later: Later | None = None
    choice: Chosen | None = None
    in_view: InView | None = None
    view_dismissed: InView | None = None
    page: HostPage | None = None
    page_result: PageResult | None = None
    call: DirectCall | None = None
    finish: str | None = None
    zone: str | None = None
    alone: bool = False


def make_request(
    incoming: Incoming, environments: Environments, caller: Caller | None = None
) -> Request:
    """The request, with new ids where none were given; InvalidRequest says what is wrong."""
    check_unicode(incoming.text)
    _check_id("session_id", incoming.session_id)
    _check_id("request_id", incoming.request_id)
    request_id = incoming.request_id or new_id("request")
    return Request(
        text=incoming.text,
        session_id=incoming.session_id or session_of(request_id),
        request_id=request_id,
        environment=_environment(incoming.environment, environments),
        plan_only=incoming.plan_only,
        approved=incoming.approved,
        review=incoming.review,
        plan=incoming.plan,
        typed=incoming.typed,
        later=incoming.later,
        choice=incoming.choice,
        in_view=incoming.in_view,
        view_dismissed=incoming.view_dismissed,
        page=incoming.page,
        page_result=incoming.page_result,
        call=incoming.call,
        finish=incoming.finish,
        zone=zone_of(incoming.zone).key if incoming.zone is not None else None,
        pipeline=incoming.pipeline,
        alone=incoming.alone,
        attachments=checked(incoming.attachments),
        caller=caller or Caller(),
    )


def check_length(text: str, limit: int) -> None:
    """Raises TooLong for a sentence of more than `limit` bytes."""
    if len(text.encode("utf-8", "surrogatepass")) > limit:
        raise TooLong("services.text_too_big", limit=limit)


def session_of(request_id: str) -> str:
    """A new conversation; the same one where the same request is delivered again."""
    return f"session-{digest(request_id)[:16]}"


def check_unicode(text: str) -> None:
    """Raises InvalidRequest for a text that cannot be written as UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidRequest("services.text_not_unicode", place=error.start + 1) from error


def _environment(word: str | None, environments: Environments) -> str | None:
    """The configured environment that goes by that word; production stays as it was said, for the
    road to refuse."""
    if word is not None and environments.by_word(word) is None and means_production(word):
        return word
    return environment_named(word, environments)


def environment_named(word: str | None, environments: Environments) -> str | None:
    """The name of the environment that goes by that word; InvalidRequest where none does."""
    if word is None:
        return None
    name = environments.by_word(word)
    if name is None:
        known = ", ".join(environments.names)
        raise InvalidRequest("services.unknown_environment", name=_printable(word), known=known)
    return name


def means_production(word: str) -> bool:
    """True for a word by which production is called."""
    said = word.strip().casefold()
    markers = [one for one in load_packs(("general",)) if one.kind is Kind.MARKER]
    names = {"production": set[str](), "environment_suffix": {""}}
    for one in markers:
        names.get(one.name, set[str]()).update(surface.casefold() for surface in one.surfaces)
    return any(
        said == name + suffix or said == f"{name} {suffix}"
        for name in names["production"]
        for suffix in names["environment_suffix"]
    )


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text[:64])


def _check_id(field: str, value: str | None) -> None:
    if value is not None and not _ID.fullmatch(value):
        raise InvalidRequest("services.bad_id", field=field)
