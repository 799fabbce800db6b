"""The form in which a service is asked for an answer: by a JSON schema, as JSON, or in no form."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pipelines.models.errors import BadRequest
from pipelines.models.model import Ask, Reply
from tool_registry.base.types import JsonValue

Format: TypeAlias = Literal["json_schema", "json_object", "text"]
_FORMATS: tuple[Format, ...] = ("json_schema", "json_object", "text")


@dataclass(slots=True)
class Formats:
    """What one service takes, learned from what it refuses and kept for its next questions."""

    taken: int = 0
    """Place of the strictest form that was not refused."""

    async def answered(self, ask: Ask, once: Callable[[Format], Awaitable[Reply]]) -> Reply:
        """The answer in the strictest form that the service takes; its first refusal where it
        takes none of them."""
        if ask.schema is None:
            return await once("text")
        refused: BadRequest | None = None
        for place in range(self.taken, len(_FORMATS)):
            try:
                reply = await once(_FORMATS[place])
            except BadRequest as error:
                refused = refused or error
                continue
            self.taken = place
            return reply
        assert refused is not None
        raise refused


def response_format(ask: Ask, form: Format) -> dict[str, JsonValue] | None:
    """What the wire calls `response_format`; None where none is sent."""
    if ask.schema is None or form == "text":
        return None
    if form == "json_object":
        return {"type": form}
    schema = dict(ask.schema)
    name = str(schema.get("title") or "answer")
    return {"type": form, "json_schema": {"name": name, "schema": schema, "strict": False}}
