"""Where a submitted tool is called: taken down with the submission, told to who reviews it."""

from typing import cast

from pipelines.messages import Language
from services.governing import RegistryView
from services.registry import Known
from tool_registry.base.environment import Environments
from tool_registry.base.types import JsonValue
from tool_registry.sources.address import Address, address_of
from tool_registry.sources.config import read_entries
from tool_registry.stores.rows import Submission


class SubmittedAddress(Address):
    """The same with the environments as the reader calls them."""

    labels: dict[str, str]
    """Name of an environment → what it is called."""


def address_now(view: RegistryView, known: Known) -> dict[str, JsonValue]:
    """Of the tool's source, as JSON; ConfigurationError where the sources file cannot be read."""
    return address_of(known.served.config, _entry(view, known)).model_dump(mode="json")


def _entry(view: RegistryView, known: Known) -> dict[str, JsonValue]:
    """As it was written."""
    source, served = known.raw.source, known.served
    if served.revision:
        return view.registry.stores.sources.get(view.caller, source).entry
    for name, entry in read_entries(view.registry.settings.sources).items():
        if served.space.name_of(name) == source and isinstance(entry, dict):
            return cast("dict[str, JsonValue]", entry)
    return {}


def address_shown(
    one: Submission, environments: Environments, language: Language
) -> SubmittedAddress | None:
    """As it was at the submission; None where that was not kept."""
    if one.address is None:
        return None
    told = Address.model_validate(one.address)
    names = [reach.environment for reach in told.reaches]
    labels = {name: environments.label(name, language) for name in names}
    return SubmittedAddress(**told.model_dump(), labels=labels)
