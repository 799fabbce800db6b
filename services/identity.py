"""Who a request is from and what it may do: this machine's user, the holder of an API key, or who
has a token of the configured OIDC issuer."""

import ipaddress
from collections.abc import Collection
from dataclasses import dataclass
from typing import get_args
from urllib.parse import urlsplit

from services.callers import local_caller
from services.errors import NotPermitted, Unauthenticated
from services.oidc.issuer import issuer_of
from services.oidc.people import bearer
from services.settings import Settings
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.rows import Permission
from tool_registry.stores.store import RegistryStore

EVERYTHING: frozenset[Permission] = frozenset(get_args(Permission))
OF_TOKENS: frozenset[Permission] = frozenset(("read", "run", "tools"))
"""What a token is for. People and keys are managed by a key, a login or at the machine."""
_BEARER = "bearer "
_KEY = "zk_"


@dataclass(frozen=True, slots=True)
class Principal:
    """Who acts, and what the way by which they came lets them do."""

    caller: Caller
    permissions: frozenset[Permission] = EVERYTHING
    person: Caller | None = None
    """With the roles that are theirs, where a key that is for less takes some away."""

    def must(self, permission: Permission) -> Caller:
        """The caller; NotPermitted where the key is not for that."""
        if permission not in self.permissions:
            raise NotPermitted(f"identity.no_{permission}", name=self.caller.user)
        return self.caller

    def looks(self) -> Caller:
        """Who looks at what they own, for routes that change nothing: a key without `tools` takes
        away what somebody may change there, not what they may see."""
        caller = self.must("read")
        return _of_tools(self.person or caller, self.permissions)


def needs_login(settings: Settings) -> bool:
    """True where nobody is taken for the user of this machine: the service is told to, has a login
    service, or listens to, or is asked for by, more than this machine."""
    if settings.login == "required" or settings.oidc_issuer is not None:
        return True
    public = (urlsplit(settings.public_url).hostname or "",) if settings.public_url else ()
    names = (settings.host, *settings.allowed_hosts, *public)
    return not all(_is_this_machine(name) for name in names)


def _is_this_machine(name: str) -> bool:
    bare = name.strip("[]").casefold()
    if bare == "localhost":
        return True
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return False


def identified(
    settings: Settings, stores: RegistryStore, authorization: str | None, session: str | None
) -> Principal:
    """Whose request that is, by its header `Authorization: Bearer KEY`, where KEY may be a token of
    the configured issuer, else by the session that a login on the page began.

    Unauthenticated for a key that opens nothing, and for none where one is needed. Unavailable for
    a token whose issuer cannot be asked for its keys.
    """
    key = session
    if authorization is not None:
        scheme, key = authorization[: len(_BEARER)], authorization[len(_BEARER) :].strip()
        if scheme.casefold() != _BEARER:
            raise Unauthenticated("identity.no_bearer")
        issuer = issuer_of(settings)
        if issuer is not None and not key.startswith(_KEY):
            person = bearer(settings, stores, issuer, key)
            return Principal(_capped(person, OF_TOKENS), OF_TOKENS, person)
    if key is not None:
        return holder(stores, key)
    if needs_login(settings):
        raise Unauthenticated("identity.who")
    return Principal(local_caller(settings))


def of_login(person: Caller) -> Principal:
    """Who logged in on the page as themselves: all that their role lets them do."""
    permissions = EVERYTHING if person.role is Role.ADMIN else OF_TOKENS
    return Principal(person, permissions)


def holder(stores: RegistryStore, key: str) -> Principal:
    """Who acts by that key; Unauthenticated where it opens nothing."""
    found = stores.keys.holder(key)
    if found is None:
        raise Unauthenticated("identity.bad_key")
    person, kept = found
    permissions = frozenset(kept.permissions)
    return Principal(_capped(person, permissions), permissions, person)


def _capped(person: Caller, permissions: Collection[Permission]) -> Caller:
    """The person with no greater role than the key is for, whatever a sentence asks for."""
    if "tools" not in permissions and "people" not in permissions:
        return person.model_copy(update={"role": Role.TESTER, "project_roles": ()})
    return _of_tools(person, permissions)


def _of_tools(person: Caller, permissions: Collection[Permission]) -> Caller:
    """An administrator only where the key is for people, too."""
    if "people" not in permissions and person.role is Role.ADMIN:
        return person.model_copy(update={"role": Role.OWNER})
    return person
