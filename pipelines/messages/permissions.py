"""What somebody may not do, in words."""

from pipelines.messages import Language, say
from tool_registry.stores.errors import Forbidden


def forbidden_text(error: Forbidden, language: Language) -> str:
    """What may not be done, where, and which role it takes."""
    words = {
        "verb": say(language, f"identity.{error.verb}"),
        "role": say(language, f"identity.role_{error.role}"),
    }
    if error.scope is None:
        return say(language, "identity.forbidden", **words)
    pool = say(language, f"identity.pool_{error.scope}")
    return say(language, "identity.forbidden_in", pool=pool, **words)
