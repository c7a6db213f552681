"""Where calls may go: every way of writing an address that is not public is refused, by what it really means."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest

from store.settings import BadSetting, Settings
from tests.system.bots.players import WebhookBot
from workers.remote.addresses import Policy, Refused
from workers.remote.client import CallFailed, Client

PUBLIC = Settings(host="0.0.0.0")
LOCAL = Settings(remote_loopback=1)

CLOSED = [
    # loopback, in every spelling that resolvers accept
    "127.0.0.1", "127.0.0.2", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1",
    "017700000001", "0x7f.1", "127.255.255.255", "localhost", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
    "[2002:7f00:0001::1]", "[::ffff:0:127.0.0.1]",
    # unspecified: the own host on many systems
    "0.0.0.0", "0", "0x0", "[::]", "[::ffff:0.0.0.0]",
    # private networks
    "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1", "3232235777", "0xc0a80101",
    "0300.0250.1.1", "[fd00::1]", "[fc00::1]", "[::ffff:10.0.0.1]", "[64:ff9b::192.168.1.1]", "[64:ff9b:1::10.0.0.1]",
    "[2002:c0a8:101::]",
    # link-local and the metadata services of clouds
    "169.254.0.1", "169.254.169.254", "2852039166", "0xa9fea9fe", "[fe80::1]", "[::ffff:169.254.169.254]",
    "[64:ff9b::a9fe:a9fe]", "[fd00:ec2::254]", "100.100.100.200", "192.0.0.192",
    # carrier-grade NAT, multicast, broadcast, reserved, documentation, benchmarks, relays, site-local, Teredo
    "100.64.0.1", "100.127.255.255", "224.0.0.1", "239.255.255.250", "255.255.255.255", "240.0.0.1", "192.0.2.1",
    "198.51.100.1", "203.0.113.1", "198.18.0.1", "192.88.99.1", "[ff02::1]", "[ff05::1]", "[fec0::1]", "[2001:db8::1]",
    "[100::1]", "[2001:0:7f00:1::]", "[3fff::1]", "[3fff:fff:ffff::1]", "[5f00::1]", "[100:0:0:1::1]", "[2001:20::1]",
    "[4000::1]", "[2620:4f:8000::1]", "192.31.196.1", "192.52.193.1", "192.175.48.1",
    # services of clouds on addresses that look public, and IPv4 behind an ISATAP tunnel
    "168.63.129.16", "[::ffff:168.63.129.16]", "[64:ff9b::a83f:8110]", "192.80.8.124", "[fd20:ce::254]",
    "[2606:4700::5efe:127.0.0.1]", "[2606:4700::200:5efe:10.0.0.1]",
    # a trailing dot, another case, and hosts that only look like another one
    "127.0.0.1.", "localhost.", "LOCALHOST", "0X7F.0.0.1", "169.254.169.254.", "[FE80::1]", "127.0.0.1#@1.1.1.1",
    "127.0.0.1?@1.1.1.1", "127.0.0.1/@1.1.1.1", "169.254.169.254#.example.org", "[0000::0001]", "[::ffff:a9fe:a9fe]",
]  # fmt: skip
OPEN = ["1.1.1.1", "93.184.216.34", "[2606:4700:4700::1111]", "[64:ff9b::1.1.1.1]", "[::ffff:8.8.8.8]"]
NEVER = [
    "ftp://1.1.1.1/", "file:///etc/passwd", "gopher://1.1.1.1/", "redis://1.1.1.1:6379/", "//1.1.1.1/", "1.1.1.1", "",
    "http://", "http:///x", "http://user@1.1.1.1/", "http://user:pass@1.1.1.1/", "http://1.1.1.1:22/",
    "http://1.1.1.1:6/", "http://1.1.1.1:99999/", "http://[fe80::1%25eth0]/", "http://1.1.1.1/\r\nX: y",
    "http://1.1.1.1/a b", "http://[::1/", "https://ex\u00e4mple.org/",
    # who is the user, and who the host?
    "http://1.1.1.1@127.0.0.1/", "http://1.1.1.1:80@169.254.169.254/", "http://127.0.0.1\\@1.1.1.1/", "http://@127.0.0.1/",
    "http://:@127.0.0.1/", "http://1.1.1.1%40127.0.0.1/", "http://%31%32%37.0.0.1/", "http://127.0.0.1%2f.example.org/",
    "http://\uff11\uff12\uff17.0.0.1/", "http://127\u3002\u0030\u3002\u0030\u30021/", "http://1.1.1.1\t@127.0.0.1/",
    "http://[::1]@1.1.1.1/", "http://[::ffff:127.0.0.1%25]/", "javascript://1.1.1.1/", "http:127.0.0.1",
]  # fmt: skip


def meant(settings: Settings, host: str, local: bool = True) -> list[str]:
    async def ask() -> list[str]:
        policy = Policy(settings)
        return await policy.addresses(policy.target(f"http://{host}/"), local)

    return asyncio.run(ask())


@pytest.mark.parametrize("host", CLOSED)
def test_an_address_that_is_not_public_is_refused(host: str) -> None:
    # What this machine's resolver does not know cannot be connected to either; all it does know is refused by policy.
    with pytest.raises((Refused, OSError), match=r"not public|a zone|not known"):
        meant(PUBLIC, host)


def test_nearly_all_of_them_are_refused_by_policy_and_not_by_the_resolver() -> None:
    refused = 0
    for host in CLOSED:
        try:
            meant(PUBLIC, host)
        except Refused:
            refused += 1
        except OSError:
            pass
    assert refused >= 85


@pytest.mark.parametrize("host", OPEN)
def test_a_public_address_is_allowed(host: str) -> None:
    assert len(meant(PUBLIC, host)) == 1


@pytest.mark.parametrize("url", NEVER)
def test_a_url_that_is_never_called(url: str) -> None:
    with pytest.raises(Refused):
        Policy(LOCAL).target(url)


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"])
def test_loopback_is_allowed_only_from_this_machine_and_by_the_setting(host: str) -> None:
    assert meant(LOCAL, host)
    assert meant(Settings(remote_networks="127.0.0.0/8 ::1/128"), host, local=False), "the operator has said so"
    for settings, local in ((Settings(), True), (LOCAL, False)):
        with pytest.raises(Refused):
            meant(settings, host, local)


def test_loopback_does_not_open_the_private_networks() -> None:
    for host in ("10.0.0.1", "169.254.169.254", "[::ffff:192.168.0.1]", "0.0.0.0"):
        with pytest.raises(Refused):
            meant(LOCAL, host)


def test_an_operator_may_allow_networks_and_ports() -> None:
    settings = Settings(host="0.0.0.0", remote_networks="10.1.0.0/16 fd12::/16", remote_ports="80 443 8000-8010")
    policy = Policy(settings)
    assert policy.target("http://10.1.2.3:8003/").port == 8003
    assert meant(settings, "10.1.2.3") == ["10.1.2.3"]
    assert meant(settings, "[fd12::1]") == ["fd12::1"]
    assert meant(settings, "[::ffff:10.1.2.3]")
    for host in ("10.2.0.1", "127.0.0.1", "[fd13::1]"):
        with pytest.raises(Refused):
            meant(settings, host)
    for url in ("http://10.1.2.3:81/", "http://10.1.2.3:8011/"):
        with pytest.raises(Refused, match="port"):
            policy.target(url)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("LUDOTHEQUE_REMOTE_NETWORKS", "10.0.0.1/8"),
        ("LUDOTHEQUE_REMOTE_PORTS", "80-"),
        ("LUDOTHEQUE_REMOTE_PORTS", "x"),
    ],
)
def test_a_bad_policy_is_named_at_start(variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=variable):
        Settings.from_environment({variable: value})


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """A name server that says something else every time it is asked."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def getaddrinfo(host: str, port: int, flags: int = 0, **_: Any) -> list[Any]:
        if flags & socket.AI_NUMERICHOST:
            return real(host, port, flags=flags, **_)
        asked.append(host)
        found = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def post(settings: Settings, url: str, seconds: float = 2) -> Any:
    async def ask() -> Any:
        return await Client(Policy(settings)).post(url, {}, b"{}", seconds, local=True)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "bad",
    ["169.254.169.254", "127.0.0.1", "10.0.0.1", "0.0.0.0", "100.64.0.1", "224.0.0.1", "::", "::1", "::ffff:127.0.0.1",
     "::127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "fd00::1", "fe80::1", "fe80::1%eth0", "ff02::1"],
)  # fmt: skip
def test_a_name_with_one_bad_address_is_refused_whole(monkeypatch: pytest.MonkeyPatch, bad: str) -> None:
    resolving(monkeypatch, ["93.184.216.34", bad])
    with pytest.raises(CallFailed, match="not allowed") as failed:
        post(PUBLIC, "http://rebind.example/")
    assert isinstance(failed.value.__cause__, Refused), "and not tried"


def test_the_address_that_was_checked_is_the_one_connected_to(
    monkeypatch: pytest.MonkeyPatch, served: Callable[..., WebhookBot]
) -> None:
    """A name that means a good address when asked first, and a bad one ever after."""
    bot = served(lambda _: (200, b"{}"))
    port = bot.server_address[1]
    settings = Settings(host="0.0.0.0", remote_networks="127.0.0.1/32")
    asked = resolving(monkeypatch, ["127.0.0.1"], ["169.254.169.254"])
    assert post(settings, f"http://rebind.example:{port}/").status == 200
    assert asked == ["rebind.example"], "resolved once"
    assert bot.calls[0].headers["host"] == f"rebind.example:{port}"


def test_a_real_connection_to_a_closed_address_is_never_made(served: Callable[..., WebhookBot]) -> None:
    bot = served(lambda _: (200, b"{}"))
    port = bot.server_address[1]
    for host in ("127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"):
        with pytest.raises(CallFailed, match="not allowed"):
            post(PUBLIC, f"http://{host}:{port}/")
    assert bot.calls == []
    assert post(LOCAL, f"http://127.0.0.1:{port}/").status == 200


def test_redirects_are_not_followed(served: Callable[..., WebhookBot]) -> None:
    target = served(lambda _: (200, b"{}"))
    bot = served(lambda _: (302, b""))
    assert post(LOCAL, bot.url).status == 302
    assert target.calls == []
