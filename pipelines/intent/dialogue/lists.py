"""Lists of ids, phones and the like: pasted behind a sentence, or attached to it."""

import re
from collections.abc import Sequence

from pipelines.intent.dialogue.columns import values_of
from pipelines.intent.dialogue.reply_patterns import first, stretches
from pipelines.messages import listed, say
from tool_registry.vocabulary.language import language_of


def pasted(text: str) -> tuple[str, tuple[str, ...]]:
    """The sentence, and the values on the lines behind it; none where there is no such list."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    values: list[str] = []
    while len(lines) > 1 and (found := values_of(lines[-1])):
        values[:0] = found
        lines.pop()
    if not values and len(lines) == 1:
        return _beside(text)
    if not values or len(lines) != 1:
        return text, ()
    return lines[0].rstrip(" :\uff1a"), tuple(dict.fromkeys(values))


def _beside(text: str) -> tuple[str, tuple[str, ...]]:
    """The sentence, and the values behind a colon at its end, where it points at a list."""
    found = first("list_beside", text)
    values = values_of(found["values"]) if found else []
    if found is None or len(values) < 2 or not any(stretches("list", found["head"])):
        return text, ()
    return found["head"].strip(), tuple(dict.fromkeys(values))


def points_at_list(text: str, start: int, end: int) -> bool:
    """True where these characters are in words that point at a list."""
    found = (*stretches("list", text), *stretches("plural", text))
    return any(first < end and start < last for first, last in found)


def with_list(text: str, values: Sequence[str], *, acts: bool) -> tuple[str, ...]:
    """The ways to say it with the values where it points at them; none where it points nowhere;
    `acts`: it says what is to be done, not only what is wanted for them."""
    language = language_of(text)
    if (lead := next(iter(stretches("list", text)), None)) is None:
        return ()
    told = listed(language, values)
    before, after = text[: lead[0]], text[lead[1] :]
    if language == "zh":
        word = noun.group() if (noun := first("list_noun", after)) is not None else ""
        return (f"{before}{word}{told}{after[len(word) :]}",)
    if any(stretches("list_behind", before)):
        return (f"{before}{told}{after}",)
    plain = re.sub(r"\s+", " ", f"{before.rstrip()} {after.lstrip()}").strip()
    tails = (plain[:start] + plain[end:] for start, end in stretches("list_tail", plain))
    handed = "conversation.to" if acts else "conversation.hand_out"
    moved = say(language, handed, text=next(tails, plain), ids=told)
    if (found := first("list", text[slice(*lead)])) is None or not found["noun"]:
        return (moved,)
    return moved, f"{before}{found['to'] or ''}{found['noun']} {told}{after}"
