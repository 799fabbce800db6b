"""The built-in script of the intent stage: a naive reader that knows only what the prompt says.

It is no model of a language model. It finds the candidates' words in the sentence and fills the
form in by position, well enough to try the product; what it gets wrong, the program has to catch.
"""

import json
import re
from typing import Any

from services.fake_model.glossary import Found, Sheet, Word, occurrences, read_sheet
from services.fake_model.question import Answer, Question

_BREAK = re.compile(r"[,,。;;!!??\n]|\.(?=\s|$)|然后|并且|\bthen\b|\bafter\b", re.I)
_TAKEN_BACK = re.compile(r"不对|说错了|^\s*不\s*$|不是|\bno\b|\bsorry\b|\bwait\b", re.I)
_NEGATIVE = re.compile(r"别(?!的)|不要|不许|不能|勿|don't|do not|without|never", re.I)
_MISSING = re.compile(r"没有.*[建造]|缺.*[建造补]|create .*(?:missing|not exist)", re.I)
_CONSULT = re.compile(
    r"(?:哪些|什么|有没有|哪个).*工具|(?:which|what|any) .*tools?\b|怎么[用做]", re.I
)
_FACTS = (
    re.compile(r"满\s*(?P<threshold>\d+)\s*元?\s*[减\-]\s*(?P<amount>\d+)"),
    re.compile(
        r"(?P<amount>\d+)(?: yuan)? off (?:for |on |from |orders? )*(?:over |above |of )?"
        r"(?P<threshold>\d+)",
        re.I,
    ),
    re.compile(r"(?<![\d-])(?P<threshold>\d+)-(?P<amount>\d+)(?![\d-])"),
    re.compile(r"门槛\s*(?P<threshold>\d+)"),
    re.compile(r"减\s*(?P<amount>\d+)"),
    re.compile(r"(?P<discount>[\d.]+\s*折)"),
)
_CODE = re.compile(r"(?<![A-Za-z0-9])(?:[A-Za-z]{1,6}[-_]?\d{2,}|\d{4,})(?![A-Za-z0-9])")
_PHONE = re.compile(r"1[3-9]\d{9}")
_COUNT = re.compile(
    r"(?<![A-Za-z\d])([一二两三四五六七八九十百\d]+)\s*(?:个|张|条|笔|单|家|件|位|名|份|次|本|套|台)"
    r"|(?<![A-Za-z\d])(one|two|three|four|five|six|ten|a|an|\d{1,2})(?=\s+[a-z])",
    re.I,
)
_TO = re.compile(r"(?:给|为|替|帮|向|to|for)\s*(?:the\s+|a\s+)?$", re.I)
_OF = re.compile(r"(?:of|from|in|的)\s*(?:the\s+)?$", re.I)
_STATE = re.compile(r"(?:到|为|成|至|to|as)\s*$", re.I)
_SHORT = 8
"""Characters of a clause that only takes something back, at most."""
_LETTERS = {"create": "A", "operate": "B", "delete": "B", "query": "C", "verify": "D"}


def understand(question: Question) -> Answer | None:
    """The filled form; None for a prompt of another stage."""
    if '"ModelIntent"' not in (question.section("output_schema") or ""):
        return None
    return Answer(json.dumps(fill(read_sheet(question)), ensure_ascii=False))


def fill(sheet: Sheet) -> dict[str, Any]:
    """The form for the sentence."""
    places = occurrences(sheet.environments, sheet.sentence)
    corrected = any(_TAKEN_BACK.search(one) for one in _BREAK.split(sheet.sentence))
    place = places[-1 if corrected else 0] if places else None
    text = _without(sheet.sentence, places)
    clauses = _clauses(text)
    aside = [one for one in clauses if _NEGATIVE.search(text, *one) or _MISSING.search(text, *one)]
    found = [
        _step(sheet, said, act, words)
        for said, act, words in _segments(sheet, text, [one for one in clauses if one not in aside])
    ]
    notes = [text[start:end].strip() for start, end in aside]
    letter = _letter(sheet, found)
    return {
        "intent_type": letter,
        "environment": place.word.name if place else None,
        "environment_words": place.text if place else None,
        "production_words": None,
        "stress_words": None,
        "steps": [step for _, step in found] if letter in "ABCD" else [],
        "negative": [_forbidden(sheet, said) for said in notes if not _MISSING.search(said)],
        "supplements": [
            {"kind": "create_missing", "words": said} for said in notes if _MISSING.search(said)
        ],
    }


def _clauses(text: str) -> list[tuple[int, int]]:
    """Where the clauses stand; of one that is taken back only what is not said anew remains."""
    ends = [0]
    for one in _BREAK.finditer(text):
        ends += [one.start(), one.end()]
    ends.append(len(text))
    found = [(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True) if text[a:b].strip()]
    kept: list[tuple[int, int]] = []
    for start, end in found:
        gone = _TAKEN_BACK.search(text, start, end)
        if gone is not None and kept and len(text[start:end].strip()) < _SHORT:
            kept[-1] = (kept[-1][0], _before_count(text, *kept[-1]))
        else:
            kept.append((start, end))
    return [one for one in kept if text[slice(*one)].strip()]


def _before_count(text: str, start: int, end: int) -> int:
    """Where the first count of a clause begins; its end where it has none."""
    count = _COUNT.search(text, start, end)
    return count.start() if count else end


def _segments(
    sheet: Sheet, text: str, clauses: list[tuple[int, int]]
) -> list[tuple[str, Found, str]]:
    """Stretches with one action each, and their words as they were said; a clause without an
    action belongs to its neighbour."""
    found: list[tuple[int, int, Found | None]] = []
    for start, end in clauses:
        act = _act(sheet, text[start:end])
        if found and (act is None or found[-1][2] is None):
            begin, _, before = found[-1]
            found[-1] = (begin, end, before or act)
        elif text[start:end].strip():
            found.append((start, end, act))
    return [
        (text[start:end], again, sheet.sentence[start:end].strip())
        for start, end, _ in found
        if (again := _act(sheet, text[start:end]))
    ]


def _act(sheet: Sheet, said: str) -> Found | None:
    """The first action that is no part of a value and no state to be reached."""
    names = {id(word) for word in sheet.actions}
    facts = _facts(said)
    return next(
        (
            one
            for one in occurrences([*sheet.entities, *sheet.actions], said)
            if id(one.word) in names
            and not _is_state(sheet, said, one)
            and not any(one.start < end + 1 and start - 1 < one.end for _, start, end in facts)
        ),
        None,
    )


def _without(text: str, places: list[Found]) -> str:
    """The sentence with the environments' words as separators, so that all offsets stay."""
    for one in places:
        text = text[: one.start] + "," * (one.end - one.start) + text[one.end :]
    return text


def _letter(sheet: Sheet, steps: list[tuple[str, dict[str, Any]]]) -> str:
    if _CONSULT.search(sheet.sentence):
        return "F"
    return _LETTERS.get(steps[0][0], "H") if steps else "H"


def _forbidden(sheet: Sheet, said: str) -> dict[str, Any]:
    things = occurrences(sheet.entities, said)
    thing = things[-1].word.name if things else None
    return {"kind": "keep", "words": said.strip(), "action": None, "object": thing}


def _is_state(sheet: Sheet, said: str, one: Found) -> bool:
    said_as_value = any(word.text == one.text for word in sheet.values)
    return said_as_value and bool(_STATE.search(said[: one.start]))


def _step(sheet: Sheet, said: str, act: Found, words: str) -> tuple[str, dict[str, Any]]:
    """What the action does to data, and the step."""
    mixed = occurrences([*sheet.entities, *sheet.actions], said)
    entities = {id(word) for word in sheet.entities}
    things = [one for one in mixed if id(one.word) in entities]
    main = _main(things, act, said)
    facts = _facts(said)
    codes = [m for m in _CODE.finditer(said) if not _inside(m.span(), facts)]
    owners = {id(one): _Thing(one, said) for one in things}
    for code in codes:
        _owner(things, owners, main, code).identify(code)
    if main is not None:
        owners[id(main)].describe(said, act, facts, _modifiers(sheet, mixed, said))
    related = [owners[id(one)] for one in things if one is not main]
    step = {
        "words": words,
        "action": act.word.name,
        "action_words": act.text,
        "object": owners[id(main)].told(None) if main else _unnamed(codes),
        "related": [one.told(one.role(main)) for one in related],
        "target_state_words": _state(sheet, said),
        "asked": _asked(sheet, said, things, act),
        "per_each_words": None,
    }
    return act.word.note, step


class _Thing:
    """An entity that is being described."""

    def __init__(self, found: Found, said: str) -> None:
        self.found = found
        self.said = said
        self.start, self.end = found.start, found.end
        self.quantity: str | None = None
        self.identifiers: list[dict[str, Any]] = []
        self.constraints: list[dict[str, Any]] = []

    def identify(self, code: "re.Match[str]") -> None:
        attribute = "phone" if _PHONE.fullmatch(code.group()) else None
        self.identifiers.append(_said(attribute, code.group()))
        self.start, self.end = min(self.start, code.start()), max(self.end, code.end())

    def describe(
        self,
        said: str,
        act: Found,
        facts: list[tuple[str, int, int]],
        modifiers: list[Found],
    ) -> None:
        counts = [m for m in _COUNT.finditer(said) if not _inside(m.span(), facts)]
        taken = [m for m in counts if act.end <= m.start() and not _CODE.search(m.group())]
        if taken:
            self.quantity = str(taken[0].group(1) or taken[0].group(2)).strip()
        self.constraints += [_said(name, said[start:end]) for name, start, end in facts]
        self.constraints += [_said(one.word.note or None, one.text) for one in modifiers]

    def role(self, main: Found | None) -> str | None:
        if _TO.search(self.said[: self.start]):
            return "recipient"
        return "owner" if main is not None and self.found.start < main.start else "parent"

    def told(self, role: str | None) -> dict[str, Any]:
        return {
            "type": self.found.word.name,
            "words": self.said[self.start : self.end],
            "role": role,
            "quantity_words": self.quantity,
            "identifiers": self.identifiers,
            "constraints": self.constraints,
            "reference": None,
        }


def _main(things: list[Found], act: Found, said: str) -> Found | None:
    """What the action is done to: the last noun after it, the first in a language of prepositions,
    else the last one before it."""
    free = [one for one in things if not _TO.search(said[: one.start])] or things
    after = [one for one in free if one.start >= act.end]
    if not after:
        return free[-1] if free else None
    latin = act.text[:1].isascii()
    if latin:
        return next((one for one in after if not _OF.search(said[: one.start])), after[0])
    return after[-1]


def _owner(
    things: list[Found], owners: dict[int, _Thing], main: Found | None, code: "re.Match[str]"
) -> _Thing:
    """The noun right before the code, else the nearest one after it."""
    before = [one for one in things if one.end <= code.start()]
    near = before[-1] if before else (things[0] if things else main)
    if near is None:
        word = Word("", "", code.group())
        return _Thing(Found(word, code.start(), code.end(), code.group()), code.string)
    return owners[id(near)]


def _modifiers(sheet: Sheet, mixed: list[Found], said: str) -> list[Found]:
    taken = [(one.start, one.end) for one in mixed]
    return [
        one
        for one in occurrences(sheet.values, said)
        if not _STATE.search(said[: one.start])
        and not any(one.start < end and start < one.end for start, end in taken)
    ]


def _state(sheet: Sheet, said: str) -> str | None:
    states = [
        one.text for one in occurrences(sheet.values, said) if _STATE.search(said[: one.start])
    ]
    return states[-1] if states else None


def _asked(sheet: Sheet, said: str, things: list[Found], act: Found) -> list[str]:
    if act.word.note not in ("query", "verify"):
        return []
    found = occurrences(sheet.attributes, said)
    covered = [(one.start, one.end) for one in (*things, act)]
    names = [
        one.word.name
        for one in found
        if not any(one.start < end and start < one.end for start, end in covered)
    ]
    return list(dict.fromkeys(names))


def _facts(said: str) -> list[tuple[str, int, int]]:
    """(attribute, start, end) of reductions and discounts."""
    found: list[tuple[str, int, int]] = []
    for pattern in _FACTS:
        for match in pattern.finditer(said):
            if not _inside(match.span(), found):
                found += [(name, *match.span(name)) for name in match.groupdict()]
    return found


def _inside(span: tuple[int, int], facts: list[tuple[str, int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for _, start, end in facts)


def _said(attribute: str | None, words: str) -> dict[str, Any]:
    return {"attribute": attribute, "operator": "eq", "words": words}


def _unnamed(codes: "list[re.Match[str]]") -> dict[str, Any]:
    words = codes[0].group() if codes else ""
    return {
        "type": None,
        "words": words,
        "role": None,
        "quantity_words": None,
        "identifiers": [_said(None, words)] if words else [],
        "constraints": [],
        "reference": None if words else "that",
    }
