"""The plan so far, as a goal on records extends it: calls, where their values come from, checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pipelines.contracts.chain import Binding, Check, NoPlan
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Span
from pipelines.messages import say
from pipelines.messages.labels import (
    attribute_label,
    author_words,
    part_label,
    readable,
    within_sentence,
)
from pipelines.reasoning.arguments.generate import keyed, placed
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.records.reading import Row
from pipelines.reasoning.planner.state import Draft, Instance, Known, State
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.graph.resources import Field, Operation, Resource
from tool_registry.graph.resources.fields import place_of
from tool_registry.model import Yield
from tool_registry.parsing.naming import singular
from tool_registry.vocabulary.text import fold

NOWHERE = Span(start=0, end=0, text="")
_Whole = Literal["exists", "absent", "answered"]


class Unplannable(Exception):
    """There is no plan; `reason` tells the user why, or asks."""

    def __init__(self, reason: NoPlan) -> None:
        super().__init__(reason.text)
        self.reason = reason


@dataclass(slots=True)
class PartialPlan:
    """The partial plan of the whole request; goals that are searched for extend the same one."""

    problem: Problem
    state: State

    def say(self, key: str, **values: object) -> str:
        """A text of `resources.yaml` in the user's language."""
        return say(self.problem.intent.language, f"resources.{key}", **values)

    def spoken(self, resource: Resource) -> str:
        """A record as the user calls it."""
        return self.problem.spoken(resource.entity)

    def label(self, one: Field) -> str:
        """A field as the user calls it."""
        name = one.told.attribute if one.target is None else None
        lexicon, language = self.problem.catalogue.lexicon, self.problem.intent.language
        label = part_label(lexicon, name or one.name, (one.told,), language)
        first, _, last = label.rpartition(" ")
        counted = one.told.unit is not None and singular(last) == one.told.unit
        return within_sentence(first if first and counted else label)

    def described(self, one: Field) -> str:
        """The field in its author's words, where they say more than what it is called."""
        own, language = author_words(one.told), self.problem.intent.language
        said = readable(own, language) and fold(own) != fold(self.label(one))
        return own if said else ""

    def attribute(self, name: str) -> str:
        """An attribute that no field has, as the user calls it."""
        problem = self.problem
        return attribute_label(problem.catalogue.lexicon, name, problem.intent.language)

    def unplannable(
        self,
        reason: str,
        key: str,
        *,
        ask: bool = False,
        missing: tuple[str, ...] = (),
        **values: object,
    ) -> Unplannable:
        """Why it cannot go on; `ask`: what the user can say so that it can; `missing`: the names
        by which it is replied."""
        text = self.say(key, **values)
        asked = text if ask else None
        why = {"reason": reason, "text": text, "question": asked, "missing": missing}
        return Unplannable(NoPlan.model_validate(why))

    def note(self, text: str) -> None:
        """Tells the user something beside the calls."""
        self.state = replace(self.state, notes=(*self.state.notes, text))

    # ---- where values come from

    def said(self, value: JsonValue, span: Span, conversion: str | None = None) -> Binding:
        """A value of the request, as it is or as what its words stand for."""
        words = span.text or str(value)
        same = str(value) == words
        detail = words if same else f"{words} → {value}"
        source = "words" if same else "derived"
        return Binding(
            source=source,
            detail=detail,
            value=value,
            span=span,
            conversion=None if same else conversion,
        )

    def looked_up(self, row: Row, value: JsonValue, words: str, span: Span) -> Binding:
        """What identifies a record that was found by the words for it."""
        if words == str(value) or not row.shown_by:
            return self.said(value, span)
        detail = say(
            self.problem.intent.language,
            "planner.looked_up",
            words=words or row.label,
            value=value,
            tool=row.shown_by,
        )
        return Binding(source="derived", detail=detail, value=value, span=span)

    def id_of(self, instance: str) -> Binding:
        """The identifier of what an earlier call makes."""
        known = self.state.instances[instance].known["id"]
        step, path = f"s{known.step + 1}", known.yielded.path
        return Binding(source="output", detail=f"{step} → {path}", step=step, path=path)

    # ---- what is made

    def made_for(self, goal: str | None) -> list[str]:
        """The instances that the calls for a goal make and tell the identifiers of, in order."""
        first: dict[str, Draft] = {}
        for draft in self.state.drafts:
            first.setdefault(draft.target, draft)
        return [
            key
            for key, maker in first.items()
            if maker.goal == goal and maker.main and _makes(maker)
            if "id" in self.state.instances[key].known
        ]

    # ---- calls and checks

    def call(
        self,
        operation: Operation,
        resource: Resource,
        arguments: Mapping[str, Binding],
        goal: Goal,
        checks: Sequence[Check | None],
        *,
        target: str | None = None,
        main: bool = True,
    ) -> str:
        """Another call and what is to be checked of it; the instance that it makes or is about.

        `target`: an instance that earlier calls make, where it is about that one.
        """
        drafts = self.state.drafts
        ordinal = 1 + sum(one.goal == goal.id and one.main is main for one in drafts)
        key = target or self._new_instance(operation, goal, main=main)
        draft = Draft(
            tool=operation.tool,
            goal=goal.id,
            ordinal=ordinal,
            bindings={
                **self._place(operation),
                **self._keys(operation, goal, ordinal),
                **arguments,
            },
            target=key,
            main=main,
            asked=main,
            does=_does(operation),
            checks=tuple(check for check in checks if check is not None),
        )
        self.state = replace(self.state, drafts=(*drafts, draft))
        if target is None:
            known = _known(operation, resource, len(drafts))
            self.state = self.state.with_instance(Instance(key, resource.entity, known=known))
        return key

    def _new_instance(self, operation: Operation, goal: Goal, *, main: bool) -> str:
        """What is made is named as the search names it: later goals refer to it so."""
        if not main or operation.role != "create":
            return f"{goal.id}/{'x' if main else 'u'}{len(self.state.drafts)}"
        earlier = len(self.made_for(goal.id))
        return f"{goal.id}/o/{earlier + 1}" if earlier else f"{goal.id}/o"

    def _place(self, operation: Operation) -> dict[str, Binding]:
        slot = operation.tool.environment_slot
        return {} if slot is None else {slot.path: placed(slot, self.problem.environment)}

    def _keys(self, operation: Operation, goal: Goal, ordinal: int) -> dict[str, Binding]:
        """What lets a tool know the same call again, where it takes such a key."""
        number = len(self.state.drafts)
        seed = f"{self.problem.seed}/{goal.id}/{ordinal}/{operation.tool.id}/{number}"
        return {
            slot.path: keyed(seed)
            for slot in operation.tool.needs
            if slot.idempotency_key and slot.type in ("string", "any")
        }

    def check(self, kind: _Whole, goal: Goal, resource: Resource) -> Check:
        """A requirement about the outcome of a call as a whole."""
        language, thing = self.problem.intent.language, self.spoken(resource)
        text = say(language, f"planner.check_{kind}", entity=thing)
        return Check(text=text, goal=goal.id, entity=resource.entity, kind=kind)

    def check_value(
        self, goal: Goal, resource: Resource, one: Field, value: JsonValue
    ) -> Check | None:
        """A requirement about one value; None where another field has the same attribute."""
        attribute = one.told.attribute
        same = [f for f in resource.fields.values() if f.told.attribute == attribute]
        plain = isinstance(value, str | int | float)
        if attribute in (None, "id") or len(same) != 1 or one.target is not None or not plain:
            return None
        text = say(self.problem.intent.language, "planner.check_attribute", words=str(value))
        wanted = Constraint(attribute=attribute, value=value, span=NOWHERE)
        return Check(
            text=text,
            goal=goal.id,
            entity=resource.entity,
            constraint=wanted,
            kind="attribute",
        )


def _does(operation: Operation) -> FunctionType | None:
    if operation.role == "create":
        return FunctionType.CREATE
    return FunctionType.OPERATE if operation.linked else None


def _makes(draft: Draft) -> bool:
    return (draft.does or draft.tool.function) is FunctionType.CREATE


def _known(operation: Operation, resource: Resource, step: int) -> dict[str, Known]:
    """Where the result of a call that makes a record tells its identifier."""
    if operation.role != "create":
        return {}
    told = [one for one in operation.tool.yields if not one.many]
    own = [one for one in told if place_of(one.path, resource.noun) == resource.id_place]
    undeclared = Yield(path=resource.id_place[-1], entity=resource.entity, attribute="id")
    place = min(own, key=lambda one: one.path.count("."), default=undeclared)
    return {"id": Known(step, place)}


def words_of(ref: EntityRef) -> tuple[str, Span]:
    """What a thing is called in the request, and where."""
    if ref.identifiers:
        return ref.identifiers[0].value, ref.identifiers[0].span
    return ref.words, ref.span or NOWHERE
