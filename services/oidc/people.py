"""Whose token it is: the person whom the issuer's subject belongs to."""

import re

from services.channels.delivery import Delivery, Speaker
from services.channels.members import Members
from services.errors import InvalidRequest, Unauthenticated
from services.oidc.issuer import Issuer, issuer_of
from services.oidc.tokens import BadToken, Claims, verified
from services.settings import Settings
from tool_registry.base.caller import Caller
from tool_registry.stores.store import RegistryStore

NAME = "oidc"
"""Among the accounts of people, and in ZHIZAO_CHANNEL_JOIN."""
_KEPT = re.compile(r".{1,47}@[0-9a-f]{12}", re.DOTALL)


def bearer(settings: Settings, stores: RegistryStore, issuer: Issuer, token: str) -> Caller:
    """The person by whose token a request comes; Unauthenticated for a token that is not right,
    NotPermitted for a subject that is nobody here."""
    ours = issuer.configuration
    clock = stores.database.clock
    try:
        claims = verified(token, issuer, clock, audience=ours.audience, parties=ours.parties)
    except BadToken as error:
        raise Unauthenticated("identity.bad_token") from error
    return person_of(settings, stores, issuer, claims)


def person_of(settings: Settings, stores: RegistryStore, issuer: Issuer, claims: Claims) -> Caller:
    """The person of that subject, a new tester where the deployment lets the issuer's people come
    by themselves; NotPermitted for one that is nobody's, or somebody's who is locked out."""
    now = stores.database.clock.now()
    speaker = Speaker(account=issuer.configuration.account(claims.subject))
    shown = Delivery(channel=NAME, event_id="", speaker=speaker, place="", at=now)
    return Members(stores, settings).caller(shown)


def kept_account(settings: Settings, channel: str, account: str) -> str:
    """The account as it is kept, for a subject of the configured issuer; what is one stays it.

    InvalidRequest for a subject of nobody knows which issuer."""
    if channel != NAME or _KEPT.fullmatch(account):
        return account
    issuer = issuer_of(settings)
    if issuer is None:
        raise InvalidRequest("identity.no_issuer")
    return issuer.configuration.account(account)
