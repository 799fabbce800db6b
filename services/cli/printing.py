"""What a person reads in a terminal while a request is on its way, and at its end."""

from collections.abc import Callable, Iterator, Sequence

import click

from pipelines.contracts.answer import Answer, BindingView, ChainStep, Requirement, Status, Verdict
from pipelines.contracts.events import Event, Planned, StepCorrected, StepFinished
from pipelines.contracts.intent import IntentResult
from pipelines.messages import Language, beside, say
from pipelines.messages.labels import argument_labels
from services.cli.choosing import show_choices
from tool_registry.base.environment import Environments
from tool_registry.catalogue import Catalogue
from tool_registry.sources.paths import read

_MARKS = {
    Verdict.CONFIRMED: "✓",
    Verdict.REPORTED: "•",
    Verdict.UNVERIFIED: "?",
    Verdict.CONTRADICTED: "✗",
}


class Printer:
    """Listens to a run's events and prints lines; colours fall away where there is no terminal."""

    def __init__(
        self,
        language: Language,
        environments: Environments,
        *,
        new_session: bool,
        echo: Callable[[str], object] = click.echo,
    ) -> None:
        """`echo` takes each line, colours included."""
        self.echo = echo
        self.language: Language = language
        self.environments = environments
        self.new_session = new_session
        self.run_id: str | None = None
        self.titles: dict[str, str] = {}
        self.environment = ""
        self.understood: list[str] = []
        """What was printed of the reading: told again where it only lacks something more."""
        self.catalogue: Catalogue | None = None
        """What is called, once it is known: its arguments have names for people."""

    def __call__(self, event: Event) -> None:
        """Prints what belongs to this kind of event; the others are silent."""
        self.run_id = event.run_id
        if event.type == "intent":
            result = event.intent
            self.language = result.language
            self.environment = self.environments.label(result.environment or "", self.language)
            lines = describe_intent(result, self.environments)
            self._lines(lines if lines != self.understood else [])
            self.understood = lines
        elif event.type == "plan":
            self._plan(event)
        elif event.type == "step_finished":
            self._step(event)
        elif event.type == "step_corrected":
            self._corrected(event)

    def finish(self, answer: Answer) -> None:
        """The result: text with the thanks in small print, verdicts, question, how to go on."""
        self.language = answer.intent.language if answer.intent else self.language
        self.echo("")
        status = say(self.language, f"services.status_{answer.status}")
        colour = "green" if answer.status is Status.SUCCEEDED else "yellow"
        self.echo(click.style(status, bold=True, fg=colour))
        lines = [line for line in answer.summary.text.splitlines() if line.strip()]
        prefix = say(self.language, "summary.thanks", authors="")
        thanks = [line for line in lines if line.startswith(prefix)]
        self._lines(line for line in lines if line not in thanks)
        for one in answer.summary.requirements:
            self.echo(f"  {requirement_line(one, self.language)}")
        if answer.question and answer.question not in answer.summary.text:
            self._lines(answer.question.splitlines())
        show_choices(answer, self.language, self.echo)
        for line in thanks:
            self.echo(click.style(line, dim=True))
        if self.new_session or answer.status is Status.NEEDS_INPUT:
            text = say(self.language, "services.continue_session", session=answer.session_id)
            self.echo(click.style(text, dim=True))

    def interrupted(self) -> str | None:
        """How to go on after Ctrl-C; None where nothing has begun."""
        if self.run_id is None:
            return None
        return say(self.language, "services.interrupted", run=self.run_id)

    def _plan(self, event: Planned) -> None:
        chain, count = event.chain, len(event.chain)
        self.titles = {one.step: one.title for one in event.steps}
        self.echo(say(self.language, "services.chain", count=count, environment=self.environment))
        for number, step in enumerate(chain, 1):
            self.echo(f"  {number}. {self.titles[step.step]} {click.style(step.tool, dim=True)}")
            known = argument_lines(step, list(self.titles), self.catalogue, self.language)
            self._lines(f"       {line}" for line in known)
        self._lines(f"  {note}" for note in event.notes)

    def _corrected(self, event: StepCorrected) -> None:
        """What a tool did not accept, and what was put right."""
        changes = ", ".join(
            f"{path}{beside(self.language, source_of(one, list(self.titles), self.language))}"
            for path, one in event.changes.items()
        )
        reason = _short(event.reason, 160)
        key = "services.step_corrected" if changes else "services.step_not_accepted"
        values = {"reason": reason, **({"changes": changes} if changes else {})}
        self.echo(f"       {say(self.language, key, **values)}")

    def _step(self, event: StepFinished) -> None:
        status, step = event.status, event.step
        order = list(self.titles)
        place = f"{order.index(step) + 1}/{len(order)} " if step in order else ""
        title = self.titles.get(step, event.tool)
        text = say(self.language, f"services.step_{status}")
        self.echo(
            f"  {place}{title} … {click.style(text, fg='green' if status == 'done' else 'red')}"
        )

    def _lines(self, lines: "Iterator[str] | list[str]") -> None:
        for line in lines:
            self.echo(line)


def requirement_line(one: Requirement, language: Language) -> str:
    """A requirement with its verdict."""
    verdict = say(language, f"services.verdict_{one.verdict}")
    return f"{_MARKS[one.verdict]} {one.text}{beside(language, verdict)}"


def argument_lines(
    step: ChainStep, order: Sequence[str], catalogue: Catalogue | None, language: Language
) -> Iterator[str]:
    """Each argument of a call with its value and where that is from; `order`: the plan's steps."""
    tool = catalogue.tools.get(step.tool) if catalogue else None
    labels = argument_labels(catalogue.lexicon, tool, language) if catalogue and tool else {}
    for name, binding in step.bindings.items():
        value = read(step.arguments, name)
        shown = f" = {_short(value[0])}" if value else ""
        label = labels.get(name, name)
        called = name if _plain(label) == _plain(name) else f"{label} [{name}]"
        yield f"{called}{shown}{beside(language, source_of(binding, order, language))}"


def describe_intent(intent: IntentResult, environments: Environments) -> list[str]:
    """What was understood, in one line, and what is not to be done in another."""
    language = intent.language
    # What is done for each of several is one part of the sentence.
    steps = list(dict.fromkeys(step.text for step in intent.execution_plan)) or [
        say(language, f"services.type_{intent.intent_type}")
    ]
    parts = ["; ".join(steps)]
    if intent.environment:
        label = environments.label(intent.environment, language)
        parts.append(say(language, "services.in_environment", environment=label))
    elif intent.intent_type.is_data:
        parts.append(say(language, "services.no_environment"))
    lines = [say(language, "services.understood", text=" · ".join(parts))]
    lines += [say(language, "services.negative", text=one.text) for one in intent.negative]
    remarks = [one.text for one in intent.supplements if one.kind == "remark"]
    lines += [say(language, "services.remark", text=text) for text in remarks]
    return lines


def source_of(binding: BindingView, order: Sequence[str], language: Language) -> str:
    """Where a value comes from; a step by the number that it has in the plan as shown."""
    source, detail = binding.source, binding.detail
    if source not in ("output", "selected"):
        return say(language, f"services.source_{source}", detail=detail)
    step = binding.step or ""
    number = order.index(step) + 1 if step in order else step
    name = detail.partition(" → ")[2].rpartition(".")[2]
    return say(language, f"services.source_{source}", step=number, field=name)


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


def _short(value: object, limit: int = 60) -> str:
    text = str(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
