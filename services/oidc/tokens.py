"""A token of the issuer: whose it is, if everything about it is right."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import jwt

from services.oidc.issuer import ALGORITHMS, Issuer
from tool_registry.base.clock import Clock

LEEWAY = 60.0
"""Seconds that the clocks of issuer and service may differ."""
_LONGEST = 16_384
_LONGEST_SUBJECT = 255
_TYPES = ("jwt", "at+jwt", "application/at+jwt")
"""Other kinds of JWT (of a logout, of a proof) are signed with the same keys."""
_UNREAD = {"verify_signature": False}
_REQUIRED = ["iss", "aud", "exp", "sub"]


class BadToken(Exception):
    """Something about it is not right; the message is for tests and logs, not for who sent it."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What is used of a token."""

    subject: str
    nonce: str | None = None


def verified(
    token: str, issuer: Issuer, clock: Clock, *, audience: Sequence[str], parties: Sequence[str]
) -> Claims:
    """What a token says that the issuer made for one of that audience, at the request of one of
    these clients. BadToken; Unavailable where the issuer's keys never came."""
    if len(token) > _LONGEST or not token.isascii():
        raise BadToken("size")
    header = _header(token, issuer)
    key = issuer.key(header, clock)
    if key is None:
        raise BadToken("key")
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=ALGORITHMS,
            audience=list(audience),
            issuer=issuer.configuration.issuer,
            options={
                "require": _REQUIRED,
                "enforce_minimum_key_length": True,
                # By our clock, below: the library only knows its own.
                "verify_exp": False,
                "verify_nbf": False,
                "verify_iat": False,
            },
        )
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError) as error:
        raise BadToken(type(error).__name__) from error
    _check_times(claims, clock.now())
    _check_party(claims, parties)
    return Claims(_subject(claims), _text(claims.get("nonce")))


def _header(token: str, issuer: Issuer) -> dict[str, Any]:
    """The header, where it and the issuer's name are such that the keys are worth a look."""
    try:
        header = jwt.get_unverified_header(token)
        claims: dict[str, Any] = jwt.decode(token, options=cast("Any", _UNREAD))
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError) as error:
        raise BadToken(type(error).__name__) from error
    if header.get("alg") not in ALGORITHMS or "crit" in header or "b64" in header:
        raise BadToken("header")
    kind = header.get("typ", "JWT")
    if not isinstance(kind, str) or kind.casefold() not in _TYPES:
        raise BadToken("typ")
    if claims.get("iss") != issuer.configuration.issuer:
        raise BadToken("iss")
    return header


def _check_times(claims: dict[str, Any], now: float) -> None:
    if not now < _seconds(claims["exp"]) + LEEWAY:
        raise BadToken("exp")
    for name in ("nbf", "iat"):
        if name in claims and not _seconds(claims[name]) - LEEWAY <= now:
            raise BadToken(name)


def _seconds(value: Any) -> float:
    """Seconds since 1970."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadToken("time")
    try:
        told = float(value)
    except OverflowError as error:
        raise BadToken("time") from error
    if not math.isfinite(told):
        raise BadToken("time")
    return told


def _check_party(claims: dict[str, Any], parties: Sequence[str]) -> None:
    """Who had it made. A token for several has to say so, and one that is bound to a proof is of no
    use to who only bears it."""
    party = claims.get("azp", claims.get("client_id"))
    several = isinstance(claims["aud"], list) and len(cast("list[Any]", claims["aud"])) > 1
    if (party is not None or several) and party not in parties:
        raise BadToken("azp")
    if "cnf" in claims:
        raise BadToken("cnf")


def _subject(claims: dict[str, Any]) -> str:
    subject = claims["sub"]
    if not isinstance(subject, str) or not subject.isascii() or not subject.isprintable():
        raise BadToken("sub")
    if not 0 < len(subject) <= _LONGEST_SUBJECT or subject != subject.strip():
        raise BadToken("sub")
    return subject


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
