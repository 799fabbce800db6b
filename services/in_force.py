"""The limits and rules by which a deployment runs, for everybody to read: never a secret, nor where
anything is kept."""

from pydantic import BaseModel, ConfigDict

from services.settings import PREFIX, Settings

SHOWN = (
    "request_rate",
    "tool_rate",
    "login_rate",
    "bulk_limit",
    "max_steps",
    "replans",
    "call_timeout",
    "poll_timeout",
    "body_limit",
    "schedule_grace",
    "time_zone",
    "login",
    "minutes_by_hand",
)
"""Fields of the settings, as they are listed."""


class Rule(BaseModel):
    """One value in force."""

    model_config = ConfigDict(frozen=True)

    name: str
    variable: str
    """Changes it, when the service is started."""
    value: float | str | None
    """None where nothing is set."""


def in_force(settings: Settings) -> list[Rule]:
    """The values of this process."""
    return [
        Rule(name=name, variable=PREFIX + name.upper(), value=getattr(settings, name))
        for name in SHOWN
    ]
