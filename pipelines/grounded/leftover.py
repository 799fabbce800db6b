"""Words of a request that nothing accounts for: with them left, nothing is run."""

import re
from collections.abc import Sequence

from pipelines.grounded.atoms import Atom, folded
from pipelines.grounded.choosing import Chooser
from pipelines.grounded.live import Record
from pipelines.grounded.reading import Reading
from pipelines.grounded.segments import denied
from pipelines.grounded.words import pattern
from pipelines.grounded.world import Arg, Operation, World
from tool_registry.vocabulary.text import is_ideograph

_FAMILY = 4


def unexplained(
    atoms: Sequence[Atom],
    called: Sequence[Operation],
    chooser: Chooser,
    reading: Reading,
    world: World,
) -> list[Atom]:
    """The atoms that neither a call uses nor what exists bears out."""
    about = _about(atoms, chooser)
    texts = _texts(_around(called, world))
    kinds = _kinds(called, world) | {record.kind for record in about}
    names = {one.name for one in called} | reading.forbidden
    left: list[Atom] = []
    for atom in atoms:
        if atom.used or atom.sign or (atom.marks and not _strong(atom)):
            continue
        if atom.records or atom.options or atom.shape:
            if any(chooser.says(record, atom) for record in about):
                continue
            if atom.options and _of_called(atom, called):
                continue
        if atom.verbs and not names.isdisjoint(atom.verbs):
            continue
        if atom.nouns and not kinds.isdisjoint(atom.nouns):
            continue
        if atom.labels and _labels(atom, called, about):
            continue
        if atom.unknown and _explained(atom, texts) and not _limits(atoms, atom):
            continue
        left.append(atom)
    return left


def _limits(atoms: Sequence[Atom], atom: Atom) -> bool:
    """It says of what kind something is, or is denied: that must not be passed over."""
    place = next(n for n, one in enumerate(atoms) if one is atom)
    after = atoms[place + 1] if place + 1 < len(atoms) else None
    if not is_ideograph(atom.text[0]):
        return False
    kind = after is not None and after.start == atom.end
    said = kind and after is not None and pattern("attributive").match(after.text) is not None
    return said or denied(atoms, place)


def _strong(atom: Atom) -> bool:
    """A grammar word that also says something of the world, and no small word."""
    return atom.content and not atom.is_("light", "any", "make", "change", "ask", "verify")


def _about(atoms: Sequence[Atom], chooser: Chooser) -> list[Record]:
    named = [a.records[0] for a in atoms if len(a.records) == 1 and a.used]
    return list(dict.fromkeys([*named, *chooser.touched]))


def _kinds(called: Sequence[Operation], world: World) -> set[str]:
    """Kinds that the calls are done to or refer to, and what those belong to."""
    own = {one.kind for one in called}
    own |= {arg.target for one in called for arg in one.args if arg.target}
    beside = {f.target for key in own for f in world.kinds[key].fields.values() if f.target}
    return own | beside


def _of_called(atom: Atom, called: Sequence[Operation]) -> bool:
    """A value that a call takes anyway, said in other words."""
    return any(one.arg(o.key) and one.kind == o.kind for o in atom.options for one in called) and (
        atom.is_("light")
    )


def _labels(atom: Atom, called: Sequence[Operation], about: Sequence[Record]) -> bool:
    taken = {arg.key for one in called for arg in one.args}
    held = {key for record in about for key in record.row}
    return not atom.labels.isdisjoint(taken | held)


def _around(called: Sequence[Operation], world: World) -> list[Operation]:
    """The operations on the same kinds, and those that refer to them."""
    kinds = {one.kind for one in called}
    return [
        one
        for one in world.operations
        if one.kind in kinds or any(arg.target in kinds for arg in one.args)
    ]


def _texts(called: Sequence[Operation]) -> set[str]:
    """The words of what the authors wrote of the operations and of what these must be told; what
    a new thing may have besides is wanted where it is said, so it accounts for nothing."""
    told = " ".join(
        f"{one.tool.title} {one.tool.description} {one.tool.name} {one.kind} "
        + " ".join(f"{arg.slot.description} {arg.key}" for arg in one.args if _must(one, arg))
        for one in called
    )
    return {word.lower() for word in re.findall(r"[A-Za-z]+", told)} | {told}


def _must(one: Operation, arg: Arg) -> bool:
    """What makes a thing may be told more; of a change everything is left open."""
    return arg.slot.required or one.role != "create"


def _explained(atom: Atom, texts: set[str]) -> bool:
    """A word of the authors', or of the family of one."""
    said = folded(atom)
    if not said.isascii():
        return len(said) == 1 or any(said in text for text in texts)
    if len(said) < _FAMILY:
        return len(said) == 1
    return any(word.startswith(said) or said.startswith(word) for word in texts if len(word) > 3)
