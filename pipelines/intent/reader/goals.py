"""Goals out of marks: each action with its object and with everyone and everything it involves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Span
from pipelines.intent.each import BEFORE, one_by_one
from pipelines.intent.goals import MOST_GOALS
from pipelines.intent.reader.antecedents import named_in_remarks, standing_for
from pipelines.intent.reader.carrying import carried, folded, somebody_of
from pipelines.intent.reader.gathering import gathered
from pipelines.intent.reader.labels import ROLES, Role, Tie
from pipelines.intent.reader.makers import Makers
from pipelines.intent.reader.marks import Mark, Marks
from pipelines.intent.reader.order import in_time
from pipelines.intent.reader.things import (
    BESIDE,
    THAT,
    Thing,
    Tree,
    begun,
    checked,
    made_with,
    thing,
    without_pointers,
)
from pipelines.intent.reader.tool_actions import ToolActions, in_steps, loosens, of_two_words
from pipelines.intent.reader.values import Closed, Text, most_specific, once
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.vocabulary.concept import Concept
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import is_ideograph

_STATE = "status"
_CHANGING = (FunctionType.OPERATE, FunctionType.DELETE)
_QUANTITY = "quantity"
_LIST = "list"
_ROOTS: tuple[Role, ...] = ("ACT", "OBJ", "ID", "REF", "QTY", "VAL", "SEL")
_SLOTS: tuple[Role, ...] = (*_ROOTS, "ASK")
_NOUNS: tuple[Role, ...] = ("OBJ", "ID", "REF")
"""Roles of marks that name a kind in a message that says slots: `two more` names none."""
_HOLDS = 0.5
"""From here on a verb tells what it is done to."""
_BOUNDS = ("ge", "gt", "le", "lt")
_ROLES = {"from": "source", "old": "old", "new": "new", "using": "using", "about": "about"}
_DEFAULT = {FunctionType.OPERATE: "update"}


@dataclass
class Steps:
    """Reads the goals of one message."""

    read: Marks
    lexicon: Lexicon
    closed: Closed = field(default_factory=dict[str, frozenset[str]])
    makers: Makers = field(default_factory=Makers)
    partial: bool = False
    """The message says slots of what was said before: they need no action and no object."""
    amounts: Mapping[str, str] = field(default_factory=dict[str, str])
    tool_actions: ToolActions = field(default_factory=ToolActions)
    stress: Span | None = None
    tree: Tree = field(init=False)
    text: Text = field(init=False)
    met: list[EntityRef] = field(default_factory=list[EntityRef])
    """Things of earlier steps, the latest last."""

    def __post_init__(self) -> None:
        self.text = Text(self.read.text, self.lexicon, self.closed, self.amounts, self.stress)
        self.read = gathered(self.read, self.text)
        self.tree = Tree.of(self.read)

    def goals(self) -> tuple[Goal, ...]:
        """In the order in which they are said, one for each thing that is named."""
        found: list[Goal] = []
        for root in self._roots():
            for goal in self._stepwise(root, tuple(found)):
                one = folded(goal, found[-1] if found else None, self.tool_actions)
                if one is not None:
                    found[-1] = one
                    continue
                told = carried(goal, found, self.makers, self.lexicon)
                for each in one_by_one(self._counted(told), found):
                    number = f"G{len(found) + 1}"
                    found.append(each.model_copy(update={"id": number}))
                    made = each.object.model_copy(update={"made_by": number})
                    self.met += [*each.related, made]
                    if len(found) > MOST_GOALS:
                        return tuple(found)
        return tuple(found)

    def _roots(self) -> Iterator[int]:
        """Actions, and things without one, as they follow each other in time."""
        marks = self.tree.marks
        wanted = _ROOTS if not self.partial else _SLOTS
        every = [at for at in self.tree.below.get(-1, ()) if marks[at].role in wanted]
        yield from in_time([at for at in every if self.aside(marks[at]) is None], marks, self.text)

    def aside(self, mark: Mark) -> str | None:
        """The kind of the aside in which a mark stands."""
        around = (a for a in self.read.asides if a.start <= mark.start and mark.end <= a.end)
        return next((one.kind for one in around), None)

    def _stepwise(self, root: int, earlier: Sequence[Goal]) -> Iterator[Goal]:
        """What a step wants, in terms of what tools do."""
        action, _ = self.action(self.tree.marks[root])
        somebody = somebody_of(earlier, self.lexicon)
        tie = next((one.object.type for one in earlier if loosens(one, self.lexicon)), None)
        for said in self._step(root):
            goal = of_two_words(said, self.tool_actions, self.lexicon)
            yield from in_steps(goal, action, self.tool_actions, self.lexicon, somebody, tie)

    # ---- one step ----------------------------------------------------------------------

    def _step(self, root: int) -> Iterator[Goal]:
        marks, tree = self.tree.marks, self.tree
        acts = marks[root].role == "ACT"
        action, function = self.action(marks[root])
        objects = list(tree.children(root, "object")) if acts else self._alone(root)
        heads = dict.fromkeys((root, *objects))
        beside = [at for head in heads for at in tree.beside(head)]
        if not (acts or objects) and marks[root].role != "ASK":
            beside = [root, *beside]
        said = [self._beside(at, action, function) for at in beside]
        related = self._owned(without_pointers(said))
        held = action.entity if action else self._held(marks[root])
        things = [self._thing(at, None, held) for at in objects] or [
            Thing(root, EntityRef(type=held), False)
        ]
        creates, own = function is FunctionType.CREATE, held or self._held(marks[root])
        # What exists is not made: with nobody to give it to, something else is made with it.
        told = bool(related or (action and action.entity))
        used = [self._resolved(one.ref) if one.points else one.ref for one in things]
        another = made_with(used, own, told=told) if creates else None
        things += [Thing(root, another, False)] if another is not None else []
        # "it" beside the thing itself is that thing, not another one.
        named, people = self._apart([one for one in things if one.ref.reference != THAT])
        related = (*related, *people)
        makes = creates and not all(one.points for one in things)
        for one in things:
            if one.points and makes:
                used = self._resolved(one.ref)
                update = {"role": "recipient" if self.lexicon.is_person(used.type) else "using"}
                related += (used.model_copy(update=update),) if used.reference == BEFORE else ()
            elif one in (named or things):
                yield self._of_all(self._goal(root, one, related, (action, function)), one.at)

    def _of_all(self, goal: Goal, at: int) -> Goal:
        """`show all books`, `has 5 any books?`: a list of them is wanted."""
        ours, every = goal.object, any(True for _ in self.tree.children(at, "all"))
        told = ours.constraints or ours.identifiers or goal.asked or goal.target_state
        has = goal.function is FunctionType.VERIFY and goal.related and not goal.action_words
        has = has and not told
        if not (has or (every and goal.function is FunctionType.QUERY)):
            return goal
        return goal.model_copy(update={"action": _LIST, "function": FunctionType.QUERY})

    def _apart(self, things: list[Thing]) -> tuple[list[Thing], list[EntityRef]]:
        """`hand 5 a card`: what is handed over, and who gets it, which is said alike."""
        named = [one for one in things if one.ref.identifiers]
        people = [one for one in named if self.lexicon.is_person(one.ref.type)]
        rest = [one for one in things if one not in people]
        if not people or not rest or any(one.ref.identifiers for one in rest):
            return things, []
        return rest, [one.ref.model_copy(update={"role": "recipient"}) for one in people]

    def _held(self, mark: Mark) -> str | None:
        """The thing that a verb without an entry of its own holds in itself; what is no verb, and
        a message that says slots of what was said before, hold none."""
        known = mark.links.get("entity", ()) if mark.role == "ACT" and not self.partial else ()
        return (known[0][0] or None) if known and known[0][1] >= _HOLDS else None

    def _alone(self, root: int) -> list[int]:
        """A mark without an action is the object; among slots it may be somebody besides, or what
        is asked for."""
        mark = self.tree.marks[root]
        beside = self.partial and (mark.tie in BESIDE or mark.role == "ASK")
        return [] if beside else [root]

    def _goal(
        self,
        root: int,
        one: Thing,
        related: tuple[EntityRef, ...],
        does: tuple[Concept | None, FunctionType],
    ) -> Goal:
        action, function = does
        mark, tree = self.tree.marks[root], self.tree
        kind = one.ref.type
        said = [tree.marks[i] for i in self._set(root, one.at)]
        values = [v for each in said for v in self.text.constraints(each, kind)]
        state = next((v for v in values if v.attribute == _STATE), None)
        told = tuple(v for v in values if v is not state)
        below = [root] if mark.role == "ASK" else []
        below += self._below(root, one.at, "ask")
        asked = [_asked(tree.marks[i]) for i in below]
        every = once((*one.ref.constraints, *told))
        if function is FunctionType.CREATE:
            every = tuple(_given(v) for v in every)
        ref = one.ref.model_copy(update={"constraints": most_specific(every, self.lexicon)})
        if _makes(mark, does, ref):
            action, function = None, FunctionType.CREATE
        action, function, ref = self._done(mark, action, function, ref)
        if ref.type is None and function is FunctionType.CREATE:
            made, noun = self.makers.kind(ref.constraints, related), tree.marks[one.at]
            if noun.role != "OBJ" or made in dict(noun.links.get("entity", ())):
                ref = ref.model_copy(update={"type": made})
        if not function.writes and ref.type is None and not ref.identifiers:
            ref, related = checked(ref, related, any(asked))
        if function is FunctionType.VERIFY and (either := _alternatives(ref.constraints)):
            rest = tuple(v for v in ref.constraints if v.attribute not in either)
            ref = ref.model_copy(update={"constraints": rest})
            asked, function = [*asked, *either], FunctionType.QUERY
        count = ref.quantity if ref.quantity is not None else 1
        return Goal(
            id="",
            action=action.name if action else _DEFAULT.get(function, function.value),
            action_words=mark.text if mark.role == "ACT" else self._unmarked()[1],
            function=function,
            object=ref,
            related=related,
            target_state=state,
            quantity=count if function.writes else 1,
            per_each=any(True for _ in self._below(root, one.at, "each")),
            if_none=any(True for _ in self._below(root, one.at, "if_none")),
            asked=tuple(dict.fromkeys(name for name in asked if name)),
            text=self._span(root).text,
            span=self._span(root),
        )

    def _done(
        self, mark: Mark, action: Concept | None, function: FunctionType, ref: EntityRef
    ) -> tuple[Concept | None, FunctionType, EntityRef]:
        """The action as tools do it to such a thing, and the thing as the only kind to which they
        do it."""
        if action is None or function not in _CHANGING or mark.role != "ACT":
            return action, function, ref
        if ref.type is None and (kind := self.tool_actions.kind_of(action.name, ref)) is not None:
            ref = ref.model_copy(update={"type": kind})
        action = self.tool_actions.likely(mark, ref.type, action, self.lexicon)
        return action, action.function or function, ref

    def _counted(self, goal: Goal) -> Goal:
        """`an order of two of item 7`: how many stands with the item, and is the order's own."""
        goal = self._amount(goal)
        counted = [ref for ref in goal.related if (ref.quantity or 1) > 1 and ref.identifiers]
        fits = self.makers.takes(goal.object.type, _QUANTITY)
        if goal.function is not FunctionType.CREATE or len(counted) != 1 or not fits:
            return goal
        ref, ours = counted[0], goal.object
        told_already = any(one.attribute == _QUANTITY for one in ours.constraints)
        if told_already or len(ref.identifiers) > 1 or ref.span is None:
            return goal
        told = Constraint(attribute=_QUANTITY, value=ref.quantity, span=ref.span)
        related = tuple(
            one.model_copy(update={"quantity": None}) if one is ref else one for one in goal.related
        )
        said = ours.model_copy(update={"constraints": (*ours.constraints, told)})
        return goal.model_copy(update={"object": said, "related": related})

    def _amount(self, goal: Goal) -> Goal:
        """`500 points`, `20 of stock`: one act with an amount."""
        ours, count = goal.object, goal.object.quantity or 1
        told = self.lexicon.canonical(Kind.ATTRIBUTE, ours.type) if ours.type else None
        told = _QUANTITY if ours.type in self.makers.measured else told
        fits = told is not None and self.makers.takes(ours.type, told)
        if goal.function is not FunctionType.CREATE or count < 2 or not fits or ours.span is None:
            return goal
        value = Constraint(attribute=told, value=count, span=ours.span)
        constraints = (*ours.constraints, value)
        update = {"constraints": constraints, "quantity": None}
        return goal.model_copy(update={"object": ours.model_copy(update=update), "quantity": 1})

    def _below(self, root: int, at: int, tie: Tie) -> Iterator[int]:
        for head in dict.fromkeys((root, at)):
            yield from self.tree.children(head, tie)

    def _set(self, root: int, at: int) -> Iterator[int]:
        yield from self._below(root, at, "set")
        if self.tree.marks[root].tie == "set":
            yield root
        if self.tree.marks[root].role == "ACT":
            yield from self.tree.children(root, "val")

    def _unmarked(self) -> tuple[Concept | None, str]:
        """`finish it`: the verb of a change in which no action was read, and its words."""
        acts = self.partial or any(mark.role == "ACT" for mark in self.read.marks)
        if acts or self.read.type is not IntentType.OPERATE_DATA:
            return None, ""
        found = ((c, m.text) for m in self.lexicon.scan(self.read.text) for c in m.concepts)
        verbs = {c: words for c, words in found if c.function is FunctionType.OPERATE}
        return next(iter(verbs.items())) if len(verbs) == 1 else (None, "")

    def action(self, mark: Mark) -> tuple[Concept | None, FunctionType]:
        """The action by its spelling, else by what the network takes it for."""
        if mark.role != "ACT":
            told, _ = self._unmarked()
            return told, FunctionType.OPERATE if told else mark.function
        linked = mark.link("action")
        spelled = self.lexicon.lookup(mark.text, Kind.ACTION)
        concept = next((c for c in spelled if c.name == linked), None)
        concept = concept or (self.lexicon.concept(Kind.ACTION, linked) if linked else None)
        concept = concept or next((c for c in spelled if c.function is mark.function), None)
        named = concept.flagged("as:") if concept else None
        concept = (self.lexicon.concept(Kind.ACTION, named) if named else None) or concept
        return concept, (concept.function if concept and concept.function else mark.function)

    def _thing(self, at: int, role: str | None, kind: str | None) -> Thing:
        found = thing(self.tree, at, self.text, role, kind, _NOUNS if self.partial else ROLES)
        bare = found.ref.type is None or self.tree.marks[at].role == "ID"
        if bare and len(found.ref.identifiers) == 1:
            known = self.tool_actions.singled.get(found.ref.identifiers[0].attribute or "")
            kind = known or found.ref.type
            found = replace(found, ref=found.ref.model_copy(update={"type": kind}))
        if found.points:
            found = Thing(at, self._resolved(found.ref), True)
        return replace(found, ref=self.tool_actions.singling(found.ref))

    def _resolved(self, ref: EntityRef) -> EntityRef:
        """What an earlier step speaks of, where it is only pointed at: of its kind, if there is
        one; a pronoun's own kind is a guess."""
        things = self._things_met(ref)
        fitting = [one for one in things or self.met if ref.type in (None, one.type)] or things
        person = self.lexicon.is_person  # both are people, or neither is
        fitting = fitting or [one for one in self.met if person(one.type) is person(ref.type)]
        if not fitting:
            each = any(mark.role == "EACH" for mark in self.read.marks)
            return standing_for(ref, named_in_remarks(self.read, self.text), several=each)
        update = {"type": fitting[-1].type, "made_by": fitting[-1].made_by, "reference": BEFORE}
        return ref.model_copy(update={**update, "identifiers": fitting[-1].identifiers})

    def _things_met(self, ref: EntityRef) -> list[EntityRef]:
        """What a Chinese pronoun may mean that is none for people: no person."""
        said = {one.kind for m in self.lexicon.overlapping(ref.words) for one in m.concepts}
        if not is_ideograph(ref.words[:1]) or said & {Kind.ENTITY, Kind.MARKER}:
            return []
        return [one for one in self.met if not self.lexicon.is_person(one.type)]

    def _owned(self, related: tuple[EntityRef, ...]) -> tuple[EntityRef, ...]:
        """`take it off 5`, with nobody else beside it: it is 5's."""
        if len(related) != 1 or related[0].role != "source":
            return related
        person = self.lexicon.is_person(related[0].type)
        return (related[0].model_copy(update={"role": "owner"}),) if person else related

    def _beside(self, at: int, action: Concept | None, function: FunctionType) -> EntityRef:
        mark = self.tree.marks[at]
        found = self._thing(at, None, None).ref
        return found.model_copy(update={"role": self._role(mark.tie, found, action, function)})

    def _role(
        self, tie: str, ref: EntityRef, action: Concept | None, function: FunctionType
    ) -> str | None:
        if tie in _ROLES:
            return _ROLES[tie]
        person = self.lexicon.is_person(ref.type)
        if tie == "to":
            relates = action is not None and "relates" in action.flags
            hands = function is FunctionType.CREATE or (action and "recipient" in action.flags)
            return "new" if relates and not person else "recipient" if hands or person else "target"
        return "owner" if person else "parent"

    def _span(self, root: int) -> Span:
        every = self._whole(root)
        start, end = begun(self.read, min(m.start for m in every)), max(m.end for m in every)
        return Span(start=start, end=end, text=self.read.text[start:end])

    def _whole(self, root: int) -> list[Mark]:
        below = (mark for at in self.tree.children(root) for mark in self._whole(at))
        return [self.tree.marks[root], *below]


def _asked(mark: Mark) -> str | None:
    """The attribute that is asked for, where the word is likely to be one."""
    known = mark.links.get("attribute")
    return (known[0][0] or None) if known and known[0][1] >= _HOLDS else None


def _makes(mark: Mark, does: tuple[Concept | None, FunctionType], ref: EntityRef) -> bool:
    """`put three new ones on the shelf`: made are those that nothing names or gives somebody."""
    named = ref.identifiers or ref.reference or ref.made_by or ref.quantity is None
    given = does[0] is not None and "recipient" in does[0].flags
    made = mark.role == "ACT" and mark.function is FunctionType.CREATE
    return made and does[1] is FunctionType.OPERATE and not (named or given)


def _given(told: Constraint) -> Constraint:
    """`20 off orders over 50`: of what is being made a bound is the value itself."""
    bounds = told.attribute is not None and told.operator in _BOUNDS
    return told.model_copy(update={"operator": "eq"}) if bounds else told


def _alternatives(told: Sequence[Constraint]) -> list[str]:
    """Attributes for which two values are offered: "open or closed" asks which one it is."""
    equal = [v.attribute for v in told if v.attribute is not None and v.operator == "eq"]
    return [name for name in dict.fromkeys(equal) if equal.count(name) > 1]
