"""Deeds as a catalogue names them: a word for looking that does something here, and the reverse."""

from dataclasses import replace

from pipelines.intent.acts import Act
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.concept import DOES
from tool_registry.vocabulary.lexicon import Concept, Kind

_ASKING = (
    "question", "whether", "correct", "which", "who", "how_many", "ask_state", "complementizer",
)  # fmt: skip


def fits(act: Act) -> None:
    """A deed that tools do to other things than this one has its meaning at large."""
    thing = act.objects[0] if act.objects else None
    named = thing.type if thing is not None else None
    if act.token is None or named is None or not _elsewhere(act.action, named):
        return
    others = [c for c in act.token.concepts if c.kind is Kind.ACTION]
    act.action = next((c for c in others if not _elsewhere(c, named)), act.action)


def _elsewhere(action: Concept, thing: str) -> bool:
    does = {flag for flag in action.flags if flag.startswith(DOES)}
    writes = action.function is not None and action.function.writes
    return bool(does) and writes and f"{DOES}{thing}" not in does


def done_here(act: Act, action: Concept) -> Concept:
    """The action as what it does to its object, where a tool does it and nothing is asked.

    `confirm that 5 is paid` and `confirm 5's price` look; `confirm 5` brings it about."""
    thing = act.objects[0] if act.objects else None
    named = thing is not None and any(said.identifying for said in thing.said)
    reads = action.function is not None and not action.function.writes
    if thing is None or not (reads and named) or f"{DOES}{thing.type}" not in action.flags:
        return action
    told = any(not said.identifying for said in thing.said) or bool(thing.asked)
    if told or act.clause.has(*_ASKING):
        return action
    return replace(action, function=FunctionType.OPERATE)
