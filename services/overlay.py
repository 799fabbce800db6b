"""What the registry knows of a pool's tools beyond their sources' words: who may use them, edits,
and what runs have shown. It is laid over the parsed catalogue."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from pydantic import ValidationError

from tool_registry.base.caller import Caller, Scope
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Filled, RawTool, ToolEssentialModel, Yield
from tool_registry.parsing.meaning import GUESS
from tool_registry.stores.errors import Refused
from tool_registry.stores.rows import Edit, Learned

if TYPE_CHECKING:
    from tool_registry.stores.store import RegistryStore

_LISTS = ("needs", "yields")
"""Fields whose parts go by their `path`."""
_FIXED = {"id", "source", "name", "call", "content_hash", "filled_by", "input_schema"}
"""What is the source's, not a person's, to say."""
_LEARNED = 0.6
"""How sure an output is that results have shown."""
Object = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Overlay:
    """What counts for one caller."""

    closed: frozenset[str]
    """Ids of tools that are not in the pool."""
    own: Mapping[str, Scope]
    """The caller's project and personal tools."""
    edits: tuple[Edit, ...]
    learned: tuple[Learned, ...]

    @classmethod
    def of(cls, stores: "RegistryStore", caller: Caller, sources: Collection[str]) -> "Overlay":
        """As the store has it now for these sources."""
        return cls(
            stores.tools.closed(caller, sources),
            stores.tools.narrower(caller),
            tuple(stores.edits.visible(caller)),
            tuple(stores.learned.visible(caller)),
        )

    def pool(self, offered: Iterable[RawTool]) -> list[RawTool]:
        """The tools that the caller may use; of the same one in several spaces the first."""
        pool: dict[tuple[str, str], RawTool] = {}
        for tool in offered:
            if tool.id not in self.closed:
                pool.setdefault((tool.source.partition("@")[0], tool.name), tool)
        return list(pool.values())

    def laid_on(self, catalogue: Catalogue) -> Catalogue:
        """The catalogue with own tools preferred, learned outputs added and edits applied."""
        if not (self.own or self.edits or self.learned):
            return catalogue
        tools = dict(catalogue.tools)
        for id in self.own.keys() & tools.keys():
            tools[id] = tools[id].model_copy(update={"preferred": True})
        for id, shown in _by_tool(self.learned).items():
            if id in tools:
                tools[id] = _with_outputs(tools[id], shown)
        for edit in self.edits:
            if edit.tool in tools:
                tools[edit.tool] = _edited_or_not(tools[edit.tool], edit)
        return replace(catalogue, tools=MappingProxyType(tools))


def check_edit(tool: ToolEssentialModel, path: str, value: JsonValue) -> None:
    """Refused, naming the field and what is wrong, where the edit cannot be applied."""
    _edited(tool, path, value)


def _by_tool(learned: Sequence[Learned]) -> dict[str, list[Learned]]:
    found: dict[str, list[Learned]] = {}
    for one in learned:
        found.setdefault(one.tool, []).append(one)
    return found


def declares_outputs(tool: ToolEssentialModel) -> bool:
    """True where the source tells what comes back; a parser's guess is no such word."""
    filled = tool.filled_by.get("yields")
    told = filled is None or filled.by != "learned"
    return told and any(one.confidence > GUESS for one in tool.yields)


def _with_outputs(tool: ToolEssentialModel, shown: Sequence[Learned]) -> ToolEssentialModel:
    """Outputs that results have shown, where the source declares none."""
    paths = {one.path: one for one in shown if one.kind == "output"}
    if declares_outputs(tool) or not paths:
        return tool
    guesses = {guess.key: guess for guess in reversed(tool.yields)}
    outputs = tuple(
        guesses.get(_key(path), Yield(path=path)).model_copy(
            update={"path": path, "many": bool(one.what.get("many")), "confidence": _LEARNED}
        )
        for path, one in paths.items()
    )
    filled_by = {**tool.filled_by, "yields": Filled(by="learned", confidence=_LEARNED)}
    return tool.model_copy(update={"yields": outputs, "filled_by": filled_by})


def _key(path: str) -> str:
    return path.rpartition(".")[2].removesuffix("[]")


def _edited_or_not(tool: ToolEssentialModel, edit: Edit) -> ToolEssentialModel:
    """A source may have changed so that an edit no longer fits; then it waits until it does."""
    try:
        return _edited(tool, edit.path, edit.value)
    except Refused:
        return tool


def _edited(tool: ToolEssentialModel, path: str, value: JsonValue) -> ToolEssentialModel:
    values = tool.model_dump(mode="json")
    field, _, rest = path.partition(".")
    if field not in ToolEssentialModel.model_fields or field in _FIXED:
        raise Refused(f"a tool has no field '{field}' that can be edited")
    if rest and field in _LISTS:
        part, key = _part(values[field], rest, path)
        part[key] = value
    elif rest:
        raise Refused(f"'{path}': only {' and '.join(_LISTS)} have fields inside")
    else:
        values[field] = value
    values["filled_by"] = {**values["filled_by"], path: {"by": "person"}}
    try:
        return ToolEssentialModel.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise Refused(f"'{path}' cannot have this value: {first['msg']}") from error


def _part(parts: JsonValue, rest: str, path: str) -> tuple[Object, str]:
    """The part whose path begins the rest of the way, and the field of it that is meant."""
    where, _, key = rest.rpartition(".")
    for part in cast("list[Object]", parts):
        if part["path"] == where:
            return part, key
    known = ", ".join(str(part["path"]) for part in cast("list[Object]", parts))
    raise Refused(f"'{path}': there is no '{where}' among {known or 'none'}")
