"""Whose token it is: the person whom the issuer's subject belongs to."""

from services.channels.delivery import Speaker
from services.channels.members import Members
from services.errors import InvalidRequest, Unauthenticated
from services.oidc.issuer import Issuer, issuer_of
from services.oidc.tokens import BadToken, Claims, verified
from services.settings import Settings
from tool_registry.base.caller import Caller
from tool_registry.stores.store import RegistryStore

NAME = "oidc"
"""Among the accounts of people, and in ZHIZAO_CHANNEL_JOIN."""


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
    speaker = Speaker(account=issuer.configuration.account(claims.subject))
    return Members(stores, settings).person(NAME, speaker)


def kept_account(settings: Settings, channel: str, account: str) -> str:
    """The account as it is kept: a subject with the mark of the configured issuer.

    InvalidRequest for a subject of nobody knows which issuer."""
    if channel != NAME:
        return account
    issuer = issuer_of(settings)
    if issuer is None and "@" not in account:
        raise InvalidRequest("identity.no_issuer")
    if issuer is None:
        return account
    return issuer.configuration.account(account)
