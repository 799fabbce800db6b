"""The configured issuer: where it is asked, and the keys that its tokens are signed with."""

import ipaddress
import logging
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast
from urllib.parse import urlsplit

import jwt
from pydantic import BaseModel, ConfigDict, SecretStr, ValidationError

from services.oidc.fetching import IssuerFailed, Kept, ask, down
from services.settings import Settings
from tool_registry.base.clock import Clock
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.ids import digest

_LOG = logging.getLogger(__name__)
_DISCOVERY = "/.well-known/openid-configuration"
_METADATA_AGE = 3600.0
_KEYS_AGE = 600.0
_KEYS_COOLDOWN = 30.0
"""Seconds until a token with an unknown key has the keys fetched once more."""
_MOST_KEYS = 100
_SHOWN = 47
"""Signs of a subject that are readable among the accounts."""
_PRIVATE = {"d", "p", "q", "dp", "dq", "qi", "oth", "k"}
_KINDS: dict[str, tuple[str, str | None]] = {
    **{f"{family}{size}": ("RSA", None) for family in ("RS", "PS") for size in (256, 384, 512)},
    "ES256": ("EC", "P-256"),
    "ES384": ("EC", "P-384"),
    "ES512": ("EC", "P-521"),
    "EdDSA": ("OKP", "Ed25519"),
}
ALGORITHMS = tuple(_KINDS)
"""What tokens may be signed with: nothing that the public key, or nobody, could sign."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """Whose tokens are taken, and as whom the service asks for them."""

    issuer: str
    client_id: str
    secret: SecretStr | None
    scopes: tuple[str, ...]
    audience: tuple[str, ...]
    """Of bearer tokens."""
    parties: tuple[str, ...]
    """Clients whose tokens are taken."""

    def account(self, subject: str) -> str:
        """How the subject is kept among the accounts of people: another one for each subject of
        each issuer, also where only its letters and digits, or its beginning, are looked at."""
        return f"{subject[:_SHOWN]}@{digest([self.issuer, subject])[:12]}"


class Metadata(BaseModel):
    """What the issuer says of itself."""

    model_config = ConfigDict(frozen=True)

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False


class Issuer:
    """Its metadata and keys, fetched when they are needed and kept for a while."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self._metadata = Kept(self._discover, _warn)
        self._keys = Kept(self._fetch_keys, _warn)

    def metadata(self, clock: Clock) -> Metadata:
        """What it says of itself; Unavailable where it never answered."""
        found = self._metadata.get(clock.monotonic(), _METADATA_AGE)
        if found is None:
            raise down(self.configuration.issuer)
        return found

    def key(self, header: dict[str, Any], clock: Clock) -> jwt.PyJWK | None:
        """The key that a token of that header is signed with; None where the issuer has none.

        Keys that are not known are looked for once more, not too often: the issuer changes them.
        Unavailable where it never told any."""
        for oldest in (_KEYS_AGE, _KEYS_COOLDOWN):
            keys = self._keys.get(clock.monotonic(), oldest)
            if keys is None:
                raise down(self.configuration.issuer)
            if (found := _fitting(keys, header)) is not None:
                return found
        return None

    def warn(self, error: IssuerFailed) -> None:
        """Tells the log what people are not told."""
        _warn(error)

    def _discover(self, now: float) -> Metadata:
        url = self.configuration.issuer.rstrip("/") + _DISCOVERY
        status, told = ask("GET", url)
        try:
            found = Metadata.model_validate(told)
        except ValidationError as error:
            raise IssuerFailed(f"{url}: HTTP {status}: {error.errors()[0]['loc']}") from error
        if found.issuer != self.configuration.issuer:
            raise IssuerFailed(f"{url}: its issuer is '{found.issuer[:200]}', which is another one")
        for one in (found.authorization_endpoint, found.token_endpoint, found.jwks_uri):
            if not is_safe(one):
                raise IssuerFailed(f"{url}: '{one[:200]}' is no HTTPS address")
        return found

    def _fetch_keys(self, now: float) -> list[dict[str, Any]]:
        metadata = self._metadata.get(now, _METADATA_AGE)
        if metadata is None:
            raise IssuerFailed("the issuer has not told where its keys are")
        status, told = ask("GET", metadata.jwks_uri)
        keys = told.get("keys")
        if status != 200 or not isinstance(keys, list):
            raise IssuerFailed(f"{metadata.jwks_uri}: HTTP {status} without keys")
        listed = cast("list[Any]", keys)[:_MOST_KEYS]
        return [cast("dict[str, Any]", one) for one in listed if isinstance(one, dict)]


def issuer_of(settings: Settings) -> Issuer | None:
    """The issuer of these settings, the same one each time; None where none is configured."""
    if settings.oidc_issuer is None or settings.oidc_client_id is None:
        return None
    client = settings.oidc_client_id
    configuration = Configuration(
        issuer=settings.oidc_issuer,
        client_id=client,
        secret=settings.oidc_client_secret,
        scopes=settings.oidc_scopes,
        audience=settings.oidc_audience or (client,),
        parties=(client, *settings.oidc_clients),
    )
    return _issuer(configuration)


@lru_cache(maxsize=16)
def _issuer(configuration: Configuration) -> Issuer:
    return Issuer(configuration)


def check(settings: Settings) -> None:
    """Raises ConfigurationError where nobody could log in with these settings."""
    if (settings.oidc_issuer is None) is not (settings.oidc_client_id is None):
        raise ConfigurationError("OIDC takes both ZHIZAO_OIDC_ISSUER and ZHIZAO_OIDC_CLIENT_ID")
    if settings.oidc_issuer is not None and not is_safe(settings.oidc_issuer):
        raise ConfigurationError("ZHIZAO_OIDC_ISSUER has to be an https:// address")
    if settings.oidc_issuer is not None and "openid" not in settings.oidc_scopes:
        raise ConfigurationError("ZHIZAO_OIDC_SCOPES has to name openid")


def is_safe(url: str) -> bool:
    """True for HTTPS, and for plain HTTP on this machine."""
    try:
        parts = urlsplit(url)
        if parts.scheme == "http":
            host = parts.hostname or ""
            return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname)


def _fitting(keys: list[dict[str, Any]], header: dict[str, Any]) -> jwt.PyJWK | None:
    """The one key that fits; without a key id there may be no other of that kind."""
    found = [one for one in keys if _fits(one, header)]
    if len(found) != 1:
        return None
    public = {name: value for name, value in found[0].items() if name not in _PRIVATE}
    try:
        return jwt.PyJWK(public, algorithm=header["alg"])
    except (jwt.PyJWTError, ValueError, TypeError):
        return None


def _fits(key: dict[str, Any], header: dict[str, Any]) -> bool:
    kind, curve = _KINDS[header["alg"]]
    if key.get("kty") != kind or (curve is not None and key.get("crv") != curve):
        return False
    if key.get("use", "sig") != "sig" or key.get("alg", header["alg"]) != header["alg"]:
        return False
    return "kid" not in header or key.get("kid") == header["kid"]


def _warn(error: IssuerFailed) -> None:
    _LOG.warning("OIDC: %s", error)
