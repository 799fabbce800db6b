"""What the registry knows of a pool's tools beyond their sources' words: who may use them, edits,
and what runs have shown. It is laid over the parsed catalogue."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipelines.contracts.lessons import Lesson, taught
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.confidence import GUESS
from tool_registry.base.types import JsonValue, Object
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool, ToolEssentialModel
from tool_registry.parsing.edits import Edit as FieldEdit
from tool_registry.parsing.edits import EditError, apply_edits
from tool_registry.parsing.filling import Fill, apply_fills, text_hash
from tool_registry.parsing.learning import OBSERVED, apply_learned
from tool_registry.stores.errors import Refused
from tool_registry.stores.rows import Edit, Findings, Learned

if TYPE_CHECKING:
    from tool_registry.stores.store import RegistryStore

_COUNTS = (1, 2, 5, 10, 20)
"""Evidence counts in steps, so that not every result makes another parse."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What counts for one caller."""

    closed: frozenset[str]
    """Ids of tools that are not in the pool."""
    own: Mapping[str, Scope]
    """The caller's project and personal tools."""
    edits: tuple[Edit, ...]
    fills: tuple[Findings, ...]
    """What a model said of fields that the rules left open; edits win over it."""
    learned: tuple[Learned, ...]
    served: Mapping[str, tuple[str, ...]]
    """Tools → requests that they have served."""
    priors: Mapping[str, float]
    """Tools that were used → how likely a call succeeds, in tenths: what settles ties shall not
    change with every run."""

    @classmethod
    def of(cls, stores: "RegistryStore", caller: Caller, sources: Collection[str]) -> "Overlay":
        """As the store has it now for these sources."""
        return cls(
            stores.tools.closed(caller, sources),
            stores.tools.narrower(caller),
            tuple(stores.edits.visible(caller)),
            kept_fills(stores, caller),
            tuple(stores.learned.visible(caller)),
            stores.requests.visible(caller),
            {one.tool: round(one.prior, 1) for one in stores.usage.visible(caller)},
        )

    def pool(self, offered: Iterable[RawTool]) -> list[RawTool]:
        """The tools that the caller may use, with what their results have shown; of the same one
        in several spaces the first."""
        pool: dict[tuple[str, str], RawTool] = {}
        shown = _schemas(self.learned)
        for tool in offered:
            if tool.id not in self.closed:
                known = apply_learned(tool, shown[tool.id]) if tool.id in shown else tool
                pool.setdefault((tool.source.partition("@")[0], tool.name), known)
        return list(pool.values())

    @property
    def learned_outputs(self) -> JsonValue:
        """What of the parse depends on results."""
        return _schemas(self.learned)

    def laid_on(self, catalogue: Catalogue) -> Catalogue:
        """The catalogue with own tools preferred, success and lessons of runs, and edits."""
        told = (self.own, self.edits, self.fills, self.learned, self.served, self.priors)
        if not any(told):
            return catalogue
        tools = dict(catalogue.tools)
        changes: tuple[tuple[str, Mapping[str, object]], ...] = (
            ("preferred", dict.fromkeys(self.own, True)),
            ("prior", self.priors),
            ("served", self.served),
        )
        for field_name, values in changes:
            for id in values.keys() & tools.keys():
                tools[id] = tools[id].model_copy(update={field_name: values[id]})
        for one in self.fills:
            if one.tool in tools and text_hash(tools[one.tool]) == one.hash:
                said = map(Fill.model_validate, one.found)
                tools[one.tool] = apply_fills(tools[one.tool], said)
        for id, lessons in _by_tool(self.learned).items():
            if id in tools:
                tools[id] = taught(tools[id], lessons)
        return with_edits(replace(catalogue, tools=MappingProxyType(tools)), self.edits)


def with_edits(catalogue: Catalogue, edits: Iterable[Edit]) -> Catalogue:
    """The catalogue with what people have said of its tools; edits of other tools do nothing."""
    own = [edit for edit in edits if edit.tool in catalogue.tools]
    if not own:
        return catalogue
    tools = dict(catalogue.tools)
    for edit in own:
        tools[edit.tool] = _edited_or_not(tools[edit.tool], edit)
    return replace(catalogue, tools=MappingProxyType(tools))


def kept_fills(stores: "RegistryStore", caller: Caller) -> tuple[Findings, ...]:
    """What a model said of open fields of the tools that the caller sees."""
    found = stores.findings.visible(caller)
    return tuple(one for one in found if one.kind == "model_fills" and one.found)


def check_edit(tool: ToolEssentialModel, path: str, value: JsonValue) -> None:
    """Refused, naming the field and what is wrong, where the edit cannot be applied."""
    try:
        apply_edits(tool, [FieldEdit(field=path, value=value)])
    except EditError as error:
        raise Refused(str(error)) from error


def declares_outputs(tool: ToolEssentialModel) -> bool:
    """True where the source tells what comes back; a parser's guess is no such word."""
    filled = tool.filled_by.get("yields")
    told = filled is None or filled.by != "learned"
    return told and any(one.confidence > GUESS for one in tool.yields)


def _by_tool(learned: Iterable[Learned]) -> dict[str, list[Lesson]]:
    """What tools' complaints taught of their arguments, by tool."""
    found: dict[str, list[Lesson]] = {}
    for one in learned:
        if one.kind == "lesson":
            found.setdefault(one.tool, []).append(Lesson(tool=one.tool, **one.what))
    return found


def _schemas(learned: Iterable[Learned]) -> dict[str, Object]:
    """What results looked like, by tool, as the parser takes it."""
    return {
        one.tool: {**one.what, OBSERVED: max(n for n in _COUNTS if n <= max(one.evidence, 1))}
        for one in learned
        if one.kind == "output"
    }


def _edited_or_not(tool: ToolEssentialModel, edit: Edit) -> ToolEssentialModel:
    """A source may have changed so that an edit no longer fits; then it waits until it does."""
    try:
        return apply_edits(tool, [FieldEdit(field=edit.path, value=edit.value)])
    except EditError:
        return tool
