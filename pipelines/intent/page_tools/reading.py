"""Which of the page's tools a sentence is for, and with which of the user's own words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pipelines.contracts.intent import Span
from pipelines.contracts.page import (
    PREFIX,
    HostPage,
    PageQuestion,
    PageReading,
    PageTool,
    SaidValue,
)
from pipelines.contracts.request import InView
from pipelines.intent.lexical import setting
from pipelines.intent.page_tools.assigning import Assigned, Clauses, may_be_read
from pipelines.intent.page_tools.fields import Field, Unfit, fields_of, phrases
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold

ASKED = PREFIX
"""Begins the name of what is asked for on behalf of a page's tool: `page:fill_remark.remark`."""
WHICH = f"{PREFIX}?"
"""The name of the question which of several tools is meant; the reply is a tool's title."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A tool with what the sentence gives to its arguments."""

    tool: PageTool
    fields: Sequence[Field]
    said: Mapping[str, Assigned]

    @property
    def open(self) -> list[Field]:
        """What it has to be told besides."""
        wanted = (f for f in self.fields if f.required and f.path not in self.said)
        named = (f for f in self.fields if f.path in self.said and not _tells(self.said[f.path]))
        found = [*wanted, *named]
        # Where nothing is given to what only fills a form, nothing would be done.
        empty = self.tool.effect == "fills" and not self.said and not found
        return list(self.fields[:1]) if empty else found


def read_for_page(
    text: str,
    page: HostPage | None,
    catalogue: Catalogue,
    *,
    in_view: InView | None = None,
    given: Mapping[str, str] | None = None,
) -> PageReading | None:
    """The page's tool that serves the whole sentence, or what has to be asked for it; None where
    the sentence, or a part of it, is about anything else. `given`: replies to what was asked.

    Every value is words of the user's: nothing is drawn, remembered or taken from the page."""
    text = text.rstrip()
    if page is None or not page.tools or not may_be_read(text):
        return None
    reader = _Reader(page, catalogue, in_view)
    ways = reader.ways(text)
    replies = given or {}
    if len(ways) > 1:
        chosen = [way for way in ways if _is_called(way.tool, replies.get(WHICH, ""))]
        if not chosen:
            titles = tuple(way.tool.title for way in ways)
            return PageReading(ways[0].tool, asks=PageQuestion(WHICH, titles=titles))
        ways = chosen
    return _filled(ways[0], replies) if ways else None


def begun_for_page(
    text: str, page: HostPage | None, catalogue: Catalogue, *, in_view: InView | None = None
) -> PageTool | None:
    """The page's tool for which a sentence begins that goes on to something else, and names no
    environment for it."""
    if page is None or not page.tools or not may_be_read(text):
        return None
    return _Reader(page, catalogue, in_view).begun(text.rstrip())


def dropped_in(
    text: str, tool: PageTool, catalogue: Catalogue, *, in_view: InView | None = None
) -> frozenset[str]:
    """The arguments of the tool that are not wanted, where the text says only that."""
    if not may_be_read(text):
        return frozenset()
    reader = _Reader(HostPage(tools=(tool,)), catalogue, in_view)
    return frozenset(reader.dropped(text.rstrip()))


def tools_of(page: HostPage, lexicon: Lexicon) -> list[tuple[PageTool, tuple[Field, ...]]]:
    """The page's tools that words can call, with what they take."""
    read = ((tool, fields_of(tool, lexicon)) for tool in page.tools)
    return [(tool, fields) for tool, fields in read if fields is not None]


def named_in(text: str, tools: Iterable[tuple[PageTool, Sequence[Field]]]) -> list[str]:
    """The names of arguments that stand in the text."""
    return standing_in(
        text, (one for _, fields in tools for field in fields for one in field.names)
    )


def standing_in(text: str, names: Iterable[str]) -> list[str]:
    """Those of the names that stand in the text, blanks aside."""
    said = "".join(fold(text).split())
    return sorted({name for name in names if "".join(name.split()) in said})


def says_more(words: str, catalogue: Catalogue) -> bool:
    """True for words that name an environment, or go on to what is to be done then: anywhere, as
    neither needs a comma."""
    return _goes_on(words) or _says_where(words, catalogue)


def _goes_on(words: str) -> bool:
    return re.search(phrases()["sequel"], words, re.IGNORECASE | re.VERBOSE) is not None


def _says_where(words: str, catalogue: Catalogue) -> bool:
    where = setting.of_text(words, catalogue.environments, catalogue.lexicon)
    return bool(where.named or where.production)


def reading_of(tool: PageTool, fields: Sequence[Field], said: Mapping[str, Span]) -> PageReading:
    """The call with these words of the sentence, or what has to be asked for it."""
    told = {path: Assigned(path, "said", span, span) for path, span in said.items()}
    return _filled(_Way(tool, fields, told), {})


@dataclass(frozen=True)
class _Reader:
    page: HostPage
    catalogue: Catalogue
    in_view: InView | None

    def ways(self, text: str) -> list[_Way]:
        """The tools that take all that the sentence says, those with the least to be asked for."""
        by_title = [
            _Way(tool, fields, {}) for tool, fields in self._tools if _is_command(tool, text)
        ]
        found = by_title or self._assigning(text)
        least = min((len(way.open) for way in found), default=0)
        return [way for way in found if len(way.open) == least]

    def begun(self, text: str) -> PageTool | None:
        """The tool for which it begins, and goes on to something else."""
        clauses = Clauses(named_in(text, self._tools), self._things()).read(text)
        runs = any(self._runs_on(one) for one in clauses)
        if not runs or _says_where(text, self.catalogue):
            return None
        takes = (tool for tool, fields in self._tools if _placed(clauses, fields) is not None)
        return next(takes, None)

    def dropped(self, text: str) -> Iterable[str]:
        """The arguments that are not wanted, where the text says only that."""
        clauses = Clauses(named_in(text, self._tools), self._things(), ways=("dropped",)).read(text)
        placed = (_placed(clauses, fields) or {} for _, fields in self._tools)
        return (path for one in placed for path in one)

    @cached_property
    def _tools(self) -> list[tuple[PageTool, tuple[Field, ...]]]:
        return tools_of(self.page, self.catalogue.lexicon)

    def _assigning(self, text: str) -> list[_Way]:
        names = named_in(text, self._tools)
        every = [field for _, fields in self._tools for field in fields]
        told = {name for one in every if one.required or not one.is_free for name in one.names}
        plain = Clauses(names, self._things())
        beside = replace(plain, beside=[name for name in names if name in told])
        bare = replace(plain, beside=names)
        return (
            self._placing(beside.read(text))
            or self._placing(plain.read(text))
            or self._placing(bare.read(text))
        )

    def _placing(self, clauses: Sequence[Assigned]) -> list[_Way]:
        if not clauses or any(self._runs_on(one) for one in clauses):
            return []
        placed = ((tool, fields, _placed(clauses, fields)) for tool, fields in self._tools)
        return [_Way(tool, fields, said) for tool, fields, said in placed if said is not None]

    def _things(self) -> list[str]:
        """What the thing in view is called: by the page, and by the catalogue."""
        view = self.in_view
        if view is None:
            return []
        concept = self.catalogue.lexicon.concept(Kind.ENTITY, view.entity)
        known = (concept.name, *concept.surfaces) if concept is not None else ()
        return sorted({fold(form) for form in (view.entity, *known)} - {""})

    def _runs_on(self, one: Assigned) -> bool:
        """True where what looks like a value says where, or what is to be done then."""
        return (
            one.value is not None and not one.quoted and says_more(one.value.text, self.catalogue)
        )


def _placed(clauses: Iterable[Assigned], fields: Sequence[Field]) -> dict[str, Assigned] | None:
    """Argument → what is said of it; None where some of it is no argument of the tool, or two
    clauses speak of one."""
    placed: dict[str, tuple[Assigned, Field]] = {}
    for one in clauses:
        field = next((f for f in fields if fold(one.name) in f.names), None)
        if field is None or field.path in placed or not _may_be(one, field, first=not placed):
            return None
        placed[field.path] = (one, field)
    said = placed.values()
    bare = [one for one, field in said if one.way == "beside" and field.is_free]
    sure = any(one.way != "named" and one not in bare for one, _ in said)
    return {path: one for path, (one, _) in placed.items()} if sure or not bare else None


def _may_be(one: Assigned, field: Field, *, first: bool) -> bool:
    """Only what can be ticked is ticked; without a verb only what cannot be any words is told, or
    what has to be told, behind another one; any words only where something else is sure."""
    if one.value is None or one.way not in ("beside", "counted"):
        return one.way not in ("ticked", "unticked") or field.type == "boolean"
    if one.way == "counted":
        return field.is_number and field.number(one.value.text) is not None
    labelled = fold(one.name) in {fold(field.label.zh), fold(field.label.en)}
    if labelled and field.is_number and field.number(one.value.text) is not None:
        return True
    wanted = field.required and not first
    return field.is_free or wanted or _fits(field, one.value.text)


def _fits(field: Field, words: str) -> bool:
    try:
        field.value(words)
    except Unfit:
        return False
    return True


def _filled(way: _Way, replies: Mapping[str, str]) -> PageReading:
    values: dict[str, SaidValue] = {}
    for field in way.fields:
        name = f"{way.tool.id}.{field.path}"
        one, reply = way.said.get(field.path), replies.get(name)
        said = reply if reply is not None else _words(one)
        if said is None and field not in way.open:
            continue
        if said is None:
            return PageReading(way.tool, asks=PageQuestion(name, field.label))
        if one is not None and one.way == "appended" and reply is None:
            asks = PageQuestion(name, field.label, (), "page.replaces", {"words": said})
            return PageReading(way.tool, asks=asks)
        try:
            value = field.value(said)
        except Unfit as error:
            asks = PageQuestion(name, field.label, (), error.problem, error.values)
            return PageReading(way.tool, asks=asks)
        span = (one.value or one.clause) if one is not None and reply is None else None
        values[field.path] = SaidValue(value, field.label, span.text if span else said, span)
    return PageReading(way.tool, values)


def _words(one: Assigned | None) -> str | None:
    """What is to be put there; None where that was not said."""
    if one is None or one.way == "named":
        return None
    if one.value is not None:
        return one.value.text
    return {"emptied": "", "ticked": "yes", "unticked": "no"}[one.way]


def _tells(one: Assigned) -> bool:
    return one.way != "named"


def _is_called(tool: PageTool, words: str) -> bool:
    said = fold(words)
    return said in {fold(tool.title.zh), fold(tool.title.en), fold(tool.name)}


def _is_command(tool: PageTool, text: str) -> bool:
    """True where the sentence is what the page calls the tool, and courtesies."""
    told = phrases()
    titles = "|".join(re.escape(title) for title in (tool.title.zh, tool.title.en))
    form = rf"\s*{told['polite']}(?:{titles}){told['end']}"
    return re.fullmatch(form, text, re.IGNORECASE | re.VERBOSE) is not None
