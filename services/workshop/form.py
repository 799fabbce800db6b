"""The parsed form of a tool, field by field: what it says, who said so and how surely, and what a
person may put there instead."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias, cast

from pipelines.messages import Language, say
from pipelines.messages.labels import action_label, attribute_label, entity_label, role_label
from services.governing import RegistryView
from services.overlay import check_edit
from services.registry import Known
from services.registry_reports import Report
from tool_registry.base.caller import Scope
from tool_registry.base.confidence import GUESS
from tool_registry.base.types import Effect, FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Discriminator, RawTool, Slot, StateChange, ToolEssentialModel, Yield
from tool_registry.parsing.description_terms import groups
from tool_registry.parsing.enums import spoken
from tool_registry.parsing.reading import read_tool
from tool_registry.parsing.schema import Schema
from tool_registry.stores.permissions import Verb, may
from tool_registry.stores.rows import Edit
from tool_registry.stores.space import Space
from tool_registry.vocabulary.bilingual import translations
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

By: TypeAlias = Literal["declared", "rule", "model", "person", "learned"]
Shape: TypeAlias = Literal["text", "choice", "open", "words", "flag", "pairs"]
"""`choice`: one of a closed set; `open`: one word, known ones are proposed; `words`: several of
them; `pairs`: `attribute=value`."""
Set: TypeAlias = Literal[
    "function", "effect", "environment", "action", "entity", "attribute", "role"
]
_WHOLE: tuple[tuple[str, Shape, Set | None], ...] = (
    ("title", "text", None),
    ("other_title", "text", None),
    ("summary", "text", None),
    ("function", "choice", "function"),
    ("actions", "words", "action"),
    ("objects", "words", "entity"),
    ("discriminators", "pairs", None),
    ("environments", "words", "environment"),
    ("effect", "choice", "effect"),
    ("destructive", "flag", None),
    ("undo", "words", None),
    ("replacements", "words", None),
    ("troubleshooting", "text", None),
    ("author", "text", None),
)
_SLOT: tuple[tuple[str, Shape, Set | None], ...] = (
    ("entity", "open", "entity"),
    ("attribute", "open", "attribute"),
    ("role", "open", "role"),
    ("unit", "open", None),
    ("required", "flag", None),
    ("description", "text", None),
)
_YIELD = tuple(one for one in _SLOT if one[0] != "required")
_DECLARED = frozenset(
    {
        "title", "other_title", "summary", "author", "troubleshooting", "replacements", "required",
        "description",
    }
)  # fmt: skip
"""What its author says, where nobody has said otherwise."""
_WORDS = ("title", "summary")
_VERBS: tuple[Verb, ...] = ("edit", "submit", "approve", "decide", "publish")


class Option(Report):
    """A value of a set, and what it is called."""

    value: str
    label: str


class FormField(Report):
    """One field of the form."""

    path: str
    """As an edit names it: `function`, `needs.buyer.id.entity`."""
    name: str
    shape: Shape
    options: Set | None
    """The set from which it is chosen."""
    value: JsonValue
    by: By
    confidence: float
    """0 to 1: how a parser ranks its own reading, to tell what to look at; no probability."""
    edited_by: str | None = None
    edited_at: float | None = None
    parsed: JsonValue = None
    """What stands there without the person's word; where there is one."""


class FormPart(Report):
    """One argument, or one value of the result."""

    path: str
    type: str
    description: str
    declared: dict[str, JsonValue]
    """What its source's schema says of it: its choices, its form, its limits."""
    fields: tuple[FormField, ...]


class Form(Report):
    """A tool as it was understood."""

    whole: tuple[FormField, ...]
    needs: tuple[FormPart, ...]
    yields: tuple[FormPart, ...]
    states: tuple[str, ...]
    """What it wants to hold before and what holds after it, in words."""
    options: dict[Set, tuple[Option, ...]]
    may: tuple[Verb, ...]
    """What the caller may do to it; `publish`: into the public pool."""


async def form_of(view: RegistryView, known: Known, language: Language) -> Form:
    """The form of one tool, whether it is in use or not."""
    catalogue = await view.catalogue([known])
    tool = catalogue.tools[known.raw.id]
    edits = {one.path: one for one in view.registry.stores.edits.visible(view.caller, tool.id)}
    plain = _as_read(view, catalogue, tool.id) if edits else tool
    fields = _Fields(tool, plain, edits, bool(known.raw.environments), catalogue.lexicon)
    return _form(view, known.raw, catalogue, fields, _may(view, known), language)


def form_submitted(
    view: RegistryView,
    raw: RawTool,
    catalogues: tuple[Catalogue, Catalogue],
    edits: Iterable[Edit],
    language: Language,
) -> Form:
    """The same of a tool as it was submitted, to read only; `catalogues`: with and without what
    people had set."""
    tool, plain = (each.tools[raw.id] for each in catalogues)
    held = {one.path: one for one in edits}
    fields = _Fields(tool, plain, held, bool(raw.environments), catalogues[0].lexicon)
    return _form(view, raw, catalogues[0], fields, (), language)


def _form(
    view: RegistryView,
    raw: RawTool,
    catalogue: Catalogue,
    fields: "_Fields",
    may: tuple[Verb, ...],
    language: Language,
) -> Form:
    tool, plain = fields.tool, fields.plain
    read = read_tool(raw, view.registry.environments)
    needs, yields = ({one.path: one.schema for one in part} for part in (read.inputs, read.outputs))
    return Form(
        whole=tuple(fields.of(_WHOLE, tool, plain, "")),
        needs=tuple(fields.parts("needs", tool.needs, plain.needs, _SLOT, needs)),
        yields=tuple(fields.parts("yields", tool.yields, plain.yields, _YIELD, yields)),
        states=tuple(_states(tool, catalogue, language)),
        options=_options(view, catalogue.lexicon, language),
        may=may,
    )


def _as_read(view: RegistryView, catalogue: Catalogue, id: str) -> ToolEssentialModel:
    """The tool before anybody has set anything, beside the very tools that it stands beside: what
    it was taken for depends on their words."""
    raws = [one.raw for one in view.known if one.raw.id in catalogue.tools]
    return view.registry.parsed(raws, catalogue.documents).tools[id]


async def correct(view: RegistryView, known: Known, path: str, value: JsonValue) -> None:
    """A person's word on a field of a tool, in use or not; Refused where it has no such field, or
    that cannot be its value."""
    catalogue = await view.catalogue([known])
    check_edit(catalogue.tools[known.raw.id], path, value)
    await view.registry.edit(view.caller, known.raw.id, path, value)


class _Fields:
    def __init__(
        self,
        tool: ToolEssentialModel,
        plain: ToolEssentialModel,
        edits: Mapping[str, Edit],
        ticked: bool,
        lexicon: Lexicon,
    ) -> None:
        self.tool, self.plain, self.edits, self.ticked = tool, plain, edits, ticked
        self.lexicon = lexicon

    def parts(
        self,
        part: Literal["needs", "yields"],
        items: Iterable[Slot | Yield],
        plain: Iterable[Slot | Yield],
        told: tuple[tuple[str, Shape, Set | None], ...],
        declared: Mapping[str, Schema],
    ) -> Iterator[FormPart]:
        before = {one.path: one for one in plain}
        for one in items:
            if isinstance(one, Slot) and one.hidden:
                continue
            found = self.of(told, one, before.get(one.path, one), f"{part}.{one.path}.")
            yield FormPart(
                path=one.path,
                type=one.type,
                description=one.description,
                declared=dict(declared.get(one.path, {})),
                fields=tuple(found),
            )

    def of(
        self,
        told: tuple[tuple[str, Shape, Set | None], ...],
        item: ToolEssentialModel | Slot | Yield,
        plain: ToolEssentialModel | Slot | Yield,
        prefix: str,
    ) -> Iterator[FormField]:
        for name, shape, options in told:
            path = f"{prefix}{name}"
            by, confidence = self._filled(path, name, item)
            edit = self.edits.get(path)
            yield FormField(
                path=path,
                name=name,
                shape=shape,
                options=options,
                value=as_json(getattr(item, name)),
                by=by,
                confidence=confidence,
                edited_by=edit.who if edit else None,
                edited_at=edit.at if edit else None,
                parsed=as_json(getattr(plain, name)) if edit else None,
            )

    def _filled(
        self, path: str, name: str, item: ToolEssentialModel | Slot | Yield
    ) -> tuple[By, float]:
        """Who filled a field: what has no entry of its own was filled with what it is part of."""
        found = self.tool.filled_by.get(path)
        if path == "environments" and self.ticked and (found is None or found.by == "rule"):
            # Whoever imports a source says in which environments it is called.
            return "person", 1.0
        if found is not None:
            return found.by, found.confidence
        if isinstance(item, ToolEssentialModel):
            return self._of_whole(name, item), 1.0
        if name in _DECLARED:
            return "declared", 1.0
        if name == "attribute" and isinstance(item, Slot) and _means_nothing(item):
            return "rule", 0.0
        part = self.tool.filled_by.get(path.partition(".")[0])
        guessed = name == "attribute" and _is_called_otherwise(item, self.lexicon)
        by: By = part.by if part is not None else "rule"
        return by, min(item.confidence, GUESS) if guessed else item.confidence

    def _of_whole(self, name: str, tool: ToolEssentialModel) -> By:
        """Words that only repeat the program's name are no author's."""
        told = str(getattr(tool, name))
        repeated = name in _WORDS and split_identifier(told) == split_identifier(tool.name)
        return "declared" if name in _DECLARED and not repeated else "rule"


def _is_called_otherwise(item: Slot | Yield, lexicon: Lexicon) -> bool:
    """True where plain English words of its own (`rack`) are no name of what a description has it
    taken for ("Rack code such as B-12": a code): a guess, and its author may mean another thing."""
    words = split_identifier(item.key)
    concept = lexicon.concept(Kind.ATTRIBUTE, item.attribute or "")
    if concept is None or not item.description.isascii() or not all(map(translations, words)):
        return False
    names = {word for name in (concept.name, *concept.surfaces) for word in split_identifier(name)}
    return not names.intersection(words)


def _means_nothing(slot: Slot) -> bool:
    """True for an argument that nobody has understood; what the program itself fills needs no
    understanding."""
    own = slot.environment or slot.idempotency_key or slot.sentence
    return slot.attribute is None and not own


def as_json(value: object) -> JsonValue:
    """A field of a tool as JSON has it; what tells it from its twins as `attribute=value`."""
    if isinstance(value, tuple):
        return [as_json(one) for one in cast("tuple[object, ...]", value)]
    if isinstance(value, Discriminator):
        return f"{value.attribute}={value.value}" if value.attribute else value.value
    return value.value if isinstance(value, FunctionType | Effect) else value


def _states(tool: ToolEssentialModel, catalogue: Catalogue, language: Language) -> Iterator[str]:
    for one in tool.states:
        thing = entity_label(catalogue.lexicon, one.entity, language)
        name = attribute_label(catalogue.lexicon, one.attribute, language)
        of = say(language, "common.of", thing=thing, name=name)
        before = " / ".join(_own_word(tool, catalogue, one, word) for word in one.before)
        after = _own_word(tool, catalogue, one, one.after) if one.after else ""
        if before and after:
            yield say(language, "workshop.state_change", of=of, before=before, after=after)
        elif before:
            yield say(language, "workshop.state_wants", of=of, before=before)
        else:
            yield say(language, "workshop.state_leaves", of=of, after=after)


def _own_word(
    tool: ToolEssentialModel, catalogue: Catalogue, change: StateChange, state: str
) -> str:
    """The state as the tool's own source calls it: other sources may have another word for it."""
    if fold(state) in fold(tool.description):
        return state
    told = (
        spoken(raw) or raw
        for other in catalogue.tools.values()
        if other.source == tool.source
        for part in (*other.needs, *other.yields)
        if (part.entity, part.attribute) == (change.entity, change.attribute)
        for raw, words in part.values.items()
        if state in words
    )
    return next(told, state)


def _options(
    view: RegistryView, lexicon: Lexicon, language: Language
) -> dict[Set, tuple[Option, ...]]:
    places = view.registry.environments
    called = {
        "action": (Kind.ACTION, action_label),
        "entity": (Kind.ENTITY, entity_label),
        "attribute": (Kind.ATTRIBUTE, attribute_label),
    }
    found: dict[Set, tuple[Option, ...]] = {
        "function": _all((one, say(language, f"consult.do_{one}")) for one in FunctionType),
        "effect": _all((one, say(language, f"workshop.effect_{one}")) for one in Effect),
        "environment": _all((name, places.label(name, language)) for name in places.names),
    }
    roles = (name for name, _ in groups("naming", "roles"))
    found["role"] = _all((one, role_label(lexicon, one, language)) for one in roles)
    names: tuple[Set, ...] = ("action", "entity", "attribute")
    for name in names:
        kind, label = called[name]
        concepts = lexicon.concepts_of(kind)
        found[name] = _all((one.name, label(lexicon, one.name, language)) for one in concepts)
    return found


def _all(pairs: Iterable[tuple[str, str]]) -> tuple[Option, ...]:
    return tuple(Option(value=str(value), label=label) for value, label in pairs)


def _may(view: RegistryView, known: Known) -> tuple[Verb, ...]:
    rows = view.registry.stores.sources.visible(view.caller)
    by = next((row.created_by for row in rows if row.id == known.raw.source), None)
    space, caller = known.state.space, view.caller
    # Whoever may take a tool into use in its own space may not always let it out of there.
    public = may(caller, "publish", Space.of(caller, Scope.PUBLIC), caller.user)
    closed = () if public else ("publish",)
    return tuple(verb for verb in _VERBS if verb not in closed and may(caller, verb, space, by))
