"""A user's preferences from outside: checked before they are kept."""

from collections.abc import Mapping

from pydantic import ValidationError

from pipelines.runs.preferences import Preferences, keep_preferences
from pipelines.runs.store import RunStore
from services.errors import InvalidRequest
from services.requests import environment_named, means_production
from tool_registry.base.caller import Caller
from tool_registry.base.environment import Environments
from tool_registry.base.types import JsonValue


def set_preferences(
    store: RunStore, caller: Caller, told: Mapping[str, JsonValue], environments: Environments
) -> Preferences:
    """Keeps and returns what was sent; a field that is absent is unset.

    Raises InvalidRequest for a field that does not exist, a value that it cannot have, and
    production.
    """
    known = tuple(Preferences.model_fields)
    for field in told:
        if field not in known:
            names = ", ".join(known)
            raise InvalidRequest("services.unknown_preference", field=field, known=names)
    place = told.get("environment")
    if isinstance(place, str) and means_production(place):
        names = ", ".join(environments.names)
        raise InvalidRequest("services.no_production_preference", known=names)
    try:
        chosen = Preferences.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = str(first["loc"][0])
        reason = first["msg"]
        raise InvalidRequest("services.bad_preference", field=field, reason=reason) from error
    named = environment_named(chosen.environment, environments)
    chosen = chosen.model_copy(update={"environment": named})
    keep_preferences(store, caller, chosen)
    return chosen
