"""Closed sets of values and the human words that their authors give them."""

import re
from functools import lru_cache
from typing import cast

from tool_registry.base.types import JsonValue, as_list
from tool_registry.parsing.description_terms import phrase_set, phrases
from tool_registry.parsing.glosses import bilingual
from tool_registry.vocabulary.text import fold, split_identifier

Schema = dict[str, JsonValue]
_RAW = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,40}"
_MEANS = "|".join(phrases("enums", "means"))
_MEANING = r"[^\s,，;；、/|。()（）\[\]{}:：=<>\"'`]{1,16}"
_EQUALS = re.compile(
    rf"[\"'`]?(?<![A-Za-z0-9_.-])(?P<raw>{_RAW})[\"'`]?\s*(?:[:：=]+|-+>?|—+|→|{_MEANS})\s*"
    rf"[\"'`]?(?P<meaning>{_MEANING})"
)
_SPACED = re.compile(
    rf"(?:^|[\s,，;；、:：])(?P<raw>{_RAW})\s+(?P<meaning>[\u3400-\u9fff][^\s,，;；、/|。()（）:：=]{{0,15}})"
)
"""`open being handled,closed done with`, meanings in Han: only for declared raw values."""
_NUMBERED = re.compile(
    r"(?:^|[\s,，;；、:：.。(（])(?P<raw>\d{1,3})[ \t]*"
    r"(?P<meaning>[\u3400-\u9fff]{1,12}|(?<=[ \t])[A-Za-z][A-Za-z -]{1,23}?)"
    r"(?=\s*(?:[,，;；、。.()（）]|$))"
)
"""`1 fine, 2 worn, 3 broken`: only where the numbers count on."""
_AFTER = re.compile(
    rf"(?<![A-Za-z0-9_.-])(?P<raw>{_RAW})\s*[(（](?P<meaning>[^()（）]{{1,16}})[)）]"
)
_BEFORE = re.compile(rf"(?P<meaning>[\u3400-\u9fff]{{1,12}})\s*[(（:：=]\s*(?P<raw>{_RAW})")
_PROSE = re.compile(
    rf"(?<![A-Za-z0-9_.-])(?P<raw>{_RAW})\s*(?:[:：=]|means|stands for| for | - )\s*"
    r"(?P<meaning>[A-Za-z][A-Za-z \-]{1,30}?)(?=\s*(?:[,;，；.)]|$|\n))"
)
_CLAUSE_END = re.compile(r"[,;:，；。()（）\n]|\.(?:\s|$)|\s+[A-Z0-9_]+\s*[-=:]")
_OR = "|".join(phrases("enums", "or"))
_ITEM = r"[A-Za-z][\w-]*(?: [a-z]+)?(?:\s*\([^()]*\))?|[\u3400-\u9fff]{1,8}?"
_SEPARATOR = rf"\s*[,，、]\s*(?:(?:{_OR})\s+)?|\s+(?:{_OR})\s+|(?<=[\u3400-\u9fff])(?:{_OR})"
_LISTED = re.compile(rf"\s*((?:{_ITEM})(?:(?:{_SEPARATOR})(?:{_ITEM}))+)\s*[.。;；]?\s*$")
"""A whole description that does nothing but list words."""
_LISTS = (
    "x-enumNames",
    "enumNames",
    "x-enum-varnames",
    "x-enum-descriptions",
    "x-enum-labels",
    "x-enumDescriptions",
)


def meanings(schema: Schema) -> dict[str, tuple[str, ...]]:
    """Raw value (as text) → the author's words for it, `()` where he gives none.

    A closed set is an `enum`, consts in `oneOf`/`anyOf`, or two or more `raw=meaning` pairs in
    the description; no set: empty."""
    description = text_of(schema.get("description"))
    if schema.get("type") == "boolean":
        return bilingual(description, ("true", "false"))
    declared = tuple((raw, tuple(given)) for raw, given in _declared(schema).items())
    return _told(description, declared) if description or declared else {}


@lru_cache(maxsize=8192)
def _told(
    description: str, declared: tuple[tuple[str, tuple[str, ...]], ...]
) -> dict[str, tuple[str, ...]]:
    """The same records stand in many operations, so that few sets are ever new."""
    raws = [raw for raw, _ in declared]
    words = {raw: list(given) for raw, given in declared}
    if told := bilingual(description, tuple(raws)):
        return {raw: tuple(dict.fromkeys([*own, *told[raw]])) for raw, own in words.items()}
    for raw, meaning in _pairs(description, frozenset(raws)):
        if raw in words or not raws:
            words.setdefault(raw, []).append(meaning)
    if not raws and not _is_closed(words):
        return {}
    return {raw: tuple(dict.fromkeys(given)) for raw, given in words.items()}


def listed(key: str, schema: Schema) -> dict[str, tuple[str, ...]]:
    """The values that an open text is said to have, without meanings: `draft, open or closed`.

    Only for keys whose values are a few fixed words: states and kinds."""
    words = split_identifier(key)
    if not words or words[-1] not in phrase_set("enums", "listed_keys") or _declared(schema):
        return {}
    told = _LISTED.match(text_of(schema.get("description")))
    ended = told is not None and re.search(rf"、|(?:\s|(?<=[\u3400-\u9fff]))(?:{_OR})", told[1])
    items = re.split(_SEPARATOR, told[1]) if told and ended else []
    return dict.fromkeys((re.sub(r"\s*\(.*", "", item) for item in items), ())


@lru_cache(maxsize=16384)
def spoken(raw: str) -> str | None:
    """A raw value as people say it: `DINE_IN` → `dine in`; None for numbers and codes."""
    words = split_identifier(raw)
    letters = sum(char.isalpha() for char in raw)
    return " ".join(words) if words and letters >= 2 and letters * 2 > len(raw) else None


def text_of(value: JsonValue) -> str:
    """A text value, or the empty text for anything else."""
    return value if isinstance(value, str) else ""


def _declared(schema: Schema) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for value in as_list(schema.get("enum")) or as_list(schema.get("allowed_values")):
        if value is not None and not isinstance(value, dict | list):
            found[raw_text(value)] = []
    for word in ("oneOf", "anyOf"):
        for branch in as_list(schema.get(word)):
            if isinstance(branch, dict):
                _add_const(found, cast("Schema", branch))
    for key in _LISTS:
        labels: JsonValue = schema.get(key)
        if isinstance(labels, dict):
            named = cast("dict[str, JsonValue]", labels)
            pairs = [(raw, named.get(raw)) for raw in found]
        else:
            pairs = list(zip(found, as_list(labels), strict=False))
        for raw, label in pairs:
            if isinstance(label, str):
                found[raw].append(label.strip())
    return found


def _add_const(found: dict[str, list[str]], branch: Schema) -> None:
    values = [branch["const"]] if "const" in branch else as_list(branch.get("enum"))
    label = text_of(branch.get("title")) or text_of(branch.get("description"))
    for value in values:
        named = [label.strip()] if label and len(values) == 1 and len(label) <= 30 else []
        found.setdefault(raw_text(value), []).extend(named)


def raw_text(value: JsonValue) -> str:
    """A raw value as text, booleans as JSON writes them."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _pairs(description: str, raws: frozenset[str]) -> list[tuple[str, str]]:
    found = _numbered(description, raws)
    if found:
        return found
    for pattern in (_EQUALS, *([_SPACED] if raws else []), _AFTER, _BEFORE, _PROSE):
        for match in pattern.finditer(description):
            raw, meaning = match["raw"].strip(), _trimmed(_whole(match, description))
            if (not raws or raw in raws) and meaning and meaning not in raws:
                found.append((raw, meaning))
        if found and (not raws or len({raw for raw, _ in found}) == len(raws)):
            break
    return found


def _numbered(description: str, raws: frozenset[str]) -> list[tuple[str, str]]:
    found = [(one["raw"], one["meaning"].strip()) for one in _NUMBERED.finditer(description)]
    numbers = [int(raw) for raw, _ in found]
    counts_on = numbers == list(range(min(numbers, default=0), max(numbers, default=0) + 1))
    plain = all(meaning.isascii() for _, meaning in found)
    least = 2 if raws or not plain else 3  # `1 day, 2 days` are no codes
    known = frozenset(raw for raw, _ in found) == raws if raws else numbers[:1] in ([0], [1])
    return found if counts_on and known and len(found) >= least else []


def _whole(match: re.Match[str], description: str) -> str:
    """The meaning up to the end of its clause; empty for more than three English words."""
    meaning = match["meaning"]
    if not meaning.isascii() or match.end("meaning") < match.end():
        return meaning
    rest = _CLAUSE_END.split(description[match.start("meaning") :], maxsplit=1)[0]
    return rest if len(rest.split()) <= 3 else ""


def _trimmed(meaning: str) -> str:
    return "" if fold(meaning).isdigit() else meaning.strip(" .。\"'`-")


def _is_closed(words: dict[str, list[str]]) -> bool:
    if len(words) < 2:
        return False
    shapes = {_shape(raw) for raw in words}
    return len(shapes) == 1 and shapes <= {"digits", "upper"}


def _shape(raw: str) -> str:
    if raw.isdigit():
        return "digits" if len(raw) <= 3 else "number"
    return "upper" if raw.upper() == raw and raw[0].isalpha() else "mixed"
