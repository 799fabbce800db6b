"""The steps of a plan as a question names them: each title once, with the one thing that they are
all about."""

from collections.abc import Sequence

from pipelines.contracts.chain import Binding, Step
from pipelines.messages import Language, counted, say
from pipelines.messages.discretion import in_one_line, is_hidden
from pipelines.messages.labels import entity_label
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot

_SPOKEN = ("words", "derived", "remembered", "page", "edited")
_LONGEST = 40


def steps_told(steps: Sequence[Step], catalogue: Catalogue, language: Language) -> list[str]:
    """`remind the reader`, `note it (loan 83)`; of many alike: `lend × 12`."""
    titles = counted(step.title for step in steps)
    things = {_thing(step, catalogue, language) for step in steps}
    thing = things.pop() if len(things) == 1 and len(titles) == len(steps) else None
    if thing is None:
        return titles
    return [*titles[:-1], say(language, "road.step_of", step=titles[-1], thing=thing)]


def _thing(step: Step, catalogue: Catalogue, language: Language) -> str | None:
    """The thing that the call is about, else the first one that it is given; None where none was
    spoken of."""
    tool = catalogue.tools.get(step.tool)
    if tool is None:
        return None
    named = [slot for slot in tool.needs if _names(slot, step.arguments.get(slot.path))]
    named.sort(key=lambda slot: (slot.entity or tool.objects[0]) not in tool.objects[:1])
    if not named:
        return None
    kind = named[0].entity or tool.objects[0]
    value = in_one_line(str(step.arguments[named[0].path].value))
    label = entity_label(catalogue.lexicon, kind, language)
    return say(language, "summary.thing", entity=label, id=value)


def _names(slot: Slot, binding: Binding | None) -> bool:
    """True for the id of a thing that was spoken of."""
    if binding is None or binding.source not in _SPOKEN:
        return False
    if slot.attribute != "id" or is_hidden(slot.key):
        return False
    value = binding.value
    return isinstance(value, str | int) and 0 < len(str(value)) <= _LONGEST
