"""What marks mean among the names of a catalogue: things first, then what belongs to them."""

from collections.abc import Iterable, Sequence

import numpy as np

from pipelines.intent.reader.evidence import Likely, Said, form_of, owner
from pipelines.intent.reader.marks import Mark
from pipelines.intent.reader.names import NameTable
from pipelines.intent.reader.network import Network
from pipelines.models.transformer import Floats

_GUESS, _SPELLED = 0.3, 0.6
"""Below the first an action is guessed at; what a spelled one counts then, and a noun always."""
_KEPT = 4
"""Names of a kind that a mark keeps, the likeliest first."""


class Linking:
    """Links the marks of one message."""

    def __init__(self, network: Network, names: NameTable, before: Sequence[str] = ()) -> None:
        self.network, self.names = network, names
        mentions = (one for text in before for one in names.mentions.within(text))
        self._met = {key: 1.0 for one in mentions for key in one.keys}

    def link(self, marks: Sequence[Mark], shown: Floats) -> None:
        """Leaves in each mark the likeliest names of each kind; marks × width: their vectors."""
        said = [Said(mark.text, _told(at, marks)) for at, mark in enumerate(marks)]
        self._of_kind("entity", marks, shown, said)
        self._pointing(marks, shown, said)
        for at in range(len(marks)):
            has = owner(at, marks)
            said[at].of = _likely(marks[has], "entity") if has is not None else {}
        self._of_kind("action", marks, shown, said)
        self._of_kind("attribute", marks, shown, said)
        for at, mark in enumerate(marks):
            said[at].of = _likely(mark, "attribute")
        self._of_kind("value", marks, shown, said)

    def _pointing(self, marks: Sequence[Mark], shown: Floats, said: Sequence[Said]) -> None:
        """What points back means a thing that was spoken of."""
        at = [i for i, mark in enumerate(marks) if mark.role == "REF"]
        for i in at:
            earlier = (m for m in marks if m.start < marks[i].start and m.role != "REF")
            said[i].met = met(self._met, (_likely(one, "entity") for one in earlier))
        if at:
            self._of_kind("entity", [marks[i] for i in at], shown[at], [said[i] for i in at])

    def _of_kind(
        self, kind: str, marks: Sequence[Mark], shown: Floats, said: Sequence[Said]
    ) -> None:
        held = self.names.of(kind)
        if not held.keys:
            return
        fits = [form_of(one.words) for one in said], held.comparison.types
        columns = held.comparison.columns(said)
        likely = self.network.links(kind, shown, held.vectors, columns, fits)
        nouns = [kind == "entity" and mark.role == "OBJ" for mark in marks]
        guessed = likely.max(axis=1) < _GUESS if kind == "action" else nouns
        _spelled(likely, columns, list(guessed))
        keys = (*held.keys, "")
        for mark, row in zip(marks, likely, strict=True):
            best = [int(i) for i in np.argsort(-row)[:_KEPT]]
            mark.links[kind] = tuple((keys[i], float(row[i])) for i in best)


def _spelled(likely: Floats, columns: Floats, may: Sequence[bool]) -> None:
    """A name that is spelled out, and no other one, is likelier than one that is guessed at: the
    network has learned few words that a catalogue's tools are all called by."""
    for row, same, counts in zip(likely, columns[..., 0] == 1, may, strict=True):
        if counts and same.sum() == 1:
            spelled = np.append(same, False)
            row[:] = row * (1 - _SPELLED) / row.sum() + _SPELLED * spelled


def met(before: Likely, earlier: Iterable[Likely]) -> Likely:
    """Entity → how likely it was spoken of, in earlier messages or earlier in this one."""
    found = dict(before)
    for one in earlier:
        for key, sure in one.items():
            found[key] = max(found.get(key, 0.0), sure)
    return found


def _told(at: int, marks: Sequence[Mark]) -> str:
    """The word of an attribute that belongs to a mark."""
    below = (m.text for m in marks if m.head == at and m.role == "ATT")
    return next(below, "")


def _likely(mark: Mark, kind: str) -> Likely:
    return {key: sure for key, sure in mark.links.get(kind, ()) if key}
