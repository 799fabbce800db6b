"""A tool's description taken apart by its headings, whatever style they are written in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from tool_registry.base.environment import Environments
from tool_registry.parsing.description_terms import group_of, mentions, phrases
from tool_registry.vocabulary.text import fold

_SENTENCE = re.compile(r"(?<=[。!?！？])|(?<=\.)\s+|\n+")
_LONGEST = 300
"""Signs of a summary."""
_ANY_HEADING = re.compile(r"^\s*(#{1,6})\s*([^\n:：#]{1,30}?)\s*(?:[:：]|\s*$)", re.M)
_SHORT = ("platform", "environments", "author")
"""Headings whose text is a word or two: what follows in the line is prose again."""
_END = re.compile(r"[。;；\n]|\.(?:\s|$)")
_HOLDING = " .\u3002\u2026:\uff1a?!-()[]<>"
"""What may stand around a word that holds a place."""
_TAG = re.compile(r"[{}]")


@dataclass(frozen=True, slots=True)
class Sections:
    """The description: `head` (before any heading), texts by heading, usage by environment."""

    full: str
    head: str
    by: dict[str, str]
    usage: dict[str, str] = field(default_factory=dict[str, str])
    """Configured environment → how to use the tool there."""

    def text(self, *names: str) -> str:
        """The texts of these headings, joined; empty where the author wrote none."""
        return "\n".join(self.by[name] for name in names if self.by.get(name))

    @property
    def prose(self) -> str:
        """What says how the tool behaves: function, usage, notes and the free head."""
        usage = "\n".join(self.usage.values())
        parts = [self.head, self.text("function", "usage", "special"), usage]
        return "\n".join(part for part in parts if part)

    @property
    def summary(self) -> str:
        """The first one or two sentences about the function."""
        body = self.text("function") or self.head or self.text("usage")
        sentences = [part.strip() for part in _SENTENCE.split(body) if part and part.strip()]
        told = " ".join(sentences[:2])
        return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1].rstrip()}…"


def read_sections(description: str, environments: Environments) -> Sections:
    """Take a description apart; text under unknown headings stays with free prose."""
    marks = list(_marks(description, environments))
    by: dict[str, str] = {}
    usage: dict[str, str] = {}
    head = description[: marks[0][0]] if marks else description
    for index, (_, end, name) in enumerate(marks):
        stop = marks[index + 1][0] if index + 1 < len(marks) else len(description)
        body = description[end:stop].strip(" \t\r\n*#】-")
        if name.startswith("@"):
            usage[name[1:]] = body
        elif name == "":
            head = f"{head}\n{body}"
        elif body:
            if name in _SHORT:
                body, _, rest = _first_sentence(body)
                head = f"{head}\n{rest}"
            by[name] = f"{by[name]}\n{body}" if name in by else body
    return Sections(full=description, head=head.strip(), by=by, usage=usage)


def _first_sentence(body: str) -> tuple[str, str, str]:
    end = _END.search(body)
    return (body[: end.start()], end[0], body[end.end() :]) if end else (body, "", "")


def _marks(description: str, environments: Environments) -> Iterator[tuple[int, int, str]]:
    """(start, end, name) of every heading, in order; `@daily` for usage in an environment."""
    found: dict[int, tuple[int, int, str]] = {}
    for match in _known_heading().finditer(description):
        name = group_of(fold(match["name"]), "template")
        if name:
            found[match.start()] = (match.start(), match.end(), name)
    for match in _ANY_HEADING.finditer(description):
        environment = _environment_of(match[2], environments)
        name = f"@{environment}" if environment else ""
        taken = any(
            start <= match.end() and match.start() < end for start, end, _ in found.values()
        )
        if not taken:
            found[match.start()] = (match.start(), match.end(), name)
    yield from (found[start] for start in sorted(found))


@cache
def _known_heading() -> re.Pattern[str]:
    names = "|".join(re.escape(name).replace(r"\ ", r"[ _-]?") for name in phrases("template"))
    return re.compile(
        r"(?:(?:^|\n)[ \t]*(?:[-*•]\s+)?|(?<=[。;；.\s]))"
        rf"(?:#{{1,6}}\s*(?P<hash>)|【(?P<bracket>)|\*\*(?P<bold>)|)(?:\d+[.、]\s*)?"
        rf"(?P<name>{names})(?:】|\*\*)?"
        r"(?:\s*[:：](?:\*\*)?|(?(hash)\s*(?=\n|$|#)|(?(bracket)|(?!))))[ \t]*",
        re.IGNORECASE,
    )


def _environment_of(heading: str, environments: Environments) -> str | None:
    folded = fold(heading)
    for word in phrases("effects", "environment", "positive"):
        folded = folded.replace(word, " ")
    return environments.by_word(_TAG.sub("", folded))


def is_empty_text(text: str) -> bool:
    """True for what authors write where there is nothing to say: none, n/a."""
    folded = fold(text).strip(" 。.;；:：")
    return not folded or folded in phrases("effects", "nothing")


def is_placeholder(text: str) -> bool:
    """True for what stands where its author has still to write something: TODO, tbd, `...`."""
    folded = fold(text).strip(_HOLDING)
    mark = folded.partition(":")[0].strip(_HOLDING)
    return bool(text.strip()) and (not folded or mark in phrases("effects", "placeholders"))


def says(text: str, file: str, *keys: str) -> bool:
    """True where a text has a phrase of that list."""
    return mentions(fold(text), file, *keys) is not None
