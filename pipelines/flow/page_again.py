"""What goes on from calls of the page's: a yes to the one that waits, more or less for it, another
value for a field that was filled, or the same for what the page shows by now."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import Span
from pipelines.contracts.limits import TurnLimits
from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.contracts.page import PageReading, PageTool, SaidValue, Words
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.request import Request
from pipelines.flow.page_stage import is_left_to_page
from pipelines.intent.page_tools import dropped_in, named_in, read_for_page
from pipelines.intent.page_tools.fields import Field, fields_of, phrases
from pipelines.messages import Language, say
from pipelines.runs.store import Run, RunStore
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.numerals import number_of, numeral_pattern, words_pattern

_LATEST = 12
"""So many runs are looked back at."""
_NUMERAL = f"{numeral_pattern()}|{words_pattern()}"


@dataclass(frozen=True, slots=True)
class _Filled:
    """What the page was asked to do for the thing that it showed, in a row of messages."""

    runs: Sequence[Run]
    """The newest first."""
    tool: PageTool
    """As the page offers it now."""
    values: Mapping[str, JsonValue]
    """What was said for each argument last."""


@dataclass(frozen=True)
class EarlierCalls:
    """What a message is to the calls of the page that were proposed before it."""

    request: Request
    store: RunStore
    catalogue: Catalogue
    reader: IntentReader
    language: Language

    def replied(self, *, agrees: bool) -> ResolvedMessage | None:
        """What a yes (`agrees`) is to the call that waits, or what is not wanted of it any more."""
        if self._waiting is None:
            return None
        if agrees:
            agreed = replace(self._proposed(self._waiting), agreed=self._is_shown(self._waiting))
            return ResolvedMessage(self._waiting.request.text, page=agreed)
        return self._dropped(self._waiting)

    def joined(self, found: PageReading) -> PageReading:
        """With what else was said for the call that waits: it is still wanted."""
        waiting = self._waiting
        if waiting is None or found.asks is not None or not self._is_of(waiting, found.tool):
            return found
        return replace(found, values={**self._proposed(waiting).values, **found.values})

    def goes_on(self) -> PageReading | None:
        """The call that the message comes to; None behind anything else than calls of a page."""
        before = self._filled
        if before is None:
            return None
        found = self._another(before)
        return self.joined(found) if found is not None else self._same(before)

    # ---- the call that waits ---------------------------------------------------------------

    @cached_property
    def _earlier(self) -> list[Run]:
        request = self.request
        of = self.store.of_session(request.caller, request.session_id, _LATEST)
        return [run for run in of if run.request.request_id != request.request_id]

    @cached_property
    def _waiting(self) -> Run | None:
        """The call that was proposed last, where nothing was said or done since, and the page still
        offers it for the thing that it shows."""
        last = next(iter(self._earlier), None)
        if last is None or last.status != Status.NEEDS_INPUT or not is_left_to_page(last.chain):
            return None
        here = last.request.in_view == self.request.in_view
        return last if here and self._tool(last) is not None else None

    def _is_shown(self, run: Run) -> bool:
        """The page offers the very tool that was shown, and has not put another in its place."""
        told = next(one for one in self.store.events(run.id) if one.type == "page_call")
        tool = self._tool(run)
        return tool is not None and tool.registration == told.registration

    def _is_of(self, run: Run, tool: PageTool) -> bool:
        return run.chain is not None and any(step.tool == tool.id for step in run.chain.steps)

    def _proposed(self, run: Run) -> PageReading:
        tool = self._tool(run)
        assert tool is not None
        return PageReading(tool, self._said(tool, _values([run], tool)))

    def _dropped(self, run: Run) -> ResolvedMessage | None:
        request, before = self.request, self._proposed(run)
        less = dropped_in(request.text, before.tool, self.catalogue, in_view=request.in_view)
        if not less & before.values.keys():
            return None
        left = {path: one for path, one in before.values.items() if path not in less}
        if left:
            return ResolvedMessage(request.text, page=replace(before, values=left))
        nothing = Reply(say(self.language, "conversation.cancelled"), Status.CANCELLED)
        return ResolvedMessage(request.text, reply=nothing)

    # ---- calls before that -------------------------------------------------------------------

    @cached_property
    def _filled(self) -> _Filled | None:
        """The latest calls of one tool for one thing, with nothing else behind or between them."""
        refused = {
            told.run_id
            for run in self._earlier
            if (told := run.request.page_result) is not None and told.outcome != "done"
        }
        runs = list(_of_one_thing(self._earlier))
        tool = self._tool(runs[0]) if runs else None
        if tool is None:
            return None
        values = _values((one for one in reversed(runs) if one.id not in refused), tool)
        return _Filled(runs, tool, values) if values else None

    def _tool(self, run: Run) -> PageTool | None:
        """The tool of a call, as far as the page still offers it."""
        offered = self.request.page.tools if self.request.page is not None else ()
        return next((one for one in offered if self._is_of(run, one)), None)

    def _said(self, tool: PageTool, values: Mapping[str, JsonValue]) -> dict[str, SaidValue]:
        labels = {one.path: one.label for one in fields_of(tool, self.catalogue.lexicon) or ()}
        return {
            path: SaidValue(value, labels.get(path, Words(zh=path, en=path)), str(value))
            for path, value in values.items()
        }

    def _another(self, before: _Filled) -> PageReading | None:
        """With a value that the message gives in other words than a form is filled with: the one
        number said of a field that takes numbers, or, without the name of a field, what the last
        of them holds that such a value was given to."""
        request, fields = self.request, fields_of(before.tool, self.catalogue.lexicon) or ()
        filled = {one.path: one for one in fields if one.path in before.values}
        named = set(named_in(request.text, [(before.tool, fields)]))
        if named:
            return self._numbered(before.tool, [one for one in fields if one.names & named])
        words = _corrected(request.text, before.values.values())
        found = [
            (filled[path], told)
            for path in before.values
            if path in filled and (told := _fits(words or "", filled[path])) is not None
        ]
        alike = [one for one in found if _is_alike(one[1], before.values[one[0].path])]
        found = [one for one in found if one[0].is_number] or alike or found
        if not found:
            return None
        field, told = found[-1]
        return self._set(before.tool, field, told)

    def _numbered(self, tool: PageTool, named: Sequence[Field]) -> PageReading | None:
        """The one number of a message that names one field, which takes numbers."""
        numbers = re.findall(_NUMERAL, self.request.text, re.IGNORECASE)
        if len(named) != 1 or not named[0].is_number or len(numbers) != 1:
            return None
        return self._set(tool, named[0], numbers[0])

    def _set(self, tool: PageTool, field: Field, told: str) -> PageReading | None:
        request, label = self.request, field.label.of(self.language)
        text = say(self.language, "page.set", label=label, value=told)
        read = read_for_page(text, request.page, self.catalogue, in_view=request.in_view)
        if read is None or read.tool.id != tool.id:
            return None
        return replace(read, values=_placed(read.values, request.text))

    def _same(self, before: _Filled) -> PageReading | None:
        """What was said for one thing, once more for another that the page shows."""
        view, last = self.request.in_view, before.runs[0].request.in_view
        if view is None or last is None or view == last:
            return None
        if not any(self._is_more(run) for run in before.runs):
            return None
        return PageReading(before.tool, self._said(before.tool, before.values))

    def _is_more(self, run: Run) -> bool:
        heard = self.reader.follow_up(self.request.text, before=(run.request.text,))
        if heard is None or heard.said.goals or heard.turn != "more":
            return False
        return heard.sure >= TurnLimits().turn


def _of_one_thing(earlier: Iterable[Run]) -> Iterable[Run]:
    """The newest calls that were left to a page while it showed one thing."""
    first: Run | None = None
    for run in earlier:
        if run.request.page_result is not None:
            continue
        first = first or run
        if not is_left_to_page(run.chain) or run.request.in_view != first.request.in_view:
            return
        yield run


def _values(runs: Iterable[Run], tool: PageTool) -> dict[str, JsonValue]:
    """What these calls of the tool put where, the oldest first; what was said last is last."""
    values: dict[str, JsonValue] = {}
    for run in runs:
        for step in run.chain.steps if run.chain is not None else ():
            for path, binding in step.arguments.items() if step.tool == tool.id else ():
                values.pop(path, None)
                values[path] = binding.value
    return values


def _fits(words: str, field: Field) -> str | None:
    """What of the words the field can have: of a number with what it counts, that number."""
    if not words or not field.is_number:
        return words or None
    ends = range(len(words), 0, -1)
    return next((words[:end] for end in ends if number_of(words[:end]) is not None), None)


def _is_alike(words: str, value: JsonValue) -> bool:
    """Both have figures in them, as a date or a telephone number has, or neither."""
    return any(map(str.isdigit, words)) == any(map(str.isdigit, str(value)))


def _corrected(text: str, held: Iterable[JsonValue]) -> str | None:
    """The other value; where it is said what it is not to be, in place of one that is held."""
    values = [str(one) for one in held]
    for form in phrases()["corrected"]:
        found = re.fullmatch(form, text.strip(), re.IGNORECASE | re.VERBOSE)
        if found is not None:
            denied = found.groupdict().get("denied")
            said = denied is None or any(denied.strip() in one for one in values)
            return found["value"].strip() if said else None
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
