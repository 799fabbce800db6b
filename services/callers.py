"""Who asks, as long as nobody logs in: the one user of this machine."""

from services.settings import Settings
from tool_registry.base.caller import Caller


def local_caller(settings: Settings, project: str | None = None) -> Caller:
    """The user of this machine; `project` is one more of the user's projects."""
    named = (*settings.projects, *([project] if project else []))
    return Caller(projects=tuple(dict.fromkeys(named)))
