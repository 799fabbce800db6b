"""What the benchmarks of links and of chains have in common: halves, closures, links of a flow."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Literal, TypeAlias

from tool_registry.graph.values import Link

Half: TypeAlias = Literal["a", "b", "all"]
HALVES: tuple[Half, ...] = ("a", "b", "all")
"""`a` may be looked at while the product is changed; `b` is only scored."""
Providers: TypeAlias = Mapping[str, AbstractSet[str]]
"""Tool → those that it leans on."""
_SURROUNDINGS = "surroundings"
WAYS: Mapping[str, Callable[[Link], bool]] = {
    "all links": lambda _: True,
    "links without surroundings": lambda link: bool(link.slot) or link.why != _SURROUNDINGS,
    "links to arguments": lambda link: bool(link.slot),
}
"""Which links a closure follows. A state of the surroundings (the network, the installed
applications) is none of an argument; the present date, which fills one, stays."""


def half_of(name: str) -> Half:
    """The half of the data that a name belongs to, by its hash."""
    return "a" if hashlib.sha256(name.encode()).digest()[-1] % 2 == 0 else "b"


def is_in(name: str, half: Half) -> bool:
    """Whether the half, or the whole, has that name."""
    return half in ("all", half_of(name))


def providers(links: Mapping[str, Iterable[Link]], follows: Callable[[Link], bool]) -> Providers:
    """What each tool leans on by those of its links."""
    return {id: frozenset(k.provider for k in own if follows(k)) for id, own in links.items()}


def reached(goal: str, leaning: Providers) -> frozenset[str]:
    """All that a tool leans on, directly or through others, itself not counted."""
    seen, waiting = {goal}, [goal]
    while waiting:
        fresh = leaning.get(waiting.pop(), frozenset()) - seen
        seen |= fresh
        waiting += fresh
    return frozenset(seen - {goal})


def is_at(path: str | None, argument: str) -> bool:
    """Whether the path of a slot ends in that argument's name."""
    return path is not None and last_name(path) == argument


def gives(link: Link, provider: str, field: str | None) -> bool:
    """Whether the link takes that field of that tool; None: any, as nobody declares which."""
    return link.provider == provider and field in (last_name(link.path or ""), None)


def last_name(path: str) -> str:
    """The last name of a path, without the mark of a list."""
    return path.rsplit(".", 1)[-1].removesuffix("[]")
