"""Synonyms that documents name: in tables, in brackets, in headings, in sentences that say so."""

import re
from collections.abc import Iterator, Sequence

from pipelines.onboarding.synonyms.evidence import (
    Evidence,
    Known,
    Usage,
    bare,
    head_of,
    is_chinese,
    marks,
    pattern,
    words,
)
from tool_registry.model import Document
from tool_registry.parsing.glossary import Term, read_glossary
from tool_registry.vocabulary.text import fold, is_ideograph

_INSIDE = re.compile(r"[(（]\s*([^()（）]{2,40}?)\s*[)）]")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z][A-Za-z0-9]*){0,4}")
_LATIN_END = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z][A-Za-z0-9]*){0,3}\s*$")
_LONGEST = 400
"""Characters of a line that are read at once, and of a quote that is kept at most half."""
_TABLE, _NAMED = 0.9, 0.7
_HEADING = 0.45
_OTHERWISE = 0.3
"""Taken off where a word is known, and not for this: an argument's name, or another thing's."""
_QUOTES = " \"'\u201c\u201d\u2019\u300d*`_"
_COLONS = (":", "\uff1a")
_EXPLAINED = 0.3
"""A name with a colon is a field and what it is for, unless the words are much alike."""
_COMMA = re.compile(r"[,\uff0c]")
_BASE = 0.5


def read_documents(documents: Sequence[Document], known: Known) -> list[Evidence]:
    """All pairs that the documents name."""
    usage = Usage("\n".join(one.text for one in documents))
    found: list[Evidence] = []
    for document in documents:
        for number, line in _lines(document.text):
            place = f"{document.name}:{number}"
            found += _brackets(line, place, known, usage)
            found += _heading(line, place, known)
        found += _told(document, known)
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of language, with their numbers: no programs."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith(str(words()["fence"])):
            fenced = not fenced
        elif not fenced and not pattern("code").search(line):
            yield number, line[:_LONGEST]


def _told(document: Document, known: Known) -> Iterator[Evidence]:
    """What tables of terms and sentences such as "also known as" say."""
    lines = document.text.splitlines()
    for term in read_glossary([document]):
        for place, other in enumerate(term.surfaces):
            number, line = _place(lines, term, other)
            where, quote = f"{document.name}:{number}", _quote(line)
            if line.lstrip().startswith("|"):
                yield Evidence(term.name, other, "table", where, quote, _TABLE, term.kind)
            elif not pattern("code").search(line) and (not place or _is_listed(other, line)):
                name, alias = bare(_without_adverb(term.name)), bare(other.rstrip("."))
                confidence = _named(name, alias, line, known)
                yield Evidence(name, alias, "named", where, quote, confidence)


def _named(one: str, other: str, line: str, known: Known) -> float:
    """How much a sentence that names two words says: little where its verb says much else too."""
    between = line.partition(one)[2].partition(other)[0]
    weak = any(mark in between for mark in marks("weak_joins"))
    return 0.3 + 0.5 * min(1.0, 2 * known.support(one, other)) if weak else _NAMED


def _is_listed(other: str, line: str) -> bool:
    return any(f"{mark}{other}" in line for mark in marks("listing"))


def _without_adverb(word: str) -> str:
    for adverb in sorted(marks("adverbs"), key=len, reverse=True):
        if word.endswith(adverb if is_ideograph(adverb[0]) else f" {adverb}"):
            return word.removesuffix(adverb).strip() or word
    return word


def _place(lines: Sequence[str], term: Term, other: str) -> tuple[int, str]:
    for number, line in enumerate(lines, 1):
        if term.name in line and other in line:
            return number, line
    return 1, ""


def _brackets(line: str, place: str, known: Known, usage: Usage) -> Iterator[Evidence]:
    for match in _INSIDE.finditer(line):
        before = line[: match.start()].rstrip(_QUOTES)
        parts = _COMMA.split(match[1])
        if sum(_LATIN.fullmatch(part.strip()) is not None for part in parts) > 1:
            continue  # the arguments of something
        for inside in parts:
            pair = _pair(before, inside.strip(_QUOTES), known, usage)
            if pair is not None:
                one, other, confidence = pair
                yield Evidence(one, other, "brackets", place, _quote(line), confidence)


def _pair(before: str, inside: str, known: Known, usage: Usage) -> tuple[str, str, float] | None:
    """What stands before a bracket and what stands in it, where both are names."""
    if not before or fold(inside) in marks("remarks"):
        return None
    if is_ideograph(before[-1]):
        return _before_latin(before, inside, known, usage)
    latin = _LATIN_END.search(before)
    if latin is None:
        return None
    word = latin[0].strip()
    if is_chinese(inside):
        word = bare(word)
        other_meaning = known.is_word(inside) and known.support(inside, word) <= 0
        confidence = _BASE - _OTHERWISE * other_meaning + _supported(known, inside, word)
        return None if _is_identifier(word) else (inside, word, confidence)
    return _initials(word, inside)


def _before_latin(
    before: str, inside: str, known: Known, usage: Usage
) -> tuple[str, str, float] | None:
    """The word before a bracket with a Latin name in it."""
    if not _LATIN.fullmatch(inside) or _is_identifier(inside):
        return None
    run = _run(before)
    rest = before[: len(before) - len(run)]
    latin = _LATIN_END.search(rest)
    if latin is not None and latin.end() == len(rest):
        if (short := _initials(latin[0].strip(), inside)) is not None:
            return short
        run = run if " " in latin[0][-1:] else ""
    after_particle = run.rpartition(str(words()["of_mark"]))
    whole = bool(after_particle[0]) or not rest or not rest[-1].isalnum()
    word, confidence = head_of(after_particle[2], inside, known, usage, whole=whole)
    plain = " " not in inside and (inside.islower() or inside.isupper())
    if plain and known.is_word(word) and known.support(word, inside) <= 0:
        confidence -= _OTHERWISE
    return (word, inside, confidence) if word else None


def _run(text: str) -> str:
    start = len(text)
    while start and is_ideograph(text[start - 1]):
        start -= 1
    return text[start:]


def _supported(known: Known, chinese: str, english: str) -> float:
    return 0.45 * min(1.0, 2 * known.support(chinese, english))


def _initials(one: str, other: str) -> tuple[str, str, float] | None:
    """A short form and its words, in either order."""
    last = one.rsplit(maxsplit=1)[-1]
    for told, short in ((other, last), (" ".join(one.split()[-len(other) :]), other)):
        initials = "".join(word[0] for word in re.split(r"[ -]", told) if word)
        if 2 <= len(short) == len(initials) and initials.lower() == short.lower():
            return told, short, 0.9
    return None


def _is_identifier(text: str) -> bool:
    """True for names of programs: `editScript`, `kbase2`, `q1`."""
    return bool(re.search(r"[a-z][A-Z]|[0-9]", text)) or len(text) < 2


def _heading(line: str, place: str, known: Known) -> Iterator[Evidence]:
    """A short line that is nothing but a name in both languages."""
    bare = pattern("bullets").sub("", line, count=1).strip(" *:：_`。.")
    english = _LATIN.search(bare)
    if english is None or len(bare) > 48:
        return
    chinese = (bare[: english.start()] + bare[english.end() :]).strip(" /|:：·•-()（）")
    if not 2 <= len(chinese) <= 8 or not is_chinese(chinese) or _is_identifier(english[0]):
        return
    support = known.support(chinese, english[0])
    explained = any(colon in bare for colon in _COLONS)
    titled = line.lstrip().startswith("#") and not explained and not known.is_word(chinese)
    if support > (_EXPLAINED if explained else 0) or titled:
        confidence = _HEADING + 0.05 * titled + 0.45 * min(1.0, 2 * support)
        yield Evidence(chinese, english[0], "heading", place, _quote(line), confidence)


def _quote(line: str) -> str:
    return " ".join(line.split())[: _LONGEST // 2]
