"""Tools as the asking person may be told of them: those of other people's spaces stay unnamed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pipelines.messages import Language
from pipelines.messages.labels import tool_title
from services.insights.counting import UNSEEN, Figures
from services.insights.listing import Behind, Listed
from services.registry import Registry
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel


@dataclass(frozen=True)
class SeenTools:
    """The tools that somebody sees."""

    registry: Registry
    caller: Caller

    @cached_property
    def ids(self) -> frozenset[str]:
        """Of all that the caller's spaces have, in use or not."""
        return frozenset(one.id for one in self.registry.stores.tools.visible(self.caller))

    def of_list(self, found: Listed) -> Listed:
        """The runs, without the names of the others."""
        return found.model_copy(update={"runs": [self._of_run(one) for one in found.runs]})

    def titles(self, found: Figures, pool: Catalogue | None, language: Language) -> dict[str, str]:
        """Tool → its title as the reader can read it, of those that are in use."""
        if pool is None:
            return {}
        return {id: tool_title(tool, language) for id, tool in _used(found, pool).items()}

    def authors(self, found: Figures, pool: Catalogue | None) -> dict[str, str]:
        """Tool → its author, of those that are in use and name one."""
        used = {} if pool is None else _used(found, pool)
        return {id: tool.author for id, tool in used.items() if tool.author}

    def _of_run(self, run: Behind) -> Behind:
        if run.text is not None:
            return run
        tools = _renamed(run.tools, self.ids)
        failed = dict.fromkeys(one if one in self.ids else UNSEEN for one in run.failed)
        return run.model_copy(update={"tools": tools, "failed": tuple(failed)})


def _used(found: Figures, pool: Catalogue) -> dict[str, ToolEssentialModel]:
    named = (one.tool for one in (*found.most_used, *found.most_failing))
    return {one: pool.tools[one] for one in named if one in pool.tools}


def _renamed(tools: Mapping[str, int], seen: frozenset[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for tool, times in tools.items():
        name = tool if tool in seen else UNSEEN
        found[name] = found.get(name, 0) + times
    return found
