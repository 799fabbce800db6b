"""Bearer tokens of an issuer: whose they are, what they are for, and none that is not right."""

import json
import time
from typing import Any

import pytest

from services.errors import NotPermitted, Unauthenticated, Unavailable
from services.identity import Principal, identified
from services.oidc.people import kept_account
from services.settings import Settings
from tests.oidc.bad_tokens import bad_tokens
from tests.oidc.conftest import trusting
from tests.oidc.deployment import HOST
from tests.oidc.provider import CLIENT, Provider, signer
from tests.workshop.clock import HandClock
from tool_registry.base.caller import Role
from tool_registry.base.errors import ConfigurationError
from tool_registry.stores.store import RegistryStore


class Door:
    """Where tokens are shown, at a time that the test sets."""

    def __init__(
        self, settings: Settings, stores: RegistryStore, clock: HandClock, provider: Provider
    ) -> None:
        self.settings, self.stores, self.clock = settings, stores, clock
        self.provider = provider

    def enter(self, token: str) -> Principal:
        return identified(self.settings, self.stores, f"Bearer {token}", None)

    def token(self, **changed: Any) -> str:
        return self.provider.token(self.clock.now(), **changed)

    def link(self, name: str, subject: str) -> None:
        account = kept_account(self.settings, "oidc", subject)
        self.stores.accounts.link(HOST, name, "oidc", account)


@pytest.fixture
def door(settings: Settings, stores: RegistryStore, clock: HandClock, provider: Provider) -> Door:
    found = Door(settings, stores, clock, provider)
    found.link("bob", "bob-sub")
    found.link("ann", "ann-sub")
    return found


@pytest.mark.parametrize("alg", ["RS256", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA"])
def test_a_token_is_the_person_whose_subject_it_names(door: Door, alg: str) -> None:
    door.provider.signers = [signer("RS256", "other"), signer(alg, f"key-{alg}")]
    found = door.enter(door.token())
    assert (found.caller.user, found.caller.role) == ("bob", Role.TESTER)
    assert found.permissions == {"read", "run", "tools"}


def test_a_token_does_not_manage_people_even_of_an_administrator(door: Door) -> None:
    found = door.enter(door.token(sub="ann-sub"))
    assert (found.caller.user, found.caller.role) == ("ann", Role.OWNER)
    with pytest.raises(NotPermitted):
        found.must("people")


def test_keys_open_as_before_and_the_issuer_is_not_asked(door: Door) -> None:
    key, _ = door.stores.keys.create(HOST, "bob", "", ["run"])
    assert door.enter(key).caller.user == "bob"
    with pytest.raises(Unauthenticated, match="bad_key"):
        door.enter("zk_000000000000_x")
    assert door.provider.hits == {}


def test_who_is_locked_out_or_unknown_is_out_whatever_token(door: Door) -> None:
    with pytest.raises(NotPermitted, match="stranger"):
        door.enter(door.token(sub="kim-sub"))
    door.stores.people.set_active(HOST, "bob", False)
    with pytest.raises(NotPermitted, match="locked"):
        door.enter(door.token())
    door.stores.accounts.unlink(HOST, "oidc", kept_account(door.settings, "oidc", "bob-sub"))
    with pytest.raises(NotPermitted, match="stranger"):
        door.enter(door.token())


def test_the_issuers_people_come_by_themselves_where_the_deployment_says_so(door: Door) -> None:
    door.settings = door.settings.model_copy(update={"channel_join": ("oidc",)})
    first, again = (door.enter(door.token(sub="kim-sub")).caller for _ in range(2))
    assert first == again
    assert (first.user.startswith("oidc.kim-sub-"), first.role) == (True, Role.TESTER)
    door.stores.people.set_active(HOST, first.user, False)
    door.stores.accounts.unlink(HOST, "oidc", kept_account(door.settings, "oidc", "kim-sub"))
    with pytest.raises(NotPermitted, match="locked"):
        door.enter(door.token(sub="kim-sub"))


def test_no_subject_gets_to_be_another_one_by_its_signs(door: Door) -> None:
    door.settings = door.settings.model_copy(update={"channel_join": ("oidc",)})
    subjects = ("a|b", "a/b", "a-b", "x" * 60 + "1", "x" * 60 + "2", "x" * 255)
    names = [door.enter(door.token(sub=sub)).caller.user for sub in subjects]
    assert len(set(names)) == len(subjects)


def test_the_same_subject_of_another_issuer_is_somebody_else(door: Door) -> None:
    account = kept_account(door.settings, "oidc", "bob-sub")
    elsewhere = door.settings.model_copy(update={"oidc_issuer": "https://other.example"})
    assert kept_account(elsewhere, "oidc", "bob-sub") != account
    assert kept_account(door.settings, "oidc", account) == account
    assert kept_account(door.settings, "dingtalk", "x") == "x"


def test_times_count_by_our_clock_with_a_minute_of_leeway(door: Door) -> None:
    token = door.token(nbf=int(door.clock.now()) + 50)
    for wall, is_right in ((0, True), (355, True), (10, False), (-600, False)):
        door.clock.jump(wall)
        if is_right:
            assert door.enter(token).caller.user == "bob"
        else:
            with pytest.raises(Unauthenticated, match="bad_token"):
                door.enter(token)


def test_a_token_for_several_names_who_asked_for_it(door: Door) -> None:
    both = [CLIENT, "another"]
    assert door.enter(door.token(aud=both, azp=CLIENT)).caller.user == "bob"
    for wrong in ({"aud": both}, {"aud": both, "azp": "another"}, {"azp": "another"}):
        with pytest.raises(Unauthenticated, match="bad_token"):
            door.enter(door.token(**wrong))
    changed = {"oidc_clients": ("ci",), "oidc_audience": ("https://zhizao.example",)}
    door.settings = door.settings.model_copy(update=changed)
    assert door.enter(door.token(aud="https://zhizao.example", azp="ci")).caller.user == "bob"
    with pytest.raises(Unauthenticated, match="bad_token"):
        door.enter(door.token(azp="ci"))


def test_keys_that_the_issuer_changed_are_found_and_not_looked_for_too_often(door: Door) -> None:
    assert door.enter(door.token()).caller.user == "bob"
    for _ in range(20):
        assert door.enter(door.token()).caller.user == "bob"
    assert (door.provider.hits["openid-configuration"], door.provider.hits["jwks"]) == (1, 1)
    door.provider.signers.append(signer("ES256", "second"))
    door.clock.jump(31, 31)
    assert door.enter(door.token()).caller.user == "bob"
    stranger = signer("ES256", "nobodys").sign(door.provider.claims(door.clock.now()))
    for _ in range(20):
        with pytest.raises(Unauthenticated):
            door.enter(stranger)
    assert door.provider.hits["jwks"] == 2
    gone = door.provider.signers.pop(0).sign(door.provider.claims(door.clock.now() + 600))
    door.clock.jump(601, 601)
    with pytest.raises(Unauthenticated):
        door.enter(gone)


def test_an_issuer_that_is_down_is_told_and_known_keys_go_on(door: Door) -> None:
    door.provider.is_down = True
    with pytest.raises(Unavailable, match="issuer_down"):
        door.enter(door.token())
    for _ in range(20):
        with pytest.raises(Unavailable):
            door.enter(door.token())
    assert sum(door.provider.hits.values()) == 1
    door.provider.is_down = False
    door.clock.jump(11, 11)
    assert door.enter(door.token()).caller.user == "bob"
    door.provider.is_down = True
    door.clock.jump(3700, 3700)
    assert door.enter(door.token()).caller.user == "bob"
    with pytest.raises(Unauthenticated):
        door.enter(signer("ES256", "x").sign(door.provider.claims(door.clock.now())))


@pytest.mark.parametrize(
    "said",
    [
        {"issuer": "https://evil.example"},
        {"jwks_uri": "http://keys.example/jwks"},
        {"token_endpoint": "file:///etc/passwd"},
        {"jwks_uri": 7},
    ],
)
def test_an_issuer_that_says_something_wrong_of_itself_is_not_believed(
    door: Door, said: dict[str, Any]
) -> None:
    door.provider.metadata = said
    with pytest.raises(Unavailable, match="issuer_down"):
        door.enter(door.token())
    assert door.provider.hits == {"openid-configuration": 1}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"oidc_client_id": None}, "takes both"),
        ({"oidc_issuer": None}, "takes both"),
        ({"oidc_issuer": "http://login.example"}, "https://"),
        ({"oidc_scopes": ("profile",)}, "openid"),
    ],
)
def test_settings_that_let_nobody_in_are_refused_at_the_start(
    settings: Settings, changed: dict[str, Any], says: str
) -> None:
    from services.oidc.issuer import check

    check(settings)
    with pytest.raises(ConfigurationError, match=says):
        check(settings.model_copy(update=changed))


def test_no_bad_token_opens_anything(
    provider: Provider, settings: Settings, stores: RegistryStore
) -> None:
    clock = stores.database.clock
    assert isinstance(clock, HandClock)
    clock.jump(time.time() - clock.now())
    door = Door(settings, stores, clock, provider)
    door.link("bob", "bob-sub")
    assert door.enter(provider.token()).caller.user == "bob"
    told = bad_tokens(provider)
    assert len(told) >= 60
    for what, token in told.items():
        with pytest.raises(Unauthenticated):
            pytest.fail(f"{what}: {door.enter(token)}")
    assert provider.hits["jwks"] == 1


def test_a_key_of_no_use_and_private_parts_in_the_set_do_no_harm(door: Door) -> None:
    right = door.provider.signers[0]
    small = {**right.public, "kid": "small", "n": "AQAB"}
    private = json.loads(_as_jwk(right))
    odd: list[Any] = [None, 7, {}, {"kty": "RSA"}, {"kty": "oct", "k": "AAAA", "kid": "mac"}, small]

    class Odd:
        public: Any

        def __init__(self, public: Any) -> None:
            self.public = public

    known: list[Any] = [*(Odd(one) for one in odd), Odd({**private, "kid": "first"})]
    door.provider.signers = known
    token = right.sign(door.provider.claims(door.clock.now()))
    assert door.enter(token).caller.user == "bob"
    for kid in ("small", "mac", None):
        with pytest.raises(Unauthenticated):
            door.enter(right.sign(door.provider.claims(door.clock.now()), kid=kid))


def _as_jwk(signer: Any) -> str:
    from jwt.algorithms import RSAAlgorithm

    return str(RSAAlgorithm.to_jwk(signer.private))


def test_without_an_issuer_a_token_is_no_key(provider: Provider, stores: RegistryStore) -> None:
    settings = trusting(provider, stores_home(stores), oidc_issuer=None, oidc_client_id=None)
    with pytest.raises(Unauthenticated, match="bad_key"):
        identified(settings, stores, f"Bearer {provider.token()}", None)


def stores_home(stores: RegistryStore) -> Any:
    from pathlib import Path

    return Path(str(stores.database.engine.url.database)).parent
