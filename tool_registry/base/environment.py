"""Environments as configuration: names, words for them, and which words mean production."""

import re
from functools import cached_property
from ipaddress import ip_network

from pydantic import BaseModel, ConfigDict, Field, field_validator

_HOST = re.compile(r"(\[[0-9a-fA-F:]+\]|[A-Za-z0-9_.-]+)(:[0-9]{1,5})?|[0-9a-fA-F:]+")


class Environment(BaseModel):
    """One environment that the team has configured, such as `daily` or `pre`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,31}$")
    label: dict[str, str] = Field(default_factory=dict)
    """How to name it to a user, by language code (`zh`, `en`)."""
    words: tuple[str, ...] = ()
    """What users and tool authors call it, besides its name."""
    hosts: tuple[str, ...] = ()
    """Private hosts that its sources may be at: `host`, `host:port` or a range `10.1.0.0/16`."""

    @field_validator("hosts")
    @classmethod
    def _are_hosts(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        for host in hosts:
            if "/" in host and "://" not in host:
                ip_network(host, strict=False)
            elif not _HOST.fullmatch(host):
                raise ValueError(f"'{host}' is no host, no host:port and no range of addresses")
        return hosts


class Environments(BaseModel):
    """All configured environments. Production is not representable: it is only recognised."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    configured: tuple[Environment, ...] = ()
    stress: str | None = None
    """The environment that stress-test data implies, where the sentence names none."""

    @property
    def names(self) -> tuple[str, ...]:
        """Configured names, in configuration order."""
        return tuple(env.name for env in self.configured)

    def get(self, name: str) -> Environment | None:
        """The environment of that name, or None."""
        return next((env for env in self.configured if env.name == name), None)

    def by_word(self, word: str) -> str | None:
        """The configured name for a word (case-insensitive), or None."""
        return self._spoken.get(word.strip().casefold())

    @cached_property
    def _spoken(self) -> dict[str, str]:
        """Word, folded → the first environment that it names."""
        told: dict[str, str] = {}
        for env in self.configured:
            for word in (env.name, *(word.casefold() for word in env.words)):
                told.setdefault(word, env.name)
        return told

    def label(self, name: str, language: str) -> str:
        """How to name an environment to a user of that language."""
        env = self.get(name)
        return env.label.get(language, name) if env else name
