"""In which environments a tool may run, and how a call of it names its environment."""

import re
from collections.abc import Iterator

from tool_registry.base.environment import Environments
from tool_registry.parsing.description_terms import phrases
from tool_registry.parsing.reading import Reading, is_environment_key
from tool_registry.parsing.schema import Field
from tool_registry.parsing.sections import says
from tool_registry.vocabulary.text import fold

_PARTS = re.compile(r"[()（）/、,，;；|:：=\s\-—]+")
_CLAUSE = re.compile(r"[。;；!！\n]|\.\s|[,，]")


def environment_values(item: Field, environments: Environments) -> dict[str, str]:
    """Configured environment → the raw value that names it in this argument; else empty."""
    named = is_environment_key(item.key)
    told = item.closed
    found: dict[str, str] = {}
    for raw, words in told.items():
        environment = _environment_of([raw, *words], environments)
        if environment:
            found.setdefault(environment, raw)
    if told:
        return found if named or (len(found) == len(told) and found) else {}
    return _from_prose(item, environments) if named and item.type in ("string", "any") else {}


def _from_prose(item: Field, environments: Environments) -> dict[str, str]:
    """An environment argument without a closed set: values written out in its description."""
    tokens = [part for part in _PARTS.split(item.description) if part]
    found: dict[str, str] = {}
    for token in tokens:
        environment = environments.by_word(token)
        if environment and token.isascii():
            found.setdefault(environment, token)
    if found or not _says_nothing_else(item.description):
        return found
    return {name: name for name in environments.names}


def _says_nothing_else(description: str) -> bool:
    """True where a description is empty or just names the environment once more."""
    rest = fold(description).strip(" .。")
    for word in (
        "the",
        *phrases("effects", "environment", "positive"),
        *phrases("slots", "environment_keys"),
    ):
        rest = rest.replace(word, " ")
    return len(rest.split()) <= 1 and len(rest.strip()) <= 8


def _environment_of(words: list[str], environments: Environments) -> str | None:
    parts = [part for word in words for part in (word, *_PARTS.split(word)) if part]
    ends = phrases("effects", "environment_words")
    stripped = [p.removesuffix(end).strip() for p in parts for end in ends if p.endswith(end)]
    return next((e for p in (*parts, *stripped) if (e := environments.by_word(p))), None)


def supported(
    reading: Reading, argument: Field | None, environments: Environments, *, source_tells: bool
) -> tuple[str, ...]:
    """Configured environments in which the tool may run, in configuration order.

    What the author states wins: the heading, then `only …`/`not in …` anywhere, usage per
    environment, a fixed environment of an asset. Unstated: what the environment argument can
    name; without one all, unless other tools of the source do state theirs (then none: nobody
    knows where this one would run). Where the source is configured for environments, it is reached
    in no other one."""
    reached = reading.raw.environments or environments.names
    allowed = set(environment_values(argument, environments)) if argument else None
    stated = _stated(reading, environments)
    if stated is None:
        if allowed is None:
            silent = source_tells and not reading.raw.environments
            stated = set[str]() if silent else set(environments.names)
        else:
            stated = set(allowed)
    elif allowed is not None:
        stated &= allowed
    stated -= _refused(reading, environments)
    only = _only(reading, environments)
    stated = stated & only if only else stated
    return tuple(name for name in environments.names if name in stated and name in reached)


def states_environment(reading: Reading, environments: Environments) -> bool:
    """True where the author says anything of environments, or a call names one."""
    return _stated(reading, environments) is not None or any(
        environment_values(item, environments) for item in reading.inputs
    )


def _stated(reading: Reading, environments: Environments) -> set[str] | None:
    heading = reading.sections.text("environments")
    if heading:
        line = heading.split("\n")[0]
        if says(line, "effects", "environment", "all"):
            return set(environments.names)
        return set(_named_in(line, environments))
    if says(reading.sections.prose, "effects", "environment", "all"):
        return set(environments.names)
    told = {
        e
        for clause in _clauses(reading)
        if _speaks(clause)
        for e in _named_in(clause, environments)
    }
    usage = set(reading.sections.usage)
    return (told | usage) or None


def _speaks(clause: str) -> bool:
    return says(clause, "effects", "environment", "positive") or says(
        clause, "effects", "environment", "only"
    )


def _refused(reading: Reading, environments: Environments) -> set[str]:
    found = {
        name
        for name, text in reading.sections.usage.items()
        if says(text.split("\n")[0], "effects", "environment", "negative")
    }
    for clause in _clauses(reading):
        if says(clause, "effects", "environment", "negative"):
            found |= {
                name for name, at in _places(clause, environments) if _near_negative(clause, at)
            }
    return found


def _near_negative(clause: str, at: int) -> bool:
    folded = fold(clause)
    spots = [folded.find(p) for p in phrases("effects", "environment", "negative") if p in folded]
    return any(-12 <= spot - at <= 10 for spot in spots)


def _only(reading: Reading, environments: Environments) -> set[str]:
    found: set[str] = set()
    for clause in _clauses(reading):
        negative = says(clause, "effects", "environment", "negative")
        if not negative and says(clause, "effects", "environment", "only"):
            found |= {n for n, at in _places(clause, environments) if _near_only(clause, at)}
    return found


def _near_only(clause: str, at: int) -> bool:
    folded = fold(clause)
    spots = [folded.find(p) for p in phrases("effects", "environment", "only") if p in folded]
    return any(-14 <= spot - at <= 12 for spot in spots)


def _clauses(reading: Reading) -> Iterator[str]:
    """Clauses of the author's prose, without what is said of other tools."""
    sections = reading.sections
    text = "\n".join([sections.head, sections.text("function", "special", "usage")])
    yield from (part for part in _CLAUSE.split(text) if part.strip())


def _named_in(text: str, environments: Environments) -> list[str]:
    return [name for name, _ in _places(text, environments)]


def _places(text: str, environments: Environments) -> list[tuple[str, int]]:
    """(environment, index in the folded text) of every environment word, as whole words."""
    folded = fold(text)
    found: list[tuple[str, int]] = []
    for environment in environments.configured:
        for word in sorted({environment.name, *map(fold, environment.words)}):
            for match in re.finditer(_word_pattern(word), folded):
                found.append((environment.name, match.start()))
    return found


def _word_pattern(word: str) -> str:
    """The word where it speaks of an environment, not where it is part of another noun."""
    if word.isascii():
        return rf"(?<![a-z0-9_]){re.escape(word)}(?![a-z0-9_])"
    ends = "|".join(phrases("effects", "environment_ends"))
    return re.escape(word) + rf"(?=$|\s|[、,，。;；/)）+&|]|{ends})"
