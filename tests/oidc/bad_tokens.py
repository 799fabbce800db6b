"""Tokens that are not right, each in one way."""

import base64
import hashlib
import hmac
import json
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.oidc.provider import Provider, signer


def bad_tokens(provider: Provider) -> dict[str, str]:
    """What is refused, by what is wrong with it."""
    return {**_headers(provider), **_claims(provider), **_forms(provider)}


def _headers(provider: Provider) -> dict[str, str]:
    sign, claims = provider.signers[0].sign, provider.claims()
    other = signer("RS256", "stranger")
    return {
        "alg none": _unsigned(provider, alg="none"),
        "alg None": _unsigned(provider, alg="NoNe", kid="first"),
        "alg missing": _unsigned(provider, kid="first"),
        "alg a list": _unsigned(provider, alg=["RS256"], kid="first"),
        "HS256 with the public key": _by_public_key(provider, "HS256"),
        "HS512 with the public key": _by_public_key(provider, "HS512"),
        "RS256 by a MAC": _by_public_key(provider, "RS256"),
        "another alg than the key's": signer("RS256", "first").sign(claims, alg="RS384"),
        "unknown kid": sign(claims, kid="nobodys"),
        "kid a path": sign(claims, kid="../../etc/passwd"),
        "key of a stranger": other.sign(claims, kid="first"),
        "key in the header": other.sign(claims, kid="first", jwk=other.public),
        "key by address": other.sign(claims, jku="https://evil.example/jwks"),
        "crit": sign(claims, crit=["exp"], exp=1),
        "b64": sign(claims, b64=True, crit=["b64"]),
        "a logout token": sign(claims, typ="logout+jwt"),
        "typ a number": f"{_b64({'alg': 'RS256', 'kid': 'first', 'typ': 7})}.{_b64(claims)}.AAAA",
    }


def _claims(provider: Provider) -> dict[str, str]:
    sign, claims = provider.signers[0].sign, provider.claims()
    now = claims["iat"]
    return {
        "expired": sign({**claims, "iat": now - 9000, "exp": now - 900}),
        "no exp": sign({k: v for k, v in claims.items() if k != "exp"}),
        "exp a word": sign({**claims, "exp": "tomorrow"}),
        "exp true": sign({**claims, "exp": True}),
        "exp for ever": sign({**claims, "exp": float("inf")}),
        "exp no number": sign({**claims, "exp": float("nan")}),
        "exp too great": sign({**claims, "exp": 10**400}),
        "exp null": sign({**claims, "exp": None}),
        "not yet": sign({**claims, "nbf": now + 900}),
        "made in the future": sign({**claims, "iat": now + 900}),
        "wrong iss": sign({**claims, "iss": provider.issuer + "/"}),
        "iss a list": sign({**claims, "iss": [provider.issuer]}),
        "no iss": sign({k: v for k, v in claims.items() if k != "iss"}),
        "wrong aud": sign({**claims, "aud": "another"}),
        "no aud": sign({k: v for k, v in claims.items() if k != "aud"}),
        "aud a number": sign({**claims, "aud": 7}),
        "aud of odd things": sign({**claims, "aud": [7, None]}),
        "wrong azp": sign({**claims, "azp": "another"}),
        "client_id of another": sign({**claims, "client_id": "another"}),
        "bound to a proof": sign({**claims, "cnf": {"jkt": "x"}}),
        "no sub": sign({k: v for k, v in claims.items() if k != "sub"}),
        "sub empty": sign({**claims, "sub": ""}),
        "sub a number": sign({**claims, "sub": 7}),
        "sub not ASCII": sign({**claims, "sub": "鲍勃"}),
        "sub with a line break": sign({**claims, "sub": "bob-sub\n"}),
        "sub too long": sign({**claims, "sub": "x" * 256}),
    }


def _forms(provider: Provider) -> dict[str, str]:
    sign, claims = provider.signers[0].sign, provider.claims()
    deep = b"[" * 3000 + b"]" * 3000
    return {
        "oversized": sign({**claims, "x": "y" * 20_000}),
        "claims a list": f"{_b64({'alg': 'RS256', 'kid': 'first'})}.{_b64([1])}.AAAA",
        "header a list": f"{_b64([1])}.{_b64(claims)}.AAAA",
        "header deep": f"{_b64(deep)}.{_b64(claims)}.AAAA",
        "claims deep": f"{_b64({'alg': 'RS256', 'kid': 'first'})}.{_b64(deep)}.AAAA",
        "no JSON": f"{_b64(b'x')}.{_b64(b'y')}.AAAA",
        "UTF-16": _altered(provider, 1, _b64(json.dumps(claims).encode("utf-16"))),
        "signature cut": provider.token()[:-8],
        "signature none": provider.token().rpartition(".")[0] + ".",
        "claims exchanged": _altered(provider, 1, _b64({**claims, "sub": "ann-sub"})),
        "nested": sign({**claims, "sub": provider.token()}),
        "encrypted form": "a.b.c.d.e",
        "two parts": "a.b",
        "dots": "..",
        "padding": provider.token() + "====",
        "not base64": _altered(provider, 2, "!!!!"),
        "not ASCII": _altered(provider, 1, "é"),
        "a line break": provider.token().replace(".", ".\t", 1),
        "twice": f"{provider.token()} {provider.token()}",
        "empty": "",
        "a key of ours": "zk_0123456789ab_" + "A" * 43,
    }


def _b64(told: Any) -> str:
    raw = told if isinstance(told, bytes) else json.dumps(told).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _unsigned(provider: Provider, **header: Any) -> str:
    return f"{_b64(header)}.{_b64(provider.claims())}."


def _by_public_key(provider: Provider, alg: str) -> str:
    """Signed with what everybody knows, as a MAC."""
    key = provider.signers[0].private.public_key()
    pem = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    head = f"{_b64({'alg': alg, 'kid': 'first', 'typ': 'JWT'})}.{_b64(provider.claims())}"
    return f"{head}.{_b64(hmac.new(pem, head.encode(), hashlib.sha256).digest())}"


def _altered(provider: Provider, part: int, text: str) -> str:
    parts = provider.token().split(".")
    parts[part] = text
    return ".".join(parts)
