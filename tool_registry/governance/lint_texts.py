"""Rules about a tool's name, description and hints. Each yields where it is broken."""

import re
from collections.abc import Callable
from functools import partial
from typing import cast

from tool_registry.governance.danger import is_unsaid
from tool_registry.governance.data import table
from tool_registry.governance.subject import Hit, Hits, Subject, is_filler, is_meaningless, limit
from tool_registry.parsing.environments import states_environment
from tool_registry.parsing.sections import is_empty_text, is_placeholder
from tool_registry.vocabulary.text import fold, is_ideograph

_FIELDS = {"function": "summary", "author": "author"}
"""Section → the field in which a person can say the same."""
_LEGAL = re.compile(r"[A-Za-z0-9_.-]+")


def name_illegal(subject: Subject) -> Hits:
    """Letters, digits, `_`, `.` and `-`, at most 128 of them."""
    name = subject.raw.name
    if not _LEGAL.fullmatch(name) or len(name) > limit("name"):
        proposed = re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip("_")[: limit("name")]
        yield Hit("name", {"name": name[:60], "proposed": proposed or "get_record"})


def name_meaningless(subject: Subject) -> Hits:
    """A name says what the tool does."""
    if is_meaningless(subject.raw.name, "tools"):
        yield Hit("name", {"name": subject.raw.name})


def description_missing(subject: Subject) -> Hits:
    """Nobody finds a tool that does not say what it does; an HTTP operation may in its title."""
    if is_placeholder(subject.said or subject.raw.description):
        return
    titled = subject.raw.method is not None and not is_filler(subject.raw.title or "")
    if is_filler(subject.said or subject.raw.description) and not titled:
        yield Hit("description", mended_by="summary")


def description_placeholder(subject: Subject) -> Hits:
    """A word that holds the place of a description is none."""
    text = subject.said or subject.raw.description
    if is_placeholder(text):
        yield Hit("description", {"text": text.strip()[:40]}, "summary")


def title_names_argument(subject: Subject) -> Hits:
    """A title says what is done; the name of an argument says what is taken."""
    title = subject.tool.title.strip()
    if fold(title) in {fold(item.key) for item in subject.reading.inputs}:
        yield Hit("title", {"title": title[:40]}, "title")


def description_short(subject: Subject) -> Hits:
    """The function's description says more than the name; an ideograph counts as two letters."""
    text = subject.said or subject.raw.description
    if is_filler(text) or is_placeholder(text):
        return
    sections = subject.sections
    body = subject.said or sections.text("function") or sections.head or sections.prose
    length = sum(2 if is_ideograph(char) else 1 for char in body)
    if length < limit("shortest") or fold(body) == fold(subject.raw.name):
        yield Hit("description", {"text": body[:40]}, "summary")


def description_long(subject: Subject) -> Hits:
    """A description is read whole, by people and in a list."""
    length = len(subject.raw.description)
    if length > limit("longest"):
        yield Hit("description", {"length": str(length), "limit": str(limit("longest"))})


def _section_missing(section: str, subject: Subject) -> Hits:
    if subject.sections.text(section).strip() or _said_elsewhere(section, subject):
        return
    yield Hit("description", {"heading": _heading(section, subject)}, _FIELDS.get(section, ""))


def _said_elsewhere(section: str, subject: Subject) -> bool:
    """Where a section is not needed, because the tool says the same in another place."""
    sections = subject.sections
    if section == "usage":
        return bool(sections.usage) or not subject.tool.needs
    if section == "outputs":
        return subject.reading.outputs_declared or subject.raw.answers_nothing
    if section == "function":
        return bool(sections.head.strip() or subject.said)
    return section == "author" and subject.tool.author is not None


def _heading(section: str, subject: Subject) -> str:
    headings = cast("dict[str, dict[str, str]]", table("lint")["headings"])
    return f"##{headings[section]['zh' if subject.is_chinese else 'en']}:"


SECTIONS: dict[str, Callable[[Subject], Hits]] = {
    f"section_{name}": partial(_section_missing, name)
    for name in (
        "platform",
        "author",
        "function",
        "usage",
        "outputs",
        "errors",
        "troubleshooting",
        "replacement",
    )
}


def usage_per_environment(subject: Subject) -> Hits:
    """Who explains the usage in one environment explains it in all that the tool supports."""
    told = subject.sections.usage
    for name in subject.tool.environments:
        if told and is_empty_text(told.get(name, "")):
            label = subject.environments.label(name, "zh" if subject.is_chinese else "en")
            yield Hit("description", {"environment": label, "heading": f"###{label}:"})


def environment_unstated(subject: Subject) -> Hits:
    """Where it runs is said by its author or configured at its source."""
    configured = bool(subject.raw.environments)
    if not configured and not states_environment(subject.reading, subject.environments):
        heading = _heading("environments", subject)
        yield Hit("description", {"heading": heading, "known": _known(subject)})


def environment_unknown(subject: Subject) -> Hits:
    """A tool whose environments are none of the configured ones is never offered."""
    stated = states_environment(subject.reading, subject.environments)
    if not subject.tool.environments and (stated or subject.raw.environments):
        said = subject.sections.text("environments").split("\n")[0][:60]
        values = {"said": said or "–", "known": _known(subject)}
        yield Hit("description", values, "environments")


def _known(subject: Subject) -> str:
    return ", ".join(subject.environments.names)


def wording_contradicts(subject: Subject) -> Hits:
    """Name and description agree whether anything is changed."""
    named, described = subject.named, subject.described
    # A name with both kinds of verb says nothing beyond doubt.
    if len(named & {"write", "read"}) != 1 or len(described & {"write", "read"}) != 1:
        return
    if ("write" in named) != ("write" in described):
        title = subject.raw.title or subject.raw.name
        yield Hit("description", {"name": title[:60], "text": subject.tool.summary[:60]})


def hint_read_only_wrong(subject: Subject) -> Hits:
    """A tool that changes things is not read-only."""
    if subject.raw.read_only and subject.named >= {"write"} and "read" not in subject.named:
        yield Hit("annotations.readOnlyHint", {"name": subject.raw.name})


def hint_destructive_missing(subject: Subject) -> Hits:
    """A tool that deletes says so."""
    if subject.raw.destructive is False and "delete" in subject.named:
        yield Hit("annotations.destructiveHint", {"name": subject.raw.name})


def destruction_unsaid(subject: Subject) -> Hits:
    """What destroys says so to people: who reads only its texts takes it for harmless."""
    if is_unsaid(subject):
        call = f"{subject.raw.method} {subject.raw.path}" if subject.raw.method else ""
        yield Hit("description", {"name": (call or subject.raw.name)[:60]}, "summary")


def hint_destructive_wrong(subject: Subject) -> Hits:
    """A tool that only reads destroys nothing."""
    reads = subject.named == {"read"} or subject.raw.read_only
    if subject.raw.destructive and reads:
        yield Hit("annotations.destructiveHint", {"name": subject.raw.name})


def hints_missing(subject: Subject) -> Hits:
    """Whether it only reads is declared; an HTTP operation's verb tells."""
    if subject.raw.read_only is None and subject.raw.method is None:
        hint = "false" if subject.tool.function.writes else "true"
        yield Hit("annotations", {"hint": hint})


def method_contradicts(subject: Subject) -> Hits:
    """GET and HEAD change nothing."""
    if subject.raw.method in ("GET", "HEAD") and subject.named >= {"write"}:
        yield Hit("name", {"method": subject.raw.method, "name": subject.raw.name})
