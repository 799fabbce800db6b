"""The authorization code flow with PKCE: the browser is sent to the issuer, and comes back.

All that ties the two ways together is one secret in a cookie of that browser: state, nonce and
code verifier are made of it, so that no process has to remember anything."""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx2

from services.errors import Unauthenticated
from services.oidc.fetching import IssuerFailed, ask, down
from services.oidc.issuer import Configuration, Issuer, Metadata
from services.oidc.tokens import BadToken, Claims, verified
from tool_registry.base.clock import Clock

SECONDS = 600
"""How long somebody may take to log in at the issuer."""
_COOKIE = re.compile(r"(?P<at>[0-9]{1,12})\.[A-Za-z0-9_-]{43}")
_REFUSED = 400
_CODE = re.compile(r"[\x21-\x7e]{1,2048}")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to log in, of one browser."""

    cookie: str

    @classmethod
    def begin(cls, clock: Clock) -> "Attempt":
        """A new one."""
        return cls(f"{int(clock.now())}.{secrets.token_urlsafe(32)}")

    @classmethod
    def resumed(cls, cookie: str, clock: Clock) -> "Attempt":
        """That of the cookie; Unauthenticated for none, and for one that is too old."""
        found = _COOKIE.fullmatch(cookie)
        if found is None or not 0 <= clock.now() - int(found["at"]) <= SECONDS:
            raise Unauthenticated("identity.login_over")
        return cls(cookie)

    @property
    def state(self) -> str:
        """Comes back with the browser."""
        return self._made("state")

    @property
    def nonce(self) -> str:
        """Comes back in the ID token."""
        return self._made("nonce")

    @property
    def verifier(self) -> str:
        """What only who began can tell the issuer."""
        return self._made("verifier")

    def _made(self, what: str) -> str:
        return _text(hmac.new(self.cookie.encode("ascii"), what.encode(), hashlib.sha256).digest())


@dataclass(frozen=True, slots=True)
class Back:
    """With what the browser came back."""

    state: str = ""
    code: str = ""
    issuer: str = ""
    error: str = ""


def there(issuer: Issuer, attempt: Attempt, redirect_uri: str, clock: Clock) -> str:
    """Where the browser is sent; Unavailable where the issuer does not answer."""
    ours = issuer.configuration
    told = {
        "response_type": "code",
        "client_id": ours.client_id,
        "redirect_uri": redirect_uri,
        "scope": " ".join(ours.scopes),
        "state": attempt.state,
        "nonce": attempt.nonce,
        "code_challenge": _text(hashlib.sha256(attempt.verifier.encode("ascii")).digest()),
        "code_challenge_method": "S256",
    }
    endpoint = httpx2.URL(issuer.metadata(clock).authorization_endpoint)
    return str(endpoint.copy_merge_params(told))


def back(issuer: Issuer, attempt: Attempt, told: Back, redirect_uri: str, clock: Clock) -> Claims:
    """Who has logged in. Unauthenticated for who did not, or did not begin here; Unavailable where
    the issuer does not answer."""
    metadata = issuer.metadata(clock)
    _check(issuer, metadata, attempt, told)
    token = _redeemed(issuer, metadata, attempt, told.code, redirect_uri)
    client = issuer.configuration.client_id
    try:
        claims = verified(token, issuer, clock, audience=(client,), parties=(client,))
    except BadToken as error:
        raise Unauthenticated("identity.login_failed") from error
    if not hmac.compare_digest((claims.nonce or "").encode(), attempt.nonce.encode()):
        raise Unauthenticated("identity.login_failed")
    return claims


def _check(issuer: Issuer, metadata: Metadata, attempt: Attempt, told: Back) -> None:
    """That the browser began here, and that it was our issuer who sent it back (RFC 9207)."""
    if not hmac.compare_digest(told.state.encode("utf-8", "replace"), attempt.state.encode()):
        raise Unauthenticated("identity.login_over")
    promised = metadata.authorization_response_iss_parameter_supported
    if (told.issuer or promised) and told.issuer != issuer.configuration.issuer:
        raise Unauthenticated("identity.login_failed")
    if told.error == "access_denied":
        raise Unauthenticated("identity.login_denied")
    if told.error or not _CODE.fullmatch(told.code):
        raise Unauthenticated("identity.login_failed")


def _redeemed(
    issuer: Issuer, metadata: Metadata, attempt: Attempt, code: str, redirect_uri: str
) -> str:
    """The ID token for that code."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri,
        "code_verifier": attempt.verifier,
    }
    content = _as_client(issuer.configuration, metadata, form)
    try:
        status, answer = ask("POST", metadata.token_endpoint, **content)
    except IssuerFailed as error:
        issuer.warn(error)
        raise down(issuer.configuration.issuer) from error
    if status == _REFUSED and answer.get("error") == "invalid_grant":
        raise Unauthenticated("identity.login_over")
    token = answer.get("id_token")
    if not 200 <= status < 300 or not isinstance(token, str):
        said = str(answer.get("error", "no ID token"))[:100]
        issuer.warn(IssuerFailed(f"{metadata.token_endpoint}: HTTP {status}: {said!r}"))
        raise down(issuer.configuration.issuer)
    return token


def _as_client(ours: Configuration, metadata: Metadata, form: dict[str, str]) -> dict[str, Any]:
    """The form with what proves that it is from us, in the way that the issuer takes."""
    if ours.secret is None:
        return {"data": {**form, "client_id": ours.client_id}}
    secret = ours.secret.get_secret_value()
    if "client_secret_basic" in metadata.token_endpoint_auth_methods_supported:
        return {"data": form, "auth": (quote(ours.client_id, safe=""), quote(secret, safe=""))}
    return {"data": {**form, "client_id": ours.client_id, "client_secret": secret}}


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")
