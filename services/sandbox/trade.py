"""What a trade (one invented business) hands to the framework."""

import importlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from services.sandbox.errors import SandboxError
from services.sandbox.row import Row
from services.sandbox.world import World


@dataclass(frozen=True)
class Envelope:
    """How a family of tools wraps its answers; `schema` wraps an output schema alike."""

    ok: Callable[[Any], Row]
    fail: Callable[[str, str], Row]
    schema: Callable[[Row], Row]


@dataclass
class Call:
    """One validated call, as a handler sees it."""

    tool: str
    args: Row
    env: str
    world: World

    def arg(self, name: str, default: Any = None) -> Any:
        value = self.args.get(name)
        return default if value is None else value


@dataclass
class Seeder:
    """Writes the first rows: `put(environment, entity, row)`; `random` is drawn from the seed."""

    seed: int
    random: random.Random
    put: Callable[[str, str, Row], None]


Handler = Callable[[Call], Any]
Job = Callable[[World, Row], None]


@dataclass(frozen=True)
class Trade:
    """A business: its data folder, its handlers, its rules of ids, visibility and seeding."""

    name: str
    title: str
    folder: Path
    environments: tuple[str, ...]
    """Tool environments; a database of `COMMON` exists beside them."""
    environment_words: Mapping[Any, str]
    """Values of environment arguments → environment."""
    entities: tuple[str, ...]
    envelopes: Mapping[str, Envelope]
    handlers: Mapping[str, Handler]
    new_id: Callable[[str, str, int, int], str]
    """(entity, environment, counter from 1, seed) → id of a row being created."""
    seed: Callable[[Seeder], dict[str, Row]]
    """Fills the databases; returns the named fixtures per environment."""
    messages: Mapping[str, str]
    """The framework's own refusals in the trade's language: param_invalid, unknown_environment,
    wrong_environment, busy, broken."""
    delays: Mapping[str, float] = field(default_factory=dict[str, float])
    """Seconds until a new row of the entity is visible to queries."""
    jobs: Mapping[str, Job] = field(default_factory=dict[str, Job])


COMMON = "common"
"""The database of tools that belong to no environment."""


def load_trade(name: str) -> Trade:
    """The trade in the folder of that name; SandboxError names the trades there are."""
    here = Path(__file__).parent
    known = sorted(path.parent.name for path in here.glob("*/trade.py"))
    if name not in known:
        raise SandboxError(f"no trade named '{name}'; there are: {', '.join(known)}")
    return importlib.import_module(f"{__package__}.{name}.trade").TRADE
