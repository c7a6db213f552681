"""A proxy between a program and the server that a test can cut, stall or inspect."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from pathlib import Path

from tests.support.waiting import spend


class Proxy:
    """Listens on a unix socket and forwards bytes. Its settings apply to all its connections."""

    def __init__(self, path: Path, target: Path) -> None:
        self.path = path
        self.target = target
        self.swallow_answers = False
        """Forward requests, drop the replies and disconnect: the worst moment for a write."""
        self.delay = 0.0
        """Delay of every request in seconds."""
        self._held: list[tuple[socket.socket, bytes]] | None = None
        """Requests held until ``release``, or None while they are forwarded."""
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lock = threading.Lock()
        self._listener: socket.socket | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    def start(self) -> None:
        self.path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.path))
        self._listener.listen(128)
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def stop(self) -> None:
        """Refuse new connections and cut the open ones."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self.path.unlink(missing_ok=True)
        self.cut()

    def cut(self, every: int = 1) -> int:
        """Cut every n-th of the open connections, whatever they carry; returns how many."""
        with self._lock:
            chosen = self._pairs[::every]
        for pair in chosen:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        return len(chosen)

    @property
    def connections(self) -> int:
        with self._lock:
            return len(self._pairs)

    def hold(self) -> None:
        """Hold all requests from now on, as if the server had stopped answering."""
        with self._lock:
            self._held = []

    def holds(self, text: str) -> bool:
        """Does a held request contain the text?"""
        with self._lock:
            return any(text.encode() in data for _, data in self._held or [])

    def release(self) -> None:
        with self._lock:
            held, self._held = self._held or [], None
            for target, data in held:
                with contextlib.suppress(OSError):
                    target.sendall(data)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(str(self.target))
            except OSError:
                client.close()
                server.close()
                continue
            with self._lock:
                self._pairs.append((client, server))
            threading.Thread(target=self._carry, args=(client, server), daemon=True).start()

    def _carry(self, client: socket.socket, server: socket.socket) -> None:
        with selectors.DefaultSelector() as ready, contextlib.suppress(OSError):
            ready.register(client, selectors.EVENT_READ, server)
            ready.register(server, selectors.EVENT_READ, client)
            while all(self._pass(key.fileobj, key.data, server) for key, _ in ready.select()):  # type: ignore[arg-type]
                pass
        with self._lock:
            self._pairs.remove((client, server))
        client.close()
        server.close()

    def _pass(self, source: socket.socket, target: socket.socket, server: socket.socket) -> bool:
        data = source.recv(65536)
        if not data or (source is server and self.swallow_answers):
            return False
        if source is not server:
            spend(self.delay)
            with self._lock:
                if self._held is not None:
                    self._held.append((target, data))
                    return True
        target.sendall(data)
        return True
