"""Choices that somebody makes who sees only what was said and the lines that are offered.

A file goes to and fro: a run writes what it offers where data was wanted, a person puts the number
of a line beside it (0: none of them), and the next run takes that line. A form that a line opens is
one more offer of a single line: 1 sends it as it was filled in, and nothing is ever typed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from evals.errors import SuiteError
from evals.expected import Choose, Expected
from pipelines.contracts.answer import Answer, Choice, Form, FormField, Status
from pipelines.contracts.request import Chosen

_TAKEN = ("reading", "tool", "environment")
"""What is chosen by a click; a value or a search would have to be typed."""


class Offer(BaseModel):
    """What one turn offers, and which line was picked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Conversation and turn."""
    said: tuple[str, ...]
    lines: tuple[str, ...]
    pick: int | None = None
    """From 1; 0: none of them; None: nobody has looked yet."""


_OFFERS = TypeAdapter(list[Offer])


@dataclass
class Picks:
    """The offers of a run, with what was picked of those of the run before."""

    file: Path
    known: dict[str, Offer] = field(default_factory=dict[str, Offer])
    offered: list[Offer] = field(default_factory=list[Offer])

    @classmethod
    def read(cls, file: Path) -> "Picks":
        """SuiteError where the file holds something else; one that is not there holds nothing."""
        try:
            held = _OFFERS.validate_json(file.read_bytes()) if file.exists() else []
        except (OSError, ValidationError) as error:
            raise SuiteError(f"{file} holds no list of offers") from error
        return cls(file, {one.id: one for one in held})

    def choose(
        self, turn: str, said: Sequence[str], expected: Expected, answer: Answer
    ) -> Choose | None:
        """The line that was picked for a turn that wants data and is answered with a choice."""
        wants = expected.status and Status.NEEDS_INPUT not in expected.status
        lines = [one for one in answer.choices if one.kind in _TAKEN]
        if not (wants and lines and answer.status in (Status.NEEDS_INPUT, Status.REFUSED)):
            return None
        pick = self._pick(turn, said, [one.text for one in lines])
        return _choice(answer, lines[pick - 1]) if pick and pick <= len(lines) else None

    def submit(self, turn: str, said: Sequence[str], answer: Answer) -> Chosen | None:
        """The answer's form as it was filled in, where somebody says that it is right; None where
        it lacks something that would have to be typed."""
        form = answer.form
        if form is None or any(one.required and one.value is None for one in form.fields):
            return None
        told = {one.path: one.value for one in form.fields if one.value is not None}
        sent = self._pick(f"{turn}/form", said, [_line(answer, form)]) == 1
        return Chosen(id=form.choice, values=told, form=False) if sent else None

    def _pick(self, turn: str, said: Sequence[str], lines: Sequence[str]) -> int | None:
        """What was picked of these lines; the offer is kept for whoever has to pick."""
        before = self.known.get(turn)
        same = before is not None and before.lines == tuple(lines)
        pick = before.pick if before is not None and same else None
        self.offered.append(Offer(id=turn, said=tuple(said), lines=tuple(lines), pick=pick))
        return pick

    def write(self) -> None:
        """Writes what was offered, with what is picked of it so far."""
        self.file.write_bytes(_OFFERS.dump_json(self.offered, indent=2))


def _line(answer: Answer, form: Form) -> str:
    """A form as it stands with the text above it, in one line."""
    fields = (one for one in form.fields if one.value is not None)
    told = (f"{one.label}: {_shown(one)}" for one in fields)
    return f"{answer.question or form.title} — {'; '.join(told)}"


def _shown(field: FormField) -> str:
    named = next((one.label for one in field.options if one.value == field.value), None)
    return " ".join(filter(None, (named or str(field.value), field.unit)))


def _choice(answer: Answer, one: Choice) -> Choose:
    alike = [other.id for other in answer.choices if other.kind == one.kind]
    return Choose.model_validate({"kind": one.kind, "index": alike.index(one.id) + 1})
