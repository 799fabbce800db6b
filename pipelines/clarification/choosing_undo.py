"""The choices of what an undoing may mean: what was made, by which request, and when."""

from collections.abc import Iterable

from pipelines.clarification.offer import Offered
from pipelines.clarification.speaking_times import spoken
from pipelines.contracts.answer import Choice
from pipelines.contracts.message import UndoOption
from pipelines.messages import Language, listed, say


def undo_choices(
    options: Iterable[UndoOption], language: Language, now: float
) -> tuple[Offered, ...]:
    """One for each. `now`: seconds since 1970."""
    return tuple(
        Offered(
            choice=Choice(
                id=one.id,
                kind="reading",
                text=say(
                    language,
                    "undo.option",
                    things=listed(language, one.things),
                    when=spoken(one.when, language, now),
                    text=one.text,
                ),
            ),
            says=one.says,
        )
        for one in options
    )
