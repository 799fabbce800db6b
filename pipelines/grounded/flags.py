"""Arguments that are yes or no: which words of a sentence speak of one."""

import re

from pipelines.grounded.atoms import Atom, folded
from pipelines.grounded.world import Arg
from tool_registry.vocabulary.text import is_ideograph

_BRIEF = 30
"""Signs of a description that names the argument; a longer one is prose."""
_SHORTEST = {True: 2, False: 4}
"""Signs of a word that tells something, in Han and else."""


def speaks_of(atom: Atom, arg: Arg) -> bool:
    """True for the argument's own word, and for one that nothing else knows where the few words
    for the argument have it."""
    told, said = arg.slot.description.lower(), folded(atom)
    if arg.slot.type != "boolean":
        return False
    if arg.key in atom.labels:
        return True
    if not atom.unknown or len(told) > _BRIEF:
        return False
    han = is_ideograph(said[0])
    if len(said) < _SHORTEST[han]:
        return False
    return said in told if han else said in re.findall(r"[a-z]+", told)
