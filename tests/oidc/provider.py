"""A strict OpenID Connect provider on loopback: it refuses what is not right, and remembers."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

CLIENT, SECRET = "zhizao-client", "s3cret:/&+"
_KEYS: dict[str, Any] = {}


@dataclass(frozen=True)
class Signer:
    """A key of the provider."""

    kid: str
    alg: str
    private: Any

    @property
    def public(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(_algorithm(self.alg).to_jwk(self.private.public_key()))
        return {**told, "kid": self.kid, "use": "sig", "alg": self.alg}

    def sign(self, claims: Any, **header: Any) -> str:
        told = {"kid": self.kid, **header}
        header = {name: value for name, value in told.items() if value is not None}
        payload = json.dumps(claims).encode()
        return jwt.PyJWS().encode(payload, self.private, self.alg, header)


def signer(alg: str, kid: str | None = None) -> Signer:
    """A new key; RSA keys are made once, as that takes long."""
    if alg[:2] in ("RS", "PS"):
        private = _KEYS.setdefault(kid or "rsa", rsa.generate_private_key(65537, 2048))
    elif alg == "EdDSA":
        private = ed25519.Ed25519PrivateKey.generate()
    else:
        curves = {"ES256": ec.SECP256R1(), "ES384": ec.SECP384R1(), "ES512": ec.SECP521R1()}
        private = ec.generate_private_key(curves[alg])
    return Signer(kid or f"{alg}-{secrets.token_hex(3)}", alg, private)


def _algorithm(alg: str) -> Any:
    return jwt.get_algorithm_by_name(alg)


@dataclass
class Provider:
    """Its users log in by a look at `subject`; what is set here is how it behaves."""

    port: int = 0
    signers: list[Signer] = field(default_factory=lambda: [signer("RS256", "first")])
    subject: str = "bob-sub"
    redirect_uris: set[str] = field(default_factory=set[str])
    asks: bool = False
    """True: the user has to press a button first, as people do."""
    denies: bool = False
    is_down: bool = False
    hangs: threading.Event | None = None
    sends_iss: bool = True
    changes: dict[str, Any] = field(default_factory=dict[str, Any])
    """Claims of ID tokens to replace; None: to leave out."""
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    hits: Counter[str] = field(default_factory=Counter[str])
    refused: list[str] = field(default_factory=list[str])
    codes: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.port}/realm"

    def discovery(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize?tenant=one",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "response_types_supported": ["code"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
        }
        return {**told, **self.metadata}

    def claims(self, now: float | None = None, **changed: Any) -> dict[str, Any]:
        at = int(time.time() if now is None else now)
        told: dict[str, Any] = {"iss": self.issuer, "aud": CLIENT, "sub": self.subject}
        told |= {"iat": at, "exp": at + 300}
        return {name: value for name, value in (told | changed).items() if value is not None}

    def token(self, now: float | None = None, **changed: Any) -> str:
        """A bearer token that is right but for what is changed."""
        return self.signers[-1].sign(self.claims(now, **changed))

    def authorize(self, told: dict[str, str]) -> str | None:
        """Where the browser goes from here; None where the request is refused on the spot."""
        if told.get("client_id") != CLIENT or told.get("redirect_uri") not in self.redirect_uris:
            self.refused.append("client or redirect_uri")
            return None
        wanted = {"response_type": "code", "code_challenge_method": "S256", "tenant": "one"}
        if any(told.get(name) != value for name, value in wanted.items()):
            self.refused.append("parameters")
            return None
        if (
            "openid" not in told["scope"].split()
            or min(len(told["state"]), len(told["nonce"])) < 22
        ):
            self.refused.append("scope, state or nonce")
            return None
        answer = {"state": told["state"]}
        if self.sends_iss:
            answer["iss"] = self.issuer
        if self.denies:
            answer |= {"error": "access_denied", "error_description": "<b>no</b>"}
        else:
            code = secrets.token_urlsafe(16)
            self.codes[code] = {**told, "sub": self.subject}
            answer["code"] = code
        return f"{told['redirect_uri']}?{urlencode(answer)}"

    def redeem(self, told: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """The token endpoint."""
        if not _is_client(authorization):
            return self._no(401, "invalid_client")
        asked = self.codes.pop(told.get("code", ""), None)
        if asked is None or told.get("grant_type") != "authorization_code":
            return self._no(400, "invalid_grant")
        digest = hashlib.sha256(told.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            asked["redirect_uri"] != told.get("redirect_uri")
            or challenge != asked["code_challenge"]
        ):
            return self._no(400, "invalid_grant")
        claims = self.claims(sub=asked["sub"], nonce=asked["nonce"], azp=CLIENT)
        claims = {k: v for k, v in {**claims, **self.changes}.items() if v is not None}
        return 200, {
            "access_token": "opaque-access-token",
            "token_type": "Bearer",
            "expires_in": 300,
            "id_token": self.signers[-1].sign(claims),
        }

    def _no(self, status: int, error: str) -> tuple[int, dict[str, Any]]:
        self.refused.append(error)
        return status, {"error": error}


def _is_client(authorization: str) -> bool:
    kind, _, told = authorization.partition(" ")
    name, _, secret = base64.b64decode(told or "").decode().partition(":")
    return kind == "Basic" and (unquote(name), unquote(secret)) == (CLIENT, SECRET)


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        told = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if self._is_silent(parts.path):
            return
        if parts.path == "/favicon.ico":  # browsers ask for it by themselves
            self._send(200, "image/x-icon", b"")
        elif parts.path == "/realm/.well-known/openid-configuration":
            self._json(200, self.provider.discovery())
        elif parts.path == "/realm/jwks":
            self._json(200, {"keys": [one.public for one in self.provider.signers]})
        elif parts.path == "/realm/authorize" and self.provider.asks and "pressed" not in told:
            self._form(told)
        elif parts.path == "/realm/authorize":
            self._go(self.provider.authorize(told))
        else:
            self._json(404, {})

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        told = {n: v[0] for n, v in parse_qs(self.rfile.read(length).decode()).items()}
        if not self._is_silent(self.path):
            self._json(*self.provider.redeem(told, self.headers.get("Authorization", "")))

    def _is_silent(self, path: str) -> bool:
        self.provider.hits[path.rpartition("/")[2]] += 1
        if self.provider.hangs is not None:
            self.provider.hangs.wait(30)
        if self.provider.is_down:
            self._json(503, {})
        return self.provider.is_down

    def _form(self, told: dict[str, str]) -> None:
        fields = "".join(
            f'<input type="hidden" name="{name}" value="{value}">' for name, value in told.items()
        )
        button = f'<button name="pressed" value="1">Go on as {self.provider.subject}</button>'
        self._send(200, "text/html", f"<title>IdP</title><form>{fields}{button}</form>".encode())

    def _go(self, where: str | None) -> None:
        if where is None:
            self._json(400, {"error": "invalid_request"})
            return
        self.send_response(302)
        self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _json(self, status: int, told: dict[str, Any]) -> None:
        self._send(status, "application/json", json.dumps(told).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing to standard error."""


@contextmanager
def providing() -> Generator[Provider]:
    """A provider that answers inside the block."""
    provider = Provider()
    handler = type("Handler", (_Handler,), {"provider": provider})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        provider.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield provider
        finally:
            if provider.hangs is not None:
                provider.hangs.set()
            server.shutdown()
            thread.join()
