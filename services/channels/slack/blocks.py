"""A card in Block Kit. What tools say stands in plain text, where nothing is read as markup."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from pipelines.messages import say
from services.channels.cards import Button, Card
from services.channels.slack.presses import ACTION, value_of
from services.channels.slack.text import escaped, notification
from services.cli.choosing import describe_field

Block: TypeAlias = dict[str, Any]
_BLOCKS, _TEXT, _TITLE, _LABEL, _BUTTONS = 50, 3000, 150, 75, 25
"""What Slack takes: blocks of a message, and characters or elements in one."""
_ALL = 12_000
"""Characters of all texts of a message."""
_NOTIFIED = 300
_SMALL = 10
"""Elements of a block in small print."""


def plain(text: str, limit: int = _TEXT) -> dict[str, Any]:
    """A text object; Slack refuses an empty one."""
    return {"type": "plain_text", "text": escaped(text, limit) or "–", "emoji": False}


def summary_of(card: Card) -> str:
    """What stands in a notification, and where blocks are not shown."""
    told = [card.status, card.heading, *card.text.splitlines()]
    return notification("\n".join(filter(None, told)), _NOTIFIED) or "Zhizao"


def whole_text(card: Card) -> str:
    """All of the card that can be read, for where its blocks are not taken."""
    lines = [card.status, card.heading]
    lines += [f"{n}. {one.text}" for n, one in enumerate(card.steps, 1)]
    lines += [*card.notes, card.text, *card.checks, *card.footer]
    lines += [f"{n}. {one.label}" for n, one in enumerate(card.options, 1)]
    return notification("\n".join(filter(None, lines)), _TEXT) or "Zhizao"


def blocks_of(card: Card) -> list[Block]:
    """The card from top to bottom; what is too much is left out, and said to be."""
    head = [{"type": "header", "text": plain(card.status, _TITLE)}] if card.status else []
    body, foot = _body(card), [*_actions(card.buttons), *_footer(card.footer)]
    room = _BLOCKS - len(head) - len(foot) - 1
    kept, left = list[Block](), _ALL
    for one in body:
        left -= len(one["text"]["text"])
        if len(kept) == room or left < 0:
            kept.append(_small([say(card.language, "channels.cut")]))
            break
        kept.append(one)
    return [*head, *kept, *foot]


def said(lines: Sequence[str]) -> Iterator[Block]:
    """Lines as sections, as many as they need."""
    part, length = list[str](), 0
    for line in lines:
        for piece in _pieces(line):
            size = len(escaped(piece, _TEXT)) + 1
            if part and length + size > _TEXT:
                yield _section("\n".join(part))
                part, length = [], 0
            part.append(piece)
            length += size
    if any(map(str.strip, part)):
        yield _section("\n".join(part))


def without_buttons(blocks: Sequence[Block], pressed: str) -> list[Block]:
    """A message behind a press: nothing to press any more, and what was pressed."""
    kept = [one for one in blocks if one.get("type") not in ("actions", "input")]
    plain_ones = [{k: v for k, v in one.items() if k != "accessory"} for one in kept]
    return [*plain_ones[: _BLOCKS - 1], _small([f"✓ {pressed}"])]


def _body(card: Card) -> Iterator[Block]:
    yield from said([card.heading] if card.heading else [])
    for number, step in enumerate(card.steps, 1):
        yield from said([f"{number}. {step.text}", *(f"      {one}" for one in step.details)])
    yield from said([f"• {one}" for one in card.notes])
    yield from said(card.text.splitlines())
    yield from said(card.checks)
    for number, one in enumerate(card.options, 1):
        label = say(card.language, "channels.button_choose")
        shown = Button(label, one.press, one.look)
        accessory = _button(shown, f"option-{number}")
        yield {**_section(f"{number}. {one.label}"), "accessory": accessory}
    if card.form is not None:
        yield from said([describe_field(one, card.language) for one in card.form.fields])


def _actions(buttons: Sequence[Button]) -> Iterator[Block]:
    shown = [_button(one, f"button-{n}") for n, one in enumerate(buttons[:_BUTTONS])]
    if shown:
        yield {"type": "actions", "elements": shown}


def _button(button: Button, name: str) -> Block:
    look = {} if button.look == "plain" else {"style": button.look}
    told = {"type": "button", "action_id": f"{ACTION}-{name}", **look}
    return {**told, "text": plain(button.label, _LABEL), "value": value_of(button.press)}


def _footer(lines: Sequence[str]) -> Iterator[Block]:
    if lines:
        yield _small(lines)


def _small(lines: Sequence[str]) -> Block:
    return {"type": "context", "elements": [plain(one) for one in lines[:_SMALL]]}


def _section(text: str) -> Block:
    return {"type": "section", "text": plain(text)}


def _pieces(line: str) -> Iterator[str]:
    """A line in pieces that fit, however many of its characters are escaped."""
    size = _TEXT // 6 if len(escaped(line, 2 * _TEXT)) >= _TEXT else _TEXT
    yield from (line[at : at + size] for at in range(0, max(len(line), 1), size))
