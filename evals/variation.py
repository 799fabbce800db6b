"""What is altered around the road for one part of a run."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch

from tool_registry.base.environment import Environments
from tool_registry.model import RawTool


@dataclass(frozen=True, slots=True)
class Variation:
    """The catalogue as it would be with other tools, environments or words."""

    without_tools: frozenset[str] = frozenset()
    """Names of tools that are not there."""
    without_environments: frozenset[str] = frozenset()
    pool: frozenset[str] = frozenset()
    """Names of the only tools that are there, `issue*` for many; empty: all."""
    without_packs: frozenset[str] = frozenset()
    distractors: tuple[RawTool, ...] = ()
    """Foreign tools beside the catalogue's own."""
    renamed: bool = False
    """True: the whole business in invented words."""

    def tools(self, own: Iterable[RawTool]) -> list[RawTool]:
        """The tools that the road gets to see."""
        kept = [tool for tool in own if tool.name not in self.without_tools and self._in(tool)]
        return [*kept, *self.distractors]

    def _in(self, tool: RawTool) -> bool:
        return not self.pool or any(fnmatch(tool.name, one) for one in self.pool)

    def environments(self, configured: Environments) -> Environments:
        """The environments that the road knows."""
        left = tuple(
            one for one in configured.configured if one.name not in self.without_environments
        )
        stress = configured.stress if configured.stress not in self.without_environments else None
        return configured.model_copy(update={"configured": left, "stress": stress})

    def packs(self, names: Sequence[str]) -> tuple[str, ...]:
        """The synonym packs that the road loads."""
        return tuple(name for name in names if name not in self.without_packs)

    def over(self, other: "Variation") -> "Variation":
        """This one's removals, in the surroundings of the other."""
        return replace(
            other,
            pool=self.pool or other.pool,
            without_tools=self.without_tools | other.without_tools,
            without_environments=self.without_environments | other.without_environments,
        )

    def __str__(self) -> str:
        """For the report; empty where nothing is altered."""
        parts = [f"pack {name} left out" for name in sorted(self.without_packs)]
        if self.distractors:
            parts.append(f"{len(self.distractors)} foreign tools added")
        if self.renamed:
            parts.append("all words of the catalogue invented")
        return ", ".join(parts)


NONE = Variation()
