"""A message for the page around the chat: a sentence that one of its tools serves, or a reply to
what was asked on behalf of one."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from pipelines.contracts.answer import ModelUse, Status
from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.contracts.page import HostPage, PageReading
from pipelines.contracts.request import Request
from pipelines.flow.page_again import EarlierCalls
from pipelines.intent.page_tools import ASKED, WHICH, begun_for_page, read_for_page
from pipelines.messages import Language, say
from pipelines.runs.context import RunContext
from pipelines.runs.memory import OpenQuestion
from tool_registry.base.redaction import find_secrets
from tool_registry.catalogue import Catalogue

PageReader: TypeAlias = Callable[[str, HostPage], Awaitable[tuple[PageReading | None, ModelUse]]]
"""(sentence, page with its tools) → what the page is to do, and what a model was asked for it."""


async def read_by_model(context: RunContext, reader: PageReader | None) -> PageReading | None:
    """What a model finds in a sentence of its own that no pattern has found; None without one."""
    page, message, request = context.request.page, context.message, context.request
    beside = message.reply or message.reading or message.opened or message.undo or message.given
    if reader is None or page is None or not page.tools or beside or request.choice:
        return None
    found, use = await reader(context.text, page)
    context.model += use
    return found


def said_for_page(
    request: Request,
    pending: OpenQuestion | None,
    catalogue: Catalogue,
    language: Language,
    acts: Callable[[str], bool],
    earlier: EarlierCalls,
) -> ResolvedMessage | None:
    """The message with what the page is to do; None where it is for nobody's page. `acts`: True for
    a sentence that says what is to be done, which is no reply to what was asked."""
    reading = partial(
        read_for_page, page=request.page, catalogue=catalogue, in_view=request.in_view
    )
    found = reading(request.text)
    found = found and earlier.joined(found)
    asked = _asked(pending)
    if pending is None or asked is None or (found is not None and asked != WHICH):
        if found is None and pending is None:
            found = earlier.goes_on()
        if found is None and pending is None:
            return _begun(request, catalogue, language)
        return ResolvedMessage(request.text, page=found) if found is not None else None
    if found is None and (found := earlier.goes_on()) is not None:
        return ResolvedMessage(request.text, page=found)
    if find_secrets(request.text):
        return _ended(pending, say(language, "rules.secret"))
    given = {**pending.given, asked: request.text.strip()}
    replied = reading(pending.text, given=given)
    picks = asked == WHICH and replied is not None and not _asks_which(replied)
    if not picks and found is not None:
        return ResolvedMessage(request.text, page=found)
    if not picks and acts(request.text):
        return None
    if replied is None:
        return _ended(pending, say(language, "page.gone"))
    return ResolvedMessage(pending.text, given, page=replied)


def _begun(request: Request, catalogue: Catalogue, language: Language) -> ResolvedMessage | None:
    """That what the page does is done alone, where a sentence wants more than that."""
    tool = begun_for_page(request.text, request.page, catalogue, in_view=request.in_view)
    if tool is None:
        return None
    title = tool.title.zh if language == "zh" else tool.title.en
    return ResolvedMessage(
        request.text, reply=Reply(say(language, "page.alone", title=title), Status.REFUSED)
    )


def asks_for_page(pending: OpenQuestion | None) -> bool:
    """True for a question on behalf of a page's tool."""
    return _asked(pending) is not None


def _asked(pending: OpenQuestion | None) -> str | None:
    missing = pending.missing if pending is not None else ()
    return next((name for name in missing if name.startswith(ASKED)), None)


def _asks_which(reading: PageReading) -> bool:
    return reading.asks is not None and reading.asks.name == WHICH


def _ended(pending: OpenQuestion, text: str) -> ResolvedMessage:
    return ResolvedMessage(pending.text, reply=Reply(text, Status.REFUSED, settles=True))
