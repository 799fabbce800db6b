"""A card in DingTalk's Markdown, and as the message that is sent."""

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from pipelines.messages import say
from services.channels.cards import Button, Card
from services.channels.codes import code_of
from services.cli.choosing import describe_field

_ACTIVE = re.compile(r"[<\[\]*`_\\]|^\s*(?:#{1,6}|>|[-+](?=\s))", re.MULTILINE)
"""What would be read as an element: no tool's result shall become a link, a picture or a title."""
_HARMLESS = str.maketrans(
    {"<": "＜", "[": "［", "]": "］", "*": "＊", "`": "｀", "_": "＿", "\\": "＼"}
    | {"#": "＃", ">": "＞", "-": "－", "+": "＋"}
)
_LONGEST = 4500
"""Characters of a message, below what the platform takes."""
_BUTTONS = 10
_LABEL = 40
"""Characters of a button's label that are said in the chat."""


def escaped(text: str) -> str:
    """The text so that nothing in it is an element: DingTalk shows backslashes, so the characters
    that have a meaning are replaced by their full-width forms."""
    return _ACTIVE.sub(lambda found: found[0].translate(_HARMLESS), text)


def message_of(card: Card, *, staff: str | None = None) -> dict[str, Any]:
    """The card as `markdown`, or as `actionCard` where there is something to press; `staff`: who is
    mentioned in a group."""
    title = card.status or card.text[:40] or "Zhizao"
    buttons = list(_numbered(card))
    if not buttons:
        mention = f"@{staff} " if staff else ""
        body = {"title": title, "text": cut(mention + text_of(card), card)}
        at = {"atUserIds": [staff] if staff else [], "isAtAll": False}
        return {"msgtype": "markdown", "markdown": body, "at": at}
    links = [{"title": b.label[:60], "actionURL": link_of(b, number)} for number, b in buttons]
    body = {"title": title, "text": cut(text_of(card), card), "btnOrientation": "0"}
    return {"msgtype": "actionCard", "actionCard": {**body, "btns": links[:_BUTTONS]}}


def linked_text(card: Card) -> str:
    """The card as one text, its buttons as links: for cards and messages without buttons."""
    links = [f"[{escaped(b.label[:60])}]({link_of(b, n)})" for n, b in _numbered(card)]
    room = _LONGEST - sum(map(len, links))
    return "\n\n".join([cut(text_of(card), card, max(room, 500)), "　".join(links)]).strip()


def text_of(card: Card) -> str:
    """All that is to be read, from top to bottom."""
    return "\n\n".join(part for part in _parts(card) if part)


def cut(text: str, card: Card, limit: int = _LONGEST) -> str:
    """The text, ended with a note where it is too long."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n\n{say(card.language, 'channels.cut')}"


def _parts(card: Card) -> Iterator[str]:
    yield f"**{escaped(card.status)}**" if card.status else ""
    yield escaped(card.heading)
    yield "\n".join(_steps(card))
    yield _lines(card.notes)
    yield "  \n".join(map(escaped, card.text.splitlines()))
    yield _lines(card.checks)
    yield "\n".join(f"{n}. {escaped(one.label)}" for n, one in enumerate(card.options, 1))
    if card.form is not None:
        fields = [describe_field(one, card.language) for one in card.form.fields]
        yield _lines(fields)
        first = next((one for one in card.form.fields if one.value is None), card.form.fields[0])
        yield escaped(say(card.language, "openai.fill", label=first.label))
    yield "  \n".join(f"> {escaped(one)}" for one in card.footer)


def _steps(card: Card) -> Iterator[str]:
    for number, step in enumerate(card.steps, 1):
        yield f"{number}. **{escaped(step.text)}**"
        yield from (f"    - {escaped(one)}" for one in step.details)


def _lines(lines: Sequence[str]) -> str:
    return "\n".join(f"- {escaped(one)}" for one in lines)


def _numbered(card: Card) -> Iterator[tuple[int, Button]]:
    """Options by their number, then buttons. A form is filled by words: it has no button."""
    for number, one in enumerate(card.options, 1):
        if one.press.does == "choose":
            yield number, one
    yield from ((0, one) for one in card.buttons if one.press.does != "fill")


def link_of(button: Button, number: int = 0) -> str:
    """The address of a button that says its label and its code in the chat when it is pressed."""
    said = quote(f"{button.label[:_LABEL]} {code_of(button.press, number)}", safe="")
    return f"dtmd://dingtalkclient/sendMessage?content={said}"
