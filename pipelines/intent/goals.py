"""How many goals a request may have, and what their actions are called."""

from collections.abc import Sequence

from tool_registry.vocabulary.lexicon import Concept

MOST_GOALS = 100
"""Of one request. One more is read, so that it is known that there are too many."""


def canonical_name(action: Concept, thing: Concept | None, earlier: Sequence[str]) -> str | None:
    """The name that the action has on such a thing after those actions; None: its own."""
    name = action.flagged("as:")
    if thing is not None and "relation" in thing.flags:
        name = action.flagged("relation:") or name
    return "bind" if "then_bind" in action.flags and "unbind" in earlier else name
