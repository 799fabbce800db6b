"""What must not be done, by the verbs in its words: `do not touch the repair` forbids repairing, as
nothing changes a repair by itself."""

from collections.abc import Iterator

from pipelines.contracts.intent import Instruction, IntentResult
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind


def with_prohibited_deeds(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which a prohibition that no tool would break as it was read forbids the deeds
    that its words name; none that is wanted."""
    if not intent.negative:
        return intent
    told = tuple(one for item in intent.negative for one in _meant(item, intent, catalogue))
    return intent if told == intent.negative else intent.model_copy(update={"negative": told})


def _meant(item: Instruction, intent: IntentResult, catalogue: Catalogue) -> Iterator[Instruction]:
    tools = [tool for tool in catalogue.tools.values() if tool.function.writes]
    does = any(
        item.action in (None, *tool.actions) and item.object in (None, *tool.objects[:1])
        for tool in tools
    )
    wanted = {goal.action for goal in intent.goals}
    found = catalogue.lexicon.overlapping(item.text)
    named = {one.name for match in found for one in match.concepts if one.kind is Kind.ACTION}
    deeds = [
        name
        for name in sorted(named - wanted)
        if any(name in tool.actions for tool in tools if tool.function.value != "create")
    ]
    if does or not deeds:
        yield item
        return
    for name in deeds:
        yield item.model_copy(update={"action": name, "object": None})
