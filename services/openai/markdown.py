"""A run in Markdown: what happens while it runs, and its answer."""

import re
from collections.abc import Iterable, Iterator

from pipelines.contracts.answer import Answer, Requirement, Status
from pipelines.contracts.events import Event
from pipelines.messages import Language, say
from services.cli.choosing import describe_field, line_of, numbered_choices
from services.cli.printing import argument_lines, requirement_line
from services.progress import Progress
from tool_registry.base.environment import Environments
from tool_registry.catalogue import Catalogue

_ACTIVE = re.compile(r"[<*`\\]|\](?=[(\[:])|(?<=^)(?:#{1,6}\s|>|={3,}|-{3,}|~{3,})", re.MULTILINE)
"""What would be read as an element: no tool's result shall become a picture, a link or a page."""
_SHOWN = (Status.NEEDS_INPUT, Status.PLANNED)


class Telling:
    """Tells one run: lines while it runs, and its answer as Markdown in the end."""

    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        """`language`: until the run knows better."""
        self._progress = Progress(catalogue, language)

    def __call__(self, event: Event) -> str:
        """What the event is worth telling while the run is on its way; often nothing."""
        return "".join(f"{escaped(one)}\n" for one in self._progress(event))

    def answer(self, answer: Answer, *, again: bool = False) -> str:
        """The whole answer; `again`: it was given before to the same message."""
        language = answer.intent.language if answer.intent else self._progress.language
        parts = [
            "\n".join(self._plan(answer, language)),
            _broken(answer.summary.text),
            "\n".join(f"- {escaped(requirement_line(one, language))}" for one in _met(answer)),
            _broken(_question(answer)),
            "\n".join(_ways(answer, language)),
            say(language, "openai.again") if again else "",
        ]
        return "\n\n".join(part for part in parts if part) or say(language, "openai.nothing")

    def _plan(self, answer: Answer, language: Language) -> Iterator[str]:
        """The calls that wait for a yes, or that were only to be shown."""
        if answer.status not in _SHOWN or not answer.chain:
            return
        progress = self._progress
        catalogue, order = progress.catalogue, list(progress.titles)
        place = _place(answer, catalogue.environments, language)
        yield say(language, "services.chain", count=len(answer.chain), environment=place) + "\n"
        for number, step in enumerate(answer.chain, 1):
            yield f"{number}. **{escaped(progress.title(step.step, step.tool))}**"
            for line in argument_lines(step, order, catalogue, language):
                yield f"   - {escaped(line)}"
        if progress.notes:
            yield ""
        for note in progress.notes:
            yield f"- {escaped(note)}"


def escaped(text: str) -> str:
    """The text so that a Markdown reader shows what stands in it, and nothing else."""
    return _ACTIVE.sub(lambda found: f"\\{found[0]}", text)


def _broken(text: str) -> str:
    """Lines stay lines."""
    lines = (escaped(one.rstrip()) for one in text.strip().split("\n"))
    return "  \n".join(lines).strip()


def _met(answer: Answer) -> Iterable[Requirement]:
    return answer.summary.requirements


def _question(answer: Answer) -> str:
    asked = answer.question or ""
    return "" if asked in answer.summary.text else asked


def _place(answer: Answer, named: Environments, language: Language) -> str:
    name = answer.intent.environment if answer.intent else None
    return named.label(name or "", language)


def _ways(answer: Answer, language: Language) -> Iterator[str]:
    """How to go on: fields of a form, or choices by their numbers."""
    if answer.form is not None:
        yield from (f"- {escaped(describe_field(one, language))}" for one in answer.form.fields)
        open_one = next((one for one in answer.form.fields if one.value is None), None)
        label = (open_one or answer.form.fields[0]).label if answer.form.fields else "…"
        yield "\n" + escaped(say(language, "openai.fill", label=label))
        return
    numbered = numbered_choices(answer)
    for number, one in enumerate(numbered, 1):
        yield f"{number}. {escaped(line_of(one, language))}"
    if numbered:
        yield "\n" + say(language, "openai.pick")
