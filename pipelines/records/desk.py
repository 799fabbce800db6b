"""The chain as it is being written: steps, where their values come from, what is to be checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.messages import listed, say
from pipelines.messages.labels import entity_label
from pipelines.planner.chain import Binding, Check, NoPlan, Produced, Step
from pipelines.planner.resources.chain import NOWHERE, Stuck
from pipelines.records.collections import Collection, Collections
from pipelines.records.rows import Hit, Rows
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel


@dataclass(frozen=True, slots=True)
class Made:
    """A record that a step of the chain makes."""

    collection: Collection
    step: str
    id_path: str


@dataclass(slots=True)
class Desk:
    """What planning has at hand and what it has written so far."""

    intent: IntentResult
    catalogue: Catalogue
    known: Collections
    rows: Rows
    environment: str
    seed: str
    makes_missing: bool = False
    steps: list[Step] = field(default_factory=list[Step])
    checks: list[Check] = field(default_factory=list[Check])
    unused: list[str] = field(default_factory=list[str])
    """Words that nothing is known of."""
    goals: list[Goal] = field(default_factory=list[Goal])
    made: list[Made] = field(default_factory=list[Made])
    _found: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def say(self, key: str, **values: object) -> str:
        """A text of `records.yaml` in the user's language."""
        return say(self.intent.language, f"records.{key}", **values)

    def spoken(self, collection: Collection) -> str:
        """The collection's record as the user calls it."""
        language = self.intent.language
        label = entity_label(self.catalogue.lexicon, collection.noun, language)
        if label == collection.noun and language == "zh":
            label = entity_label(self.catalogue.lexicon, collection.entity, language)
        return label

    def stuck(self, kind: str, key: str, *, ask: bool = False, **values: object) -> Stuck:
        """Why it cannot go on; `ask`: what the user can say so that it can."""
        text = self.say(key, **values)
        plan = {"reason": kind, "text": text, "question": text if ask else None}
        return Stuck(NoPlan.model_validate(plan))

    def which_of(self, hits: Sequence[Hit], name: str) -> Stuck:
        """Several records have that name, and nothing tells which is meant."""
        return self.stuck(
            "ambiguous",
            "which_of",
            ask=True,
            name=name,
            thing=self.spoken(hits[0].collection),
            count=len(hits),
            choices=listed(self.intent.language, (hit.id for hit in hits[:6])),
        )

    def notes_on_words(self) -> list[str]:
        """What the user should know of words that were not used."""
        words = listed(self.intent.language, dict.fromkeys(self.unused))
        return [self.say("unused", words=words)] if words else []

    def span(self, words: str) -> Span | None:
        """Where the sentence says that."""
        start = self.intent.text.find(words) if words else -1
        return Span(start=start, end=start + len(words), text=words) if start >= 0 else None

    def said(self, value: JsonValue, words: str, conversion: str | None = None) -> Binding:
        """A value of the sentence."""
        source = "derived" if conversion else "words"
        detail = f"{words} → {value}" if conversion else words
        return Binding(
            source=source, detail=detail, value=value, span=self.span(words), conversion=conversion
        )

    def chosen(self, hit: Hit, slot: Slot, name: str, goal: str) -> Binding:
        """The identifier of a record that a list is asked for."""
        step = self._find_step(hit, name, goal)
        path = f"{hit.list_path}.{hit.id_key}"
        span = self.span(name) or NOWHERE
        key = hit.key or hit.id_key
        wanted = hit.row.get(key)
        where = Constraint(attribute=key, value=wanted, span=span)
        return Binding(
            source="selected",
            detail=f"{step} → {path} ({name})",
            step=step,
            path=path,
            where=(where,),
            where_paths={key: f"{hit.list_path}.{key}"},
            ordinal=hit.ordinal,
            conversion=conversion_for(slot),
        )

    def _find_step(self, hit: Hit, name: str, goal: str) -> str:
        place = (hit.collection.key, name)
        if place not in self._found:
            tool = hit.collection.operations["listing"]
            arguments = {path: self.said(v, name) for path, v in hit.arguments.items()}
            slots = {slot.path: slot for slot in tool.needs}
            for path, owner in hit.owners.items():
                said = str(owner.row.get(owner.key) or owner.id)
                arguments[path] = self.chosen(owner, slots[path], said, goal)
            thing = self.spoken(hit.collection)
            purpose = self.say("purpose_find", thing=thing, name=name)
            self._found[place] = self.add(
                tool, arguments, goal, hit.collection, purpose=purpose, main=False
            )
        return self._found[place]

    def add(
        self,
        tool: ToolEssentialModel,
        arguments: Mapping[str, Binding],
        goal: str,
        collection: Collection,
        *,
        purpose: str = "",
        main: bool = True,
    ) -> str:
        """Another step; its id."""
        thing = self.spoken(collection)
        kind = tool.function.value if main else f"for_{tool.function.value}"
        ordinal = 1 + sum(s.goal == goal and s.main for s in self.steps)
        step = Step(
            id=f"s{len(self.steps) + 1}",
            tool=tool.id,
            title=tool.title,
            function=tool.function,
            arguments={**self._place(tool), **arguments},
            purpose=purpose or say(self.intent.language, f"planner.purpose_{kind}", entity=thing),
            goal=goal,
            ordinal=ordinal,
            depends_on=tuple(dict.fromkeys(b.step for b in arguments.values() if b.step)),
            produces=Produced(
                instance=f"{goal}/{'o' if main else len(self.steps)}",
                entity=collection.entity,
                asked=main,
            ),
            main=main,
        )
        self.steps.append(step)
        return step.id

    def _place(self, tool: ToolEssentialModel) -> dict[str, Binding]:
        """What names the environment to a tool that wants it said."""
        slot = tool.environment_slot
        if slot is None:
            return {}
        named = slot.environment_value(self.environment)
        return {slot.path: Binding(source="environment", detail=self.environment, value=named)}

    def check(
        self,
        kind: Literal["exists", "absent", "answered"],
        step: str,
        goal: str,
        collection: Collection,
    ) -> None:
        """A requirement about the outcome of a step as a whole."""
        thing = self.spoken(collection)
        text = say(self.intent.language, f"planner.check_{kind}", entity=thing)
        self.checks.append(
            Check(text=text, goal=goal, step=step, entity=collection.entity, kind=kind)
        )

    def check_value(
        self, slot: Slot, value: JsonValue, step: str, goal: str, collection: Collection
    ) -> None:
        """A requirement about one value of what a step made or changed, where it can be told apart
        from what identifies the record and from what else has that name."""
        attribute = slot.attribute
        told = [other for other in collection.parts.values() if other.slot.attribute == attribute]
        if attribute in (None, "id") or len(told) > 1:
            return
        text = say(self.intent.language, "planner.check_attribute", words=str(value))
        constraint = Constraint(
            attribute=attribute, value=value, span=self.span(str(value)) or NOWHERE
        )
        entity = collection.entity
        self.checks.append(
            Check(
                text=text,
                goal=goal,
                step=step,
                entity=entity,
                constraint=constraint,
                kind="attribute",
            )
        )

    def goal(
        self,
        kind: FunctionType,
        action: str,
        collection: Collection,
        name: str | None,
        quantity: int = 1,
    ) -> Goal:
        """The goal of a wish, as the stages behind planning read it."""
        told = (
            (Identifier(attribute=None, value=name, span=self.span(name) or NOWHERE),)
            if name
            else ()
        )
        thing = EntityRef(
            type=collection.entity,
            identifiers=told if kind is not FunctionType.CREATE else (),
            words=self.spoken(collection),
        )
        made = Goal(
            id=f"G{len(self.goals) + 1}",
            action=kind.value,
            action_words=action,
            function=kind,
            object=thing,
            quantity=quantity,
            text=self.intent.text,
        )
        self.goals.append(made)
        return made


def conversion_for(slot: Slot) -> str | None:
    """How an identifier is brought into the slot's type."""
    if slot.many:
        return "wrap_list"
    return {"integer": "integer", "number": "number"}.get(slot.type)


def id_path(tool: ToolEssentialModel) -> str:
    """Where a creation's result tells the identifier of what it made."""
    usual = ("id", "uuid", "pk", "uid")
    told = [y.path for y in tool.yields if not y.many and y.key in usual]
    return min(
        told, key=lambda path: (path.count("."), usual.index(path.rpartition(".")[2])), default="id"
    )
