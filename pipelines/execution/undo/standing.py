"""In which state things are, as the calls told that were made last."""

from dataclasses import dataclass, field

from pipelines.contracts.intent import Constraint, Span
from pipelines.execution.undo.effects import Effect
from pipelines.summary.compare import holds
from pipelines.summary.facts import Subject
from pipelines.summary.rows import Cell
from tool_registry.model import StateChange, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Lexicon

_NOWHERE = Span(start=0, end=0, text="")


@dataclass(frozen=True, slots=True)
class State:
    """What is known of one thing: who acted on it last, and what that told of it."""

    lexicon: Lexicon
    entity: str
    tool: ToolEssentialModel | None = None
    subject: Subject | None = None
    """None where the last call is only planned."""

    def forbids(self, change: StateChange) -> bool:
        """True where the thing is known to be in none of the states that a call demands."""
        if change.entity != self.entity or not change.before or self.tool is None:
            return False
        row = self.subject.row if self.subject is not None else None
        cell = row.cell(change.attribute, self.entity) if row is not None else None
        if cell is not None and (told := self._is_any(cell, change)) is not None:
            return not told
        after = [
            one.after
            for one in self.tool.states
            if (one.entity, one.attribute) == (self.entity, change.attribute) and one.after
        ]
        return bool(after) and not set(after) & set(change.before)

    def _is_any(self, cell: Cell, change: StateChange) -> bool | None:
        """None where the value that was told cannot be compared."""
        found = [
            holds(
                Constraint(attribute=change.attribute, value=one, span=_NOWHERE), cell, self.lexicon
            )
            for one in change.before
        ]
        return True if True in found else False if False in found else None


@dataclass(slots=True)
class Standing:
    """The last known state of each thing; effects are met the latest first."""

    lexicon: Lexicon
    _last: dict[tuple[str, str, str], State] = field(
        default_factory=dict[tuple[str, str, str], State]
    )

    def meet(self, effect: Effect) -> None:
        """Takes in an effect that was there before all that were met."""
        for subject in effect.subjects:
            state = State(self.lexicon, subject.entity, subject.tool, subject)
            if subject.id is not None:
                self._last.setdefault(_key(effect, subject, subject.id), state)

    def take_back(self, effect: Effect, subject: Subject, tool: ToolEssentialModel) -> None:
        """Notes that the tool will have taken the effect back."""
        if subject.id is not None:
            key = _key(effect, subject, subject.id)
            self._last[key] = State(self.lexicon, subject.entity, tool)

    def of(self, effect: Effect, subject: Subject) -> State:
        """How the thing stands now."""
        unknown = State(self.lexicon, subject.entity)
        if subject.id is None:
            return unknown
        return self._last.get(_key(effect, subject, subject.id), unknown)


def _key(effect: Effect, subject: Subject, id: str) -> tuple[str, str, str]:
    return (effect.environment, subject.entity, id)
