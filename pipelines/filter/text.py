"""Likeness of a step's text to what tools say of themselves."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.text import normalise, split_identifier

Similarity: TypeAlias = Callable[[str, Sequence[ToolEssentialModel]], "Sequence[float] | None"]
"""Scores of tools for a text, 0 to 1, one each; None where it cannot tell. A place for vectors."""

_LATIN = re.compile(r"[a-z]{2,}")
_OTHER = re.compile(r"[^\W\d_a-z]+")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "es", "ed", "s", "e", "y")


def likeness(
    text: str, tools: Sequence[ToolEssentialModel], similarity: Similarity | None = None
) -> list[float]:
    """For each tool, which share (0 to 1) of the text's features its title and summary have.

    Features that few of the tools have weigh more. With a `similarity`, the mean of both counts.
    """
    wanted = features(text)
    found = [wanted & features(" ".join((*name_words(tool), tool.summary))) for tool in tools]
    frequency = Counter(feature for each in found for feature in each)
    weight = {f: math.log(1 + (len(tools) + 1) / (frequency[f] + 1)) for f in wanted}
    total = sum(weight.values()) or 1.0
    shares = [sum(weight[feature] for feature in each) / total for each in found]
    others = similarity(text, tools) if similarity else None
    if others is None:
        return shares
    return [(share + other) / 2 for share, other in zip(shares, others, strict=True)]


def name_words(tool: ToolEssentialModel) -> list[str]:
    """The words of a tool's title and name."""
    return [tool.title, *split_identifier(tool.name)]


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
