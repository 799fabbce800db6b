"""A screenshot as words: read by a model that sees, shown to the person, sent by nobody else."""

import base64
import binascii
from pathlib import Path

from pipelines.models.breaker import Breakers
from pipelines.models.compatible import CompatibleModel, Endpoint
from pipelines.models.errors import ModelError
from pipelines.models.model import Ask, Message
from pipelines.models.steady import Budget, SteadyModel
from services.errors import InvalidRequest, Unavailable
from services.settings import ModelAccess, Settings, is_model_configured
from tool_registry.base.redaction import mask_text

MAX_BYTES = 4_000_000
"""Of a picture."""
SENT_BYTES = MAX_BYTES * 4 // 3 + 65_536
"""Of a picture in its JSON."""
_LONGEST = 2_000
"""Characters of what was read."""
_PROMPT = Path(__file__).with_name("vision.md")
_KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp"}
"""How a picture begins → what it is."""


def vision_model(settings: Settings, access: ModelAccess) -> str | None:
    """The model that reads screenshots; None where they cannot be read."""
    return settings.vision_model if is_model_configured(settings, access) else None


async def read_screenshot(settings: Settings, access: ModelAccess, picture: str) -> str:
    """What is seen in a picture, given in base64, as words without secrets. Nothing is kept.

    InvalidRequest for what is no such picture and without a model that sees, Unavailable where it
    does not answer."""
    name = vision_model(settings, access)
    if name is None:
        raise InvalidRequest("vision.no_model")
    seen = Message("user", _PROMPT.read_text("utf-8"), images=(_checked(picture),))
    own = settings.model_url if settings.model_provider == "compatible" else None
    endpoint = Endpoint(own or access.compatible_url, access.key.get_secret_value())
    model = CompatibleModel(endpoint, name)
    try:
        steady = SteadyModel(model, Breakers(), Budget(calls=1))
        reply = await steady.answer(Ask((seen,), temperature=0.0))
    except ModelError as error:
        raise Unavailable("vision.failed", model=name, reason=str(error)) from error
    finally:
        await model.close()
    text = mask_text(reply.text).strip()[:_LONGEST]
    if not text:
        raise InvalidRequest("vision.nothing", model=name)
    return text


def _checked(picture: str) -> str:
    """The picture as a URL that holds it."""
    try:
        content = base64.b64decode(picture, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidRequest("vision.kind") from error
    kind = next((one for begins, one in _KINDS.items() if content.startswith(begins)), None)
    if kind is None:
        raise InvalidRequest("vision.kind")
    if len(content) > MAX_BYTES:
        raise InvalidRequest("vision.size", limit=MAX_BYTES // 1_000_000)
    return f"data:image/{kind};base64,{picture}"
