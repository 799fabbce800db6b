"""Texts on their way to and from Slack."""

import re
from html import unescape

_HARMLESS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_HIDDEN = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0])
"""What turns the direction of a text, so that something else is read than stands there."""
_LOOKED_AT = 4
"""So many times what is kept of a text is looked at: some of it is hidden."""
_MARKED = re.compile(r"<([^<>|]*)(?:\|([^<>]*))?>")
_MENTION = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")
_MARKS = str.maketrans({"*": "＊", "_": "＿", "~": "～", "`": "｀", "@": "＠"})


def escaped(text: str, limit: int) -> str:
    """The text as Slack shows it letter by letter, at most `limit` characters on the wire, ended
    with `…` where it is cut."""
    told = text[: _LOOKED_AT * limit].translate(_HIDDEN)
    whole = told.translate(_HARMLESS)
    if len(whole) <= limit and len(text) <= _LOOKED_AT * limit:
        return whole
    kept, room = list[str](), limit - 1
    for char in told:
        part = char.translate(_HARMLESS)
        room -= len(part)
        if room < 0:
            break
        kept.append(part)
    return f"{''.join(kept)}…"


def notification(text: str, limit: int) -> str:
    """The same where `mrkdwn` is read: nothing in it is a mention, a link or an emphasis."""
    return escaped(text[: _LOOKED_AT * limit + 1].translate(_MARKS), limit)


def mentioned(text: str) -> list[str]:
    """Ids of the users whom a message names, in order."""
    return _MENTION.findall(text)


def said(text: str, bot: str | None) -> str:
    """What somebody has written, as they see it: without the mention of the bot, and without
    Slack's marks around links, channels and other people."""

    def shown(found: re.Match[str]) -> str:
        inner, label = found[1], found[2]
        if inner[:1] == "@":
            return "" if inner[1:] == bot else f"@{label or inner[1:]}"
        if inner[:1] in ("#", "!"):
            return f"{'#' if inner[0] == '#' else '@'}{label or inner[1:]}"
        return label or inner

    return unescape(_MARKED.sub(shown, text)).strip()
