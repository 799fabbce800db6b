"""The closed sets of the local reader: what marks and their ties can be."""

from typing import Literal, TypeAlias, get_args

from pipelines.contracts.reader import Turn
from tool_registry.base.types import FunctionType, IntentType

Role: TypeAlias = Literal[
    "ACT", "OBJ", "ID", "VAL", "QTY", "SEL", "REF", "ASK", "ATT", "ENV", "EACH", "IF"
]
"""Action, head noun of a thing, identifier, value, count, choice among several, pointer to what was
said before, attribute asked for, word of an attribute, environment, "each", condition."""

Tie: TypeAlias = Literal[
    "root", "step", "object", "to", "of", "in", "from", "old", "new", "using", "about",
    "id", "val", "set", "ask", "att", "n", "ref", "last", "first", "all", "any",
    "each", "if_none", "if_state", "else",
]  # fmt: skip
"""What a mark is to its head. `step`: begins a step; the next eight are what a thing is to it."""

AsideKind: TypeAlias = Literal["forbid", "keep", "supply", "reason", "pasted", "retract", "exact"]
"""Stretches that are no step: prohibitions, what may be made, reasons, pasted text, …"""

ROLES: tuple[Role, ...] = get_args(Role)
TIES: tuple[Tie, ...] = get_args(Tie)
ASIDES: tuple[AsideKind, ...] = get_args(AsideKind)

OPERATORS = ("eq", "ne", "gt", "ge", "lt", "le")
TURNS: tuple[Turn, ...] = get_args(Turn)
TYPES: tuple[IntentType, ...] = tuple(IntentType)
FUNCTIONS: tuple[FunctionType, ...] = tuple(FunctionType)
LINKS = ("action", "entity", "attribute", "value")
"""Kinds of names that marks can mean."""
