"""Who wrote: the person whose account on the platform it is."""

from contextlib import suppress

from services.callers import local_caller
from services.channels.delivery import Delivery, Speaker
from services.errors import NotPermitted
from services.settings import Settings
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.errors import Refused
from tool_registry.stores.store import RegistryStore


class Members:
    """Finds the person behind an account, and lets in who may come by themselves."""

    def __init__(self, stores: RegistryStore, settings: Settings) -> None:
        self._stores = stores
        self._host = local_caller(settings)
        self._joining = frozenset(settings.channel_join)

    def caller(self, delivery: Delivery) -> Caller:
        """The person; NotPermitted for an account that is nobody's, or somebody's who is locked
        out. Members of the company may come by themselves where the deployment says so."""
        channel, speaker = delivery.channel, delivery.speaker
        known = self._stores.accounts.holder(self._host.tenant, channel, speaker.account)
        if known is not None:
            return known
        if self._stores.accounts.is_linked(self._host.tenant, channel, speaker.account):
            raise NotPermitted("channels.locked")
        if channel not in self._joining or not speaker.is_member:
            raise NotPermitted("channels.stranger", channel=channel, account=speaker.account)
        return self._join(channel, speaker)

    def _join(self, channel: str, speaker: Speaker) -> Caller:
        """A new tester, called by channel and account."""
        name = f"{channel}.{_plain(speaker.account)}"
        with suppress(Refused):  # two messages at once, or an account that was unlinked since
            self._stores.people.add(self._host, name, Role.TESTER)
        self._stores.accounts.link(self._host, name, channel, speaker.account)
        found = self._stores.accounts.holder(self._host.tenant, channel, speaker.account)
        if found is None:
            raise NotPermitted("channels.locked")
        return found


def _plain(account: str) -> str:
    """The account as a part of a name."""
    return "".join(char if char.isalnum() or char in "._-" else "-" for char in account)[:60]
