"""A user's favourite requests from outside: checked before they are kept."""

from pipelines.runs.favourites import KEPT, Favourite, Favourites
from services.errors import InvalidRequest
from services.requests import environment_named, means_production
from tool_registry.base.caller import Caller
from tool_registry.base.environment import Environments
from tool_registry.base.redaction import find_secrets


def keep_favourite(
    kept: Favourites,
    caller: Caller,
    told: tuple[str, str, str | None],
    environments: Environments,
    replaces: str | None = None,
) -> Favourite:
    """Keeps a request: its text, its name (may be empty), its environment (may be None).
    `replaces`: see `Favourites.keep`.

    Raises InvalidRequest for a text without words, one with a secret in it, production, an unknown
    environment, and one more than `KEPT`.
    """
    text, name, environment = (told[0].strip(), told[1].strip(), told[2])
    if not any(map(str.isalnum, text)):
        raise InvalidRequest("history.no_words")
    if find_secrets(text) or find_secrets(name):
        raise InvalidRequest("history.secret")
    if environment and means_production(environment):
        raise InvalidRequest(
            "services.no_production_preference", known=", ".join(environments.names)
        )
    others = [one for one in kept.of(caller) if one.text != text and one.id != replaces]
    if len(others) >= KEPT:
        raise InvalidRequest("history.too_many", most=KEPT)
    place = environment_named(environment, environments)
    return kept.keep(caller, text, name, place, replaces=replaces)
