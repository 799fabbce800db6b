"""Who wrote: the person whose account on the platform it is."""

from contextlib import suppress

from services.callers import local_caller
from services.channels.delivery import Delivery, Speaker
from services.errors import NotPermitted
from services.settings import Settings
from tool_registry.base.caller import Caller, Role
from tool_registry.base.ids import digest
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
        return self.person(delivery.channel, delivery.speaker)

    def person(self, channel: str, speaker: Speaker) -> Caller:
        """The same, of an account by itself."""
        known = self._holder(channel, speaker)
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
        if self._is_anothers(name, channel, speaker.account):
            name += f"-{digest(speaker.account)[:8]}"
        with suppress(Refused):  # two messages at once, or an account that was unlinked since
            self._stores.people.add(self._host, name, Role.TESTER)
        self._stores.accounts.link(self._host, name, channel, speaker.account)
        found = self._holder(channel, speaker)
        if found is None:
            raise NotPermitted("channels.locked")
        return found

    def _holder(self, channel: str, speaker: Speaker) -> Caller | None:
        return self._stores.accounts.holder(self._host.tenant, channel, speaker.account)

    def _is_anothers(self, name: str, channel: str, account: str) -> bool:
        """True for the person of another account: signs that no name has are all written alike."""
        others = self._stores.accounts.visible(self._host)
        return any(
            (one.name, one.channel) == (name, channel) and one.account != account for one in others
        )


def _plain(account: str) -> str:
    """The account as a part of a name; not always another one for another account."""
    return "".join(char if char.isalnum() or char in "._-" else "-" for char in account)[:60]
