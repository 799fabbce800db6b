"""A source that a sentence proposes: its entry, as far as words tell it, and what is missing."""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pipelines.onboarding.commands.forms import asks_how, pattern
from pipelines.onboarding.commands.source_names import Entry, is_url, name_of
from tool_registry.base.caller import Scope
from tool_registry.base.environment import Environments
from tool_registry.base.types import JsonValue

Gap: TypeAlias = Literal["", "base", "document", "environment"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A source to be registered."""

    name: str
    entry: Entry
    """As in the sources file; see `tool_registry.sources.config`."""
    scope: Scope
    project: str = ""
    gap: Gap = ""
    """What the words leave out: the `base` address of an API's calls in an environment, the
    `environment` that a base address is for, or the `document`."""
    runs_here: bool = False
    """True for a command, a module or a file of this machine."""


@dataclass(frozen=True, slots=True)
class _Place:
    """An address or a file in the sentence, and the words before it."""

    text: str
    lead: str
    environment: str | None
    start: int

    def looks(self, like: str) -> bool:
        """True for an address like that of a `document`, of an API's `definition`, …"""
        return pattern(like).search(self.text) is not None


def proposal_of(text: str, environments: Environments, chosen: str | None) -> Proposal | None:
    """The source that the sentence wants registered; None where it wants nothing of the kind.

    `chosen`: the environment chosen beside the sentence.
    """
    if asks_how(text) or not pattern("verb").search(text) or pattern("denied").search(text):
        return None
    entry, gap = _entry(text, environments, chosen)
    if not entry and not gap:
        return None
    here = bool({"command", "module"} & entry.keys()) or (
        "document" in entry and not is_url(str(entry["document"]))
    )
    around = _plain(text, environments)
    scope, project = _scope(around)
    return Proposal(_name(around, entry), entry, scope, project, gap, here)


def _entry(text: str, environments: Environments, chosen: str | None) -> tuple[Entry, Gap]:
    module = pattern("module").search(text)
    if module is not None:
        return _situated({"type": "python", "module": module["module"]}, text, environments), ""
    places = list(_places(text, environments))
    documented = pattern("openapi").search(_without(text, places)) is not None
    served = pattern("mcp").search(_without(text, places)) is not None
    command = pattern("command").search(text)
    if command is not None and (served or pattern("about").search(text)):
        around = f"{text[: command.start()]} {text[command.end() :]}"
        return _situated(_command(command), around, environments), ""
    if documented or (not served and any(place.looks("definition") for place in places)):
        return _openapi(places, text, environments, chosen) if places else ({}, "")
    about = served or pattern("about").search(text)
    urls = [place for place in places if is_url(place.text)]
    if not urls or not (about or any(url.looks("endpoint") for url in urls)):
        return {}, ""
    return _mcp(urls, text, environments, chosen), ""


def _places(text: str, environments: Environments) -> Iterator[_Place]:
    """Every address and file, with the environment that the words right before it name."""
    urls = list(pattern("url").finditer(text))
    spans = [match.span() for match in urls]
    files = [
        match
        for match in pattern("file").finditer(text)
        if not any(start <= match.start() < end for start, end in spans)
    ]
    end = 0
    for match in sorted([*urls, *files], key=lambda match: match.start()):
        lead = text[end : match.start()]
        found = environments_in(lead, environments)
        yield _Place(match.group().rstrip(".!?"), lead, found[-1] if found else None, match.start())
        end = match.end()


def environments_in(text: str, environments: Environments) -> list[str]:
    """The configured environments that the text names, in order, without repetition."""
    found: dict[str, int] = {}
    for one in environments.configured:
        for word in (one.name, *one.words):
            edge = r"(?<![a-z0-9]){}(?![a-z0-9])" if word.isascii() else "{}"
            match = re.search(edge.format(re.escape(word)), text, re.IGNORECASE)
            if match is not None:
                found[one.name] = min(match.start(), found.get(one.name, len(text)))
    return sorted(found, key=lambda name: found[name])


def _openapi(
    places: Sequence[_Place], text: str, environments: Environments, chosen: str | None
) -> tuple[Entry, Gap]:
    """The document is the place that looks like one, else the first that no environment has."""
    free = [place for place in places if place.environment is None or not is_url(place.text)]
    document = next((p for p in places if p.looks("document")), free[0] if free else None)
    if document is None:
        return {}, "document"
    entry: Entry = {"type": "openapi", "document": document.text}
    bases = [p for p in places if p is not document and is_url(p.text)]
    named = environments_in(_without(text, places), environments) or [chosen] * bool(chosen)
    situations: dict[str, JsonValue] = {}
    for base in bases:
        place = base.environment or (named[0] if len(named) == 1 else None)
        if place is None:
            return entry, "environment"
        situations[place] = {"url": base.text}
    if not situations:
        return entry, "base"
    return {**entry, "environments": situations}, ""


def _mcp(
    urls: Sequence[_Place], text: str, environments: Environments, chosen: str | None
) -> Entry:
    labelled = {url.environment: {"url": url.text} for url in urls if url.environment}
    if len(labelled) == len(urls) > 1:
        return {"environments": labelled}
    named = environments_in(_without(text, urls), environments) or [chosen] * bool(chosen)
    return _with({"url": urls[0].text}, named)


def _situated(entry: Entry, text: str, environments: Environments) -> Entry:
    return _with(entry, environments_in(text, environments))


def _with(entry: Entry, named: Sequence[str | None]) -> Entry:
    situations: dict[str, JsonValue] = {name: {} for name in named if name}
    return {**entry, "environments": situations} if situations else entry


def _command(found: re.Match[str]) -> Entry:
    said = found["quoted"] or found["bare"]
    try:
        command, *args = shlex.split(said)
    except ValueError:
        command, *args = said.split()
    return {"command": command, "args": list[JsonValue](args)}


def _plain(text: str, environments: Environments) -> str:
    """The sentence less addresses, files and commands."""
    around = _without(text, list(_places(text, environments)))
    return pattern("command").sub(" ", around)


def _without(text: str, places: Sequence[_Place]) -> str:
    """The words around the addresses, which may themselves hold such words."""
    for place in reversed(places):
        text = f"{text[: place.start]} {text[place.start + len(place.text) :]}"
    return text


def _scope(text: str) -> tuple[Scope, str]:
    """Where the tools are to be seen: the own space, unless the sentence says more."""
    project = pattern("project").search(text)
    if project is not None:
        return Scope.PROJECT, project["project"] or project["project2"]
    public = pattern("public").search(text) is not None
    return (Scope.PUBLIC if public else Scope.PERSONAL), ""


def _name(text: str, entry: Entry) -> str:
    """The name that the sentence gives, else one made of where the source is."""
    said = pattern("name").search(text)
    return said["name"].rstrip(".") if said is not None else name_of(entry)
