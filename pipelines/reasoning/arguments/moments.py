"""Days, times and lengths of time that the sentence says, as a tool's arguments want them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from pipelines.reasoning.planner.state import Fact
from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.conversions import conversion_between, convert
from tool_registry.vocabulary.patterns import find

DAY = "date"
TIMES = ("date-time", "datetime", "local_minutes", "local_seconds")
"""Formats of a day with its time."""
_CLOCK = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")
_DAY_OF_MONTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<year>\d{4}))?"
_MONTH_FIRST = re.compile(rf"(?P<month>[a-z]+)\.?\s+(?:the\s+)?{_DAY_OF_MONTH}{_YEAR}")
_DAY_FIRST = re.compile(rf"(?:the\s+)?{_DAY_OF_MONTH}\s+(?:of\s+)?(?P<month>[a-z]+)\.?{_YEAR}")
_DATA = Path(__file__).with_name("moments.yaml")


@dataclass(frozen=True, slots=True)
class Told:
    """What the sentence says of when and how long."""

    days: tuple[str, ...] = ()
    """ISO dates, in order."""
    start: str | None = None
    """`14:00`"""
    end: str | None = None
    length: Fact | None = None
    facts: tuple[Fact, ...] = ()
    """All of it as it was said."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A value for one argument; None: the user has to say it."""

    value: JsonValue
    facts: tuple[Fact, ...]


def told_of(facts: Sequence[Fact], today: date) -> Told:
    """The days, times and lengths among the facts about one thing."""
    days = [(fact, day) for fact in facts if (day := _day_of(fact, today))]
    start = next((fact for fact in facts if _is_clock(fact, "time")), None)
    end = next((fact for fact in facts if _is_clock(fact, "end_time")), None)
    length = next((fact for fact in facts if _is_length(fact)), None)
    used = (*(fact for fact, _ in days), *(one for one in (start, end, length) if one))
    return Told(
        tuple(day for _, day in days),
        str(start.value) if start else None,
        str(end.value) if end else None,
        length,
        used,
    )


def moment(tool: ToolEssentialModel, slot: Slot, told: Told) -> Moment | None:
    """The slot's value, or that it has to be asked for; None where this says nothing of it."""
    if not told.facts:
        return None
    if slot.unit and conversion_between(slot.unit, "minute"):
        return _length(slot, told)
    if not is_moment(slot):
        return None
    slots = [one for one in tool.needs if is_moment(one) and one.entity == slot.entity]
    place = next((n for n, one in enumerate(slots) if one.path == slot.path), len(slots))
    if place > 1:
        return None
    days = told.days[place : place + 1] or (told.days[:1] if slot.format in TIMES else ())
    if slot.format == DAY:
        return Moment(days[0], told.facts) if days else _asked(place, slots, told)
    return _timed(slot, place, days[0] if days else None, told)


def named_moment(slot: Slot, facts: Sequence[Fact], today: date) -> Moment | None:
    """The slot's value from words that are said to be its own (`starting tomorrow at 10:30`), with
    a time that is said apart from them (`at 10:30 on December 2`); None where they tell no day."""
    own = [fact for fact in facts if _is_own(fact, slot)]
    if len({fact.value for fact in own if isinstance(fact.value, str)}) != 1:
        return None
    told = _told_in(str(own[0].value), today, [one for one in facts if _is_clock(one, "time")])
    if not told.days:
        return None
    return Moment(_at(slot, told), (*own, *(one for one in told.facts if one in facts)))


def moment_in(words: str, slot: Slot, today: date) -> JsonValue:
    """The slot's value from a reply; None where that tells no day."""
    told = _told_in(words, today)
    return _at(slot, told) if told.days else None


def tells_day(words: JsonValue) -> bool:
    """True for words that tell a day, whichever it is."""
    return isinstance(words, str) and bool(_told_in(words, date(2000, 1, 1)).days)


def _told_in(words: str, today: date, times: Sequence[Fact] = ()) -> Told:
    said = [*facts_in(words)]
    if not any(fact.attribute == DAY for fact in said):
        said.append(Fact("given/day", DAY, _CLOCK.sub("", words).strip(" ,"), words=words))
    if not any(_is_clock(fact, "time") for fact in said):
        said += times
    return told_of(said, today)


def _at(slot: Slot, told: Told) -> JsonValue:
    timed = told.start and slot.format != DAY
    return _formed(slot, f"{told.days[0]}T{told.start}" if timed else told.days[0])


def _is_own(fact: Fact, slot: Slot) -> bool:
    named = fact.argument == slot.path or (fact.attribute or "") == slot.attribute
    text = isinstance(fact.value, str) and fact.operator == "eq"
    return named and text and fact.attribute not in (DAY, "time", "end_time")


def facts_in(reply: str) -> tuple[Fact, ...]:
    """The days and times of a user's reply."""
    values = [value for shaped in find(reply, first=True) for value in shaped.values]
    return tuple(
        Fact(f"given/{n}", value.attribute, value.value, words=reply)
        for n, value in enumerate(values)
        if value.attribute in ("date", "time", "end_time")
    )


def day_of(text: str, today: date) -> str | None:
    """`2031-05-06`, `05-06`, `6 May`, `tomorrow` or `next Monday` as an ISO date; None for anything
    else."""
    said = text.strip().lower()
    words = _words()
    if said in words["days"]:
        return (today + timedelta(days=words["days"][said])).isoformat()
    return _weekday(said, today) or _by_month(said, today) or _dated(said, today)


def _day_of(fact: Fact, today: date) -> str | None:
    return day_of(str(fact.value), today) if fact.attribute == DAY else None


def _is_clock(fact: Fact, attribute: str) -> bool:
    return fact.attribute == attribute and _CLOCK.fullmatch(str(fact.value)) is not None


def _is_length(fact: Fact) -> bool:
    timed = fact.unit is not None and conversion_between(fact.unit, "minute") is not None
    return timed and fact.attribute is None and not fact.identifies


def is_moment(slot: Slot) -> bool:
    """True for an argument that takes a day, with or without its time."""
    return slot.format == DAY or slot.format in TIMES


def _asked(place: int, slots: Sequence[Slot], told: Told) -> Moment | None:
    """A length alone does not say the first and the last day (of work? of the calendar?)."""
    wanted = [slot for slot in slots if slot.required]
    pair = len(wanted) > 1 and slots[place] in wanted
    return Moment(None, told.facts) if pair and told.length else None


def _timed(slot: Slot, place: int, day: str | None, told: Told) -> Moment | None:
    clock = (told.start, told.end)[place]
    if day and "T" in day:
        return Moment(_formed(slot, day), told.facts)
    if day and clock:
        return Moment(_formed(slot, f"{day}T{clock}"), told.facts)
    if day and told.start and told.length and place:
        seconds = float(str(convert(f"{told.length.unit}_to_second", told.length.value)))
        ends = datetime.fromisoformat(f"{day}T{told.start}") + timedelta(seconds=seconds)
        return Moment(_formed(slot, ends.isoformat()), told.facts)
    if (day or clock) and slot.required:
        return Moment(None, told.facts)
    return None


def is_unformed(slot: Slot, value: JsonValue) -> bool:
    """True for words that only somebody who knows today can put into the slot's form."""
    try:
        return convert(slot.format or "text", value) is None
    except ValueError:
        return True


def _formed(slot: Slot, moment: str) -> JsonValue:
    return convert(slot.format or "text", moment)


def _length(slot: Slot, told: Told) -> Moment | None:
    """How long: as said, or from the start to the end."""
    if told.length is not None:
        name = conversion_between(told.length.unit or "", slot.unit or "")
        value = convert(name, told.length.value) if name else told.length.value
        return Moment(value, told.facts)
    if told.start is None or told.end is None:
        return None
    first, last = (datetime.fromisoformat(f"2000-01-01T{one}") for one in (told.start, told.end))
    seconds = (last - first).total_seconds() % 86400
    return Moment(convert(f"second_to_{slot.unit}", int(seconds)), told.facts)


def _weekday(said: str, today: date) -> str | None:
    words = _words()
    week = next((w for w in words["weeks"] if said.startswith(w)), None)
    rest = said.removeprefix(week or "").strip()
    for between in words["between"]:
        rest = rest.removeprefix(between)
    if week is None or rest not in words["weekdays"]:
        return None
    monday = today - timedelta(days=today.weekday())
    days = 7 * words["weeks"][week] + words["weekdays"][rest]
    return (monday + timedelta(days=days)).isoformat()


def _by_month(said: str, today: date) -> str | None:
    """`May 6`, `6th of May 2031`; one without its year is the next such day."""
    found = _MONTH_FIRST.fullmatch(said) or _DAY_FIRST.fullmatch(said)
    month = _words()["months"].get(found["month"]) if found is not None else None
    if found is None or month is None:
        return None
    iso = f"{month:02}-{int(found['day']):02}"
    return _dated(f"{found['year']}-{iso}" if found["year"] else iso, today)


def _dated(said: str, today: date) -> str | None:
    """An ISO date; one without its year is the next such day."""
    try:
        if len(said) != len("05-06"):
            datetime.fromisoformat(said)
            return said.upper()
        day = date.fromisoformat(f"{today.year}-{said}")
        return (day if day >= today else day.replace(year=today.year + 1)).isoformat()
    except ValueError:
        return None


def _words() -> dict[str, dict[str, int]]:
    return packaged(_DATA)
