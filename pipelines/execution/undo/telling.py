"""What is to be taken back, told so that a person knows it again: by kind and id, and by the values
that the call was told which made or changed it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pipelines.execution.undo.effects import Effect
from pipelines.execution.undo.ways import SEVERAL, thing_told, things_told
from pipelines.messages import Language, listed, say
from pipelines.messages.discretion import in_one_line, is_hidden
from pipelines.messages.labels import argument_labels, attribute_label, entity_label
from pipelines.summary.compare import shown_cell
from pipelines.summary.facts import Known, Subject
from pipelines.summary.rows import Cell
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Lexicon

_TOLD = ("words", "derived", "edited", "page", "remembered", "output")
"""Values that people have given, or that are of what was made with it; others say little of it."""
_MOST = 4
_LONGEST = 40


def thing_with_values(
    effect: Effect, subject: Subject, catalogue: Catalogue, language: Language
) -> str:
    """`loan 83 (reader R-12, days 14)`."""
    text = thing_told(subject, catalogue.lexicon, language)
    pairs = list(dict.fromkeys(_values(effect, subject, catalogue.lexicon, language)))[:_MOST]
    if not pairs:
        return text
    told = (say(language, "summary.attribute", name=name, value=value) for name, value in pairs)
    return say(language, "summary.thing_with", thing=text, attributes=listed(language, told))


def each_with_values(
    found: Iterable[tuple[Effect, Subject]], catalogue: Catalogue, language: Language
) -> Iterator[str]:
    """Things with their values; those of a kind that has many, together by their ids."""
    kinds: dict[str, dict[str, tuple[Effect, Subject]]] = {}
    for effect, subject in found:
        thing = thing_told(subject, catalogue.lexicon, language)
        kinds.setdefault(subject.entity, {}).setdefault(thing, (effect, subject))
    for alike in kinds.values():
        if len(alike) > SEVERAL:
            yield things_told([one for _, one in alike.values()], catalogue.lexicon, language)
        else:
            yield from (thing_with_values(*one, catalogue, language) for one in alike.values())


def _values(
    effect: Effect, subject: Subject, lexicon: Lexicon, language: Language
) -> Iterator[tuple[str, str]]:
    """(name, value) of what its call was told, as people say them."""
    labels = argument_labels(lexicon, subject.tool, language)
    for known in subject.known:
        binding = effect.step.arguments.get(known.slot or "")
        cell = _cell(subject, known) if binding and binding.source in _TOLD else None
        if cell is None or (known.entity == subject.entity and str(cell.value) == subject.id):
            continue
        other = known.attribute == "id" and known.entity != subject.entity
        own = labels.get(known.slot or "") or attribute_label(lexicon, known.attribute, language)
        name = entity_label(lexicon, known.entity, language) if other else own
        yield name, in_one_line(shown_cell(cell, language, lexicon))


def _cell(subject: Subject, known: Known) -> Cell | None:
    """The value that was sent; of several for one argument the one that the thing itself tells.
    None where nothing short can be told."""
    slot = next((one for one in subject.tool.needs if one.path == known.slot), None)
    plain = isinstance(known.value, str | int | float) and known.value != ""
    if slot is None or not plain or is_hidden(slot.key) or len(str(known.value)) > _LONGEST:
        return None
    cell = Cell(known.value, known.unit, slot.values.get(str(known.value), ()))
    if sum(one.slot == known.slot for one in subject.known) == 1:
        return cell
    told = subject.told_in(subject.row, known) if subject.row is not None else None
    return replace(told, unit=told.unit or known.unit) if told is not None else None
