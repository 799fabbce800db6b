"""What it takes to call a tool for what it yields, estimated before anything is bound.

The estimate takes every need by itself, over the catalogue's graph. The search looks into cheap
ways first by it, and leaves out tools that nothing can feed, however many a catalogue has.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from tool_registry.graph import DependencyGraph
from tool_registry.model import Slot, ToolEssentialModel

Price: TypeAlias = tuple[int, int, int, int]
"""(creations, calls with effects, calls of other teams' tools, calls), compared in that order."""
_Node: TypeAlias = tuple[str, str]
_DEAR: Price = (99, 0, 0, 0)
"""Of what no tool gives, but a noun of the sentence may turn out to be."""
_WIDTH = 12
"""So many tools of other teams are looked at for one attribute."""


class Reach:
    """Prices of the tools of one environment, for one goal and the team whose tools come first."""

    def __init__(
        self,
        graph: DependencyGraph,
        usable: Callable[[str], ToolEssentialModel | None],
        environment: str,
        home: str,
        *,
        told: Collection[str] = (),
        said: Collection[str] = (),
        mentions: bool = False,
        rounds: int = 6,
    ) -> None:
        """`usable`: the tool of that id, if the plan may call it at all; `told`: entities of which
        an instance is known already; `said`: attributes of which the sentence states a value;
        `mentions`: it names a thing that may be read as one of another entity; `rounds`: how many
        calls may feed one another.
        """
        self._graph = graph
        self._usable = usable
        self._environment = environment
        self._home = home
        self._told = frozenset(told)
        self._said = frozenset(said)
        self._otherwise = _DEAR if mentions else None
        self._rounds = rounds
        self._needs: dict[str, tuple[Price, list[list[_Node]]]] = {}
        self._asked: dict[str, list[Slot]] = {}
        """Tool → its arguments that another tool may have to give."""
        self._makers: dict[str, list[ToolEssentialModel]] = {}
        self._feeders: dict[_Node, list[str]] = {}
        self._prices: dict[str, Price] = {}

    def price(self, tool: ToolEssentialModel) -> Price | None:
        """What calling the tool takes, all that it needs included; None: nothing can feed it.

        A tool of another team has a price only where it is among the first few for something.
        """
        return self.prices([tool])[0]

    def prices(self, tools: Sequence[ToolEssentialModel]) -> list[Price | None]:
        """The price of each, settled together."""
        fresh = False
        for tool in tools:
            if tool.id not in self._needs and tool.source == self._home:
                self._grow(tool)
                fresh = True
        if fresh:
            self._settle()
        return [self._prices.get(tool.id) for tool in tools]

    def makers(self, entity: str) -> list[ToolEssentialModel]:
        """The tools that make the entity and can be fed, the cheapest first."""
        makers = self._creators(entity)
        found = zip(self.prices(makers), makers, strict=True)
        priced = [(price, tool) for price, tool in found if price is not None]
        return [tool for _, tool in sorted(priced, key=lambda pair: pair[0])]

    def _creators(self, entity: str) -> list[ToolEssentialModel]:
        if entity not in self._makers:
            known = self._graph.creators(entity, self._environment)
            self._makers[entity] = [tool for tool in known if self._usable(tool.id)]
        return self._makers[entity]

    def _grow(self, tool: ToolEssentialModel) -> None:
        """Everything that could feed the tool, directly or through others."""
        self._add(tool)
        queue = [tool]
        for _ in range(self._rounds):
            asked = {_node(slot): slot for each in queue for slot in self._asked[each.id]}
            queue = list[ToolEssentialModel]()
            for node in asked.keys() - self._feeders.keys():
                feeders = self._feeding(asked[node])
                self._feeders[node] = [one.id for one in feeders]
                fresh = [one for one in feeders if one.id not in self._needs]
                for one in fresh:
                    self._add(one)
                queue += fresh

    def _add(self, tool: ToolEssentialModel) -> None:
        """Notes what the tool costs by itself and which nodes it needs, by alternatives."""
        writes, foreign = int(tool.function.writes), int(tool.source != self._home)
        creates = int(tool.function.value == "create")
        groups = [[(slot, self._free(tool, slot)) for slot in group] for group in _groups(tool)]
        needed = [
            [_node(slot) for slot, _ in group]
            for group in groups
            if not any(free for _, free in group)
        ]
        self._needs[tool.id] = (creates, writes, foreign, 1), needed
        self._asked[tool.id] = [
            slot for group in groups for slot, free in group if not free and slot.entity
        ]

    def _free(self, tool: ToolEssentialModel, slot: Slot) -> bool:
        """True for what the sentence may say, and for what may be invented."""
        open_to_words = bool(slot.values) or slot.entity is None
        said = slot.attribute in self._said or (open_to_words and bool(self._said))
        return said or slot.entity in self._told or is_own_new(tool, slot)

    def _feeding(self, slot: Slot) -> list[ToolEssentialModel]:
        """Tools that read or make what the slot wants; of other teams only the first few."""
        read = (self._usable(j.tool) for j in self._graph.providers(slot, self._environment))
        found = {tool.id: tool for tool in read if tool and not tool.function.writes}
        made, giving = self._creators(slot.entity or ""), self._graph.yielders(slot)
        found |= {tool.id: tool for tool in made if tool.id in giving}
        own = [tool for tool in found.values() if tool.source == self._home]
        foreign = [tool for tool in found.values() if tool.source != self._home]
        return [*own, *foreign[:_WIDTH]]

    def _settle(self) -> None:
        """Prices by repeated approximation; so many calls deep as plans may be."""
        for _ in range(self._rounds + 1):
            cheapest = self._cheapest()
            prices = {
                tool: price
                for tool, (own, groups) in self._needs.items()
                if (price := self._total(own, groups, cheapest)) is not None
            }
            if prices == self._prices:
                return
            self._prices = prices

    def _cheapest(self) -> dict[_Node, Price]:
        """What the cheapest tool takes that gives it; no entry where none has a price yet."""
        prices = self._prices
        return {
            node: min(fed)
            for node, feeders in self._feeders.items()
            if (fed := [prices[one] for one in feeders if one in prices])
        }

    def _total(
        self, price: Price, groups: list[list[_Node]], cheapest: dict[_Node, Price]
    ) -> Price | None:
        for group in groups:
            fed = [cheapest[node] for node in group if node in cheapest]
            least = min(fed) if fed else self._otherwise
            if least is None:
                return None
            price = _sum(price, least)
        return price


def is_own_new(tool: ToolEssentialModel, slot: Slot) -> bool:
    """True for a value of the thing that the tool makes: it may be invented."""
    main = next(iter(tool.objects), None)
    makes = tool.function.value == "create" and not takes_existing(tool, main)
    return makes and (slot.entity is None or (slot.entity == main and slot.attribute != "id"))


def takes_existing(tool: ToolEssentialModel, entity: str | None) -> bool:
    """True for a tool that wants an existing one of the entity: it cannot be what creates it."""
    return any(
        slot.entity == entity and slot.attribute == "id" and slot.required for slot in tool.needs
    )


def _groups(tool: ToolEssentialModel) -> list[list[Slot]]:
    """Arguments that have to come from somewhere; alternatives stand together."""
    groups: dict[str, list[Slot]] = {}
    for slot in tool.needs:
        given = slot.environment or slot.hidden or slot.idempotency_key or slot.default is not None
        if (slot.required or slot.one_of) and not given:
            groups.setdefault(slot.one_of or slot.path, []).append(slot)
    return list(groups.values())


def _node(slot: Slot) -> _Node:
    return slot.entity or "", slot.attribute or ""


def _sum(one: Price, other: Price) -> Price:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])
