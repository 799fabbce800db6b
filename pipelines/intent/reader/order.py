"""Steps as they follow each other in time, where the sentence says the later one first."""

from collections.abc import Sequence

from pipelines.intent.reader.marks import Mark
from pipelines.intent.reader.values import Text

_AFTER, _BEFORE = "time:after", "time:before"
_GAP = 2
"""Characters between a word of time and its verb, at most."""


def in_time(roots: Sequence[int], marks: Sequence[Mark], text: Text) -> list[int]:
    """`tie 7 after untying 5`: the step behind such a word goes first; `before you pay, check`: the
    step behind that word goes second."""
    words = text.lexicon.scan(text.text)
    after = [one.end for one in words if one.is_marker(_AFTER)]
    before = [one.end for one in words if one.is_marker(_BEFORE)]
    behind = [one.start for one in words if one.is_marker(_BEFORE) and not one.text.isascii()]
    found: list[int] = []
    late: list[int] = []
    for at in roots:
        mark = marks[at]
        if found and _near(after, mark.start):
            found.insert(len(found) - 1, at)
        elif not found and (_near(before, mark.start) or _near(behind, mark.end, back=True)):
            late.append(at)
        else:
            found += [at, *late]
            late = []
    return [*found, *late]


def _near(ends: Sequence[int], place: int, *, back: bool = False) -> bool:
    gaps = (end - place if back else place - end for end in ends)
    return any(0 <= gap <= _GAP for gap in gaps)
