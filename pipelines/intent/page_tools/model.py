"""The same by a model, for sentences that say it in another way: it picks a tool and points at
words of the sentence; what is more than that is not taken."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pydantic import BaseModel, ConfigDict, Field

from pipelines.contracts.intent import Span
from pipelines.contracts.page import HostPage, PageReading, PageTool
from pipelines.intent.page_tools.assigning import is_quoted, may_be_read
from pipelines.intent.page_tools.fields import Field as Argument
from pipelines.intent.page_tools.reading import named_in, reading_of, says_more, tools_of
from pipelines.messages import Language, say
from pipelines.models import prompts
from pipelines.models.model import LanguageModel, Message
from pipelines.models.typed_answers import (
    AskOptions,
    Typed,
    Untyped,
    as_data,
    ask_typed,
    quoted,
    schema_text,
)
from tool_registry.catalogue import Catalogue
from tool_registry.governance.poison import tricks
from tool_registry.governance.texts import Text
from tool_registry.vocabulary.language import language_of


class ModelPageCall(BaseModel):
    """What a model fills in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str | None
    arguments: dict[str, str] = Field(default_factory=dict)


@dataclass(frozen=True)
class ModelPageReader:
    """Reads a sentence beside the tools of one page."""

    text: str
    page: HostPage
    catalogue: Catalogue

    def is_worth_asking(self) -> bool:
        """True where the sentence has a name of one of the page's fields in it."""
        return may_be_read(self.text) and bool(named_in(self.text, self._tools))

    async def read(
        self, model: LanguageModel, options: AskOptions | None = None
    ) -> PageReading | Untyped | None:
        """The call that the sentence asks for, in its own words; None where it asks for none."""
        found = await ask_typed(model, self.messages(), ModelPageCall, self.check, options)
        if not isinstance(found, Typed):
            return found
        form = found.value
        if form.tool is None or self._says_more(form):
            return None
        tool, fields = next(one for one in self._tools if one[0].name == form.tool)
        return reading_of(tool, fields, {n: self._span(w) for n, w in form.arguments.items()})

    def messages(self) -> tuple[Message, Message]:
        """The prompt, and the sentence as data."""
        language = language_of(self.text)
        told = [_told(tool, fields, language) for tool, fields in self._tools]
        system = prompts.render(
            "page",
            page_tools=as_data(told),
            example=prompts.nearest("page", {language}).text,
            schema=schema_text(ModelPageCall),
        )
        said = f"<sentence>{quoted(self.text)}</sentence>"
        return Message("system", system), Message("user", said)

    def check(self, form: ModelPageCall) -> list[str]:
        """What is wrong with the form, for the model."""
        return list(self._faults(form))

    def _faults(self, form: ModelPageCall) -> Iterator[str]:
        if form.tool is None:
            return
        fields = next((fields for tool, fields in self._tools if tool.name == form.tool), None)
        if fields is None:
            yield say("zh", "page.model_tool", tool=form.tool)
            return
        known = {field.path for field in fields}
        for name, words in form.arguments.items():
            if name not in known:
                yield say("zh", "page.model_argument", argument=name)
            elif not words or words not in self.text:
                yield say("zh", "page.model_words", words=words)

    def _says_more(self, form: ModelPageCall) -> bool:
        """True where a value, or the rest of the sentence, says where or what is to be done then,
        or the rest has numbers in it."""
        rest = self.text
        for words in form.arguments.values():
            rest = rest.replace(words, " ", 1)
        free = (words for words in form.arguments.values() if not self._is_quoted(words))
        more = any(says_more(words, self.catalogue) for words in (rest, *free))
        return more or re.search(r"\d", rest) is not None

    def _is_quoted(self, words: str) -> bool:
        """True where the sentence has the words between quotation marks."""
        start = self.text.rindex(words)
        return is_quoted(words) or (
            start > 0 and is_quoted(self.text[start - 1 : start + len(words) + 1])
        )

    def _span(self, words: str) -> Span:
        start = self.text.rindex(words)
        return Span(start=start, end=start + len(words), text=words)

    @cached_property
    def _tools(self) -> Sequence[tuple[PageTool, Sequence[Argument]]]:
        """Those that may be shown to a model: none that gives it orders."""
        return [one for one in tools_of(self.page, self.catalogue.lexicon) if not _orders(*one)]


def _orders(tool: PageTool, fields: Sequence[Argument]) -> bool:
    names = (tool.title, *(field.label for field in fields))
    told = (tool.description, *(text for one in names for text in (one.zh, one.en)))
    return any(tricks(Text("page", text)) for text in told)


def _told(tool: PageTool, fields: Sequence[Argument], language: Language) -> dict[str, object]:
    arguments = {field.path: f"{field.label.of(language)} {field.type}" for field in fields}
    about = {"about": tool.description} if tool.description else {}
    return {
        "name": tool.name,
        "title": tool.title.of(language),
        **about,
        "arguments": arguments,
    }
