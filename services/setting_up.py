"""Setting up: who starts the service proves to be the one who opens the page, and is the first
person, an administrator."""

import hmac
import re
import secrets
from dataclasses import dataclass, field

from services.callers import local_caller
from services.errors import InvalidRequest, NotFound, Unauthenticated
from services.identity import EVERYTHING
from services.settings import Settings
from tool_registry.base.caller import Caller
from tool_registry.base.clock import Clock
from tool_registry.stores.people import is_name
from tool_registry.stores.store import RegistryStore

SECONDS = 3600.0
"""How long the code is of use."""
TRIES = 10
"""Wrong codes until it is of use no more."""
DAYS = 90
"""Until the first key expires, as others do."""
_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without signs that look alike."""
_GROUPS, _SIGNS = 4, 5


@dataclass
class SettingUp:
    """One process's offer to be set up. Without a code there is none."""

    code: str = field(default="", repr=False)
    clock: Clock = field(default_factory=Clock)
    began: float = 0.0
    tries: int = 0

    @classmethod
    def offered(cls, clock: Clock) -> "SettingUp":
        """With a new code of a hundred bits, to be shown to who started the service."""
        groups = ["".join(map(secrets.choice, [_ALPHABET] * _SIGNS)) for _ in range(_GROUPS)]
        return cls("-".join(groups), clock, clock.monotonic())

    @property
    def is_open(self) -> bool:
        """True as long as somebody with the code can set up."""
        in_time = self.clock.monotonic() - self.began < SECONDS
        return bool(self.code) and in_time and self.tries < TRIES

    def check(self, told: str) -> None:
        """Unauthenticated for another code, which counts; NotFound where the offer is over."""
        if not self.is_open:
            raise NotFound("services.no_page", path="/setup")
        if not hmac.compare_digest(_plain(self.code), _plain(told)):
            self.tries += 1
            raise Unauthenticated("identity.setup_code_wrong")

    def carry_out(self, settings: Settings, stores: RegistryStore, name: str) -> tuple[Caller, str]:
        """The first person, an administrator, and a key for everything, which is shown once.

        InvalidRequest for what is no name; Refused where there is somebody already."""
        if not is_name(name):
            raise InvalidRequest("identity.setup_bad_name")
        host = local_caller(settings)
        stores.people.begin(host, name)
        self.code = ""
        ends = stores.database.clock.now() + DAYS * 86_400
        key, _ = stores.keys.create(host, name, "set-up", sorted(EVERYTHING), ends)
        person = stores.people.known_as(host.tenant, name)
        assert person is not None, "it was just added"
        return person, key


def _plain(code: str) -> bytes:
    """Spaces and hyphens do not count, nor does case."""
    return re.sub(r"[\s-]", "", code).upper().encode("utf-8", "replace")
