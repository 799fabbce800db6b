"""Who we are to other agents, in both versions of the protocol."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from a2a.server.request_handlers.response_helpers import agent_card_to_dict
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentProvider,
    AgentSkill,
    HTTPAuthSecurityScheme,
    SecurityRequirement,
    SecurityScheme,
    StringList,
)

from pipelines.messages import say
from services.a2a.protobuf import JSON, MARKDOWN
from services.settings import program_version
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

PATH = "/.well-known/agent-card.json"
RPC = "/a2a"
"""Where JSON-RPC is served, and what the paths of HTTP+JSON begin with."""
_SKILLS = ("make", "query", "verify", "operate", "undo", "tools")
_BINDINGS = (("JSONRPC", "1.0"), ("HTTP+JSON", "1.0"), ("JSONRPC", "0.3"), ("HTTP+JSON", "0.3"))
_TOOLS = 300
"""So many tools are told of in the extended card."""


def card_of(base_url: str, *, needs_key: bool) -> AgentCard:
    """The card for a service that is reached at that address."""
    url = base_url.rstrip("/") + RPC
    card = AgentCard(
        name="Zhizao",
        description=_both("card_about"),
        version=program_version(),
        provider=AgentProvider(organization="Zhizao", url=base_url),
        documentation_url=f"{base_url.rstrip('/')}/docs",
        supported_interfaces=[
            AgentInterface(url=url, protocol_binding=binding, protocol_version=version)
            for binding, version in _BINDINGS
        ],
        capabilities=AgentCapabilities(
            streaming=True, push_notifications=True, extended_agent_card=True
        ),
        default_input_modes=["text/plain", JSON, "text/csv"],
        default_output_modes=[MARKDOWN, JSON],
        skills=[_skill(name) for name in _SKILLS],
    )
    if needs_key:
        scheme = HTTPAuthSecurityScheme(scheme="bearer", description=_both("card_key"))
        card.security_schemes["key"].CopyFrom(SecurityScheme(http_auth_security_scheme=scheme))
        card.security_requirements.append(SecurityRequirement(schemes={"key": StringList()}))
    return card


def extended_card(base_url: str, catalogue: Catalogue, *, needs_key: bool) -> AgentCard:
    """The card for somebody who is known: what the tools that they may use can do, too."""
    card = card_of(base_url, needs_key=needs_key)
    tools = sorted(catalogue.tools.values(), key=lambda one: one.id)
    card.skills.extend(_of_tool(one) for one in tools[:_TOOLS])
    return card


def served(card: AgentCard) -> tuple[bytes, str]:
    """The card's JSON, which clients of both versions read, and its ETag."""
    told: dict[str, Any] = agent_card_to_dict(card)
    body = json.dumps(told, ensure_ascii=False).encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def _skill(name: str) -> AgentSkill:
    examples = list(_told(f"skill_{name}_example"))
    return AgentSkill(
        id=name,
        name=_both(f"skill_{name}"),
        description=_both(f"skill_{name}_about"),
        tags=[tag for told in _told(f"skill_{name}_tags") for tag in told.split()],
        examples=examples,
    )


def _of_tool(tool: ToolEssentialModel) -> AgentSkill:
    return AgentSkill(
        id=tool.id,
        name=tool.title or tool.name,
        description=tool.description or tool.title or tool.name,
        tags=[tool.source, *tool.environments],
    )


def _told(key: str) -> Iterator[str]:
    yield from (say(language, f"a2a.{key}") for language in ("zh", "en"))


def _both(key: str) -> str:
    return " / ".join(_told(key))
