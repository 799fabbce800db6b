"""The words of a sentence that stay the same when it is said of other things."""

import re
from collections.abc import Iterator

from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from pipelines.intent.lexical.setting import of_text
from tool_registry.catalogue import Catalogue

_BLANK = "#"
_NUMBER = re.compile(r"[0-9A-Za-z@._-]*[0-9@][0-9A-Za-z@._-]*", re.ASCII)
_GAPS = re.compile(r"[^\w#]+")


def plain_words(intent: IntentResult, catalogue: Catalogue) -> str:
    """The sentence without environment, ids and numbers."""
    signs = list(intent.text)
    for one in of_text(intent.text, catalogue.environments, catalogue.lexicon).around:
        signs[one.start : one.end] = " " * (one.end - one.start)
    text = "".join(signs)
    named = (i.span for goal in intent.goals for r in _refs(goal) for i in r.identifiers)
    for span in sorted(named, key=lambda span: -span.start):
        if text[span.start : span.end] == span.text:
            text = f"{text[: span.start]}{_BLANK}{text[span.end :]}"
    text = _NUMBER.sub(_BLANK, text).casefold()
    return " ".join(part for part in _GAPS.split(text) if part)


def _refs(goal: Goal) -> Iterator[EntityRef]:
    yield goal.object
    yield from goal.related
