"""A card's skills as tools."""

from collections.abc import Iterator

from a2a.types import AgentCard, AgentSkill

from tool_registry.base.types import JsonValue, Object
from tool_registry.model import SENTENCE, Document, RawTool

MESSAGE = "message"
DATA = "data"
_MOST = 200
_EXAMPLES = 5
_JSON = "application/json"


def tools_of(source: str, card: AgentCard) -> tuple[list[RawTool], list[str]]:
    """A tool for each skill, in the card's order; and what was left out."""
    tools: dict[str, RawTool] = {}
    notes: list[str] = []
    for number, skill in enumerate(card.skills, 1):
        if not skill.id or skill.id in tools or len(tools) == _MOST:
            why = "it has no id" if not skill.id else f"'{skill.id}' is taken"
            notes.append(f"skill {number} is left out: {why if len(tools) < _MOST else 'too many'}")
            continue
        tools[skill.id] = _tool(source, card, skill)
    return list(tools.values()), notes


def about(source: str, card: AgentCard) -> list[Document]:
    """What the card says of the whole agent, as one page."""
    text = f"# {card.name}\n\n{card.description}\n"
    return [Document(source=source, name="about", text=text)] if card.description else []


def _tool(source: str, card: AgentCard, skill: AgentSkill) -> RawTool:
    modes = list(skill.input_modes or card.default_input_modes)
    return RawTool(
        source=source,
        name=skill.id,
        title=skill.name or None,
        description="\n".join(_description(skill)),
        input_schema=_inputs(modes),
        tags=tuple(skill.tags),
        call={"agent": card.name, "skill": skill.id},
    )


def _description(skill: AgentSkill) -> Iterator[str]:
    yield skill.description
    examples = list(skill.examples)[:_EXAMPLES]
    if examples:
        yield "Examples: " + "; ".join(examples)


def _inputs(modes: list[str]) -> Object:
    """What a call takes: words, and data where the skill reads them."""
    properties: dict[str, JsonValue] = {
        MESSAGE: {
            "type": "string",
            "description": "What the agent is asked for, in words",
            SENTENCE: True,
        }
    }
    if _JSON in modes:
        properties[DATA] = {"type": "object", "description": "Data that goes with the words"}
    return {"type": "object", "properties": properties, "required": [MESSAGE]}
