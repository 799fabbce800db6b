"""What goes on from calls of the page's: another value for a field that was filled, or the same for
what the page shows by now."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import Span
from pipelines.contracts.limits import TurnLimits
from pipelines.contracts.page import PageReading, PageTool, SaidValue, Words
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.request import Request
from pipelines.flow.page_stage import is_left_to_page
from pipelines.intent.page_tools import read_for_page
from pipelines.intent.page_tools.fields import Field, fields_of, phrases
from pipelines.messages import Language, say
from pipelines.runs.store import Run, RunStore
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.numerals import number_of

_LATEST = 12
"""So many runs are looked back at."""


@dataclass(frozen=True, slots=True)
class _Filled:
    """What the page was asked to do for the thing that it showed, in a row of messages."""

    runs: Sequence[Run]
    """The newest first."""
    tool: PageTool
    """As the page offers it now."""
    values: Mapping[str, JsonValue]
    """What was said for each argument last."""


def goes_on(
    request: Request,
    store: RunStore,
    catalogue: Catalogue,
    reader: IntentReader,
    language: Language,
) -> PageReading | None:
    """The call that such a message comes to; None behind anything else than calls of a page."""
    before = _filled(request, store)
    if before is None:
        return None
    another = _another(request, before, catalogue, language)
    return another or _same(request, before, catalogue, reader)


def _filled(request: Request, store: RunStore) -> _Filled | None:
    """The latest calls of one tool for one thing, with nothing else behind or between them."""
    earlier = [
        run
        for run in store.of_session(request.caller, request.session_id, _LATEST)
        if run.request.request_id != request.request_id
    ]
    refused = {
        told.run_id
        for run in earlier
        if (told := run.request.page_result) is not None and told.outcome != "done"
    }
    runs: list[Run] = []
    for run in earlier:
        if run.request.page_result is not None or _only_asks(run):
            continue
        shown = runs[0].request.in_view if runs else run.request.in_view
        if not is_left_to_page(run.chain) or run.request.in_view != shown:
            break
        runs.append(run)
    tool = _tool(request, runs[0]) if runs else None
    if tool is None:
        return None
    values: dict[str, JsonValue] = {}
    for run in (one for one in reversed(runs) if one.id not in refused):
        steps = run.chain.steps if run.chain is not None else ()
        for step in (one for one in steps if one.tool == tool.id):
            values |= {path: binding.value for path, binding in step.arguments.items()}
    return _Filled(runs, tool, values) if values else None


def _only_asks(run: Run) -> bool:
    """A question on behalf of the page that nothing came of."""
    waits = run.answer is not None and run.answer.status is Status.NEEDS_INPUT
    return waits and run.chain is None and run.request.page is not None


def _tool(request: Request, last: Run) -> PageTool | None:
    """The same tool, as far as the page still offers it."""
    chain = last.chain
    offered = request.page.tools if request.page is not None else ()
    ids = {step.tool for step in chain.steps} if chain is not None else set[str]()
    return next((one for one in offered if one.id in ids), None)


def _another(
    request: Request, before: _Filled, catalogue: Catalogue, language: Language
) -> PageReading | None:
    """With a value that the message gives without the name of a field, where only one that was
    filled can have it."""
    words = _value(request.text)
    fields = fields_of(before.tool, catalogue.lexicon) or ()
    filled = [one for one in fields if one.path in before.values]
    found = [(one, told) for one in filled if (told := _fits(words or "", one)) is not None]
    found = [(one, told) for one, told in found if one.is_number] or found
    if len(found) != 1:
        return None
    field, told = found[0]
    label = field.label.of(language)
    text = say(language, "page.set", label=label, value=told)
    read = read_for_page(text, request.page, catalogue, in_view=request.in_view)
    if read is None or read.tool.id != before.tool.id:
        return None
    return replace(read, values=_placed(read.values, request.text))


def _fits(words: str, field: Field) -> str | None:
    """What of the words the field can have: of a number with what it counts, that number."""
    if not words or not field.is_number:
        return words or None
    ends = range(len(words), 0, -1)
    return next((words[:end] for end in ends if number_of(words[:end]) is not None), None)


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
        end = start + len(one.words)
        span = Span(start=start, end=end, text=one.words) if start >= 0 else None
        made[path] = replace(one, span=span)
    return made


def _same(
    request: Request, before: _Filled, catalogue: Catalogue, reader: IntentReader
) -> PageReading | None:
    """What was said for one thing, once more for another that the page shows."""
    view, last = request.in_view, before.runs[0].request.in_view
    if view is None or last is None or view == last:
        return None
    if not any(_is_more(request, run, reader) for run in before.runs):
        return None
    labels = {one.path: one.label for one in fields_of(before.tool, catalogue.lexicon) or ()}
    values = {
        path: SaidValue(value, labels.get(path, Words(zh=path, en=path)), str(value))
        for path, value in before.values.items()
    }
    return PageReading(before.tool, values)


def _is_more(request: Request, run: Run, reader: IntentReader) -> bool:
    heard = reader.follow_up(request.text, before=(run.request.text,))
    if heard is None or heard.said.goals or heard.turn != "more":
        return False
    return heard.sure >= TurnLimits().turn
