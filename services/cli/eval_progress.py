"""How far a run of a suite is: a bar with the time that is left, or a line a conversation."""

import sys
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING

import click

from evals.records import Record

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


class Progress:
    """Hears records. On a terminal a bar on standard error, else a line for each."""

    def __init__(self, planned: int, said: int) -> None:
        """`said`: how many were said before, by a run that was stopped."""
        self._planned, self._said = planned, said
        self._passed = self._heard = 0
        self._stack = ExitStack()
        self._bar: ProgressBar[int] | None = (
            click.progressbar(
                length=planned,
                label="cases",
                show_eta=True,
                show_pos=True,
                file=sys.stderr,
                item_show_func=lambda _: self._told(),
            )
            if sys.stderr.isatty()
            else None
        )

    def __enter__(self) -> "Progress":
        if self._bar is not None:
            self._stack.enter_context(self._bar)
            self._bar.update(self._said)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def hear(self, record: Record) -> None:
        """One conversation has ended."""
        self._heard += 1
        self._passed += record.passed
        if self._bar is not None:
            self._bar.update(1)
            return
        again = f" #{record.repetition + 1}" if record.repetition else ""
        mark = "passed" if record.passed else f"FAILED at {record.lost}"
        name = "an unseen case" if record.unseen and not record.passed else f"{record.id}{again}"
        click.echo(f"{mark} {name}", err=True)

    def _told(self) -> str:
        return f"{self._passed} of {self._heard} passed"
