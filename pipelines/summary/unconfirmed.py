"""Whose list was found empty, where nobody has looked whether that one is there at all."""

from collections.abc import Iterator, Sequence

from pipelines.contracts.chain import Step
from pipelines.messages import say
from pipelines.messages.labels import entity_label
from pipelines.summary.facts import argument
from pipelines.summary.judged_run import JudgedRun
from pipelines.summary.reading import Found
from tool_registry.base.types import JsonValue


def unconfirmed(judged: JudgedRun, found: Sequence[Found]) -> Iterator[str]:
    """A line for each, once: an empty list does not tell one without any from one that is not."""
    empty = [each for each in found if each.rows == ()]
    named = dict.fromkeys(owner for each in empty for owner in _owners(judged, each))
    for entity, id in named:
        thing = entity_label(judged.catalogue.lexicon, entity, judged.language)
        yield say(judged.language, "summary.owner_unconfirmed", thing=thing, id=id)


def _owners(judged: JudgedRun, found: Found) -> Iterator[tuple[str, str]]:
    """The things of another kind that were singled out by the user's words alone."""
    sent = judged.records[found.step.id].arguments
    for slot in found.tool.needs:
        binding = found.step.arguments.get(slot.path)
        if binding is None or binding.source != "words" or slot.entity in (None, found.entity):
            continue
        if slot.attribute not in judged.catalogue.graph.identifiers(slot.entity):
            continue
        for value in argument(slot, sent):
            if not _was_looked_at(judged, found.step, slot.entity, value):
                yield slot.entity, str(value)


def _was_looked_at(judged: JudgedRun, empty: Step, entity: str, value: JsonValue) -> bool:
    """True where another step of the run told of that thing, or acted on it."""
    for step in judged.chain.steps:
        tool = judged.catalogue.tools.get(step.tool)
        if step.id == empty.id or not judged.is_done(step.id) or tool is None:
            continue
        acts_on = step.produces.entity if step.produces else next(iter(tool.objects), None)
        sent = judged.records[step.id].arguments.values()
        if acts_on == entity and str(value) in map(str, sent):
            return True
    return False
