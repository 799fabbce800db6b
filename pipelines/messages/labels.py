"""Names of things, of their attributes and of arguments in the user's language: the lexicon's words
and those of the tools' authors. Terminal, page and answers all take them from here."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from pipelines.messages import Language, has, say
from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool, Slot, ToolEssentialModel, Yield
from tool_registry.vocabulary.bilingual import translations
from tool_registry.vocabulary.concept import TOOLS
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import is_ideograph, split_identifier

_SHORT = 20
"""Characters of an author's words that can stand before a value."""
_LONG = 60
"""Characters of them in a question."""
_WORD = 3
"""Letters by which two spellings of a word are alike, and from which on a name has words."""
_CHOICES = 12
"""So many values stand in a question."""
_CODES = re.compile(r"[A-Z][A-Z0-9_]+([^A-Za-z0-9]+((and|or)\s+)?[A-Z][A-Z0-9_]+)+\W*")
"""`NORMAL, GOLD or DIAMOND`."""
_CLAUSE = re.compile(r"[,;:(.\uff0c\uff1b\uff1a\uff08\u3002]")


def entity_label(lexicon: Lexicon, entity: str, language: Language) -> str:
    """The entity as the user calls it."""
    return _label(lexicon, Kind.ENTITY, entity, language)


def attribute_label(lexicon: Lexicon, attribute: str, language: Language) -> str:
    """The attribute's name for people; its canonical name where there is no other."""
    return _label(lexicon, Kind.ATTRIBUTE, attribute, language)


def action_label(lexicon: Lexicon, action: str, language: Language) -> str:
    """What is done, as the user calls it."""
    return _label(lexicon, Kind.ACTION, action, language)


def value_label(lexicon: Lexicon, word: str, language: Language) -> str:
    """A value's word for people."""
    return _label(lexicon, Kind.VALUE, word, language)


def written(value: JsonValue, unit: str | None, language: Language) -> str:
    """A value with its unit; what is so or not as yes or no."""
    if isinstance(value, bool):
        return say(language, "summary.yes" if value else "summary.no")
    key = f"summary.unit_{unit}"
    return say(language, key, value=value) if unit and has(key) else str(value)


def role_label(lexicon: Lexicon, role: str, language: Language) -> str:
    """What an instance is in a request, for people: `recipient`, `old`; also a kind of person."""
    key = f"labels.role_{role}"
    return say(language, key) if has(key) else entity_label(lexicon, role, language)


def argument_labels(
    lexicon: Lexicon, tool: ToolEssentialModel, language: Language
) -> dict[str, str]:
    """Slot path → its name for people; no entry where there is none, or several would share it."""
    found = {slot.path: _argument(lexicon, tool, slot, language) for slot in tool.needs}
    times = Counter(found.values())
    return {path: label for path, label in found.items() if label and times[label] == 1}


def called_label(
    lexicon: Lexicon,
    entity: str,
    attribute: str,
    tools: Iterable[ToolEssentialModel],
    language: Language,
) -> str:
    """An attribute of a thing as the tools that take it name it, where they agree on a name of
    their own; else as everywhere."""
    holders = (tool for tool in tools if entity in tool.objects)
    found = {
        own_name(lexicon, tool, slot, language)
        for tool in holders
        for slot in slots_named((tool,), f"{entity}.{attribute}")
    }
    label = attribute_label(lexicon, attribute, language)
    return (found.pop() or label) if len(found) == 1 else label


def own_name(lexicon: Lexicon, tool: ToolEssentialModel, slot: Slot, language: Language) -> str:
    """What the document calls an argument where that is not what it is taken for (`keeper`, a
    name): its title, or its own name in words; empty where it has none that the reader can read."""
    if slot.attribute in (None, "id") or slot.environment:
        return ""
    title = _title_of(tool, slot)
    if title and is_in(title, language):
        return title
    words = split_identifier(slot.key)
    label = attribute_label(lexicon, slot.attribute, language)
    told = f"{tool.title}{tool.summary}{slot.description}{slot.key}"
    english = language == "en" and told.isascii() and all(map(_is_word, words))
    own = english and split_identifier(label) != words and any(map(_is_long, words))
    return " ".join(words) if own else ""


def _title_of(tool: ToolEssentialModel, slot: Slot) -> str:
    """The title in its schema, if it is more than its name written again."""
    schema = _at(_at(tool.input_schema, "properties"), slot.path)
    title = str(_at(schema, "title") or "")
    again = "".join(split_identifier(title)) == "".join(split_identifier(slot.key))
    return title if title and len(title) <= _SHORT and not again else ""


def _at(schema: object, key: str) -> object:
    return cast("Mapping[str, object]", schema).get(key) if isinstance(schema, Mapping) else None


def _is_word(text: str) -> bool:
    """False for an abbreviation, as far as that is seen (`qty`, `amt2`)."""
    return text.isalpha() and (bool(translations(text)) or len(text) < _WORD or _is_long(text))


def _is_long(text: str) -> bool:
    return len(text) > _WORD and any(letter in "aeiouy" for letter in text)


def part_label(
    lexicon: Lexicon, name: str, parts: Iterable[Slot | Yield], language: Language
) -> str:
    """An attribute, or an argument of that name, as a question calls it: by a word of the packs, in
    the author's words, those in the reader's language first, and by its program name last.

    `parts`: where tools take or give it."""
    concept = lexicon.concept(Kind.ATTRIBUTE, name)
    label = attribute_label(lexicon, name, language)
    if concept is not None and concept.source != TOOLS and is_in(label, language):
        return label
    held = list(parts)
    told = [words for one in held if (words := _called(one))]
    own = next((words for words in told if is_in(words, language)), None)
    is_name = any(split_identifier(label) == split_identifier(one.key) for one in held)
    if own is None and (is_name or not is_in(label, language)):
        own = next(iter(told), None)
    return _cut(own) if own else label


def within_sentence(label: str) -> str:
    """An author's words as they stand within a sentence: a capital at their beginning becomes
    small, unless a name or an abbreviation has it (`Apple Pay`, `VAT number`)."""
    first, *others = label.split(" ")
    name = not first[1:].islower() or any(word[:1].isupper() for word in others)
    return label if name else label[:1].lower() + label[1:]


def slot_label(slot: Slot, labels: Mapping[str, str]) -> str:
    """The argument as people call it, by `argument_labels`, else in its author's words; its own
    name where nobody calls it anything."""
    return labels.get(slot.path) or _cut(_called(slot)) or slot.key


def slots_named(tools: Iterable[ToolEssentialModel], name: str) -> Iterator[Slot]:
    """The arguments of the tools for which `entity.attribute`, or a name alone, stands."""
    entity, _, attribute = name.rpartition(".")
    for tool in tools:
        for slot in tool.needs:
            own = slot.entity or next(iter(tool.objects), "")
            if entity in ("", own) and attribute in (slot.attribute, slot.key):
                yield slot


def missing_label(
    lexicon: Lexicon, name: str, tools: Iterable[ToolEssentialModel], language: Language
) -> str:
    """What is asked for: `environment`, a role, an attribute, or `entity.attribute`, in the words
    of the tools that take it where the lexicon has none; or what is open of the sentence itself
    (`unread`: its words that nothing accounts for), unless a tool takes what is called so."""
    if name == "environment":
        return say(language, "labels.environment")
    entity, _, attribute = name.rpartition(".")
    parts = list(slots_named(tools, name))
    if not parts and has(f"labels.missing_{name}"):
        return say(language, f"labels.missing_{name}")
    if not entity:
        role = role_label(lexicon, name, language)
        return role if role != name else part_label(lexicon, name, parts, language)
    spoken = part_label(lexicon, attribute, parts, language)
    thing = entity_label(lexicon, entity, language)
    known = spoken == attribute_label(lexicon, attribute, language) and is_in(spoken, language)
    key = "common.of" if known else "common.of_quoted"
    return say(language, key, thing=thing, name=spoken)


def short_words(part: Slot | Yield) -> str:
    """What its author calls it, if that is short enough to stand before a value."""
    called = _called(part)
    return called if len(called) <= _SHORT else ""


def list_label(lexicon: Lexicon, name: str, told: str, kind: str, language: Language) -> str:
    """What a list within a result is called: in its author's short words, else by its key, else by
    what stands in it, whichever the reader can read."""
    own = _clause(told)
    key = " ".join(split_identifier(name))
    thing = entity_label(lexicon, kind, language)
    readers = (one for one in (own, key, thing) if one and is_in(one, language))
    return next((one for one in readers if len(one) <= _SHORT), own or key)


def author_words(part: Slot | Yield) -> str:
    """The first clause of what the author says of it, for a question."""
    return _cut(_clause(part.description, part.values))


def choice_labels(lexicon: Lexicon, slot: Slot, language: Language) -> list[str]:
    """The values of a closed set as people say them, the first ones of a long one; none where it
    is open."""
    named = [value_label(lexicon, (*said, raw)[0], language) for raw, said in slot.values.items()]
    return named if len(named) <= _CHOICES else [*named[:_CHOICES], "…"]


def _clause(description: str, codes: Iterable[str] = ()) -> str:
    """The first clause; none where it only tells what the codes mean."""
    if _CODES.fullmatch(description.strip()):
        return ""
    clause = _CLAUSE.split(description.strip(), maxsplit=1)[0].strip()
    return "" if any(code in clause for code in codes) else clause


def _called(part: Slot | Yield) -> str:
    """The first clause of a description, where it names what it is of: one that has no word of a
    program name made of plain words (`frame_number`: "Stored in upper case") remarks on it."""
    clause = _clause(part.description, part.values)
    own = [word for word in split_identifier(part.key) if len(word) >= _WORD]
    told = split_identifier(clause)
    alike = any(one.startswith(other[:_WORD]) for one in told for other in own)
    plain = any(translations(word) for word in own)
    return "" if clause.isascii() and plain and not alike else clause


def _cut(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[: _LONG - 1].rstrip()}…"


def _argument(
    lexicon: Lexicon, tool: ToolEssentialModel, slot: Slot, language: Language
) -> str | None:
    """The author's own words where the reader speaks the language, else the lexicon's."""
    own = _title_of(tool, slot) or short_words(slot)
    if own and is_in(own, language):
        return own
    if named := own_name(lexicon, tool, slot, language):
        return named
    if slot.environment:
        return say(language, "labels.environment")
    if slot.attribute is None:
        return None
    name = attribute_label(lexicon, slot.attribute, language)
    if slot.entity is None or slot.entity == next(iter(tool.objects), None):
        return name if is_in(name, language) else None
    thing = entity_label(lexicon, slot.entity, language)
    told = say(language, "common.of", thing=thing, name=name)
    return told if is_in(thing, language) and is_in(name, language) else None


def _label(lexicon: Lexicon, kind: Kind, name: str, language: Language) -> str:
    if is_in(name, language):
        return name.replace("_", " ")
    concept = lexicon.concept(kind, name)
    surfaces = concept.surfaces if concept else ()
    told = next((s for s in surfaces if is_in(s, language)), None)
    if told is None and kind is Kind.ENTITY:
        others = [pair for pair in translations(name) if is_in(pair[0], language)]
        told = min(others, key=lambda pair: pair[1])[0] if others else None
    return told or name


def is_in(word: str, language: Language) -> bool:
    """True when a word is written in the script of that language."""
    return word.isascii() == (language == "en")


def readable(text: str, language: Language) -> bool:
    """False for an author's words that whoever reads English cannot be taken to read; readers of
    Chinese get them as they are."""
    return language != "en" or not any(map(is_ideograph, text))


def tool_title(tool: ToolEssentialModel, language: Language) -> str:
    """The tool as the user can read it, see `title_in`."""
    given = is_given(tool)
    return title_in(tool.title, tool.name, language, other=tool.other_title, given=given)


def is_given(tool: ToolEssentialModel) -> bool:
    """True where a person has set the title."""
    set_by = tool.filled_by.get("title")
    return set_by is not None and set_by.by == "person"


def title_of(raw: RawTool, edited: Mapping[str, JsonValue], language: Language) -> str:
    """The same of a tool that is in no pool, with what people have set of it, by path."""
    title, other = edited.get("title"), str(edited.get("other_title") or "")
    shown = str(title or raw.title or raw.name)
    return title_in(shown, raw.name, language, other=other, given=bool(title))


def title_in(
    title: str, name: str, language: Language, *, other: str = "", given: bool = False
) -> str:
    """An author's title, or `other`, the same in another language; where both are of another
    script, the words of the tool's program name (`runNow`: Run now), if nobody has `given` it."""
    words = split_identifier(name)
    if other and is_in(other, language) and not is_in(title, language):
        return other
    if (
        given
        or is_in(title, language)
        or not (language == "en" and name.isascii() and len(words) > 1)
    ):
        return title
    return " ".join(words).capitalize()


def with_titles(text: str, tools: Iterable[ToolEssentialModel], language: Language) -> str:
    """An author's text with the titles of tools where it has their program names."""
    for tool in tools:
        if tool.name in text:
            title = tool_title(tool, language)
            text = re.sub(rf"(?<![\w-]){re.escape(tool.name)}(?![\w-])", title, text)
    return text
