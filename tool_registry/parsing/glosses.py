"""What authors say of declared values in two languages at once."""

import re
from collections.abc import Iterator, Sequence

from tool_registry.parsing.description_terms import phrases

_MEANS = "|".join(phrases("enums", "means"))
_LEAD = re.compile(rf"[\s:：=\-—→>\"'`]+(?:(?:{_MEANS})\s)?")
_END = re.compile(r"[,;，；。/|、\n]|\.(?:\s|$)")
_ASIDE = re.compile(r"[(（]([^()（）]{1,24})[)）]")
_RUN = re.compile(r"[A-Za-z][A-Za-z'\-]*(?: [A-Za-z][A-Za-z'\-]*)*|[\u3400-\u9fff]+")
_MOST_WORDS = 3
_LONGEST = 12


def bilingual(description: str, raws: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Raw value → its words in each language, where the description has them for all raw values.

    Empty where one has none, or where all are told in a single language."""
    if not all(raw in description for raw in raws):
        return {}
    stretches = dict(_stretches(description, raws))
    if len(stretches) != len(raws):
        return {}
    found = {raw: tuple(_words(said)) for raw, said in stretches.items()}
    mixed = any(len({word.isascii() for word in words}) > 1 for words in found.values())
    return found if mixed and all(found.values()) else {}


def _stretches(description: str, raws: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each raw value with what stands between it and the next one, or the end of its clause."""
    places = [
        (hit.start(), hit.end(), raw)
        for raw in raws
        if (hit := re.search(rf"(?<![\w.-]){re.escape(raw)}(?![\w-])", description))
    ]
    places.sort()
    ends = [start for start, _, _ in places[1:]]
    for (_, begin, raw), end in zip(places, [*ends, len(description)], strict=False):
        said = description[begin:end]
        lead = _LEAD.match(said)
        if lead is not None:
            yield raw, _END.split(said[lead.end() :], maxsplit=1)[0]


def _words(said: str) -> Iterator[str]:
    """The words of each language; those in brackets come last."""
    asides = [hit[1] for hit in _ASIDE.finditer(said)]
    for part in (_ASIDE.sub(" ", said), *asides):
        for run in _RUN.findall(part):
            if len(run.split(" ")) <= _MOST_WORDS and (run.isascii() or len(run) <= _LONGEST):
                yield run
