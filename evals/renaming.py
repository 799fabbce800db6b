"""Renaming: the same business in invented words, to show that nothing is wired to the real ones.

Every word of the tools and of the synonym packs gets an invented one, except those of the product's
general data (grammar, units, envelopes, environments). Han words are mapped character by character,
so that compounds stay compounds; Latin ones token by token (`couponId` → `vasteloId`).
"""

import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias, cast

import tool_registry
from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged
from tool_registry.model import Document, RawTool
from tool_registry.sources.result import CallResult
from tool_registry.sources.source import ToolSource
from tool_registry.vocabulary.lexicon import Concept

_LATIN = re.compile(r"[A-Za-z]+")
_TOKEN = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_SPARE = range(0x3400, 0x4DB5)
"""Han characters that hardly any text uses."""
_SCHEMA = (
    "type properties required items enum const default description title examples format pattern "
    "minimum maximum exclusive min max length unique additional any all one of not null object "
    "array string integer number boolean date time uri email uuid mcp"
)
_AS_IS = {"pattern", "format", "$ref", "type"}
Change: TypeAlias = Callable[[str], str]


class Renaming:
    """A one-to-one change of words, and the way back."""

    def __init__(self, special: Iterable[str], general: Iterable[str], seed: int) -> None:
        """`special`: texts whose words are renamed; `general`: texts whose words are kept."""
        kept, renamed = list(general), list(special)
        self._keep = {token for text in kept for token in _tokens(text)} | set(_SCHEMA.split())
        source = random.Random(seed)
        tokens = sorted({t for text in renamed for t in _tokens(text)} - self._keep)
        self._there = dict(zip(tokens, _invented(source, self._keep | set(tokens)), strict=False))
        self._back = {new: old for old, new in self._there.items()}
        self._general = {word for text in kept for word in _han_words(text)}
        special = {text for text in renamed if _HAN.fullmatch(text)}
        special -= {word for word in special if _of_both(word, self._general, special)}
        self._words = _longest_first(self._general | special)
        chars = sorted({ord(char) for word in special for char in word})
        spare = source.sample(_SPARE, len(chars))
        self._han = dict(zip(chars, spare, strict=True))
        self._han_back = dict(zip(spare, chars, strict=True))

    def text(self, text: str) -> str:
        """The text in invented words."""
        han = self._words.sub(self._word, text)
        return _LATIN.sub(lambda found: self._latin(found[0], self._there), han)

    def back(self, text: str) -> str:
        """The text in real words again."""
        latin = _LATIN.sub(lambda found: self._latin(found[0], self._back), text)
        return latin.translate(self._han_back)

    def json(self, value: JsonValue) -> JsonValue:
        """Every key and text in invented words."""
        return _mapped(value, self.text)

    def json_back(self, value: JsonValue) -> JsonValue:
        """Every key and text in real words again."""
        return _mapped(value, self.back)

    def tool(self, tool: RawTool) -> RawTool:
        """The tool as authors of the invented business would have declared it."""
        told = {key: self.json(value) for key, value in tool.model_dump().items()}
        return RawTool.model_validate({**told, "source": tool.source})

    def document(self, document: Document) -> Document:
        """The page in invented words."""
        return document.model_copy(update={"text": self.text(document.text)})

    def concept(self, concept: Concept) -> Concept:
        """The concept with invented name and surfaces."""
        return Concept(
            kind=concept.kind,
            name=self.text(concept.name),
            surfaces=tuple(self.text(surface) for surface in concept.surfaces),
            function=concept.function,
            attribute=self.text(concept.attribute) if concept.attribute else None,
            entity=self.text(concept.entity) if concept.entity else None,
            flags=concept.flags,
            source=concept.source,
        )

    def _word(self, found: re.Match[str]) -> str:
        return found[0] if found[0] in self._general else found[0].translate(self._han)

    def _latin(self, word: str, words: Mapping[str, str]) -> str:
        return _TOKEN.sub(lambda token: _like(token[0], _other(token[0].lower(), words)), word)


def _tokens(text: str) -> Iterator[str]:
    for word in _LATIN.findall(text):
        yield from (token.lower() for token in _TOKEN.findall(word) if len(token) > 1)


def _han_words(text: str) -> list[str]:
    """The text where it is one word; of a pattern only its short pieces, for they are no words."""
    return [text] if _HAN.fullmatch(text) else [r for r in _HAN.findall(text) if len(r) < 3]


def _of_both(word: str, general: Collection[str], special: Collection[str]) -> bool:
    """True for a general word and a special one in a row: each is renamed, or kept, for itself."""
    return any(
        word[:middle] in general and word[middle:] in special for middle in range(2, len(word))
    )


def _other(token: str, words: Mapping[str, str]) -> str:
    """The other word for a token, its plural included; the token itself where there is none."""
    if token in words:
        return words[token]
    for ending, single in (("ies", "y"), ("es", ""), ("s", "")):
        stem = token.removesuffix(ending) + single
        if token.endswith(ending) and stem in words:
            return f"{words[stem]}s"
    return token


def _like(model: str, word: str) -> str:
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word.capitalize() if model[0].isupper() else word


def _invented(source: random.Random, taken: set[str]) -> Iterator[str]:
    """Words that nobody uses, without end."""
    seen = set(taken)
    while True:
        syllables = [source.choice("bdfgklmnprtvz") + source.choice("aeiou") for _ in range(3)]
        word = "".join(syllables) + source.choice("kmnr")
        if word not in seen:
            seen.add(word)
            yield word


def _longest_first(words: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, ordered)) or r"(?!)")


def _mapped(value: JsonValue, change: Change) -> JsonValue:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_mapped(one, change) for one in cast("list[JsonValue]", value)]
    if not isinstance(value, dict):
        return value
    items = cast("dict[str, JsonValue]", value).items()
    return {
        change(key): one if key in _AS_IS and isinstance(one, str) else _mapped(one, change)
        for key, one in items
    }


class RenamedSource:
    """A source of tools as the road sees it: invented words outside, real ones inside."""

    def __init__(self, inner: ToolSource, renaming: Renaming) -> None:
        self.inner = inner
        self.renaming = renaming

    async def list_tools(self) -> list[RawTool]:
        """The source's tools in invented words."""
        return [self.renaming.tool(tool) for tool in await self.inner.list_tools()]

    async def list_documents(self) -> list[Document]:
        """The source's pages in invented words."""
        return [self.renaming.document(page) for page in await self.inner.list_documents()]

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> CallResult:
        """Calls the real tool with real words; its result comes back in invented ones."""
        real = cast("dict[str, JsonValue]", self.renaming.json_back(dict(arguments)))
        result = await self.inner.call(
            self.renaming.back(tool_name),
            real,
            environment=environment,
            plan=plan,
            key=key,
            timeout=timeout,
        )
        return result.model_copy(update={"body": self.renaming.json(result.body)})

    async def close(self) -> None:
        """Ends the inner source's connection."""
        await self.inner.close()


def special_words(
    tools: Iterable[RawTool], concepts: Iterable[Concept], general: Iterable[str]
) -> list[str]:
    """What belongs to this business: names of tools and fields, enum words, the packs' surfaces,
    and what the tools' titles hold besides these and the general words."""
    words = [text for one in concepts for text in (one.name, *one.surfaces)]
    known = _longest_first({word for text in (*general, *words) for word in _han_words(text)})
    for tool in tools:
        rest = [run for run in _HAN.findall(known.sub(" ", tool.title or "")) if len(run) > 1]
        words += [tool.name, *rest]
        words += _field_words(tool.input_schema)
        words += _field_words(tool.output_schema)
    return words


def _field_words(schema: JsonValue) -> Iterator[str]:
    """Names of properties and words of closed sets, at any depth."""
    if isinstance(schema, list):
        for one in cast("list[JsonValue]", schema):
            yield from _field_words(one)
    elif isinstance(schema, dict):
        for key, value in cast("dict[str, JsonValue]", schema).items():
            if key == "properties":
                yield from cast("dict[str, JsonValue]", value)
            elif key in ("enum", "const"):
                closed = cast("list[JsonValue]", value if isinstance(value, list) else [value])
                yield from map(str, closed)
            yield from _field_words(value)


def general_words(special_packs: Iterable[str]) -> list[str]:
    """Every text in the product's own data files, except those of the business's packs."""
    left_out = {f"{name}.yaml" for name in special_packs}
    root = Path(tool_registry.__file__).parent
    files = [file for file in sorted(root.rglob("*.yaml")) if file.name not in left_out]
    return [text for file in files for text in _texts(packaged(file))]


def _texts(node: JsonValue) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for one in cast("list[JsonValue]", node):
            yield from _texts(one)
    elif isinstance(node, dict):
        for key, value in cast("dict[str, JsonValue]", node).items():
            yield str(key)
            yield from _texts(value)
