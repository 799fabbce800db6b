"""From the marks of a follow-up to its turn, and to the slots that it says."""

from dataclasses import replace

from pipelines.contracts.reader import FollowUp
from pipelines.intent.reader.marks import Mark, Marks
from pipelines.intent.reader.result import Place, result_of

_SURE = 0.5
"""From here on an attribute counts that the message does not name itself."""
_SURE_OF_DIGITS = 0.98
"""The same of a number alone, which may be said of anything that has one."""
_ITSELF = ("new", "ask")
"""Turns that say a request; the others say slots of an earlier one."""


def follow_up(read: Marks, place: Place) -> FollowUp:
    """What the message is to what was said before it."""
    partial = read.turn not in _ITSELF
    told = _told(read) if partial else read
    said = result_of(told, place, partial=partial or read.turn == "ask")
    if partial:
        said = said.model_copy(update={"confidence": _confidence(read)})
    alone = result_of(read, place) if partial else said
    return FollowUp(read.turn, read.turn_sure, said, alone, _rest(read))


def _told(read: Marks) -> Marks:
    """Without what a value's attribute is only guessed to be: in a bare `150` nothing says it."""
    marks = read.marks
    named = {one.head for one in marks if one.role == "ATT"}
    return replace(
        read,
        marks=tuple(one if at in named else _without_guess(one) for at, one in enumerate(marks)),
    )


def _without_guess(mark: Mark) -> Mark:
    known = mark.links.get("attribute")
    sure = _SURE_OF_DIGITS if mark.text.isdigit() else _SURE
    if mark.role != "VAL" or not known or known[0][1] >= sure:
        return mark
    return replace(mark, links={**mark.links, "attribute": ()})


def _confidence(read: Marks) -> float:
    """Of slots: whether they belong where they are put; their action and type are not theirs."""
    return round(max(0.01, min((mark.sure for mark in read.marks), default=1.0)), 3)


def _rest(read: Marks) -> str:
    """What the message takes back is not blanked: it is what it names of before."""
    text = list(read.text)
    held = [(one.start, one.end) for one in read.marks]
    held += [(one.start, one.end) for one in read.asides if one.kind != "retract"]
    for start, end in held:
        text[start:end] = " " * (end - start)
    return "".join(text)
