"""What the road needs of a registry, to look at tools and sources and to change them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pipelines.messages import Language
from pipelines.onboarding.commands.proposal import Proposal
from pipelines.onboarding.planning import Sentence
from pipelines.onboarding.retirement import Usage
from tool_registry.base.caller import Scope
from tool_registry.base.types import JsonValue
from tool_registry.graph.matrix import Place


@dataclass(frozen=True, slots=True)
class Card:
    """A tool that the caller sees, in use or not."""

    id: str
    name: str
    title: str
    source: str
    """Id of its source."""
    status: str
    """`published`, `retired`, `quarantined`, `awaiting_approval`, `draft`."""
    scope: Scope
    project: str = ""
    reasons: tuple[str, ...] = ()
    """Why it has this status."""
    other_title: str = ""
    """The same in the other language."""
    given: bool = False
    """True where a person has set the title."""
    form: str = ""
    """Changes with what its source declares of it."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is called, the id first."""
        return (self.id, self.name, self.title, *filter(None, [self.other_title]))


@dataclass(frozen=True, slots=True)
class SourceCard:
    """A source that the caller sees."""

    id: str
    name: str
    place: str
    """Its address or command."""
    fixed: bool
    """Declared in the deployment's own file, so that no sentence removes it."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is called, the id first."""
        return (self.id, self.name, self.place)


@dataclass(frozen=True, slots=True)
class Told:
    """A tool, and one sentence each on what there is to say of it."""

    title: str
    says: tuple[str, ...] = ()


@dataclass(frozen=True)
class Offer:
    """What registering a source would bring. Nothing is registered yet."""

    source: str
    """Id of the source in its space."""
    place: str
    form: str
    """Changes with anything that would be registered."""
    tools: int
    usable: int
    """How many of them can be used at once."""
    functions: Mapping[str, int] = field(default_factory=dict[str, int])
    """How many of them create, query, operate, verify, delete."""
    quarantined: tuple[Told, ...] = ()
    """Out of use until a person approves them."""
    kept_back: tuple[Told, ...] = ()
    """They cannot be used as they are."""
    not_public: tuple[Told, ...] = ()
    """Not fit for the public pool yet: they stay with whoever registers them."""
    waiting: tuple[str, ...] = ()
    """In the public pool, where nobody can use them until somebody approves them."""
    changed: tuple[Told, ...] = ()
    """Of an update: tools that are there in another form."""
    gone: tuple[str, ...] = ()
    """Of an update: ids of tools that are no longer there."""
    conflicts: tuple[str, ...] = ()
    """Tools that are like others, one sentence each."""
    nowhere: tuple[str, ...] = ()
    """Titles of tools that name no environment, so that no request can use them."""
    left_out: tuple[str, ...] = ()
    """What of the source became no tool."""
    breaks: tuple[str, ...] = ()
    """What it does to the caller's earlier requests, one line each."""
    again: bool = False
    """True where the source is there already: this is an update."""


class RegistryGateway(Protocol):
    """A registry as one caller sees it.

    Each method raises RegistryError with a sentence for what cannot be done; a tool or source of
    another space is the same as one that does not exist.
    """

    @property
    def names(self) -> Path | None:
        """Where the reader keeps the vectors of names beyond this process, if it does."""
        ...

    @property
    def runs_commands(self) -> bool:
        """True where the caller may have programs started and files read on this machine."""
        ...

    async def tools(self) -> Sequence[Card]:
        """All tools that the caller sees, by id."""
        ...

    def sources(self) -> Sequence[SourceCard]:
        """All sources that the caller sees."""
        ...

    async def look(self, proposal: Proposal, language: Language) -> Offer:
        """What registering would bring; nothing is registered, and no tool is called."""
        ...

    async def register(self, offer: Offer) -> None:
        """Registers what was looked at by the same gateway."""
        ...

    async def objections(self, tool: str, scope: Scope, language: Language) -> Sequence[str]:
        """What keeps a tool out of that scope's pool, one sentence each, with the fix."""
        ...

    async def differences(self, tool: str, language: Language) -> Sequence[str]:
        """What changed in a tool since its approval, and what is suspicious about it."""
        ...

    async def why(self, tool: str, text: str, language: Language) -> Sequence[str]:
        """Stage by stage, why the tool serves the sentence or not; nothing is called."""
        ...

    async def conflicts(self, language: Language) -> Sequence[Told]:
        """Tools of the pool that cannot be told from others."""
        ...

    async def retire(self, tool: str) -> None:
        """Takes a tool out of every pool."""
        ...

    async def restore(self, tool: str) -> None:
        """Takes a retired tool back, as it was approved."""
        ...

    async def approve(self, tool: str, form: str) -> None:
        """Takes a tool into the pool in the form that was looked at."""
        ...

    async def publish(self, tool: str, scope: Scope, project: str) -> None:
        """Moves a tool into another space."""
        ...

    async def edit(self, tool: str, path: str, value: JsonValue) -> None:
        """Sets a field of a tool, over what its source says."""
        ...

    async def remove(self, source: str) -> None:
        """Forgets a registered source and its tools."""
        ...

    def usage(self) -> Sequence[Usage]:
        """What runs did with the tools that the caller sees."""
        ...

    def unmet(self) -> Mapping[Place, int]:
        """How often the caller's team asked for what no tool can do."""
        ...

    def asked(self) -> Sequence[Sentence]:
        """Sentences of the caller that came to a chain before: what a change could break."""
        ...
