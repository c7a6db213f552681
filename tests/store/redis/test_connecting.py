"""Connections to Redis: login and database, TLS with checked certificates, and errors that name the address."""

from __future__ import annotations

import datetime
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from redis.exceptions import AuthenticationError
from redis.exceptions import ConnectionError as LostConnection

from store.redis.client import RedisClient, StoreUnavailable
from store.redis.embedded import EmbeddedServer


@pytest.fixture
def user(server: EmbeddedServer) -> Iterator[str]:
    client = RedisClient(server.url)
    client.write(("ACL", "SETUSER", "ana", "on", ">secret", "~*", "+@all"))
    yield "ana"
    client.write(("ACL", "DELUSER", "ana"))
    client.close()


def test_a_url_names_user_and_database(server: EmbeddedServer, user: str) -> None:
    client = RedisClient(f"unix://{user}:secret@{server.socket}?db=2")
    [info] = client.read(("CLIENT", "INFO"))
    client.close()
    assert b"user=ana" in info
    assert b" db=2 " in info


def test_a_wrong_password_is_named(server: EmbeddedServer, user: str) -> None:
    with pytest.raises(StoreUnavailable, match="WRONGPASS") as refused:
        RedisClient(f"unix://{user}:wrong@{server.socket}").read(("PING",))
    assert isinstance(refused.value.__cause__, AuthenticationError)


def test_a_database_that_does_not_exist_is_named(server: EmbeddedServer) -> None:
    with pytest.raises(StoreUnavailable, match="out of range"):
        RedisClient(f"unix://{server.socket}?db=999").read(("PING",))


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "unix:///nowhere/redis.sock", "rediss://127.0.0.1:1"])
def test_an_unreachable_server_is_named(url: str) -> None:
    with pytest.raises(StoreUnavailable, match=r"cannot connect to (127.0.0.1:1|/nowhere/redis.sock): ") as refused:
        RedisClient(url).read(("PING",))
    assert isinstance(refused.value.__cause__, LostConnection)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost, with its key, signed by itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    plain = serialization.NoEncryption()
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + secret)
    return path


@pytest.fixture
def tls_port(server: EmbeddedServer, certificate: Path) -> Iterator[int]:
    """A port whose TLS connections reach the server, one after the other."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                plain, _ = listener.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(plain, server_side=True) as client, socket.socket(socket.AF_UNIX) as redis:
                    redis.connect(str(server.socket))
                    while data := client.recv(4096):
                        redis.sendall(data)
                        client.sendall(redis.recv(4096))
            except OSError:
                plain.close()

    threading.Thread(target=serve, daemon=True).start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


@pytest.mark.parametrize(
    ("host", "options", "works"),
    [
        ("localhost", "ssl_ca_certs={certificate}", True),
        ("localhost", "ssl_cert_reqs=none", True),
        ("127.0.0.1", "ssl_ca_certs={certificate}&ssl_check_hostname=false", True),
        ("127.0.0.1", "ssl_ca_certs={certificate}", False),
        ("localhost", "", False),
        ("localhost", "ssl_ca_certs={certificate}&ssl_validate_ocsp=true", False),
    ],
)
def test_certificates_are_checked(tls_port: int, certificate: Path, host: str, options: str, works: bool) -> None:
    client = RedisClient(f"rediss://{host}:{tls_port}?{options.format(certificate=certificate)}", 5)
    if works:
        assert client.read(("PING",)) == [b"PONG"]
    else:
        with pytest.raises(StoreUnavailable, match=r"certificate|not supported"):
            client.read(("PING",))
    client.close()
