"""An answer as a card: what is shown and what can be pressed, the same for all channels."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pipelines.contracts.answer import Answer, Choice, Form, Status
from pipelines.messages import Language, say
from services.channels.delivery import Does, Press
from services.cli.choosing import line_of, numbered_choices
from services.cli.printing import argument_lines, requirement_line
from services.progress import Progress

Look: TypeAlias = Literal["plain", "primary", "danger"]
Mood: TypeAlias = Literal["good", "open", "bad"]
_MOODS: dict[Status, Mood] = {
    Status.SUCCEEDED: "good",
    Status.NEEDS_INPUT: "open",
    Status.PLANNED: "open",
    Status.SCHEDULED: "good",
}
_SHOWN = (Status.NEEDS_INPUT, Status.PLANNED)


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press."""

    label: str
    press: Press
    look: Look = "plain"


@dataclass(frozen=True, slots=True)
class Item:
    """A step of a plan, and what it is called with."""

    text: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One answer, from top to bottom. All of it is plain text: nothing in it is to be taken for a
    link, a mention or markup, for results of tools stand in it."""

    language: Language
    status: str = ""
    mood: Mood = "open"
    heading: str = ""
    """Above the steps."""
    steps: tuple[Item, ...] = ()
    notes: tuple[str, ...] = ()
    text: str = ""
    checks: tuple[str, ...] = ()
    """Requirements with their verdicts."""
    options: tuple[Button, ...] = ()
    """Ways to go on, whose labels are sentences."""
    form: Form | None = None
    buttons: tuple[Button, ...] = ()
    footer: tuple[str, ...] = ()
    run: str = ""
    """Of the answer; empty for a notice."""


def notice(text: str, language: Language) -> Card:
    """A card that says one thing, without a run: what is wrong, mostly."""
    return Card(language, say(language, "services.status_refused"), "bad", text=text)


def card_of(answer: Answer, progress: Progress, *, undoable: bool = False) -> Card:
    """The answer of a run that `progress` has heard. `undoable`: it left what can be taken back."""
    language = answer.intent.language if answer.intent else progress.language
    steps = tuple(_steps(answer, progress, language)) if answer.status in _SHOWN else ()
    text, footer = _texts(answer, language)
    return Card(
        language=language,
        status=say(language, f"services.status_{answer.status}"),
        mood=_MOODS.get(answer.status, "bad"),
        heading=_heading(answer, progress, language) if steps else "",
        steps=steps,
        notes=progress.notes if steps else (),
        text=text,
        checks=tuple(requirement_line(one, language) for one in answer.summary.requirements),
        options=tuple(_options(answer, language)),
        form=answer.form,
        buttons=tuple(_buttons(answer, language, undoable)),
        footer=footer,
        run=answer.run_id,
    )


def _steps(answer: Answer, progress: Progress, language: Language) -> Iterator[Item]:
    order = list(progress.titles)
    for step in answer.chain:
        told = argument_lines(step, order, progress.catalogue, language)
        yield Item(progress.title(step.step, step.tool), tuple(told))


def _heading(answer: Answer, progress: Progress, language: Language) -> str:
    name = answer.intent.environment if answer.intent else None
    place = progress.catalogue.environments.label(name or "", language)
    return say(language, "services.chain", count=len(answer.chain), environment=place)


def _texts(answer: Answer, language: Language) -> tuple[str, tuple[str, ...]]:
    """What is said, and the thanks to the tools' authors in small print."""
    prefix = say(language, "summary.thanks", authors="")
    lines = [line for line in answer.summary.text.splitlines() if line.strip()]
    thanks = tuple(line for line in lines if line.startswith(prefix))
    told = [line for line in lines if line not in thanks]
    if answer.question and answer.question not in answer.summary.text:
        told.append(answer.question)
    return "\n".join(told), thanks


def _options(answer: Answer, language: Language) -> Iterator[Button]:
    if answer.form is None:
        for one in numbered_choices(answer):
            yield Button(line_of(one, language), _press(answer, _does(one), one.id))


def _does(choice: Choice) -> Does:
    return "open" if choice.kind == "search" else "choose"


def _buttons(answer: Answer, language: Language, undoable: bool) -> Iterator[Button]:
    if answer.status is Status.NEEDS_INPUT and answer.form is not None:
        fill = _press(answer, "fill", answer.form.choice)
        yield Button(say(language, "channels.button_fill"), fill, "primary")
    elif answer.status is Status.NEEDS_INPUT and answer.chain:
        yield Button(say(language, "channels.button_agree"), _press(answer, "agree"), "primary")
    if answer.status is Status.NEEDS_INPUT:
        yield Button(say(language, "channels.button_decline"), _press(answer, "decline"))
    elif undoable:
        yield Button(say(language, "channels.button_undo"), _press(answer, "undo"), "danger")


def _press(answer: Answer, does: Does, choice: str = "") -> Press:
    return Press(run=answer.run_id, does=does, choice=choice)
