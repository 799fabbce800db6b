"""Texts of a tool that read like instructions to a model, or that hide something from its reader.

A tool comes from strangers; its texts are shown to people and, one day, to models. What they hold
is data here, and a tool that speaks to its reader's helper instead of about itself is quarantined.
"""

import html
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import cast

from tool_registry.governance.data import table
from tool_registry.governance.decoding import decoded
from tool_registry.governance.findings import Finding, Severity
from tool_registry.governance.lookalikes import controls, disguised, joiners, script_of, unseen
from tool_registry.governance.texts import Text, texts
from tool_registry.model import RawTool

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|[。\n]")
_EXCERPT = 80
_SHORT = 400
_SHORTEST = 40
"""Characters of an example in code, decoded."""
LONGEST_PLACE = 300
"""Characters of a place that are shown."""
Alternatives = tuple[tuple[tuple[re.Pattern[str], bool], ...], ...]
"""Of each alternative its cues, and whether each has to be there or must not."""


def poison(raw: RawTool) -> list[Finding]:
    """One finding for each kind of trick and place; every one is an error.

    The rules are `poison_override`, `_hide`, `_call_other`, `_exfiltrate`, `_cross_tool`, `_role`,
    `_tag`, `_markup`, `_invisible`, `_terminal`, `_encoded`, `_lookalike` and `_unread` (more than
    anybody can read). Their value `text` is an excerpt in which nothing is invisible any more.
    """
    return [
        Finding(
            tool=raw.id,
            rule=f"poison_{kind}",
            severity=Severity.ERROR,
            place=printable(text.place, LONGEST_PLACE),
            values={"text": printable(excerpt)} if excerpt else {},
        )
        for text in texts(raw)
        for kind, excerpt in tricks(text).items()
    ]


def tricks(text: Text) -> dict[str, str]:
    """Kind of trick → the excerpt that shows it, for one text."""
    if text.role == "unread":
        return {"unread": ""}
    look = _remembered if len(text.text) <= _SHORT else _tricks
    return dict(look(text.text, text.role == "name"))


def _tricks(text: str, name: bool) -> tuple[tuple[str, str], ...]:
    found = dict(_characters(text))
    if name and (seen := disguised(text)):
        found["lookalike"] = seen
    words = unseen().sub("", text)
    for hidden in decoded(words):
        if not _is_sample(words, hidden):
            found.setdefault("encoded", hidden)
    found.update(_spoken(words))
    return tuple(found.items())


def _is_sample(text: str, hidden: str) -> bool:
    """True for a short example of a code that the text speaks of, with nothing in it to obey."""
    told = _cue("of_code").search(text.casefold()) is not None
    return told and len(hidden) <= _SHORTEST and not dict(_spoken(hidden))


_remembered = lru_cache(maxsize=16_384)(_tricks)
"""Tools say the same short things again and again, above all in their schemas."""


def printable(text: str, most: int = _EXCERPT) -> str:
    """The text as it may be shown: cut, and each character that is not to be seen written out."""
    cut = text if len(text) <= most else f"{text[:most]}…"
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in cut)


def _characters(text: str) -> Iterator[tuple[str, str]]:
    if text.isascii() and text.isprintable():
        return
    hidden = next((m for m in unseen().finditer(text) if not _needed(text, m.start())), None)
    if hidden:
        yield "invisible", _around(text, hidden.start())
    steering = controls().search(text)
    if steering:
        yield "terminal", _around(text, steering.start())


def _needed(text: str, at: int) -> bool:
    """True for a joiner between pictographs or beside letters of a script that has such."""
    if not joiners().match(text[at]):
        return False
    near = [text[i] for i in (at - 1, at + 1) if 0 <= i < len(text)]
    return any(
        unicodedata.category(char) in ("So", "Sk", "Mn", "Mc")
        or (char.isalpha() and script_of(char) not in ("LATIN", "OTHER"))
        for char in near
    )


def _spoken(text: str) -> Iterator[tuple[str, str]]:
    folded = unicodedata.normalize("NFKC", html.unescape(text)).casefold()
    for kind, alternatives in _rules("whole").items():
        place = _where(alternatives, folded)
        if place is not None:
            yield kind, _around(folded, place)
    # One word is no sentence, in scripts that put blanks between words.
    if folded.isascii() and len(folded.split()) < 2:
        return
    for sentence in _SENTENCE.split(folded):
        for kind, alternatives in _rules("rules").items():
            if sentence and _where(alternatives, sentence) is not None:
                yield kind, sentence.strip()


def _where(alternatives: Alternatives, text: str) -> int | None:
    """Where the first alternative begins of which every cue is in the text, and none of those that
    must not be; None: there is none."""
    for cues in alternatives:
        found = cues[0][0].search(text)
        if found and all((cue.search(text) is not None) is wanted for cue, wanted in cues[1:]):
            return found.start()
    return None


def _around(text: str, at: int) -> str:
    return text[max(0, at - 20) : at + 60].strip()


@cache
def _rules(key: str) -> Mapping[str, Alternatives]:
    listed = cast("dict[str, list[list[str]]]", table("poison")[key])
    return {
        kind: tuple(
            tuple((_cue(name.removeprefix("!")), name[0] != "!") for name in names)
            for names in alternatives
        )
        for kind, alternatives in listed.items()
    }


@cache
def _cue(name: str) -> re.Pattern[str]:
    cues = cast("dict[str, list[str]]", table("poison")["cues"])
    return re.compile("|".join(f"(?:{pattern})" for pattern in cues[name]))
