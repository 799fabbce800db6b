"""Who wrote: the person whose account on the platform it is."""

from contextlib import suppress

from services.callers import local_caller
from services.channels.delivery import Delivery
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
        channel, speaker = delivery.channel, delivery.speaker
        known = self.known(delivery)
        if known is not None:
            return known
        if self._stores.accounts.is_linked(self._host.tenant, channel, speaker.account):
            raise NotPermitted("channels.locked")
        if channel not in self._joining or not speaker.is_member:
            raise NotPermitted("channels.stranger", channel=channel, account=speaker.account)
        return self._join(delivery)

    def known(self, delivery: Delivery) -> Caller | None:
        """The person, where the account is somebody's who is not locked out."""
        account = delivery.speaker.account
        return self._stores.accounts.holder(self._host.tenant, delivery.channel, account)

    def may_join(self, delivery: Delivery) -> bool:
        """True where the account is nobody's, and would be let in by what the message says."""
        channel, speaker = delivery.channel, delivery.speaker
        if channel not in self._joining or not speaker.is_member:
            return False
        return not self._stores.accounts.is_linked(self._host.tenant, channel, speaker.account)

    def _join(self, delivery: Delivery) -> Caller:
        """A new tester, called by channel and account."""
        channel, speaker = delivery.channel, delivery.speaker
        name = f"{channel}.{_plain(speaker.account)}"
        with suppress(Refused):  # two messages at once, or an account that was unlinked since
            self._stores.people.add(self._host, name, Role.TESTER)
        self._stores.accounts.link(self._host, name, channel, speaker.account)
        found = self.known(delivery)
        if found is None:
            raise NotPermitted("channels.locked")
        return found


def _plain(account: str) -> str:
    """The account as a part of a name, another one for every account."""
    plain = "".join(char if char.isalnum() or char in "._-" else "-" for char in account)
    is_exact = plain == account.replace("/", "-") and "-" not in account and len(plain) <= 60
    return plain if is_exact else f"{plain[:48]}-{digest(account)[:10]}"
