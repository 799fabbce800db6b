"""Which addresses of computers may be reached: public ones, and private ones that an owner allowed.

Names are resolved before they are judged, since `2130706433` and `127.1` are loopback too.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address
_NEVER = tuple(
    ip_network(text)
    for text in (
        "0.0.0.0/8",
        "169.254.0.0/16",
        "100.100.100.200/32",
        "168.63.129.16/32",
        "192.0.0.0/24",
        "255.255.255.255/32",
        "::/128",
        "fe80::/10",
        "fd00:ec2::254/128",
        "fd20:ce::254/128",
    )
)
"""Where clouds keep the secrets of their machines, and addresses that mean no one computer."""
_TUNNELS = tuple(
    ip_network(text)
    for text in ("::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)
"""IPv6 forms with an IPv4 address inside, which could be any: mapped, NAT64, 6to4, Teredo."""
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Allowance:
    """Private addresses that may be reached, because an owner or the configuration names them."""

    endpoints: frozenset[tuple[str, int]] = frozenset()
    """Host as written and port: those of the owner's own addresses."""
    hosts: tuple[str, ...] = ()
    """`host`, `host:port`, or an address range such as `10.1.0.0/16`."""

    @classmethod
    def of(cls, urls: Iterable[str], hosts: Iterable[str] = ()) -> "Allowance":
        """What these addresses and hosts allow."""
        return cls(frozenset(endpoint(url) for url in urls), tuple(hosts))

    def names(self, host: str, port: int, address: Address) -> bool:
        """True where this very host and port, or the range of the address, is allowed."""
        folded = host.lower()
        if (folded, port) in self.endpoints:
            return True
        return any(_matches(one.lower(), folded, port, address) for one in self.hosts)

    def refusal(self, host: str, port: int, address: Address) -> str | None:
        """Why the address may not be reached, as the end of a sentence; None where it may."""
        where = host if host == str(address) else f"{host} ({address})"
        if _within(address, _NEVER) or address.is_multicast or _within(address, _TUNNELS):
            return f"{where} is an address that is never called"
        if address.is_global and not address.is_reserved:
            return None
        if self.names(host, port, address):
            return None
        return (
            f"{where} is a private address that no owner allowed; name it as an environment's "
            f"url, or among the environment's hosts"
        )


def endpoint(url: str) -> tuple[str, int]:
    """Host in lower case and port of an http or https address; ValueError for others."""
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError(f"'{url}' is not an http or https address")
    return parts.hostname.lower(), parts.port or _PORTS[parts.scheme]


def _within(address: Address, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    return any(address in network for network in networks)


def _matches(rule: str, host: str, port: int, address: Address) -> bool:
    if "/" in rule:
        return _in_range(rule, address)
    return rule in (host, f"{host}:{port}", f"[{host}]:{port}") or _is_address(rule, address)


def _is_address(rule: str, address: Address) -> bool:
    try:
        return ip_address(rule.strip("[]")) == address
    except ValueError:
        return False


def _in_range(rule: str, address: Address) -> bool:
    try:
        return address in ip_network(rule, strict=False)
    except ValueError:
        return False
