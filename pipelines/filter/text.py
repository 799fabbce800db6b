"""Likeness of a step's text to what tools say of themselves."""

import math
import re
from collections import Counter
from collections.abc import Sequence

from pipelines.filter.index.terms import terms
from pipelines.filter.index.translation import alternatives
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.text import normalise, split_identifier

_LATIN = re.compile(r"[a-z]{2,}")
_OTHER = re.compile(r"[^\W\d_a-z]+")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "es", "ed", "s", "e", "y")


def likeness(text: str, tools: Sequence[ToolEssentialModel]) -> list[float]:
    """For each tool, which share (0 to 1) of the text's features its title and summary have.

    Features that few of the tools have weigh more.
    """
    wanted = features(text)
    found = [wanted & features(" ".join((*name_words(tool), tool.summary))) for tool in tools]
    frequency = Counter(feature for each in found for feature in each)
    weight = {f: math.log(1 + (len(tools) + 1) / (frequency[f] + 1)) for f in wanted}
    total = sum(weight.values()) or 1.0
    return [sum(weight[feature] for feature in each) / total for each in found]


def has_words(words: str, tool: ToolEssentialModel) -> bool:
    """True where the tool's title or summary has half of the words, or of their translations."""
    text = " ".join((*name_words(tool), tool.summary))
    wanted = features(words)
    if len(wanted & features(text)) * 2 >= len(wanted):
        return True
    told, others = set(terms(text)), alternatives(words)
    return bool(others) and 2 * sum(not told.isdisjoint(one) for one in others) >= len(others)


def name_words(tool: ToolEssentialModel) -> list[str]:
    """The words of a tool's title and name."""
    return [tool.title, tool.other_title, *split_identifier(tool.name)]


def features(text: str) -> frozenset[str]:
    """Stems of words written with blanks between them; of other scripts pairs of characters."""
    folded = normalise(text).text
    found = {stem(word) for word in _LATIN.findall(folded)}
    for run in _OTHER.findall(folded):
        found.update(run[i : i + 2] for i in range(max(1, len(run) - 1)))
    return frozenset(found)


def stem(word: str) -> str:
    """The word without its regular ending: `bookings` → `book`, `copies` → `cop`."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
