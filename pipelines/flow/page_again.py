"""What goes on from a call of the page's: another value for its one field, or the same for what the
page shows by now."""

import re
from collections.abc import Mapping
from dataclasses import replace

from pipelines.contracts.limits import TurnLimits
from pipelines.contracts.page import PageReading, PageTool, SaidValue
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.request import Request
from pipelines.flow.page_stage import is_left_to_page
from pipelines.intent.page_tools import read_for_page
from pipelines.intent.page_tools.fields import phrases
from pipelines.messages import Language, say
from pipelines.runs.store import Run, RunStore
from tool_registry.catalogue import Catalogue

_LATEST = 2
"""So many runs back: the call, and the run that tells what became of it."""


def goes_on(
    request: Request,
    store: RunStore,
    catalogue: Catalogue,
    reader: IntentReader,
    language: Language,
) -> PageReading | None:
    """The call that such a message comes to; None behind anything else than a call of a page."""
    last = _last(request, store)
    if last is None or request.page is None:
        return None
    another = _another(request, last, catalogue, language)
    return another or _same(request, last, catalogue, reader)


def _last(request: Request, store: RunStore) -> Run | None:
    """The run whose sentence the page's last call was made for, where nothing came behind it."""
    runs = [
        run
        for run in store.of_session(request.caller, request.session_id, _LATEST + 1)
        if run.request.request_id != request.request_id
    ]
    told = runs[:1] if runs and runs[0].request.page_result is not None else []
    last = next((run for run in runs if run not in told), None)
    return last if last is not None and is_left_to_page(last.chain) else None


def _tool(request: Request, last: Run) -> PageTool | None:
    """The same tool, as far as the page still offers it."""
    chain = last.chain
    offered = request.page.tools if request.page is not None else ()
    ids = {step.tool for step in chain.steps} if chain is not None else set[str]()
    return next((one for one in offered if one.id in ids), None)


def _another(
    request: Request, last: Run, catalogue: Catalogue, language: Language
) -> PageReading | None:
    """With a value that the message gives without the name of a field, where there was one."""
    tool, chain = _tool(request, last), last.chain
    given = [path for step in chain.steps for path in step.arguments] if chain is not None else []
    words = _value(request.text)
    if tool is None or len(given) != 1 or words is None:
        return None
    label = tool.labels.get(given[0])
    name = label.of(language) if label is not None else given[0]
    told = say(language, "page.set", label=name, value=words)
    found = read_for_page(told, request.page, catalogue, in_view=request.in_view)
    if found is None or found.tool.id != tool.id:
        return None
    return replace(found, values=_placed(found.values, request.text))


def _value(text: str) -> str | None:
    for form in phrases()["corrected"]:
        found = re.fullmatch(form, text.strip(), re.IGNORECASE | re.VERBOSE)
        if found is not None:
            return found["value"].strip()
    return None


def _placed(values: Mapping[str, SaidValue], text: str) -> dict[str, SaidValue]:
    """With where the words stand in the message itself."""
    made: dict[str, SaidValue] = {}
    for path, one in values.items():
        start = text.find(one.words)
        span = (
            one.span.model_copy(
                update={"start": start, "end": start + len(one.words), "text": one.words}
            )
            if one.span is not None and start >= 0
            else None
        )
        made[path] = replace(one, span=span)
    return made


def _same(
    request: Request, last: Run, catalogue: Catalogue, reader: IntentReader
) -> PageReading | None:
    """What the sentence before it said, once more, for another thing that the page shows."""
    before, view = last.request.in_view, request.in_view
    if view is None or before is None or view == before:
        return None
    heard = reader.follow_up(request.text, before=(last.request.text,))
    if heard is None or heard.said.goals or heard.turn != "more":
        return None
    if heard.sure < TurnLimits().turn:
        return None
    found = read_for_page(last.request.text, request.page, catalogue, in_view=view)
    if found is None or found.asks is not None:
        return None
    values = {path: replace(one, span=None) for path, one in found.values.items()}
    return replace(found, values=values)
