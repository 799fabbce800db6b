"""RawTools → ToolEssentialModels: the parser's one entrance."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tool_registry.base.confidence import LIKELY
from tool_registry.base.environment import Environments
from tool_registry.model import (
    Discriminator,
    Document,
    Filled,
    RawTool,
    Slot,
    ToolEssentialModel,
    Yield,
)
from tool_registry.parsing.description_terms import phrase_set
from tool_registry.parsing.effects import bulk_slot, effect_of, is_destructive
from tool_registry.parsing.environments import (
    environment_values,
    states_environment,
    supported,
)
from tool_registry.parsing.frame import Frame
from tool_registry.parsing.guesses import guessed_yields
from tool_registry.parsing.memory import ParseMemory, Pass
from tool_registry.parsing.modifiers import discriminators
from tool_registry.parsing.operations import BULK, collection_of
from tool_registry.parsing.own_actions import with_own_actions
from tool_registry.parsing.own_ids import as_results_have_it, with_one_id
from tool_registry.parsing.reading import Reading, is_service
from tool_registry.parsing.relations import (
    poll_of,
    replacements_of,
    tool_names,
    troubleshooting_of,
    undo_of,
)
from tool_registry.parsing.same_names import named_alike
from tool_registry.parsing.shared_values import with_shared_values
from tool_registry.parsing.slots import context_of, make_slot, make_yield
from tool_registry.parsing.vocabulary import Understanding, understand
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier


@dataclass(frozen=True, slots=True)
class Parsed:
    """All tools of a catalogue and the words they are told in."""

    tools: dict[str, ToolEssentialModel]
    lexicon: Lexicon


def parse_tools(
    raw_tools: Sequence[RawTool],
    documents: Sequence[Document],
    environments: Environments,
    packs: Sequence[Concept],
    preferred_platforms: Sequence[str] = (),
    memory: ParseMemory | None = None,
) -> Parsed:
    """Parse a whole catalogue: tools are understood by what they say of one another.

    With the memory of an earlier parse, what cannot be another now is not parsed again."""
    around = (environments, tuple(packs), tuple(documents), tuple(preferred_platforms))
    tools = (memory or ParseMemory()).begin(raw_tools, environments, around)
    known = understand(tools, documents, environments, packs)
    telling = _telling_sources(tools, environments)
    tools.given("telling", {r.raw.id: r.raw.source in telling for r in tools.readings})
    single = {place for r in tools.readings if (place := collection_of(r.raw))}
    twins = {r.raw.id: _place(r.raw) in single for r in tools.readings}
    tools.given("twins", twins)
    preferred = frozenset(fold(name) for name in preferred_platforms)
    build = _Build(environments, known, telling, preferred, twins)
    models = tools.each("models", build.tool, known.lexicon)
    related = with_shared_values(_related(tools.readings, models))
    own = with_own_actions(related, known.lexicon)
    return Parsed(own.tools, own.lexicon)


def _telling_sources(tools: Pass, environments: Environments) -> set[str]:
    """Sources in which at least half of the tools state their environments."""
    stated = tools.each("stating", lambda reading: states_environment(reading, environments))
    all_tools = Counter(reading.raw.source for reading in tools.readings)
    stating = Counter(r.raw.source for r in tools.readings if stated[r.raw.id])
    return {source for source, count in all_tools.items() if stating[source] * 2 >= count}


def _told_first(frame: Frame, results: Sequence[Yield]) -> tuple[str, ...]:
    """What a look is about: the thing of which it gives the id, ahead of a word for how it is told
    (`the file of an owner`), of which the result holds nothing."""
    objects = frame.objects
    told = [one.entity for one in results]
    if frame.function.writes or len(objects) < 2 or objects[0] in told:
        return objects
    ids = [one.entity for one in results if one.attribute == "id"]
    first = next((one for one in objects[1:] if one in ids), None)
    return objects if first is None else tuple(dict.fromkeys((first, *objects)))


def _place(raw: RawTool) -> tuple[str, str, str]:
    return (raw.source, raw.method or "", (raw.path or "").rstrip("/"))


@dataclass(frozen=True, slots=True)
class _Build:
    environments: Environments
    known: Understanding
    telling: set[str]
    """Sources whose authors state environments."""
    preferred: frozenset[str]
    twins: Mapping[str, bool]
    """Tool id → it changes a whole collection, and another tool one instance of it."""
    told: dict[str, Yield] = field(default_factory=dict[str, Yield])
    """Results that several tools give are held once, by all that is known of them."""

    def tool(self, reading: Reading) -> ToolEssentialModel:
        raw, frame = reading.raw, self.known.frames[reading.raw.id]
        read = self.results(reading) or guessed_yields(frame, self.known.reader)
        results = with_one_id(read, self.known.lexicon)
        needs = as_results_have_it(self.slots(reading), read, results)
        needs = named_alike(needs, results, next(iter(frame.objects), None))
        environment = next((s for s in needs if s.environment), None)
        argument = next(
            (i for i in reading.inputs if environment and i.path == environment.path), None
        )
        platform = _first_words(reading.sections.text("platform"))
        return ToolEssentialModel(
            id=raw.id,
            source=raw.source,
            name=raw.name,
            title=raw.title or raw.name,
            summary=reading.sections.summary or raw.title or raw.name,
            description=raw.description,
            function=frame.function,
            environments=supported(
                reading, argument, self.environments, source_tells=raw.source in self.telling
            ),
            actions=frame.actions,
            objects=_told_first(frame, results),
            discriminators=(*discriminators(frame), *self.of_many(reading)),
            needs=needs,
            yields=results,
            states=self.known.changes.get(raw.id, ()) if frame.function.writes else (),
            effect=effect_of(reading, frame.function, needs),
            destructive=is_destructive(reading, frame.function),
            bulk=bulk_slot(reading, frame, needs),
            troubleshooting=troubleshooting_of(reading),
            platform=platform,
            preferred=self.is_preferred(reading, platform),
            author=_first_words(reading.sections.text("author")),
            content_hash=content_hash(raw),
            input_schema=raw.input_schema,
            call=raw.call,
            method=raw.method,
            path=raw.path,
            refusals=raw.refusals,
            filled_by=_filled(reading, frame, needs, results),
        )

    def of_many(self, reading: Reading) -> tuple[Discriminator, ...]:
        """What tells an operation on many at once from its twin for one."""
        operation = reading.operation
        if not operation or operation.reads or operation.item:
            return ()
        many = operation.bulk or (operation.method != "POST" and self.twins[reading.raw.id])
        return (Discriminator(value=BULK),) if many else ()

    def slots(self, reading: Reading) -> tuple[Slot, ...]:
        meanings = self.known.meanings[reading.raw.id][0]
        context = context_of(reading, self.known.lexicon)
        made: list[Slot] = []
        for item, meaning in zip(reading.inputs, meanings, strict=True):
            taken = any(slot.environment for slot in made)
            named = {} if taken else environment_values(item, self.environments)
            slot = make_slot(item, meaning, context, named)
            if named or is_service(item):
                slot = slot.model_copy(update={"entity": None, "attribute": None, "role": None})
            made.append(slot)
        return tuple(made)

    def results(self, reading: Reading) -> tuple[Yield, ...]:
        meanings = self.known.meanings[reading.raw.id][1]
        context = context_of(reading, self.known.lexicon)
        count = self.known.lexicon.canonical(Kind.ATTRIBUTE, "count") or "count"
        made: list[Yield] = []
        for item, meaning in zip(reading.outputs, meanings, strict=True):
            words = " ".join(split_identifier(item.key))
            found = make_yield(item, meaning, context, declared=reading.outputs_declared)
            if words in phrase_set("naming", "totals") and item.type in (
                "integer",
                "number",
                "any",
            ):
                found = found.model_copy(update={"attribute": count})
            elif is_service(item):
                continue
            made.append(self.told.setdefault(repr(found), found))
        return tuple(made)

    def is_preferred(self, reading: Reading, platform: str | None) -> bool:
        """By the platform section; by the title's first word where the author puts it there."""
        prefix = fold((reading.raw.title or reading.raw.name).split("-")[0])
        return bool({fold(platform or ""), prefix} & self.preferred)


def _first_words(text: str) -> str | None:
    """A short statement: up to the end of its line or sentence."""
    return re.split(r"[\n。;；]|\.(?:\s|$)", text.strip())[0].strip(" ,，") or None


def _filled(
    reading: Reading, frame: Frame, needs: tuple[Slot, ...], results: tuple[Yield, ...]
) -> dict[str, Filled]:
    """Rules filled all of it, as surely as the least sure part; what was observed, was learned."""
    sure = {
        "function": frame.confidence,
        "actions": frame.confidence,
        "objects": frame.confidence if frame.objects else 0.0,
        "environments": 1.0,
        "needs": min((slot.confidence for slot in needs), default=1.0),
        "states": LIKELY,
        "effect": 1.0 if reading.raw.idempotent is not None else LIKELY,
    }
    found = {name: Filled(by="rule", confidence=value) for name, value in sure.items()}
    least = min((item.confidence for item in results), default=1.0)
    by = "learned" if reading.outputs_learned else "rule"
    seen = reading.outputs_learned or 1.0
    return found | {"yields": Filled(by=by, confidence=round(least * seen, 2))}


def content_hash(raw: RawTool) -> str:
    """Hash over everything that the source declares of a tool."""
    unsaid = set[str]() if raw.refusals else {"refusals"}
    declared = raw.model_dump(mode="json", exclude={"learned_output", *unsaid})
    told = json.dumps(declared, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def _related(
    readings: Sequence[Reading], tools: dict[str, ToolEssentialModel]
) -> dict[str, ToolEssentialModel]:
    """Replacements, undo and polling name other tools: filled when all are known."""
    names = tool_names(readings)
    return {
        reading.raw.id: tools[reading.raw.id].model_copy(
            update={
                "replacements": replacements_of(reading, names),
                "undo": undo_of(reading, names),
                "poll": poll_of(reading, tools[reading.raw.id], tools, names),
            }
        )
        for reading in readings
    }
