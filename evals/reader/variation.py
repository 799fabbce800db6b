"""Many requests out of one: other numbers, names, environments, words, slips, all labels kept."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evals.reader.business import Business
from evals.reader.marks import Mark, Marked
from tool_registry.base.yaml_files import packaged

_DATA = Path(__file__).parent / "variation.yaml"
_NUMERAL = re.compile(r"^(\d+|[\u4e00-\u9fff])(?=.|$)")
_DIGITS = re.compile(r"\d")
_SMALL_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,2})?")


def _data() -> dict[str, Any]:
    return packaged(_DATA)


class Variation:
    """Rewrites requests of the corpus at random; `pools`: attribute → values said of it."""

    def __init__(self, pools: Mapping[str, Sequence[str]], rng: random.Random) -> None:
        self.pools, self.rng = pools, rng

    def of(self, marked: Marked, business: Business, *, strength: float = 1.0) -> Marked:
        """The request with some of its words changed; what is meant stays."""
        rng, edits = self.rng, list[tuple[int, int, str]]()
        same: dict[str, str] = {}
        for mark in marked.marks:
            said = marked.request.t[mark.start : mark.end]
            if rng.random() > strength * _SHARE.get(mark.role, 0.0):
                continue
            new = same.get(said) or self._other(said, mark, business)
            if new and new != said:
                same[said] = new
                edits.append((mark.start, mark.end, new))
        edits = [e for e in edits if not _touches_aside_border(e, marked)]
        varied = edited(marked, edits)
        return self._slips(varied) if rng.random() < 0.35 * strength else varied

    def _other(self, said: str, mark: Mark, business: Business) -> str | None:
        match mark.role:
            case "ID":
                return self._like(said) if _DIGITS.search(said) else self._pooled("name", said)
            case "QTY":
                return self._count(said)
            case "ENV":
                return self.rng.choice(_data()["environments"][tongue(said)])
            case "VAL":
                return self._value(said, mark, business)
            case "OBJ":
                named = next((e for e in business.entities if e.name == mark.entity), None)
                return self._word(said, named.zh if _is_han(said) else named.en) if named else None
            case _:
                named = business.action_by_name.get(mark.action or "")
                return self._word(said, named.zh if _is_han(said) else named.en) if named else None

    def _like(self, said: str) -> str:
        """An identifier of the same looks."""

        def sign(found: re.Match[str]) -> str:
            low = 1 if found.start() == 0 and len(said) > 1 else 0
            return str(self.rng.randint(low, 9))

        phone = re.fullmatch(r"1[3-9]\d{9}", said) is not None
        return (
            said[:3] + _DIGITS.sub(sign, "x" + said[3:])[1:] if phone else _DIGITS.sub(sign, said)
        )

    def _count(self, said: str) -> str | None:
        found = _NUMERAL.match(said)
        if found is None or found[1] not in (*_data()["numerals"], *map(str, range(2, 100))):
            return None
        new = self.rng.choice([*_data()["numerals"], *map(str, (2, 3, 4, 5, 6, 8, 10, 12, 20, 50))])
        return new + said[found.end() :]

    def _value(self, said: str, mark: Mark, business: Business) -> str | None:
        attribute = business.attribute_by_name.get(mark.attribute or "")
        if mark.value is None and _SMALL_NUMBER.fullmatch(said):
            return self._like(said)
        if attribute is None or attribute.kind in ("enum", "flag", "date"):
            return None
        return self._pooled(attribute.name, said) if attribute.kind == "text" else None

    def _pooled(self, attribute: str, said: str) -> str | None:
        held = [one for one in self.pools.get(attribute, ()) if _is_han(one) == _is_han(said)]
        return self.rng.choice(held) if held else None

    def _word(self, said: str, words: Sequence[str]) -> str | None:
        return self.rng.choice(words) if words and said.casefold() not in words[:1] else None

    # ---- slips of the hand -------------------------------------------------------------

    def _slips(self, marked: Marked) -> Marked:
        text, rng = marked.request.t, self.rng
        edits: list[tuple[int, int, str]] = []
        kind = rng.choice(("lower", "points", "polite", "typo", "blank"))
        if kind == "lower":
            low = text.lower()
            return edited(marked, [], text=low) if len(low) == len(text) else marked
        if kind == "points":
            gaps = [m.start() for m in re.finditer(r"[,，。.!！](?=\s|$|[\u4e00-\u9fff])", text)]
            edits = [(at, at + 1, " ") for at in gaps if not _is_inside(at, marked)]
        elif kind == "polite":
            word = rng.choice(_data()["polite"][tongue(text)])
            edits = (
                [(0, 0, word)]
                if rng.random() < 0.6
                else [(len(text), len(text), " " + word.strip())]
            )
        elif kind == "typo":
            spots = [
                i
                for i in range(1, len(text) - 1)
                if text[i : i + 2].isascii() and text[i : i + 2].isalpha()
            ]
            edits = [
                (at, at + 2, text[at + 1] + text[at])
                for at in rng.sample(spots, min(1, len(spots)))
            ]
            edits = [e for e in edits if not _crosses(e, marked)]
        else:
            gaps = [m.start() for m in re.finditer(r"(?<=[\u4e00-\u9fff]) (?=[\w])", text)]
            edits = [(at, at + 1, "") for at in gaps[:2] if not _is_inside(at, marked)]
        return edited(marked, edits)


def edited(
    marked: Marked, edits: Sequence[tuple[int, int, str]], text: str | None = None
) -> Marked:
    """The request with stretches replaced by others; marks and asides move along."""
    text = marked.request.t if text is None else text
    edits = sorted(edits)
    pieces, at = list[str](), 0
    for start, end, new in edits:
        pieces += [text[at:start], new]
        at = end
    pieces.append(text[at:])

    def begins(place: int) -> int:
        return place + sum(_growth(edit) for edit in edits if edit[1] <= place)

    def ends(place: int) -> int:
        before = (e for e in edits if e[1] <= place and e[:2] != (place, place))
        return place + sum(map(_growth, before))

    marks = [replace(m, start=begins(m.start), end=ends(m.end)) for m in marked.marks]
    asides = [replace(m, start=begins(m.start), end=ends(m.end)) for m in marked.asides]
    request = marked.request.model_copy(update={"t": "".join(pieces)})
    return Marked(request, marks, asides)


def _growth(edit: tuple[int, int, str]) -> int:
    return len(edit[2]) - (edit[1] - edit[0])


_SHARE = {"ID": 0.8, "QTY": 0.5, "ENV": 0.6, "VAL": 0.5, "OBJ": 0.25, "ACT": 0.2}
"""How often a mark of that role is said otherwise."""


def _is_han(said: str) -> bool:
    return re.search(r"[\u4e00-\u9fff]", said) is not None


def tongue(said: str) -> str:
    """`zh` with an ideograph in it, else `en`."""
    return "zh" if _is_han(said) else "en"


def _is_inside(at: int, marked: Marked) -> bool:
    return any(m.start <= at < m.end for m in marked.marks)


def _crosses(edit: tuple[int, int, str], marked: Marked) -> bool:
    places = {m.start for m in marked.marks} | {m.end for m in marked.marks}
    inside = any(
        m.start < edit[1] and edit[0] < m.end and m.role in ("ID", "VAL", "QTY", "ENV")
        for m in marked.marks
    )
    return inside or any(edit[0] < place < edit[1] for place in places)


def _touches_aside_border(edit: tuple[int, int, str], marked: Marked) -> bool:
    return any(
        edit[0] < border < edit[1] for one in marked.asides for border in (one.start, one.end)
    )
