"""Fields and their meanings → the model's slots and yields."""

import re
from dataclasses import dataclass
from functools import lru_cache

from tool_registry.base.types import JsonValue
from tool_registry.model import SENTENCE, Slot, Yield
from tool_registry.parsing.description_terms import groups, is_whole, mentions, phrases
from tool_registry.parsing.enums import text_of
from tool_registry.parsing.meaning import Meaning
from tool_registry.parsing.naming import head_of
from tool_registry.parsing.reading import Reading, is_hidden, is_idempotency_key
from tool_registry.parsing.schema import Field, alternatives
from tool_registry.parsing.sections import says
from tool_registry.parsing.value_actions import actions_of_values
from tool_registry.parsing.values import canonical_values
from tool_registry.vocabulary.conversions import conversion_between, in_currency
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

_INSTANT, _LOCAL = "date-time", "local_seconds"
_MOMENT = re.compile(
    r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?P<s>:\d{2}(?:\.\d+)?)?(?P<zone>Z|[+-]\d{2}:?\d{2})?"
)
_UNIT_TYPES = ("integer", "number", "string", "any")


@dataclass(frozen=True, slots=True)
class Context:
    """What the slots of one tool share."""

    lexicon: Lexicon
    groups: dict[str, str]
    """Argument path → name of its one-of group."""
    money_unit: str | None
    """The unit that the author states once for all amounts of the tool."""
    zoneless: bool = False
    """The author says of one point in time that it has no zone, and means all of them."""


def context_of(reading: Reading, lexicon: Lexicon) -> Context:
    """Everything that the author says once for all arguments."""
    unit = stated_money_unit(reading.sections.full)
    zoneless = any(_is_zoneless(item) for item in reading.inputs)
    return Context(lexicon, one_of_groups(reading), unit, zoneless)


def make_slot(item: Field, meaning: Meaning, context: Context, environment: dict[str, str]) -> Slot:
    """One argument."""
    schema = item.schema
    values = {} if environment else canonical_values(item, context.lexicon, meaning.attribute)
    return Slot(
        path=item.path,
        type=item.type,
        description=item.description,
        entity=meaning.entity,
        attribute=meaning.attribute,
        role=meaning.role,
        unit=unit_of(item, context.money_unit),
        format=_format(item, context),
        values=values,
        actions_by_value=actions_of_values(item, meaning.attribute, context.lexicon)
        if values
        else {},
        one_of=context.groups.get(item.path),
        many=item.type == "array" or says(item.description, "slots", "many"),
        required=_required(item),
        default=schema.get("default"),
        hidden=is_hidden(item.key),
        environment=environment,
        idempotency_key=is_idempotency_key(item),
        sentence=schema.get(SENTENCE) is True and item.type == "string",
        pattern=text_of(schema.get("pattern")) or None,
        minimum=_number(schema.get("minimum", schema.get("exclusiveMinimum"))),
        maximum=_number(schema.get("maximum", schema.get("exclusiveMaximum"))),
        max_length=_whole_number(schema.get("maxLength")),
        confidence=meaning.confidence,
    )


def make_yield(item: Field, meaning: Meaning, context: Context, *, declared: bool) -> Yield:
    """One value of the result."""
    return Yield(
        path=item.path,
        type=item.type,
        entity=meaning.entity,
        attribute=meaning.attribute,
        role=meaning.role,
        unit=unit_of(item, context.money_unit),
        values=canonical_values(item, context.lexicon, meaning.attribute),
        many="[]" in item.path or item.many,
        description=item.description,
        within=_within(item),
        confidence=meaning.confidence if declared else min(meaning.confidence, 0.9),
    )


def _within(item: Field) -> str:
    lists = [part.removesuffix("[]") for part in item.path.split(".")[:-1] if part.endswith("[]")]
    around = (told for name, told in reversed(item.parents) if lists and name == lists[-1])
    return next(around, "")


def _required(item: Field) -> bool:
    """What the schema requires has to be sent, its default where nobody names a value; what is
    required for some values of another argument need not be."""
    if item.required:
        return True
    if item.schema.get("default") is not None or says(item.description, "slots", "optional"):
        return False
    always = not says(item.description, "slots", "conditional")
    return always and says(item.description, "slots", "required")


def _number(value: JsonValue) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _whole_number(value: JsonValue) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def unit_of(item: Field, money_unit: str | None = None) -> str | None:
    """The canonical unit that name or description give a value, or None."""
    if item.type not in _UNIT_TYPES:
        return None
    if item.schema.get("enum"):
        return _unit_named(item)
    said = _unit_said(fold(item.description).replace(" ", "") or "", fold(item.description))
    if said or item.type == "string":
        return in_currency(said, money_unit)
    words = split_identifier(item.key)
    by_key = _unit_suffix(words[-1]) if len(words) > 1 else None
    if by_key:
        return in_currency(by_key, money_unit)
    head = fold(head_of(item.description)) or " ".join(words)
    return money_unit if money_unit and mentions(head, "slots", "money") else None


def _unit_named(item: Field) -> str | None:
    """`days`: a length of time that is called by its unit alone, of which some are to be had."""
    unit = _unit_suffix(" ".join(split_identifier(item.key)))
    return unit if unit is not None and conversion_between(unit, "second") is not None else None


@lru_cache(maxsize=8192)
def _unit_said(packed: str, folded: str) -> str | None:
    """The unit whose longest phrase stands in the text: one unit's name may hold another's."""
    best: tuple[int, str] | None = None
    for unit, said in groups("slots", "units"):
        for phrase in said:
            text = folded if phrase[0].isascii() and " " in phrase else packed
            if phrase in text and (not phrase.isascii() or is_whole(folded, phrase)):
                best = max(best or (0, ""), (len(phrase), unit))
    return best[1] if best else None


def _unit_suffix(word: str) -> str | None:
    return next((unit for unit, names in groups("slots", "unit_suffixes") if word in names), None)


@lru_cache(maxsize=4096)
def stated_money_unit(text: str) -> str | None:
    """`All amounts are in cents`: the unit of a tool's amounts, or None."""
    stated = "|".join(rf"{mark}\S{{0,4}}" for mark in phrases("slots", "unit_statement"))
    longer = "|".join(phrases("slots", "longer_units"))
    for clause in re.split(r"[。;；,，\n]|\.\s", fold(text)):
        money = mentions(clause, "slots", "money")
        if money is None:
            continue
        for unit, words in groups("slots", "unit_words"):
            for word in words:
                if re.search(
                    rf"(?:{stated}|\b(?:are|is)? ?in ){re.escape(word)}(?!{longer})", clause
                ):
                    return unit
    return None


def _format(item: Field, context: Context) -> str | None:
    told = format_of(item)
    return _LOCAL if context.zoneless and told == _INSTANT else told


def _is_zoneless(item: Field) -> bool:
    return format_of(item) == _INSTANT and says(item.description, "slots", "zoneless")


def format_of(item: Field) -> str | None:
    """The JSON-schema format, or the one that name and description tell."""
    declared = text_of(item.schema.get("format"))
    if declared and declared not in ("int32", "int64", "float", "double", "string"):
        return declared
    if item.type not in ("string", "any", "array"):
        return None
    if shown := _MOMENT.search(item.description):
        return "date-time" if shown["zone"] else f"local_{'seconds' if shown['s'] else 'minutes'}"
    text = fold(f"{' '.join(split_identifier(item.key))} {item.description}")
    return next((name for name, said in groups("slots", "formats") if _said(text, said)), None)


def _said(text: str, phrases_of: tuple[str, ...]) -> bool:
    return any(phrase in text and is_whole(text, phrase) for phrase in phrases_of)


def one_of_groups(reading: Reading) -> dict[str, str]:
    """Argument path → group name, from the schema's alternatives and from what authors write."""
    paths = {item.path for item in reading.inputs}
    found: list[tuple[str, ...]] = [
        tuple(p for p in group if p in paths) for group in alternatives(reading.raw.input_schema)
    ]
    by_key = {item.key: item.path for item in reading.inputs}
    for item in reading.inputs:
        named = _keys_in(item.description, by_key)
        if says(item.description, "slots", "one_of") and named:
            found.append(tuple(dict.fromkeys([item.path, *named])))
    for clause in re.split(r"[。;；\n]|\.\s", reading.sections.prose):
        named = _keys_in(clause, by_key)
        if says(clause, "slots", "one_of") and len(named) > 1:
            found.append(tuple(named))
    return _united(found)


def _keys_in(text: str, by_key: dict[str, str]) -> list[str]:
    words = re.findall(r"[A-Za-z_][A-Za-z0-9_]*", text)
    return list(dict.fromkeys(by_key[word] for word in words if word in by_key))


def _united(found: list[tuple[str, ...]]) -> dict[str, str]:
    """Groups that share an argument are one group, named by its members."""
    sets: list[set[str]] = []
    for group in found:
        merged = set(group)
        for other in [s for s in sets if s & merged]:
            merged |= other
            sets.remove(other)
        sets.append(merged)
    return {path: "|".join(sorted(group)) for group in sets if len(group) > 1 for path in group}
