"""Cards and forms within Slack's limits, whatever stands in them."""

from typing import Any

import pytest

from pipelines.contracts.answer import Form, FormField, Option
from services.channels.cards import Button, Card, Item
from services.channels.delivery import Press
from services.channels.slack.blocks import blocks_of, summary_of, whole_text
from services.channels.slack.place import Place
from services.channels.slack.text import escaped, said
from services.channels.slack.windows import told_inline, values_of, window_of
from tests.slack_channel.rules import wrong_message, wrong_view

PRESS = Press(run="run-0123456789abcdef", does="fill", choice="tool-x")
PLACE = Place(team="T1", home="T1", user="U1", channel="C1", thread="1.2")
HOSTILE = "<!channel> & <@U1> *x* \u202e ```"


def card(size: int, text: str) -> Card:
    button = Button(text * size, PRESS, "danger")
    return Card(
        "zh",
        status=text * size,
        heading=text * size,
        steps=tuple(Item(text * size, (text * size,)) for _ in range(size)),
        notes=(text,) * size,
        text="\n".join([text * size] * size),
        checks=(text * size,) * size,
        options=(button,) * size,
        buttons=(button,) * min(size, 5),
        footer=(text * size,) * size,
        run="run-0123456789abcdef",
    )


@pytest.mark.parametrize("text", ["字", "<", "&amp;", HOSTILE, " ", "\n"])
@pytest.mark.parametrize("size", [1, 12, 60, 400])
def test_every_card_is_one_that_slack_takes(size: int, text: str) -> None:
    shown = card(size, text)
    for words in (summary_of(shown), whole_text(shown)):
        assert wrong_message({"text": words, "blocks": blocks_of(shown)}) is None


def test_what_is_left_out_is_said_and_buttons_are_not_left_out() -> None:
    shown = str(blocks_of(card(60, "字")))
    assert "未全部显示" in shown
    assert "'type': 'actions'" in shown
    assert "未全部显示" not in str(blocks_of(card(1, "字")))


def test_a_text_is_never_cut_within_a_sign() -> None:
    assert [escaped("<<<", limit) for limit in (12, 11, 9, 8)] == [
        "&lt;&lt;&lt;",
        "&lt;&lt;…",
        "&lt;&lt;…",
        "&lt;…",
    ]


def test_marks_of_slack_are_read_as_people_see_them() -> None:
    told = (
        "<@U0BOT> see <https://a.example/x?a=1&amp;b=2|a.example/x> &lt;b&gt; <#C1|general> <!here>"
    )
    assert said(told, "U0BOT") == "see a.example/x <b> #general @here"


FIELDS = (
    FormField(path="a", label="text", required=True, value="x"),
    FormField(path="b", label="whole", type="integer", value=3),
    FormField(path="c", label="amount", type="number", unit="元"),
    FormField(path="d", label="yes?", type="boolean", value=False),
    FormField(path="e", label="which", options=(Option(value=7, label="seven"),), value=7),
    FormField(
        path="f", label="many", options=tuple(Option(value=n, label=f"n{n}") for n in range(150))
    ),
    FormField(path="g", label="list", type="array", value=[1, 2]),
    FormField(path="h", label=HOSTILE * 400, value=HOSTILE * 400),
)
FORM = Form(choice="tool-x", title=HOSTILE * 3, fields=FIELDS, problems={"c": HOSTILE})


def test_every_form_is_a_window_that_slack_takes() -> None:
    assert wrong_view(window_of(FORM, PRESS, PLACE, "zh")) is None
    many = FORM.model_copy(update={"fields": FIELDS * 40, "title": ""})
    assert wrong_view(window_of(many, PRESS, PLACE, "en")) is None


def element(kind: str, value: Any) -> dict[str, Any]:
    chosen = {"selected_option": value and {"value": value}}
    return {"type": kind, **(chosen if kind == "static_select" else {"value": value})}


def test_values_come_back_as_their_fields_have_them() -> None:
    form = FORM.model_copy(update={"problems": {}})
    typed = {
        "field-0": element("plain_text_input", " y "),
        "field-1": element("number_input", "4"),
        "field-2": element("number_input", "2.5"),
        "field-3": element("static_select", "0"),
        "field-4": element("static_select", None),
        "field-5": element("plain_text_input", "n149"),
        "field-6": element("plain_text_input", "1\n2"),
    }
    values, problems = values_of(form, typed, "en")
    assert problems == {}
    assert values == {"a": "y", "b": 4, "c": 2.5, "d": True, "e": "", "f": 149, "h": ""}


@pytest.mark.parametrize(
    ("name", "told", "path"),
    [
        ("field-0", element("plain_text_input", "  "), "a"),
        ("field-1", element("number_input", "4.5"), "b"),
        ("field-2", element("number_input", "x" * 5000), "c"),
        ("field-3", element("static_select", "9" * 5000), "d"),
        ("field-4", element("static_select", "x"), "e"),
        ("field-4", element("static_select", {"x": 1}), "e"),
    ],
)
def test_what_cannot_be_is_told_by_its_block(name: str, told: dict[str, Any], path: str) -> None:
    values, problems = values_of(
        FORM, {"field-0": element("plain_text_input", "x"), name: told}, "en"
    )
    assert (list(problems), path in values) == ([path], False)
    assert list(told_inline(FORM, problems)["errors"]) == [name]
