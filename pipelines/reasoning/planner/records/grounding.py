"""Which existing records a goal means: by name, by what and whose they are, by order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import Constraint, EntityRef, Identifier, Span
from pipelines.messages import listed
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.records.field_matching import FieldMatcher
from pipelines.reasoning.planner.records.partial_plan import PartialPlan, Unplannable, words_of
from pipelines.reasoning.planner.records.reading import RecordReader, Row, values_of
from tool_registry.base.types import JsonValue
from tool_registry.graph.resources import Field, Resource, Resources
from tool_registry.graph.resources.api_terms import spoken, words
from tool_registry.graph.resources.fields import name_of
from tool_registry.model import Yield
from tool_registry.vocabulary.bilingual import translations
from tool_registry.vocabulary.text import fold

ENDS = ("first", "last")
_SHOWN = 6
Same = Callable[[str, str], bool]
_LEVELS: tuple[tuple[bool, Same], ...] = (
    (False, lambda held, said: held == said),
    (False, lambda held, said: fold(held) == fold(said)),
    (True, lambda held, said: held == said),
)
"""(any field, whether it is the same): by what it is called, capitals or not, then by any field."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """Finds records while planning."""

    problem: Problem
    resources: Resources
    reader: RecordReader
    matcher: FieldMatcher
    plan: PartialPlan

    # ---- kinds

    def kinds(self, ref: EntityRef) -> Sequence[Resource]:
        """The resources whose records a thing can be, by its entity or by its words."""
        found = self.resources.named(ref.type)
        if found or (ref.type is not None and not ref.words):
            return found or self._called(ref.type or "")
        return self._called(ref.type or "") or self._called(ref.words)

    def _called(self, said: str) -> list[Resource]:
        """By the noun that the words end with, in either language."""
        folded = fold(said)
        if not folded:
            return []
        names = {spoken(folded), spoken(folded.rpartition(" ")[2])}
        names |= {fold(w) for name in (*names, folded) for w, far in translations(name) if far <= 1}
        return [one for one in self.resources.by_key.values() if one.noun in names]

    def kind(self, ref: EntityRef) -> Resource:
        """The resource whose records it is; Unplannable where there is none."""
        found = self.kinds(ref)
        if not found:
            raise self.plan.unplannable("no_tool", "no_kind", words=ref.words or ref.type or "")
        return min(found, key=lambda one: (one.key.count("{}"), -len(one.operations), len(one.key)))

    def resource_of(self, made: str) -> Resource:
        """The resource of a record that the plan makes, by whatever tool."""
        state = self.plan.state
        maker = next(one.tool.id for one in state.drafts if one.target == made)
        if (operation := self.resources.by_tool.get(maker)) is not None:
            return self.resources.by_key[operation.resource]
        return self.kind(EntityRef(type=state.instances[made].entity))

    # ---- records

    async def only(
        self, ref: EntityRef, resource: Resource, whose: Sequence[EntityRef] = ()
    ) -> Row:
        """The one record that is meant; Unplannable, with a question that names several."""
        rows = await self.rows(ref, resource, ref.constraints, whose)
        if len(rows) > 1:
            raise self.several(rows, ref, resource)
        return rows[0]

    def several(self, rows: Sequence[Row], ref: EntityRef, resource: Resource) -> Unplannable:
        """The question which of these is meant."""
        language = self.problem.intent.language
        return self.plan.unplannable(
            "ambiguous",
            "which_of",
            ask=True,
            name=words_of(ref)[0],
            thing=self.plan.spoken(resource),
            count=len(rows),
            choices=listed(language, (row.label for row in rows[:_SHOWN])),
        )

    async def rows(
        self,
        ref: EntityRef,
        resource: Resource,
        described: Sequence[Constraint],
        whose: Sequence[EntityRef] = (),
    ) -> list[Row]:
        """The records that are as described; Unplannable where there is none."""
        rows = await self.found(ref, resource, described, whose)
        if rows:
            return rows
        name, thing = words_of(ref)[0], self.plan.spoken(resource)
        if self.reader.failed:
            raise self.plan.unplannable("data", "unreadable", why=self.reader.failed[-1])
        raise self.plan.unplannable("data", "not_found", thing=thing, name=name)

    async def found(
        self,
        ref: EntityRef,
        resource: Resource,
        described: Sequence[Constraint],
        whose: Sequence[EntityRef] = (),
    ) -> list[Row]:
        """The records that are as described; none where there is none."""
        if not (ref.identifiers or described or ref.reference or whose):
            thing = self.plan.spoken(resource)
            raise self.plan.unplannable("missing", "which", ask=True, thing=thing)
        remembered = self._remembered(ref, resource)
        if remembered is not None:
            ref = ref.model_copy(update={"identifiers": (*ref.identifiers, remembered)})
        owners = [(one, await self._owner(one)) for one in whose]
        plain = [one for one in described if one.operator not in ENDS]
        rows = await self._named(ref, resource, plain, [row for _, row in owners])
        return self._at_ends(rows, described, resource)

    def _remembered(self, ref: EntityRef, resource: Resource) -> Identifier | None:
        """What the conversation speaks of, where the request only points at it."""
        if ref.identifiers or ref.reference is None:
            return None
        for item in self.problem.memory:
            own = item.entity in (resource.entity, ref.type)
            if own and item.environment == self.problem.environment and "id" in item.attributes:
                span = words_of(ref)[1]
                return Identifier(attribute="id", value=item.attributes["id"], span=span)
        return None

    async def _owner(self, ref: EntityRef) -> Row:
        """Whose record is meant; for an unknown kind the one resource that has such a record."""
        kinds = self.kinds(ref) if ref.type or ref.words else ()
        if kinds:
            return await self.only(ref, self.kind(ref))
        for resource in self.resources.by_key.values():
            if "{}" not in resource.key and await self.found(ref, resource, ref.constraints):
                return await self.only(ref, resource)
        return await self.only(ref, self.kind(ref))

    async def _named(
        self,
        ref: EntityRef,
        resource: Resource,
        plain: Sequence[Constraint],
        owners: Sequence[Row],
    ) -> list[Row]:
        whose = _of_owners(resource, owners)
        self._can_tell(plain, resource)
        unseen = _unseen(ref, resource)
        if unseen is not None and not plain:
            return [unseen]
        direct = await self._by_id(ref, resource)
        fits = self._fits_all(plain, resource, owners, whose)
        if direct is not None and fits(direct):
            return [direct]
        hint = ref.identifiers[0].value if ref.identifiers else None
        for anywhere, same in _LEVELS:

            def is_it(row: Row, anywhere: bool = anywhere, same: Same = same) -> bool:
                said = all(self._is_called(row, i, anywhere, same) for i in ref.identifiers)
                return said and fits(row)

            found = await self.reader.find(resource, is_it, hint, whose)
            if found or not ref.identifiers:
                return found
        if plain or resource.of("read") or any(not one.owners for one in resource.lists):
            return []
        # Only those of somebody are listed, and nobody was named: it is as it is called.
        named = _as_named(ref, resource)
        return [named] if named is not None else []

    def _fits_all(
        self,
        plain: Sequence[Constraint],
        resource: Resource,
        owners: Sequence[Row],
        whose: Mapping[str, JsonValue],
    ) -> Callable[[Row], bool]:
        listed = {o.target for one in resource.lists for o in one.owners if o.path in whose}
        rest = [one for one in owners if one.resource.key not in listed]

        def fits(row: Row) -> bool:
            fields = fields_of(row)
            return all(self.matcher.is_so(one, row, fields) for one in plain) and all(
                belongs(row, owner) for owner in rest
            )

        return fits

    def _can_tell(self, plain: Sequence[Constraint], resource: Resource) -> None:
        """Nothing is passed over that no field of the records tells."""
        fields = list(resource.fields.values())
        for one in plain if fields else ():
            named = self.matcher.named(one.attribute, fields) if one.attribute else []
            named = [field for field in named if tells(field, one)]
            if not named and (one.attribute or not self.matcher.by_value_told(one, fields)):
                thing, value = self.plan.spoken(resource), str(one.value)
                part = self.plan.attribute(one.attribute) if one.attribute else value
                raise self.plan.unplannable(
                    "dropped_words", "no_field", thing=thing, part=part, value=value
                )

    async def _by_id(self, ref: EntityRef, resource: Resource) -> Row | None:
        """The record that a bare identifier names, by the tool that shows one."""
        for one in ref.identifiers:
            said = one.attribute is None or spoken(one.attribute) in (
                "id",
                spoken(resource.id_place[-1]),
            )
            if said and (one.attribute is not None or _is_code(one.value)):
                return await self.reader.one(resource, one.value)
        return None

    def _is_called(self, row: Row, said: Identifier, anywhere: bool, same: Same) -> bool:
        id = row.id
        plain = said.attribute is None or spoken(said.attribute) in words("naming")
        if said.attribute in (None, "id") and id is not None and same(str(id), said.value):
            return True
        if said.attribute not in (None, "id"):
            own = self.matcher.named(said.attribute, fields_of(row))
            if own and any(same(str(row.values.get(f.place)), said.value) for f in own):
                return True
        if plain and any(same(name, said.value) for _, name in row.names()):
            return True
        texts = (v for v in row.values.values() if isinstance(v, str))
        return plain and anywhere and any(same(text, said.value) for text in texts)

    def _at_ends(
        self, rows: list[Row], described: Sequence[Constraint], resource: Resource
    ) -> list[Row]:
        """The newest, the first: by the time that tells of their making, else by their number."""
        for one in described:
            if one.operator in ENDS and rows:
                count = int(str(one.value or 1))
                ordered = sorted(rows, key=self._order(rows, one, resource))
                rows = ordered[:count] if one.operator == "first" else ordered[-count:]
        return rows

    def _order(
        self, rows: Sequence[Row], said: Constraint, resource: Resource
    ) -> Callable[[Row], tuple[float, str]]:
        fields = fields_of(rows[0])
        told = self.matcher.named(said.attribute, fields) if said.attribute else _times(fields)
        if told:
            return lambda row: _sortable(row.values.get(told[0].place))
        if all(str(row.id).isdigit() for row in rows):
            return lambda row: (float(str(row.id)), "")
        raise self.plan.unplannable(
            "missing", "no_order", ask=True, thing=self.plan.spoken(resource)
        )


def tells(field: Field, said: Constraint) -> bool:
    """False for a number whose codes nobody explains, where a word is said of it."""
    number = field.told.type in ("integer", "number") and not field.told.values
    word = isinstance(said.value, str) and not any(map(str.isdigit, said.value))
    return not (number and word)


def _is_code(value: str) -> bool:
    """True for what may be an id, and is no name of plain words."""
    return any(map(str.isdigit, value)) and not any(map(str.isspace, value))


def _unseen(ref: EntityRef, resource: Resource) -> Row | None:
    """The record as it is named, where no tool shows such records: whoever takes the name finds out
    whether it is there."""
    return None if resource.of("read", "list") else _as_named(ref, resource)


def _as_named(ref: EntityRef, resource: Resource) -> Row | None:
    named = [one for one in ref.identifiers if one.attribute in (None, "id")]
    if len(named) != 1 or not _is_code(named[0].value):
        return None
    return Row(resource, {resource.id_place: named[0].value}, "")


def _times(fields: Sequence[Field]) -> list[Field]:
    names = {spoken(one.place[-1]): one for one in reversed(fields)}
    attributes = {one.told.attribute: one for one in fields if one.told.attribute == "created_at"}
    return [*attributes.values(), *(names[name] for name in words("times") if name in names)][:1]


def _sortable(value: JsonValue) -> tuple[float, str]:
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
    return (float(number), str(value or ""))


def fields_of(row: Row) -> list[Field]:
    """What its resource is told to hold, and whatever else the record shows."""
    known = row.resource.fields
    return [*known.values(), *(_undeclared(p) for p in row.values if p not in known)]


def _undeclared(place: tuple[str, ...]) -> Field:
    name, wants, refers = name_of(place)
    return Field(place, name, Yield(path=".".join(place)), wants=wants, refers=refers)


def belongs(row: Row, owner: Row) -> bool:
    """True where a field of one of them refers to the other: a visit of a pet names the pet, and
    whoever asks for the pet of a visit means that one."""
    own = any(one.target == owner.resource.key for one in row.resource.fields.values())
    if own or row.resource.key == owner.resource.key:
        return _refers(row, owner)
    return _refers(owner, row)


def _refers(row: Row, other: Row) -> bool:
    for one in row.resource.fields.values():
        if one.target == other.resource.key:
            held = row.values.get(one.place)
            ids = {str(other.wanted(one.wants)), str(other.id), *(n for _, n in other.names())}
            if any(str(value) in ids for value in values_of(held)):
                return True
    return False


def _of_owners(resource: Resource, owners: Sequence[Row]) -> dict[str, JsonValue]:
    """By parameter of its lists: the owners that they are asked for."""
    found: dict[str, JsonValue] = {}
    for one in (o for listing in resource.lists for o in listing.owners):
        own = [row for row in owners if row.resource.key == one.target]
        if own:
            found.setdefault(one.path, own[0].wanted(one.wants))
    return found


def describing(constraints: Sequence[Constraint], ref: EntityRef) -> Iterator[Constraint]:
    """The values that tell which thing is meant: they stand in the words for it.

    What is said outside of these words is what it shall have, and so is what stands behind its id:
    that singles it out already."""
    named = max(
        (one.span.end for one in ref.identifiers if one.attribute in (None, "id")), default=0
    )
    for one in constraints:
        behind = 0 < named <= one.span.start and one.attribute != "status"
        within = ref.span is not None and _within(one.span, ref.span)
        if one.operator in ENDS or (within and not behind):
            yield one


def _within(one: Span, whole: Span) -> bool:
    return one.end > one.start and whole.start <= one.start and one.end <= whole.end
